"""Why a spelling names no pull request: the reasons, and what is said for each."""

from collections.abc import Collection
from enum import StrEnum

# A browser's address line takes about as much; nobody pastes more by intent.
MAX_WRITTEN = 2_000
# GraphQL's Int has 32 bits with a sign, and so has the column.
MAX_NUMBER = 2**31 - 1

# As much of what was written is said again: enough to find the place.
_SHOWN = 80


class Reason(StrEnum):
    """Why a spelling names no pull request."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    HIDDEN = "hidden"
    SPACES = "spaces"
    BACKSLASH = "backslash"
    SCHEME = "scheme"
    USERINFO = "userinfo"
    PORT = "port"
    LOOK_ALIKE = "look_alike"
    HOST = "host"
    ENCODED = "encoded"
    DOTS = "dots"
    ISSUE = "issue"
    OTHER_PAGE = "other_page"
    OWNER = "owner"
    REPO = "repo"
    NUMBER = "number"
    SEVERAL = "several"


_PASTE = "Copy the address of the pull request's own page, or write owner/name#12."
_PLAIN = "Write it as https://github.com/owner/name/pull/12 or owner/name#12."
_HOSTS = "Write one of the hosts that can be linked: {hosts}."

# Reason -> what is wrong, and what to do. Braces: what was written there, and the hosts there are.
_WORDS: dict[Reason, tuple[str, str]] = {
    Reason.EMPTY: ("There is no address.", _PASTE),
    Reason.TOO_LONG: (f"An address has at most {MAX_WRITTEN} characters.", _PASTE),
    Reason.HIDDEN: ("There is a character in the address that cannot be seen: {what}.", "Type it again."),
    Reason.SPACES: ("There is a space in the address, or more than an address here.", _PASTE),
    Reason.BACKSLASH: ("There is a backslash in the address, which programs read in different ways.", _PLAIN),
    Reason.SCHEME: ("The address starts with {what}:// and not with https://.", _PLAIN),
    Reason.USERINFO: ("There is a name or a secret before the host, which ends in an @.", _PLAIN),
    Reason.PORT: ("There is a port behind the host: {what}.", _PLAIN),
    Reason.LOOK_ALIKE: ("The host has letters that only look like those of another: {what}.", _HOSTS),
    Reason.HOST: ("Pull requests of this host cannot be linked: {what}.", _HOSTS),
    Reason.ENCODED: ("There is a percent sign in the path, which can hide another path.", _PLAIN),
    Reason.DOTS: ("The path leads up, to another page than it seems to.", _PLAIN),
    Reason.ISSUE: (
        "This is the address of an issue: {what}.",
        "If it is a pull request, open it and copy the address it then has, or write owner/name#12.",
    ),
    Reason.OTHER_PAGE: ("This is not the address of a pull request: {what}.", _PASTE),
    Reason.OWNER: (
        "No owner on GitHub has such a name: {what}.",
        "Write the owner's name as GitHub shows it.",
    ),
    Reason.REPO: (
        "No repository on GitHub has such a name: {what}.",
        "Write the repository as owner/name, as GitHub shows it.",
    ),
    Reason.NUMBER: (
        "This is not the number of a pull request: {what}.",
        f"Write a number from 1 to {MAX_NUMBER}, without zeros in front.",
    ),
    Reason.SEVERAL: ("These are several pull requests: {what}.", "Link one at a time."),
}


class NotAPullRequest(ValueError):
    """A spelling names no pull request: `reason` is why, `words` says it, `fix` says what to do."""

    def __init__(self, reason: Reason, what: str = "", *, hosts: Collection[str] = ()) -> None:
        words, fix = _WORDS[reason]
        # In ASCII: a letter that deceived once would do so again here.
        shown = what[:_SHOWN].encode("ascii", "backslashreplace").decode()[:_SHOWN]
        self.reason = reason
        self.words = words.format(what=shown)
        self.fix = fix.format(hosts=", ".join(sorted(hosts)))
        super().__init__(self.words)
