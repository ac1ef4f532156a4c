"""Atom feeds of the decisions that everybody reads: an account's, and a space's."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext as _

from decisions.admin.public.answers import open_to_visitors, public_url, revalidated
from decisions.admin.public.index import account_url
from decisions.domain.kinds import DECISIONS
from decisions.models import Document
from decisions.services.public_reading import public_account, public_decisions, public_space
from spaces.kernel.ids import uuid_of
from spaces.models import Account, Space

# A reader that looks in once a month misses nothing of an account that decides twice a day.
_ENTRIES = 60

# Characters that XML cannot hold, however they are escaped; a title may hold any.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


if TYPE_CHECKING:
    _Feed = Feed[Document, Any]
else:
    _Feed = Feed


class _Atom(Atom1Feed):
    """Atom whose time is that of what it tells of, and not of the request."""

    def latest_post_date(self) -> datetime:
        since: datetime = self.feed["since"]
        return super().latest_post_date() if self.items else since


class _Decisions(_Feed):
    """The decisions of a place, newest first. Ids are the rows' own, so that they outlive any address."""

    feed_type = _Atom

    def title(self, place: Account | Space) -> str:
        return _("Decisions of %(place)s") % {"place": _plain(place.name)}

    def subtitle(self, place: Account | Space) -> str:
        return _("What was accepted, published or rejected, as everybody may read it.")

    def feed_guid(self, place: Account | Space) -> str:
        return _urn(place.pk)

    def feed_extra_kwargs(self, place: Account | Space) -> dict[str, Any]:
        return {"since": place.created_at}

    def items(self, place: Account | Space) -> Iterable[Document]:
        return public_decisions(place)[:_ENTRIES]

    def item_title(self, document: Document) -> str:
        return f"{document.reference} {_plain(document.title)}"

    def item_link(self, document: Document) -> str:
        return public_url("public-document", document.pk)

    def item_guid(self, document: Document) -> str:
        return _urn(document.pk)

    def item_description(self, document: Document) -> str:
        said = _("%(status)s in %(space)s, version %(version)s") % {
            "status": document.status,
            "space": _plain(document.space.name),
            "version": document.decided_version,
        }
        # Atom takes a summary for HTML.
        return escape(said)

    def item_author_name(self, document: Document) -> str:
        return _plain(document.author.username)

    def item_pubdate(self, document: Document) -> datetime | None:
        return document.decided_at

    def item_updateddate(self, document: Document) -> datetime | None:
        # What became of a decision later, such as being superseded, is news of it; a corrected word is not.
        return document.decided_at if document.status in DECISIONS else document.updated_at

    def item_categories(self, document: Document) -> tuple[str, ...]:
        return (document.kind, document.status)


class DecisionsOfAccount(_Decisions):
    def get_object(self, request: HttpRequest, *args: Any, **named: str) -> Account:
        return public_account(named["account_id"])

    def link(self, account: Account) -> str:
        return account_url(account)

    def feed_url(self, account: Account) -> str:
        return public_url("public-account-feed", account.pk)


class DecisionsOfSpace(_Decisions):
    def get_object(self, request: HttpRequest, *args: Any, **named: str) -> Space:
        return public_space(named["space_id"])

    def link(self, space: Space) -> str:
        return account_url(space.account, space=space.pk)

    def feed_url(self, space: Space) -> str:
        return public_url("public-space-feed", space.pk)


@open_to_visitors
def account_feed(request: HttpRequest, account_id: str) -> HttpResponse:
    """An account's public decisions; absent where nothing of it is public."""
    return revalidated(request, DecisionsOfAccount()(request, account_id=account_id))


@open_to_visitors
def space_feed(request: HttpRequest, space_id: str) -> HttpResponse:
    """A space's public decisions; absent where nothing of it is public."""
    return revalidated(request, DecisionsOfSpace()(request, space_id=space_id))


def _urn(public_id: str) -> str:
    return f"urn:uuid:{uuid_of(public_id, public_id.partition('_')[0])}"


def _plain(text: str) -> str:
    return _NOT_XML.sub("", text)
