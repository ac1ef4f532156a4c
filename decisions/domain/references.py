"""Document references as people say them: a kind, a number and at most one part."""

import re
from dataclasses import dataclass

from decisions.domain.kinds import KINDS, Kind


@dataclass(frozen=True, slots=True, order=True)
class Reference:
    """`RFC 12`, or `RFC 12.1` where `part` is not 0."""

    kind: Kind
    number: int
    part: int = 0

    def __str__(self) -> str:
        return f"{KINDS[self.kind].label} {self._counted}"

    @property
    def slug(self) -> str:
        """The form that stands in URLs: `rfc-12.1`."""
        return f"{self.kind}-{self._counted}"

    @property
    def _counted(self) -> str:
        return f"{self.number}.{self.part}" if self.part else str(self.number)


# Nine digits fit the database's integer column. `(?ai:` keeps look-alikes out: without `a`, `ſ` is an `s`.
_DIGITS = "[0-9]{1,9}"
_SPELLING = (
    rf"(?P<kind>(?ai:{'|'.join(Kind)}))(?P<between>[-_/]|\x20{{0,3}}\#?)"
    rf"(?P<number>{_DIGITS})(?:[./](?P<part>{_DIGITS}))?"
)
_WHOLE = re.compile(_SPELLING)

# What may not touch a reference in prose: that would make it a piece of a longer name, path or address.
_BEFORE = r"(?<![^\W_])(?<![-/@\#])(?<![^\W_][._])"
_AFTER = r"(?![^\W_]|[-@]|[./_][^\W_])"
# Addresses are matched first so that nothing inside one counts; the bound keeps dotted runs linear.
_ADDRESS = r"(?<![^\W_])(?ai:[a-z][a-z0-9+.-]{0,20}://|www\.)[^\s<>)\]\"]*"
_IN_PROSE = re.compile(rf"(?P<address>{_ADDRESS})|{_BEFORE}{_SPELLING}{_AFTER}")


def parse_reference(spelling: str) -> Reference | None:
    """The reference that `spelling` is, in any of its forms (`rfc 12.1`, `RFC12.1`, `rfc/12/1`, `PRD-0039`).

    None for anything else: other words, zero, more than nine digits, a second part.
    """
    match = _WHOLE.fullmatch(spelling.strip(" \t\r\n"))
    return _reference(match) if match else None


def find_references(line: str) -> list[tuple[int, str, Reference]]:
    """Every reference in a line of prose, in order: where it starts, how it is spelled, what it names.

    Addresses, paths and longer identifiers hold none. A lower-case `study 3` is a noun and a count.
    """
    found = []
    for match in _IN_PROSE.finditer(line):
        if match["address"] is not None or _is_a_noun(match):
            continue
        reference = _reference(match)
        if reference:
            found.append((match.start(), match[0], reference))
    return found


def _reference(match: re.Match[str]) -> Reference | None:
    number, part = int(match["number"]), match["part"]
    if number == 0 or (part is not None and int(part) == 0):
        return None
    return Reference(Kind(match["kind"].lower()), number, int(part or 0))


def _is_a_noun(match: re.Match[str]) -> bool:
    return match["kind"] == Kind.STUDY and match["between"].isspace()
