"""What clients read before they sign in: the resource's metadata (RFC 9728) and the server's (RFC 8414)."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from oauth2_provider.views import OAuthProtectedResourceMetadataView, OAuthServerMetadataView

from spaces.domain.scopes import WORKING_SET
from spaces.kernel.addresses import MCP_PATH, public_path, resource_identifier
from spaces.oauth.cors import OpenView


def _require_ours(below: str) -> None:
    """Http404 for the metadata of anything but this service; `below` is what a client appended."""
    asked = below.strip("/")
    ours = {"", MCP_PATH, public_path(), public_path() + MCP_PATH}
    if asked not in {path.strip("/") for path in ours}:
        raise Http404


class ResourceMetadata(OpenView, OAuthProtectedResourceMetadataView):  # type: ignore[misc]
    def get(self, request: HttpRequest, below: str = "") -> HttpResponse:
        _require_ours(below)
        response: HttpResponse = super().get(request)
        return response

    def get_resource(self, request: HttpRequest) -> str:
        return resource_identifier()

    def get_authorization_servers(self, request: HttpRequest) -> list[str]:
        return [settings.PUBLIC_URL]

    def get_scopes_supported(self) -> list[str]:
        # What clients that read no challenge will ask for: a coordinator asks for jobs:report by itself.
        return [scope.value for scope in WORKING_SET]


class ServerMetadata(OpenView, OAuthServerMetadataView):  # type: ignore[misc]
    def get(self, request: HttpRequest, below: str = "") -> HttpResponse:
        _require_ours(below)
        response: HttpResponse = super().get(request)
        return response

    def _get_endpoint_url(self, request: HttpRequest, view_name: str, required: bool = False) -> str | None:
        served = {"authorize", "token", "revoke-token", "dcr-register"}
        return (
            f"{settings.PUBLIC_URL}{reverse('oauth2_provider:' + view_name)}" if view_name in served else None
        )


class NoIdentityProvider(OpenView):
    """Clients probe for OpenID Connect as well; a plain "no" sends them on to the next address."""

    def get(self, request: HttpRequest, **_: Any) -> HttpResponse:
        return JsonResponse({"error": "not_found"}, status=404)
