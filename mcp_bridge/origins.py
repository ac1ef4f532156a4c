"""Which web pages may call `/mcp`, and what browsers are told about it (CORS)."""

from urllib.parse import urlsplit

from django.conf import settings

# A page on the user's own machine, such as an inspector, at any port. A page of another site that reaches
# us through a name of its own for this machine (DNS rebinding) still carries its own origin.
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})

_PROTOCOL_HEADERS = "MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id"
_REQUEST_HEADERS = f"Accept, Authorization, Content-Type, Last-Event-ID, {_PROTOCOL_HEADERS}"
_RESPONSE_HEADERS = f"WWW-Authenticate, Retry-After, {_PROTOCOL_HEADERS}"


def is_allowed_origin(origin: str) -> bool:
    """Whether a page of this origin may call; requests of programs carry none."""
    if origin in settings.MCP_ORIGINS:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    if f"{parts.scheme}://{parts.netloc}" != origin:
        return False
    public = urlsplit(settings.PUBLIC_URL)
    if (parts.scheme, parts.netloc) == (public.scheme, public.netloc):
        return True
    return parts.scheme in {"http", "https"} and parts.hostname in _LOOPBACK


def cors_headers(origin: str) -> list[tuple[str, str]]:
    """What lets an allowed page read a response. Never with credentials: no cookie counts here."""
    return [
        ("Access-Control-Allow-Origin", origin),
        ("Access-Control-Expose-Headers", _RESPONSE_HEADERS),
        ("Vary", "Origin"),
    ]


def preflight_headers() -> list[tuple[str, str]]:
    """What a page may send. GET and DELETE too, so that it sees their 405 and not a failed preflight."""
    return [
        ("Access-Control-Allow-Methods", "POST, GET, DELETE, OPTIONS"),
        ("Access-Control-Allow-Headers", _REQUEST_HEADERS),
        # Two hours is the most that Chromium keeps.
        ("Access-Control-Max-Age", "7200"),
    ]
