"""Columns of the console's lists."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from django.template.defaultfilters import date as in_words
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from spaces.admin.words import Words

Column = TypeVar("Column", bound=Callable[..., Any])


def column(
    title: Words, *, look: Mapping[str, str] | None = None, boolean: bool = False
) -> Callable[[Column], Column]:
    """Names a method's column; `look` colours its words, `boolean` shows yes and no as marks."""

    def named(function: Column) -> Column:
        display(function, description=title, label=dict(look) if look else None, boolean=boolean or None)
        return function

    return named


_NEVER = _("never")


def moment(at: datetime | None, never: Words = _NEVER, *, form: str = "Y-m-d H:i") -> str:
    """A time as every page shows it, in the reader's zone; `never` where there is none."""
    if at is None:
        return str(never)
    # Machines read the time with its zone; people are told the zone once, at the foot of the page.
    return format_html('<time datetime="{}">{}</time>', at.isoformat(), in_words(localtime(at), form))
