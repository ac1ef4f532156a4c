"""Apps whose id is the address of a document that describes them."""

from queue import Empty, SimpleQueue
from threading import BoundedSemaphore, Thread
from typing import Any

from django.http import HttpRequest
from oauth2_provider.cimd import CIMDError, SafeMetadataFetcher
from oauth2_provider.settings import oauth2_settings

from spaces.domain.apps import MetadataError, supported_metadata
from spaces.oauth.addresses import over_hourly_limit

# What a shared secret would mean in a public document: the toolkit refuses a document that has one.
_SECRETS = ("client_secret", "client_secret_expires_at")


# Fetches that nobody waits for any more count as well: a server that drips holds one of these and no request.
_open = BoundedSemaphore(10)


class DocumentFetcher(SafeMetadataFetcher):  # type: ignore[misc]
    """The toolkit's fetch, which no address inside a network is reached by; then what we take of a document."""

    def fetch(self, client_id: str) -> tuple[dict[str, Any], int]:
        document, max_age = self._fetched_in_time(client_id)
        try:
            metadata = supported_metadata({"token_endpoint_auth_method": "none", **document})
        except MetadataError as refusal:
            raise CIMDError(str(refusal)) from refusal
        kept = {name: document[name] for name in ("client_id", *_SECRETS) if name in document}
        return {**metadata, "grant_types": ["authorization_code"], **kept}, max_age

    def _fetched_in_time(self, client_id: str) -> tuple[dict[str, Any], int]:
        """What the toolkit fetches, within its limit: its own timeouts begin anew with each byte that drips in."""
        answers: SimpleQueue[Any] = SimpleQueue()

        def run() -> None:
            try:
                answers.put(super(DocumentFetcher, self).fetch(client_id))
            except Exception as error:
                answers.put(error)
            finally:
                _open.release()

        if not _open.acquire(blocking=False):
            raise CIMDError("too many documents are being fetched")
        Thread(target=run, daemon=True).start()
        try:
            answer = answers.get(timeout=oauth2_settings.CIMD_FETCH_TIMEOUT_SECONDS)
        except Empty:
            raise CIMDError("the document did not arrive in time") from None
        if isinstance(answer, Exception):
            raise answer
        document, max_age = answer
        return document, max_age

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
