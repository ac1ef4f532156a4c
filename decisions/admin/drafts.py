"""A text that is being written, as its page would show it: rendered, and with its findings."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.template.response import TemplateResponse

from decisions.admin.document_text import FINDING_LOOK
from decisions.admin.rendered import RenderedText, rendered_draft
from decisions.admin.text_fields import TextField
from decisions.models import Document
from decisions.services.drafts import draft_findings
from spaces.admin.callers import caller_of
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError


@dataclass(frozen=True, slots=True)
class ShownDraft:
    """What a text looks like and what is said of it; or only why it cannot be shown."""

    rendered: RenderedText | None = None
    findings: tuple[dict[str, Any], ...] = ()
    left_out: int = 0
    refusal: DomainError | None = None

    @property
    def total(self) -> int:
        return len(self.findings) + self.left_out


def shown_draft(document: Document, text: str, caller: Caller) -> ShownDraft:
    """A text as its page would show it, for whoever may save it; nothing is kept."""
    try:
        found = draft_findings(document=document, text=text, caller=caller)
    except DomainError as refusal:
        return ShownDraft(refusal=refusal)
    findings = tuple(_shown(found["items"]))
    return ShownDraft(rendered_draft(document, text), findings, found["total"] - len(findings))


def draft_response(request: HttpRequest, document: Document) -> HttpResponse:
    """The part of the page that follows what is typed."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    text = TextField(required=False).to_python(request.POST.get("text", ""))
    draft = shown_draft(document, text, caller_of(request))
    status = draft.refusal.http_status if draft.refusal else 200
    return TemplateResponse(
        request, "console/draft.html", {"draft": draft, "object": document}, status=status
    )


def _shown(findings: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for finding in findings:
        yield {**finding, "look": FINDING_LOOK[finding["severity"]]}
