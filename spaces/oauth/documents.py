"""Apps whose id is the address of a document that describes them."""

from typing import Any

from django.http import HttpRequest
from oauth2_provider.cimd import CIMDError, SafeMetadataFetcher

from spaces.domain.apps import MetadataError, supported_metadata
from spaces.oauth.addresses import over_hourly_limit

# What a shared secret would mean in a public document: the toolkit refuses a document that has one.
_SECRETS = ("client_secret", "client_secret_expires_at")


class DocumentFetcher(SafeMetadataFetcher):  # type: ignore[misc]
    """The toolkit's fetch, which no address inside a network is reached by; then what we take of a document."""

    def fetch(self, client_id: str) -> tuple[dict[str, Any], int]:
        document, max_age = super().fetch(client_id)
        try:
            metadata = supported_metadata({"token_endpoint_auth_method": "none", **document})
        except MetadataError as refusal:
            raise CIMDError(str(refusal)) from refusal
        kept = {name: document[name] for name in ("client_id", *_SECRETS) if name in document}
        return {**metadata, "grant_types": ["authorization_code"], **kept}, max_age

    def _read_document(self, response: Any) -> tuple[dict[str, Any], int]:
        # The toolkit leaves what it did not read of a refused answer to the garbage collector, connection and all.
        try:
            document: tuple[dict[str, Any], int] = super()._read_document(response)
        finally:
            response.close()
        return document


class DocumentThrottle:
    """So many documents an hour for one address: each is a request that we make for a stranger."""

    def has_permission(self, request: Any, client_id: str) -> bool:
        # The toolkit hands over oauthlib's request; its headers are those of the WSGI environment.
        asking = HttpRequest()
        asking.META = dict(request.headers)
        return not over_hourly_limit(asking, "document")
