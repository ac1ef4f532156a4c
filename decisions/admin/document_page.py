"""What the page of a document shows."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse
from django.urls import reverse

from decisions.admin.panels import DOCUMENT_PANELS, panels
from decisions.admin.rendered import rendered_text
from decisions.models import Document, Version
from decisions.querysets import binds, documents_visible_to
from decisions.services.listings import listed_in
from decisions.services.reading import findings_of
from decisions.services.versions import version_of, versions_of
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.models import User
from spaces.querysets import spaces_visible_to

_RECENT_VERSIONS = 8

# Of a source line beside a finding: enough to find it by.
_LINE_SHOWN = 160

# How a finding is coloured.
FINDING_LOOK = {"error": "danger", "warning": "warning", "info": "info"}


def document_context(document: Document, caller: Caller, *, number: int = 0) -> dict[str, Any]:
    """A document with one of its versions (0: the current one) and all that stands around it."""
    version = _version(document, number)
    decided = document.decided_version
    findings = findings_of(document, version, caller)
    return {
        "version": version,
        "is_current": version.number == document.current_version,
        "changed_since_decided": decided is not None and decided != document.current_version,
        "rendered": rendered_text(document, version),
        "findings": list(_beside_lines(findings["items"], version)),
        "findings_left_out": findings["total"] - len(findings["items"]),
        "recent_versions": versions_of(document).order_by("-number")[:_RECENT_VERSIONS],
        "in_force": binds(document),
        "floor": _word(document.space.floor_in_force),
        "access": document.level.word,
        "listed_in": [space for space in listed_in(document, caller) if space.pk != document.space_id],
        "sees_space": spaces_visible_to(caller).filter(pk=document.space_id).exists(),
        "panels": panels(DOCUMENT_PANELS, document=document, version=version, caller=caller),
        **_related(document, caller),
        **_rights(document, caller),
    }


def source_response(document: Document, *, number: int) -> HttpResponse:
    """A version's text as it was sent, as plain text that no browser takes for a page."""
    text = _version(document, number).text
    return HttpResponse(text.encode(), content_type="text/plain; charset=utf-8")


def _version(document: Document, number: int) -> Version:
    try:
        return version_of(document, number)
    except DomainError as refusal:
        raise Http404 from refusal


def _beside_lines(findings: list[dict[str, Any]], version: Version) -> Iterator[dict[str, Any]]:
    """Each finding with the line of the text it is about."""
    lines = version.text.split("\n")
    for finding in findings:
        line = lines[finding["line"] - 1] if 0 < finding["line"] <= len(lines) else ""
        yield {**finding, "look": FINDING_LOOK[finding["severity"]], "source": line.strip()[:_LINE_SHOWN]}


def _related(document: Document, caller: Caller) -> dict[str, Any]:
    """Its parts and, as far as the caller reads them, what it supersedes and what supersedes it."""
    readable = documents_visible_to(caller)
    return {
        "parts": readable.filter(parent=document).order_by("part"),
        "successor": readable.filter(pk=document.successor_id).first() if document.successor_id else None,
        "supersedes": readable.filter(successor=document).order_by("number"),
    }


def _rights(document: Document, caller: Caller) -> dict[str, Any]:
    """What the caller is offered to do; the services judge what they do. The preview link is shown to few."""
    may_write = caller.is_member(document.account_id)
    may_share = may_write and (caller.person_id == document.author_id or caller.manages(document.account_id))
    shared: dict[str, Any] = {"may_write": may_write, "may_share": may_share}
    if may_share:
        named = document.named_people.values("user_id")
        shared["readers"] = User.objects.filter(pk__in=named).order_by("username")
        if document.preview_token:
            shared["preview_url"] = settings.PUBLIC_URL + reverse("preview", args=[document.preview_token])
            shared["preview_works"] = document.level <= Access.PREVIEW
    return shared


def _word(floor: int | None) -> str | None:
    return None if floor is None else Access(floor).word
