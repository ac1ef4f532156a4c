"""Who a text speaks to: `@name` and `@user_…`, where a reader sees them."""

import re

from decisions.domain.text import parse_status_line, scan

# A text that names more is a mailing list; beyond these nobody is told.
MAX_MENTIONED = 50

# The characters of a username, 150 at most. None of them before it, so that no mail address is a mention, and
# no slash, so that no path of an address is one.
_MENTION = re.compile(r"(?<![\w.@+/-])@([\w.@+-]{1,150}+)")

# A name may end in these, but a sentence does so more often.
_CLOSING = ".@+-_"


def mentions_in(text: str) -> list[str]:
    """The names a Markdown text mentions, in order, each once; both spellings where one ends in a full stop.

    Code, comments and front matter mention nobody, nor do lines of a status log: those are a record.
    """
    if "@" not in text:
        return []
    spoken = [line for line in scan(text).prose_lines if "@" in line and not parse_status_line(line)]
    # Each spelling once before anything is made of it: the worst text names somebody 170,000 times.
    found = dict.fromkeys(name for line in spoken for name in _MENTION.findall(line))
    names = dict.fromkeys(each for name in found for each in (name, name.rstrip(_CLOSING)) if each)
    return list(names)[:MAX_MENTIONED]
