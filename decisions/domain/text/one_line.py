"""Foreign words made safe to stand in one line of a document."""

import re
import unicodedata

# Kept of all format characters: they join letters in Persian and Indic scripts and people in emoji.
_JOINERS = "\u200c\u200d"
_SPACES = re.compile(r"\s+")
_MARKDOWN = re.compile(r"[\\`*_\[\]<>|#!~&]")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def one_line(words: str, *, limit: int) -> str:
    """`words` as one line of at most `limit` characters, cut with `…`, without control and direction characters."""
    # Cut once before the walk as well: a note may be as long as a request, and only its beginning can matter.
    kept = (_plain(character) for character in words[: limit * 4])
    line = _SPACES.sub(" ", "".join(kept)).strip()
    if len(line) <= limit and len(words) <= limit * 4:
        return line
    return line[: limit - 1].rstrip() + "…"


def escape(line: str, *, also: str = "") -> str:
    """`line` with a backslash before whatever Markdown would read as markup, and before the characters in `also`."""
    escaped = _MARKDOWN.sub(r"\\\g<0>", line)
    for character in also:
        escaped = escaped.replace(character, f"\\{character}")
    return escaped


def unescape(line: str) -> str:
    """The line that `escape` was given."""
    return _ESCAPED.sub(r"\1", line)


def _plain(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Zl", "Zp") or character in "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85":
        return " "
    if category in ("Cc", "Cs", "Cf") and character not in _JOINERS:
        return ""
    return character
