"""Pull requests as people write them, and the documents that people write a pull request implements."""

import re
import unicodedata
from collections.abc import Collection

from decisions.domain.references import Reference, find_references
from decisions.domain.text import scan
from integrations.domain.pull_request_refusals import MAX_NUMBER, MAX_WRITTEN, NotAPullRequest, Reason
from integrations.domain.pull_requests import Address

__all__ = [
    "DEFAULT_HOST",
    "MAX_IMPLEMENTED",
    "MAX_NUMBER",
    "MAX_WRITTEN",
    "NotAPullRequest",
    "Reason",
    "address_of",
    "checked_address",
    "implemented_references",
    "parse_pull_request",
]

DEFAULT_HOST = "github.com"

# GitHub's own rules. An owner has no dot: it is never `..`, and never looks like a host. The underscore is that
# of accounts which an enterprise manages.
_OWNER = re.compile(r"(?=[A-Za-z0-9_-]{1,39}\Z)[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")
_REPO = re.compile(r"(?!\.{1,2}\Z)[A-Za-z0-9._-]{1,100}")
_NUMBER = re.compile(r"[1-9][0-9]{0,9}")

# The page as a patch, which people keep links to as well.
_PATCH = re.compile(r"\.(?:diff|patch)\Z")

_BLANK = " \t\r\n\xa0\u3000"
# Copied along from around an address, out of prose of any language and out of markup. No slash: it is the address's.
_AROUND = _BLANK + "<>()[]{}\"'`*_.,:;!?|…‘’“”„‚‹›«»。，、；：！？（）【】「」『』《》〈〉"
_NEXT = re.compile(r"(?i)(?=https?://)")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")

# Stands for the path under which a host's API is; no segment of a path that was written has a slash.
_API = "api/v3"

# As many documents one pull request is offered to; whoever names more lists them.
MAX_IMPLEMENTED = 20
# GitHub keeps 65,536 characters of a description.
_READ = 100_000
_QUOTED = re.compile(r"[ \t]*+(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]++)?+>")
# The keyword stands at most so many characters before the first reference.
_BEFORE = 60
_MARKS = r"[*_]{0,3}+"
_KEYWORD = re.compile(
    r"(?<!\w)(?ai:(?<!not )(?<!n['’]t )implement(?:s|ed)?)"
    rf"{_MARKS}(?:[ \t]*+:|(?=[ \t])){_MARKS}[ \t]*+{_MARKS}\[?+{_MARKS}\Z"
)
# What stands between two: the end of the one's marks or link, then a comma or an "and".
_BETWEEN = re.compile(
    rf"{_MARKS}(?:\](?:\([^\s()]{{0,500}}+\))?)?+{_MARKS}[ \t]*+"
    rf"(?:[,;&+](?:[ \t]*+(?ai:and)(?=[ \t]))?+|(?ai:and)(?=[ \t]))[ \t]*+{_MARKS}\[?+{_MARKS}"
)


def parse_pull_request(written: str, *, hosts: Collection[str]) -> Address:
    """The address that `written` names; NotAPullRequest where it names none, another page or several.

    `hosts` are those of web pages, in lower case; github.com is always one. An address that was pasted more than
    once is read where each time is the same pull request: which of two was meant nobody can tell.
    """
    allowed = {DEFAULT_HOST, *hosts}
    first, *others = [_address(piece, allowed) for piece in _pieces(written, _AROUND)]
    for other in others:
        if (other.host, other.name.lower(), other.number) != (first.host, first.name.lower(), first.number):
            raise NotAPullRequest(Reason.SEVERAL, f"{first}, {other}")
    return first


def address_of(*, repo: str, number: int, hosts: Collection[str]) -> Address:
    """The address of a repository's pull request, the repository written `owner/name` or `host/owner/name`.

    Its page's address is read as well. NotAPullRequest where either is none: the number's reason is `number`.
    """
    # Not what may end a name: `owner/name_` is not `owner/name`.
    first, *others = _pieces(repo, _BLANK + "<>")
    host, segments, fragment = _split(first, {DEFAULT_HOST, *hosts})
    if others or len(segments) != 2 or fragment:
        raise NotAPullRequest(Reason.REPO, repo.strip())
    return checked_address(host, segments[0], segments[1].removesuffix(".git"), str(number))


def checked_address(host: str, owner: str, repo: str, number: str) -> Address:
    """The address of these parts, each held against GitHub's rule for it; the host is taken as it is."""
    if not _OWNER.fullmatch(owner):
        raise NotAPullRequest(Reason.OWNER, owner)
    # GitHub takes a `.git` at the end for the repository without it.
    if not _REPO.fullmatch(repo) or repo.endswith(".git"):
        raise NotAPullRequest(Reason.REPO, repo)
    if not _NUMBER.fullmatch(number) or int(number) > MAX_NUMBER:
        raise NotAPullRequest(Reason.NUMBER, number)
    return Address(host, owner, repo, int(number))


def implemented_references(text: str) -> list[Reference]:
    """The documents of which a pull request's text says that it implements them, each once, in order, at most 20.

    On one line: `Implements RFC 12`, `implements: RFC-12.1, ADR 3 and PRD 5`. Code, comments, quotes and negations
    say nothing. A title and a description are two texts: what one opens does not go on in the other.
    """
    if "implement" not in text[:_READ].lower():
        return []
    found: dict[Reference, None] = {}
    for line in scan(text[:_READ]).prose_lines:
        if "implement" in line.lower() and not _QUOTED.match(line):
            found.update(dict.fromkeys(_implemented_in(line)))
    return list(found)[:MAX_IMPLEMENTED]


def _implemented_in(line: str) -> list[Reference]:
    named, end = [], -1
    for start, spelling, reference in find_references(line):
        goes_on = end >= 0 and _BETWEEN.fullmatch(line, end, start)
        if goes_on or _KEYWORD.search(line, max(0, start - _BEFORE), start):
            named.append(reference)
            end = start + len(spelling)
        else:
            end = -1
    return named


def _pieces(written: str, around: str) -> list[str]:
    """What was written, cut before each `https://`, without what stands around each piece."""
    if len(written) > MAX_WRITTEN:
        raise NotAPullRequest(Reason.TOO_LONG)
    for character in written:
        if unicodedata.category(character) in _HIDDEN and character not in _BLANK:
            raise NotAPullRequest(Reason.HIDDEN, f"U+{ord(character):04X}")
    pieces = [piece for each in _NEXT.split(written) if (piece := each.strip(around))]
    if not pieces:
        raise NotAPullRequest(Reason.EMPTY)
    for piece in pieces:
        if any(character.isspace() for character in piece):
            raise NotAPullRequest(Reason.SPACES)
        if "\\" in piece:
            raise NotAPullRequest(Reason.BACKSLASH)
    return pieces


def _address(piece: str, hosts: Collection[str]) -> Address:
    host, segments, fragment = _split(piece, hosts)
    # A query may hold a secret; a refusal is no place for it.
    shown = piece.partition("?")[0]
    rest: list[str] = []
    match segments:
        case ["api/v3", "repos", owner, repo, "pulls", number, *rest]:
            pass
        case ["api/v3", "repos", _, _, "issues", _, *_] | [_, _, "issues", _, *_]:
            raise NotAPullRequest(Reason.ISSUE, shown)
        case ["api/v3", *_]:
            raise NotAPullRequest(Reason.OTHER_PAGE, shown)
        case [owner, repo, "pull" | "pulls", number, *rest]:
            number = _PATCH.sub("", number)
        case [owner, repo] if fragment.isdigit():
            number = fragment
        case _:
            raise NotAPullRequest(Reason.OTHER_PAGE, shown)
    # A browser goes where they lead.
    if not {".", ".."}.isdisjoint(rest):
        raise NotAPullRequest(Reason.DOTS)
    return checked_address(host, owner, repo.removesuffix(".git"), number)


def _split(piece: str, hosts: Collection[str]) -> tuple[str, list[str], str]:
    """The host, one of `hosts`; the segments of the path, below an API's after `_API`; and the fragment."""
    scheme = _SCHEME.match(piece)
    if scheme and scheme[1].lower() not in ("http", "https"):
        raise NotAPullRequest(Reason.SCHEME, scheme[1])
    before, _, fragment = piece[scheme.end() if scheme else 0 :].partition("#")
    path = before.partition("?")[0]
    authority, _, below = path.partition("/")
    if scheme and not authority:
        raise NotAPullRequest(Reason.OTHER_PAGE, scheme[0])
    if scheme or authority.lower() in hosts or any(mark in authority for mark in ".:@%"):
        host, is_api = _host(authority, hosts)
    else:
        host, is_api, below = DEFAULT_HOST, False, path
    if "%" in below:
        raise NotAPullRequest(Reason.ENCODED)
    segments = below.rstrip("/").split("/")
    if is_api:
        segments = [_API, *segments]
    elif segments[:3] == ["api", "v3", "repos"]:
        segments = [_API, *segments[2:]]
    return host, segments, fragment


def _host(authority: str, hosts: Collection[str]) -> tuple[str, bool]:
    """The one of `hosts` that is meant, and whether its API is; NotAPullRequest for any other."""
    host = authority.lower() if authority.isascii() else ""
    if host in hosts:
        return host, False
    if host.startswith("www.") and host[4:] in hosts:
        return host[4:], False
    if host.startswith("api.") and host[4:] in hosts:
        return host[4:], True
    if "@" in authority:
        raise NotAPullRequest(Reason.USERINFO)
    if re.search(r":[0-9]*\Z", authority):
        raise NotAPullRequest(Reason.PORT, authority)
    if not authority.isascii() or "xn--" in host:
        raise NotAPullRequest(Reason.LOOK_ALIKE, authority, hosts=hosts)
    raise NotAPullRequest(Reason.HOST, authority, hosts=hosts)
