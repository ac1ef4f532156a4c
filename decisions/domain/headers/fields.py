"""The header keys that are understood, and how a key and its value are cleaned."""

import re
from enum import StrEnum


class Field(StrEnum):
    NUMBER = "number"
    TITLE = "title"
    STATUS = "status"
    DATE = "date"


Fields = dict[Field, str]

# A header line is short; what lies beyond this many characters of a line is never looked at, so that
# no pattern here can be made slow by one endless line.
LINE_LIMIT = 2_000

# Keys that name both the number and the community whose words the document uses.
SERIES = {
    "pep": "pep",
    "bip": "bip",
    "eip": "eip",
    "erc": "eip",
    "cip": "cip",
    "cps": "cip",
    "kep number": "kep",
}

# Keys are compared lower-case, with `-` and `_` as blanks.
FIELD_OF_KEY: dict[str, Field] = {
    **dict.fromkeys(SERIES, Field.NUMBER),
    "number": Field.NUMBER,
    "proposal": Field.NUMBER,
    "rfc number": Field.NUMBER,
    "adr number": Field.NUMBER,
    "编号": Field.NUMBER,
    "title": Field.TITLE,
    "feature name": Field.TITLE,
    "标题": Field.TITLE,
    "任务名": Field.TITLE,
    "任务名称": Field.TITLE,
    "כותרת": Field.TITLE,
    "status": Field.STATUS,
    "状态": Field.STATUS,
    "סטטוס": Field.STATUS,
    "date": Field.DATE,
    "created": Field.DATE,
    "creation date": Field.DATE,
    "start date": Field.DATE,
    "assigned": Field.DATE,
    "提交时间": Field.DATE,
    "日期": Field.DATE,
    "תאריך": Field.DATE,
}

_TAG = re.compile(r"<[^<>]{0,200}>")
_EMPHASIS = ("***", "**", "*", "__", "_")
_WRAPPERS = (*_EMPHASIS, "``", "`", '"', "'")


def field_of(key: str) -> Field | None:
    """The field a header key stands for, or None for a key that is not understood."""
    return FIELD_OF_KEY.get(normal_key(key))


def normal_key(key: str) -> str:
    plain = _TAG.sub("", key).strip(" \t*_`:：")
    return " ".join(plain.casefold().replace("-", " ").replace("_", " ").split())


def bare(value: str) -> str:
    """The value without the emphasis, code marks, quotes or line break that wrap the whole of it."""
    return _without(_WRAPPERS, value.strip().removesuffix("\\"))


def unstressed(title: str) -> str:
    """The title without the emphasis that wraps the whole of it; code marks are part of a title."""
    return _without(_EMPHASIS, title.strip())


def _without(wrappers: tuple[str, ...], value: str) -> str:
    # Wrappers nest in any order, and each is found once: no more rounds than there are wrappers.
    for _ in range(len(wrappers)):
        for suffix in ("<br>", "<br/>", "<br />"):
            value = value.removesuffix(suffix).rstrip()
        value = _unwrapped(wrappers, value)
    return value


def _unwrapped(wrappers: tuple[str, ...], value: str) -> str:
    for mark in wrappers:
        inner = value[len(mark) : -len(mark)]
        if inner and value == f"{mark}{inner}{mark}" and mark[0] not in inner:
            return inner.strip()
    return value
