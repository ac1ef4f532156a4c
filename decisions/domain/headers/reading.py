"""Reading the header of one imported document, whatever its bytes are."""

import re
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from decisions.domain.headers.blocks import header_block
from decisions.domain.headers.fields import Field, Fields, bare, unstressed
from decisions.domain.headers.markup import Format, format_of, outline
from decisions.domain.headers.numbers import number_in_heading, number_in_path, number_in_value
from decisions.domain.headers.preamble import heading_title, is_section_title, preamble, status_section

# What is kept of each beside the text; more than this is prose that was taken for a title or a word.
TITLE_LIMIT = 255
WORD_LIMIT = 120

YAML_SUFFIXES = (".yaml", ".yml")

_LINK = re.compile(r"\[([^\[\]]{1,300})\]\([^()\s]{0,600}\)")
# Control characters would break lines in lists; direction characters would forge what a line shows.
_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_ISO_DATE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)")


class Problem(StrEnum):
    NOT_UTF8 = "not_utf8"
    NUL = "nul"
    FRONT_MATTER_UNREADABLE = "front_matter_unreadable"
    IMPOSSIBLE_DATE = "impossible_date"
    NO_TITLE = "no_title"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class ImportedHeader:
    """What a document says about itself, each word as written; empty where it says nothing.

    `number` keeps its zeros. `series` names the community whose status words the document uses, if known.
    """

    format: Format
    number: str | None
    title: str
    status_raw: str
    date_raw: str
    series: str
    problems: tuple[Problem, ...]


def read_header(path: str, raw: bytes) -> ImportedHeader:
    """The header of one document. Never raises, in time linear in the size, which the caller bounds.

    A header block speaks before the prose, the prose before the file's name, the name before a heading.
    """
    problems: list[Problem] = []
    text = _text(raw, problems)
    text_format = format_of(path)
    fields, title, series = _spoken(path, text, text_format, problems)
    title = _shown(unstressed(_LINK.sub(r"\1", title[: 4 * TITLE_LIMIT])), TITLE_LIMIT, problems)
    if not title:
        problems.append(Problem.NO_TITLE)
    date_raw = _shown(fields.get(Field.DATE, ""), WORD_LIMIT, problems)
    if _is_impossible(date_raw):
        problems.append(Problem.IMPOSSIBLE_DATE)
    number = number_in_value(fields.get(Field.NUMBER, "")) or number_in_path(path) or number_in_heading(title)
    return ImportedHeader(
        format=text_format,
        number=number,
        title=title,
        status_raw=_shown(fields.get(Field.STATUS, "").replace("**", ""), WORD_LIMIT, problems),
        date_raw=date_raw,
        series=series,
        problems=tuple(dict.fromkeys(problems)),
    )


def complemented(header: ImportedHeader, beside: ImportedHeader) -> ImportedHeader:
    """The header, with what a metadata file beside the document says where the document itself is silent."""
    titled = header.title or beside.title
    problems = (*header.problems, *(problem for problem in beside.problems if problem not in header.problems))
    return replace(
        header,
        number=header.number or beside.number,
        title=titled,
        status_raw=header.status_raw or beside.status_raw,
        date_raw=header.date_raw or beside.date_raw,
        series=header.series or beside.series,
        problems=tuple(problem for problem in problems if not (titled and problem is Problem.NO_TITLE)),
    )


def _text(raw: bytes, problems: list[Problem]) -> str:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        problems.append(Problem.NOT_UTF8)
        text = raw.decode("utf-8-sig", errors="replace")
    if "\0" in text:
        problems.append(Problem.NUL)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _spoken(path: str, text: str, text_format: Format, problems: list[Problem]) -> tuple[Fields, str, str]:
    """The fields, the title and the series that the text itself names."""
    block = header_block(text.split("\n"), whole_is_yaml=path.lower().endswith(YAML_SUFFIXES))
    if not block.readable:
        problems.append(Problem.FRONT_MATTER_UNREADABLE)
    found = outline(text_format, text)
    above, below = preamble(found, block.end)
    fields = below.fields | above.fields | block.fields
    if Field.STATUS not in fields:
        fields[Field.STATUS] = bare(status_section(found))
    # Below the heading a title field is a detail (a flag, a task): it counts where nothing else does.
    titles = (
        (above.fields | block.fields).get(Field.TITLE, ""),
        heading_title(found, block.end, fields_follow=bool(below.fields)),
        below.fields.get(Field.TITLE, ""),
    )
    title = next((title for title in titles if title and not is_section_title(title)), "")
    return fields, title, block.series or above.series or below.series


def _shown(text: str, limit: int, problems: list[Problem]) -> str:
    """The text as one line that can be shown, at most `limit` characters of it."""
    line = " ".join(_UNSHOWN.sub(" ", text[: 4 * limit]).split())
    if len(line) > limit or len(text) > 4 * limit:
        problems.append(Problem.CUT)
    return line[:limit].rstrip()


def _is_impossible(written: str) -> bool:
    found = _ISO_DATE.match(written)
    if not found:
        return False
    try:
        date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        return True
    return False
