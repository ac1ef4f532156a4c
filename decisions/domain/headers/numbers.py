"""Numbers and titles that a path or a heading tells."""

import re
from pathlib import PurePosixPath

_SERIES = "adr|bip|cip|cps|decision|eip|erc|jep|kep|madr|otep|pep|prd|rfcs?|se|sip|spec|st|study"

# Five digits: no series numbers higher, and eight are a date written without dashes.
_IN_NAME = re.compile(rf"(?:(?:{_SERIES})[-_ ]?)?(\d{{1,5}})(?=[-_. ]|$)", re.IGNORECASE)
_PART_IN_NAME = re.compile(rf"(?:{_SERIES})[-_ ]?(\d{{1,5}}\.\d{{1,3}})(?=[-_. ]|$)", re.IGNORECASE)
_DATE_IN_NAME = re.compile(r"(?:19|20)\d\d[-_. ](?:0[1-9]|1[0-2])(?:[-_. ]|$)")
_IN_HEADING = re.compile(
    rf"(?:\[?(?:{_SERIES})[-_ #]{{0,2}}(\d{{1,5}}(?:\.\d{{1,3}})?)(?![\w.])|(\d{{1,5}})\.[ \t])",
    re.IGNORECASE,
)
_IN_VALUE = re.compile(rf"\[?(?:(?:{_SERIES})[-_ #]{{0,2}})?(\d{{1,5}}(?:\.\d{{1,3}})?)(?!\w)", re.IGNORECASE)

# Files that are named for their role: the folder says which document they are.
_ROLE_NAMES = frozenset({"readme", "index", "kep", "proposal", "rfc", "adr"})


def number_in_value(value: str) -> str | None:
    """The number in a header value, as written: `0161`, `SE-0211` and `[SE-0211](x.md)` have one."""
    found = _IN_VALUE.match(value.strip(" \t*`\"'"))
    return found[1] if found else None


def number_in_path(path: str) -> str | None:
    """The number in the file's name, or in its folder's where the file is a README or the like."""
    pure = PurePosixPath(path.replace("\\", "/"))
    if pure.stem.casefold() in _ROLE_NAMES:
        return _number_in_name(pure.parent.name)
    return _number_in_name(pure.stem)


def number_in_heading(heading: str) -> str | None:
    """The number a heading starts with: `7. Use a queue`, `KEP-3178: Clean up`."""
    found = _IN_HEADING.match(heading)
    return (found[1] or found[2]) if found else None


def name_title(path: str) -> str:
    """A title made from the file's name, for a document that names none itself."""
    pure = PurePosixPath(path.replace("\\", "/"))
    name = pure.parent.name if pure.stem.casefold() in _ROLE_NAMES and pure.parent.name else pure.stem
    found = _PART_IN_NAME.match(name) or (None if _DATE_IN_NAME.match(name) else _IN_NAME.match(name))
    rest = name[found.end() :] if found else name
    words = " ".join(rest.replace("-", " ").replace("_", " ").split())
    return words[:1].upper() + words[1:] if words else name


def _number_in_name(name: str) -> str | None:
    if _DATE_IN_NAME.match(name):
        return None
    found = _PART_IN_NAME.match(name) or _IN_NAME.match(name)
    return found[1] if found else None
