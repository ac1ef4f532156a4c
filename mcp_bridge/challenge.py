"""The 401 of `/mcp`: where a client learns how to get a credential."""

from urllib.parse import urlsplit

from django.conf import settings

from spaces.domain.scopes import WORKING_SET

MCP_PATH = "/mcp"


def resource_metadata_url() -> str:
    """The address of this resource's metadata (RFC 9728), path-inserted; from settings, never from Host."""
    public = urlsplit(settings.PUBLIC_URL)
    path = public.path.rstrip("/") + MCP_PATH
    return f"{public.scheme}://{public.netloc}/.well-known/oauth-protected-resource{path}"


def challenge(*, refused: bool) -> str:
    """The value of WWW-Authenticate, for a credential that was refused or for none.

    It names the working set of scopes: several clients cannot ask for more later.
    """
    parts = ['error="invalid_token"'] if refused else []
    parts.append(f'resource_metadata="{resource_metadata_url()}"')
    parts.append(f'scope="{" ".join(scope.value for scope in WORKING_SET)}"')
    return f"Bearer {', '.join(parts)}"
