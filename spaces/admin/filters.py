"""What a console list is narrowed by: a form in the page's address, and a chip for each value in use."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from spaces.admin.callers import caller_of
from spaces.admin.fields import offered
from spaces.kernel.errors import DomainError

if TYPE_CHECKING:
    from spaces.admin.pages import ConsoleAdmin

# No address a person made has a longer value; a longer one only makes a page that repeats it large.
MAX_VALUE = 500


# Nothing here is older or due later, and the days around the end of the calendar have no next one.
_YEARS = [MinValueValidator(date(1900, 1, 1)), MaxValueValidator(date(2999, 12, 31))]


@dataclass(frozen=True)
class Chip:
    """A value in use: what it narrows, in words, and the list's address without it."""

    label: str
    words: str
    without: str


class DayField(forms.DateField):
    """A day, as YYYY-MM-DD and no other spelling."""

    def __init__(self, **options: Any) -> None:
        widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
        super().__init__(
            required=False, input_formats=["%Y-%m-%d"], widget=widget, validators=_YEARS, **options
        )


class OneOf(forms.ChoiceField):
    """One of some values, or any."""

    def __init__(self, choices: Any = (), **options: Any) -> None:
        super().__init__(required=False, choices=[("", _("Any")), *choices], **options)


class AnyOf(forms.MultipleChoiceField):
    """Any of several values."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, choices: Any, **options: Any) -> None:
        super().__init__(required=False, choices=choices, **options)


class Typed(forms.CharField):
    """Words that somebody typed."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, max_length=options.pop("max_length", MAX_VALUE), **options)


class Yes(forms.BooleanField):
    """Only those for which it holds."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, **options)


class ListFilters(forms.Form):
    """The filters of one list, as its address has them; a value that is none finds nothing and is told.

    A subclass adds fields, and for each the condition it asks for.
    """

    q = Typed(label=_("Search"), widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}))

    # What stands beside the search box; the others are behind "More filters".
    at_once: ClassVar[tuple[str, ...]] = ()
    conditions: ClassVar[Mapping[str, Callable[[Any], Q]]] = {}
    use_required_attribute = False

    def __init__(self, sent: QueryDict, *, request: HttpRequest, admin: "ConsoleAdmin") -> None:
        super().__init__(sent, auto_id="filter_%s", label_suffix="")
        self.sent = sent
        self.admin = admin
        self.request = request
        self.caller = caller_of(request)
        if not admin.search_fields:
            del self.fields["q"]
        elif admin.search_help_text:
            self.fields["q"].widget.attrs["placeholder"] = admin.search_help_text
        self.prepare()

    def prepare(self) -> None:
        """Offer the choices that depend on who asks."""

    def offer(self, name: str, choices: Iterable[tuple[str, str]]) -> None:
        """Give a field the choices this request has."""
        offered(self.fields[name], [("", str(_("Any"))), *choices])

    @cached_property
    def given(self) -> dict[str, list[str]]:
        """The values in use by their names, in the form's order."""
        sent = {name: [each for each in self.sent.getlist(name) if each.strip()] for name in self.fields}
        return {name: values for name, values in sent.items() if values}

    @property
    def active(self) -> bool:
        return bool(self.given)

    @property
    def address(self) -> str:
        """The values in use as the query of an address, always in the same order."""
        return address_of(self.given)

    def chips(self) -> Iterator[Chip]:
        """Each value in use, with the address of the list without it."""
        for name, values in self.given.items():
            field = self.fields[name]
            several = isinstance(field, forms.MultipleChoiceField)
            for value in values if several else values[-1:]:
                left = [each for each in values if several and each != value]
                without = address_of({**self.given, name: left})
                yield Chip(str(field.label), _words_of(field, value), f"?{without}")

    @cached_property
    def problems(self) -> list[str]:
        """What is wrong with the values in use, a sentence each."""
        told = []
        for name, errors in self.errors.items():
            label = f"{self.fields[name].label}: " if name in self.fields else ""
            told.append(label + " ".join(str(each) for each in errors))
        return told

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """The rows that fit; none where a value is wrong."""
        if not self.is_valid():
            return rows.none()
        try:
            return self.narrow(rows)
        except DomainError as refusal:
            self.problems.append(f"{refusal.detail} {refusal.fix}")
            return rows.none()

    def narrow(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """The rows that fit, all values being good; a refusal is told as a problem."""
        values = {name: value for name, value in self.cleaned_data.items() if name in self.given}
        if words := values.pop("q", ""):
            rows, _duplicates = self.admin.get_search_results(self.request, rows, words)
        for name, value in values.items():
            rows = rows.filter(self.conditions[name](value))
        return rows

    def shown_at_once(self) -> list[forms.BoundField]:
        return [self[name] for name in self.at_once if name in self.fields]

    def shown_behind(self) -> list[forms.BoundField]:
        """Those behind "More filters"."""
        return [self[name] for name in self.fields if name not in self.at_once and name != "q"]

    @property
    def used_behind(self) -> int:
        """How many of those are in use; each is a chip of its own."""
        return sum(field.name in self.given for field in self.shown_behind())

    @property
    def some_behind_wrong(self) -> bool:
        return any(field.errors for field in self.shown_behind())


def address_of(given: Mapping[str, list[str]]) -> str:
    """Values by their names as the query of an address."""
    address = QueryDict(mutable=True)
    for name, values in given.items():
        address.setlist(name, values)
    return address.urlencode()


def _words_of(field: forms.Field, value: str) -> str:
    if isinstance(field, forms.BooleanField):
        return ""
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices
        return str(dict(choices).get(value, value[:MAX_VALUE]))
    return value[:MAX_VALUE]
