"""The registration endpoint (RFC 7591): open to every client, as the protocol's clients need it."""

import json
import math
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse

from spaces.domain.apps import MetadataError, supported_metadata
from spaces.domain.scopes import known_scopes, scope_words
from spaces.oauth.addresses import over_hourly_limit
from spaces.oauth.cors import OpenView
from spaces.services.apps import app_register

# The largest body seen from a client is below 2 KiB.
LARGEST_BODY = 16 * 1024


class RegistrationView(OpenView):
    """Takes an app for what it says it is. Nobody's rights change: that takes a person's consent.

    The toolkit's own view refuses bodies that list more than is supported, and leaves a token that never
    expires behind for each registration; neither fits an open endpoint.
    """

    def post(self, request: HttpRequest) -> HttpResponse:
        if wait := over_hourly_limit(request, "registration"):
            response = _refused("too_many_requests", "Too many apps were registered from here.", status=429)
            response["Retry-After"] = str(math.ceil(wait))
            return response
        try:
            given = _metadata(request)
            metadata = supported_metadata(given)
            app, secret = app_register(metadata=metadata)
        except MetadataError as refusal:
            return _refused(refusal.code, str(refusal))
        except ValidationError as refusal:
            return _refused("invalid_client_metadata", " ".join(refusal.messages))
        told: dict[str, Any] = {
            "client_id": app.client_id,
            "client_id_issued_at": int(app.created.timestamp()),
            **metadata,
        }
        if not metadata["client_name"]:
            del told["client_name"]
        if isinstance(given.get("scope"), str):
            told["scope"] = scope_words(known_scopes(given["scope"]))
        if secret:
            told |= {"client_secret": secret, "client_secret_expires_at": 0}
        return JsonResponse(told, status=201, headers={"Cache-Control": "no-store"})


def _metadata(request: HttpRequest) -> dict[str, Any]:
    body = request.read(LARGEST_BODY + 1)
    try:
        metadata = json.loads(body) if len(body) <= LARGEST_BODY else None
    except (ValueError, RecursionError):
        metadata = None
    if not isinstance(metadata, dict):
        raise MetadataError(
            "invalid_client_metadata", f"The body is JSON, at most {LARGEST_BODY} bytes of it."
        )
    return metadata


def _refused(error: str, description: str, *, status: int = 400) -> HttpResponse:
    return JsonResponse({"error": error, "error_description": description}, status=status)
