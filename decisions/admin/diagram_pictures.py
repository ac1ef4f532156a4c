"""Pictures of the Mermaid diagrams in a text: their place on its page, and their own addresses."""

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from decisions.admin.rendered import rendered_text
from decisions.domain.marking import Diagram, Insertion
from decisions.domain.mermaid import Outcome
from decisions.models import Document
from decisions.services.pictures import picture_keep, pictures_kept
from decisions.services.versions import version_of
from spaces.kernel.errors import DomainError

# A picture styles itself and loads nothing, also where somebody opens its address.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

# A browser asks again after this: access may have been narrowed.
_KEPT_SECONDS = 600

# The stored finding of a block that did not parse when its text was saved.
INVALID_DIAGRAM = "mermaid-invalid"


def figures(
    document: Document,
    diagrams: Sequence[Diagram],
    findings: Sequence[dict[str, Any]],
    *,
    address_of: Callable[[str], str],
) -> list[Insertion]:
    """What stands around the source of each diagram: its picture, or why there is none.

    `address_of` answers where the page's readers find the picture of a model's hash. Nothing is
    drawn here: a picture that is not kept yet is drawn when the browser asks for it.
    """
    if not diagrams:
        return []
    kept = pictures_kept(account_id=document.account_id, hashes={diagram.sha256 for diagram in diagrams})
    insertions = []
    for diagram in diagrams:
        picture = kept.get(diagram.sha256)
        problem = _found(diagram, findings)
        if picture and picture.outcome != Outcome.DRAWN:
            problem = picture.message
        opening = _problem(problem) if problem else _picture(diagram, address_of(diagram.sha256))
        insertions += [
            Insertion(diagram.start, opening),
            Insertion(diagram.end, "</details></figure>"),
        ]
    return insertions


def _found(diagram: Diagram, findings: Sequence[dict[str, Any]]) -> str:
    """What was found wrong with a block when it was saved."""
    last = diagram.line + diagram.model.count("\n") + 1
    return next(
        (
            str(finding["message"])
            for finding in findings
            if finding["rule"] == INVALID_DIAGRAM and diagram.line <= finding["line"] <= last
        ),
        "",
    )


def _picture(diagram: Diagram, address: str) -> str:
    return format_html(
        '<figure class="c-diagram"><a href="{0}"><img src="{0}" alt="{1}" loading="lazy"></a>'
        "<details><summary>{2}</summary>",
        address,
        _("Diagram at line %(line)s") % {"line": diagram.line},
        _("Source of the diagram"),
    )


def _problem(problem: str) -> str:
    return format_html(
        '<figure class="c-diagram c-undrawn"><figcaption><strong>{}</strong> {}</figcaption>'
        "<details open><summary>{}</summary>",
        _("This diagram is not drawn."),
        problem,
        _("Source of the diagram"),
    )


def picture_response(document: Document, *, number: int, sha256: str) -> HttpResponse:
    """The picture of a diagram that stands in a version's text, drawn now where it was not before; else 404."""
    try:
        version = version_of(document, number)
    except DomainError as refusal:
        raise Http404 from refusal
    diagrams = {diagram.sha256: diagram for diagram in rendered_text(document, version).diagrams}
    if sha256 not in diagrams:
        raise Http404
    picture = picture_keep(account_id=document.account_id, model=diagrams[sha256].model)
    drawn = picture.outcome == Outcome.DRAWN
    response = HttpResponse(
        picture.svg if drawn else _in_words(picture.message), content_type="image/svg+xml"
    )
    response["Content-Security-Policy"] = _POLICY
    response["Cache-Control"] = f"private, max-age={_KEPT_SECONDS}"
    return response


def _in_words(problem: str) -> str:
    """A picture that says why there is none."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="48" role="img">'
        f'<text x="8" y="30" font-family="sans-serif" font-size="14">{escape(problem)}</text></svg>'
    )
