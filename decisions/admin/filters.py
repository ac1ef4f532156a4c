"""The filters of the list of documents."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from decisions.domain.kinds import Status
from decisions.models import Document
from decisions.models.documents import ACCESS_CHOICES, IMPLEMENTATION_CHOICES, KIND_CHOICES
from decisions.services.document_filters import documents_matching
from decisions.services.document_listing import documents_ranked
from spaces.admin.filters import AnyOf, DayField, ListFilters, OneOf, Typed, Yes
from spaces.domain.caller import Caller
from spaces.kernel.ids import uuid_of
from spaces.querysets import spaces_visible_to

# In the order a document lives.
STATUS_WORDS = [(status.value, status.value.replace("_", " ")) for status in Status]

# What people type for themselves.
ME = "me"

# The pairs of day fields, and the moments or days that the service takes for them.
_MOMENTS = {"changed": "updated", "created": "created", "decided": "decided"}


Choices = list[tuple[str, str]]


def place_choices(caller: Caller) -> tuple[Choices, Choices]:
    """The spaces a person sees, each after its account, and these accounts; in one statement."""
    spaces = spaces_visible_to(caller).order_by("account__name", "account_id", "name")
    rows = list(spaces.values_list("pk", "name", "account_id", "account__name"))
    accounts = {account_id: account for _pk, _name, account_id, account in rows}
    return [(pk, f"{account}: {name}") for pk, name, _id, account in rows], list(accounts.items())


class DocumentFilters(ListFilters):
    """Everything documents are found by; the service behind REST and tools does the finding."""

    space = OneOf(label=_("Space"))
    kind = OneOf(KIND_CHOICES, label=_("Kind"))
    status = AnyOf(STATUS_WORDS, label=_("Status"))
    below = Yes(label=_("Also in the spaces below"))
    waiting = Yes(label=_("Waiting on me"))
    in_force = Yes(label=_("In force"))
    findings = Yes(label=_("With findings in the text"))
    account = OneOf(label=_("Account"))
    access = OneOf([(str(level), word) for level, word in ACCESS_CHOICES], label=_("Access"))
    implementation = OneOf(IMPLEMENTATION_CHOICES, label=_("Implementation"))
    author = Typed(label=_("Author"), max_length=150, help_text=_("A person's name, or me"))
    decider = Typed(label=_("Decider"), max_length=150, help_text=_("A person's name, or me"))
    part_of = Typed(label=_("Part of"), max_length=64, help_text=_("RFC 12 with its space, or an ldoc_ id"))
    changed_from = DayField(label=_("Changed from"))
    changed_to = DayField(label=_("Changed until"))
    created_from = DayField(label=_("Created from"))
    created_to = DayField(label=_("Created until"))
    decided_from = DayField(label=_("Decided from"))
    decided_to = DayField(label=_("Decided until"))
    review_from = DayField(label=_("Review by from"))
    review_to = DayField(label=_("Review by until"))

    at_once = ("space", "kind")

    def prepare(self) -> None:
        spaces, accounts = place_choices(self.caller)
        self.offer("space", spaces)
        self.offer("account", accounts)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        for name in (*_MOMENTS, "review"):
            first, last = values.get(f"{name}_from"), values.get(f"{name}_to")
            if first and last and last < first:
                self.add_error(f"{name}_to", _now("This day is before the first one."))
        if values.get("below") and not values.get("space"):
            self.add_error("below", _now("Choose a space first."))
        return values

    def narrow(self, rows: QuerySet[Document]) -> QuerySet[Document]:
        asked = self.asked
        found = documents_matching(self.caller, asked)
        if "query" not in asked:
            return found
        return documents_ranked(found, self.caller, asked, again=bool(self.data.get("p")))

    @property
    def asked(self) -> dict[str, Any]:
        """The values in use as the service takes them."""
        given = {name: value for name, value in self.cleaned_data.items() if name in self.given}
        asked: dict[str, Any] = {}
        for name, value in given.items():
            name_there, value_there = _ASKED[name](value, self.caller)
            asked[name_there] = value_there
        return {**asked, "linked": True} if "space_id" in asked else asked


_Asked = Callable[[Any, Caller], tuple[str, Any]]


def _same(name: str) -> _Asked:
    return lambda value, caller: (name, value)


def _person(name: str) -> _Asked:
    def asked(value: str, caller: Caller) -> tuple[str, Any]:
        if value == ME:
            return name, caller.subject
        return (name, value) if uuid_of(value, "user") else (f"{name}_name", value)

    return asked


def _since(name: str) -> _Asked:
    return lambda value, caller: (f"{name}_since", _start_of(value))


def _before(name: str) -> _Asked:
    return lambda value, caller: (f"{name}_before", _start_of(value + timedelta(days=1)))


def _start_of(day: date) -> datetime:
    """When a day begins for the reader."""
    return timezone.make_aware(datetime.combine(day, time.min))


# A filter of the page -> the argument of the service, and its value there.
_ASKED: dict[str, _Asked] = {
    "q": _same("query"),
    "space": _same("space_id"),
    "below": _same("below"),
    "account": _same("account_id"),
    "kind": _same("kind"),
    "status": _same("statuses"),
    "access": _same("access"),
    "implementation": _same("implementation"),
    "author": _person("author"),
    "decider": _person("decider"),
    "part_of": _same("parent_id"),
    "waiting": _same("waiting_on_me"),
    "in_force": _same("in_force"),
    "findings": _same("with_findings"),
    "review_from": _same("review_by_from"),
    "review_to": _same("review_by_to"),
    **{f"{name}_from": _since(there) for name, there in _MOMENTS.items()},
    **{f"{name}_to": _before(there) for name, there in _MOMENTS.items()},
}
