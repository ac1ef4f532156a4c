"""What web pages may do here: everything that needs no cookie, from any origin."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt


@method_decorator(csrf_exempt, name="dispatch")
class OpenView(View):
    """A view that a client in a web page may call. No cookie counts: what is sent is all there is."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        response = super().dispatch(request, *args, **kwargs)
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Expose-Headers"] = "WWW-Authenticate, Retry-After"
        return response

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        methods = ", ".join(self._allowed_methods())  # type: ignore[attr-defined]
        response = HttpResponse(
            status=204,
            headers={
                "Allow": methods,
                "Access-Control-Allow-Methods": methods,
                "Access-Control-Allow-Headers": "Accept, Authorization, Content-Type, MCP-Protocol-Version",
                # Two hours is the most that Chromium keeps.
                "Access-Control-Max-Age": "7200",
            },
        )
        # A response without a body has no type of one.
        del response["Content-Type"]
        return response
