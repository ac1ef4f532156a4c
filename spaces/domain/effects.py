"""What a change would bring about, told before it is made."""

from collections.abc import Sequence
from dataclasses import dataclass

# Rows an effect names; a longer list is counted, not read.
MAX_NAMED = 12


@dataclass(frozen=True, slots=True)
class Named:
    """A row that an effect is about: what people call it, and the section of the console that shows it."""

    words: str
    section: str = ""
    pk: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing a change would bring about, with the first rows it is about and how many more there are.

    `weighs` where somebody loses something by it.
    """

    words: str
    named: tuple[Named, ...] = ()
    left_out: int = 0
    weighs: bool = False


def effect_on(
    words: str, named: Sequence[Named], *, count: int | None = None, weighs: bool = False
) -> Effect:
    """An effect on so many rows (all that are given, where no count is), of which the first are named."""
    first = tuple(named[:MAX_NAMED])
    return Effect(words, first, (len(named) if count is None else count) - len(first), weighs)
