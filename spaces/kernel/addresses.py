"""Where this service is for clients: from settings, never from what a request says of itself."""

from urllib.parse import urlsplit

from django.conf import settings

MCP_PATH = "/mcp"


def resource_identifier() -> str:
    """What access tokens are bound to (RFC 8707), character by character; REST takes the same tokens."""
    return f"{settings.PUBLIC_URL}{MCP_PATH}"


def public_path() -> str:
    """The path of the public address, without a slash at its end; mostly empty."""
    path: str = urlsplit(settings.PUBLIC_URL).path
    return path.rstrip("/")


def resource_metadata_url() -> str:
    """The address of this resource's metadata (RFC 9728), path-inserted."""
    public = urlsplit(settings.PUBLIC_URL)
    path = public_path() + MCP_PATH
    return f"{public.scheme}://{public.netloc}/.well-known/oauth-protected-resource{path}"
