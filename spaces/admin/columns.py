"""Columns of the console's lists."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar

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


def moment(at: datetime | None) -> str:
    """A time as every list shows it, in UTC; "never" where there is none."""
    return f"{at:%Y-%m-%d %H:%M}" if at else "never"
