"""Where a person may be sent after they allowed an app: one table, read as a whole."""

import re
from collections.abc import Callable
from urllib.parse import SplitResult, urlsplit

# No client has needed more; longer ones do not fit into headers everywhere.
LONGEST = 2_000

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*")

# Schemes that a browser or an operating system acts upon itself, instead of opening the app they name.
_TAKEN = frozenset(
    {
        *(
            "about",
            "android-app",
            "blob",
            "chrome",
            "content",
            "data",
            "edge",
            "facetime",
            "file",
            "filesystem",
        ),
        *("ftp", "ftps", "gopher", "help", "intent", "itms", "itms-apps", "jar", "javascript", "ldap"),
        *(
            "livescript",
            "mailto",
            "market",
            "mhtml",
            "mocha",
            "nfs",
            "resource",
            "search-ms",
            "sftp",
            "shell",
        ),
        *(
            "sip",
            "sips",
            "smb",
            "sms",
            "smsto",
            "ssh",
            "tel",
            "telnet",
            "vbscript",
            "view-source",
            "ws",
            "wss",
        ),
    }
)
_TAKEN_STARTS = ("ms-", "chrome-", "moz-", "x-apple", "microsoft-", "web+")

Rule = Callable[[str, SplitResult], bool]


def _is_plain_text(uri: str, parts: SplitResult) -> bool:
    return len(uri) <= LONGEST and uri.isascii() and uri.isprintable() and not set(uri) & set(' "<>\\^`{|}')


def _leads_to_an_app(uri: str, parts: SplitResult) -> bool:
    scheme = parts.scheme
    if scheme == "https":
        return bool(parts.hostname)
    if scheme == "http":
        return parts.hostname in LOOPBACK
    taken = scheme in _TAKEN or scheme.startswith(_TAKEN_STARTS)
    return bool(_SCHEME.fullmatch(scheme)) and not taken and uri[len(scheme) :].startswith(":/")


RULES: tuple[tuple[Rule, str], ...] = (
    (_is_plain_text, "it must be plain characters without spaces, and not too long"),
    (lambda uri, parts: "#" not in uri, "it must not have a fragment"),
    (lambda uri, parts: "@" not in parts.netloc, "it must not carry a name or password"),
    (
        _leads_to_an_app,
        "it must be https, http on this machine (localhost, 127.0.0.1, [::1]), or a scheme of the app's own",
    ),
)


def redirect_problem(uri: str) -> str:
    """Why nobody may be sent to this address; empty when they may."""
    try:
        parts = urlsplit(uri)
        _ = parts.port
    except ValueError:
        return "it is no address"
    return next((problem for holds, problem in RULES if not holds(uri, parts)), "")


def told_target(uri: str) -> str:
    """The address as a person is told it: the host, "this computer", or the scheme of an app on it."""
    parts = urlsplit(uri)
    if parts.scheme == "http":
        return f"this computer ({parts.netloc})"
    return parts.netloc if parts.scheme == "https" else f"an app on this device ({parts.scheme}:)"
