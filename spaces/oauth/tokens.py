"""The token and revocation endpoints: the toolkit's, open to clients in web pages."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from oauth2_provider.views import RevokeTokenView, TokenView

from spaces.models import AccessToken
from spaces.oauth.cors import OpenView


class Tokens(OpenView, TokenView):  # type: ignore[misc]
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        # The toolkit's way for devices knows no accounts; no app can be registered for it either.
        response: HttpResponse
        try:
            response = self.authorization_flow_token_response(request)
        except AccessToken.DoesNotExist:
            # Made, and ended in the moment before it was given: another used the same secret meanwhile.
            response = JsonResponse({"error": "invalid_grant"}, status=400)
        # The toolkit forgets both where a token is refused as late as at its making.
        response["Content-Type"] = "application/json"
        response["Cache-Control"] = "no-store"
        return response


class Revocation(OpenView, RevokeTokenView):  # type: ignore[misc]
    """Always 200 for a client that is who it says it is, whether or not there was such a token (RFC 7009)."""
