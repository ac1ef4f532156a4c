"""What every page of a document shows: its head, its tabs, and who may do what."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from decisions.admin.about import diagrams_about
from decisions.admin.document_text import text_context
from decisions.admin.document_timeline import timeline_context
from decisions.admin.panels import DOCUMENT_PANELS, panels
from decisions.admin.tabs import Tab, TabLink, tab_url, tabs_from_above
from decisions.admin.talk_page import discussion_context
from decisions.models import Document, Version
from decisions.querysets import binds, documents_visible_to
from decisions.services.citations import cited_by, cites
from decisions.services.comment_listing import thread_counts
from decisions.services.listings import listed_in
from decisions.services.records import changed_since_decided, read_with_record
from decisions.services.rights import may_edit
from decisions.services.talk import may_talk
from decisions.services.versions import version_of, versions_of
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.models import User
from spaces.querysets import spaces_visible_to


def document_context(document: Document, caller: Caller, *, number: int = 0) -> dict[str, Any]:
    """A document's text in one of its versions (0: the current one), with what is said and found about it."""
    try:
        version = read_with_record(document, number)
    except DomainError as refusal:
        raise Http404 from refusal
    head = _head(document, version, caller, "change")
    return {**head, **text_context(document, version, caller, talks=head["talks"])}


def tab_context(document: Document, caller: Caller, tab: Tab, query: Mapping[str, str]) -> dict[str, Any]:
    """One of a document's other pages; 404 where it is not the caller's or asks for what is not there."""
    if tab.shown is None or not tab.offered(document, caller):
        raise Http404
    version = versions_of(document).get(number=document.current_version)
    try:
        shown = tab.shown(document=document, version=version, caller=caller, query=query)
    except DomainError as refusal:
        raise Http404 from refusal
    return {**_head(document, version, caller, tab.name), **shown}


def head_context(document: Document, caller: Caller, opened: str) -> dict[str, Any]:
    """The head of a page of a document that stands by itself, as its versions do."""
    version = versions_of(document).get(number=document.current_version)
    return _head(document, version, caller, opened)


def source_response(document: Document, *, number: int) -> HttpResponse:
    """A version's text as it was sent, as plain text that no browser takes for a page."""
    try:
        text = version_of(document, number).text
    except DomainError as refusal:
        raise Http404 from refusal
    return HttpResponse(text.encode(), content_type="text/plain; charset=utf-8")


def _head(document: Document, version: Version, caller: Caller, opened: str) -> dict[str, Any]:
    changed = version.record.changed if version.record else changed_since_decided(document)
    talks = may_talk(document, caller)
    counts = thread_counts(document) if talks else {}
    return {
        "version": version,
        "is_current": version.number == document.current_version,
        "changed_since_decided": changed,
        "in_force": binds(document),
        "access": document.level.word,
        "floor": _word(document.space.floor_in_force),
        "implementation": document.implementation_shown,
        "successor": _successor(document, caller),
        "sees_space": spaces_visible_to(caller).filter(pk=document.space_id).exists(),
        "may_write": caller.is_member(document.account_id),
        "may_edit": may_edit(document, caller),
        "talks": talks,
        "thread_counts": counts,
        "tabs": _links(document, caller, opened, {"discussion": counts.get("open")}),
        "panels": panels(DOCUMENT_PANELS, document=document, version=version, caller=caller),
    }


def _links(
    document: Document, caller: Caller, opened: str, counts: Mapping[str, int | None]
) -> list[TabLink]:
    return [
        TabLink(tab.label, tab_url(document, tab.name), tab.name == opened, counts.get(tab.name))
        for tab in document_tabs()
        if tab.offered(document, caller)
    ]


def _successor(document: Document, caller: Caller) -> Document | None:
    if not document.successor_id:
        return None
    return documents_visible_to(caller).filter(pk=document.successor_id).first()


def _details(
    *, document: Document, version: Version, caller: Caller, query: Mapping[str, str]
) -> dict[str, Any]:
    """Its record, its relations as far as the caller reads them, who reads it and where it is listed."""
    readable = documents_visible_to(caller)
    return {
        "parent": readable.filter(pk=document.parent_id).first() if document.parent_id else None,
        "parts": readable.filter(parent=document).order_by("part"),
        "supersedes": readable.filter(successor=document).order_by("number"),
        "cites": cites(document, caller),
        "cited_by": cited_by(document, caller),
        "diagrams": diagrams_about(document, caller),
        "listed_in": [space for space in listed_in(document, caller) if space.pk != document.space_id],
        **_sharing(document, caller),
    }


def _sharing(document: Document, caller: Caller) -> dict[str, Any]:
    """Who is named, and the preview link: for the author and managers alone. The services judge what they do."""
    may_share = caller.is_member(document.account_id) and (
        caller.person_id == document.author_id or caller.manages(document.account_id)
    )
    shared: dict[str, Any] = {"may_share": may_share}
    if may_share:
        named = document.named_people.values("user_id")
        shared["readers"] = User.objects.filter(pk__in=named).order_by("username")
        if document.preview_token:
            shared["preview_url"] = settings.PUBLIC_URL + reverse("preview", args=[document.preview_token])
            shared["preview_works"] = document.level <= Access.PREVIEW
    return shared


def _word(floor: int | None) -> str | None:
    return None if floor is None else Access(floor).word


# The text is the document's own page; its versions have one of their own.
_TABS = (
    Tab("change", _("Text"), 10),
    Tab("discussion", _("Discussion"), 20, "console/document_discussion.html", discussion_context, may_talk),
    Tab("versions", _("Versions"), 40),
    Tab("timeline", _("Timeline"), 60, "console/document_timeline.html", timeline_context),
    Tab("details", _("Details"), 70, "console/document_details.html", _details),
)


def document_tabs() -> list[Tab]:
    """Every tab of a document in its place, those of apps above among them."""
    return sorted([*_TABS, *tabs_from_above()], key=lambda tab: tab.place)
