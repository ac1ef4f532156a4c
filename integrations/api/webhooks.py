"""Where GitHub delivers its webhooks: checked, kept, answered at once; the work is a task's."""

import json
import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import re_path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from integrations.github.webhooks import PayloadUnread, event_of
from integrations.models import GitHubConnection
from integrations.services.deliveries import connection_signing, delivery_take
from spaces.kernel.errors import DomainError, invalid
from spaces.kernel.problems import as_domain_error
from spaces.kernel.windows import counted_in_window

# GitHub sends up to 25 MB; a pull request's delivery takes 30 kB, with the longest description 300.
MAX_BYTES = 1024 * 1024
# A GUID, in whatever form GitHub gives it.
_DELIVERY = re.compile(r"[0-9A-Za-z-]{1,64}")
_EVENT = re.compile(r"[a-z_]{1,60}")


@csrf_exempt
@require_POST
def github_webhook(request: HttpRequest, connection_id: str) -> HttpResponse:
    """202 for what is kept or is of no interest, 200 for what was done before; a problem body for the rest."""
    try:
        connection = _sender(request, connection_id)
        return _taken(request, connection)
    except Exception as error:
        problem = as_domain_error(error)
        response = JsonResponse(problem.body(), status=problem.http_status)
        if "retry_after" in problem.facts:
            response["Retry-After"] = str(problem.facts["retry_after"])
        return response


def _sender(request: HttpRequest, connection_id: str) -> GitHubConnection:
    # Before a byte is read: who sends so much is not known yet.
    if int(request.headers.get("Content-Length") or 0) > MAX_BYTES:
        raise DomainError(
            "too_large",
            f"A delivery has at most {MAX_BYTES:,} bytes here.",
            fix="Send the webhook only the events that are described for it.",
            limit=MAX_BYTES,
        )
    connection = connection_signing(connection_id, request.body, request.headers.get("X-Hub-Signature-256"))
    if connection is None:
        _require_few_false(request)
        raise DomainError(
            "unauthenticated",
            "There is no such connection, or its webhook secret did not sign this.",
            fix="Copy address and secret of the webhook from the connection's page in the console.",
        )
    return connection


def _require_few_false(request: HttpRequest) -> None:
    """Refuse an address that sends many; what is well signed is taken from it all the same.

    Anybody can have GitHub itself send false ones here: its addresses must not be shut out by them.
    """
    limits: dict[str, int] = settings.DECISIONS_CALLS_A_MINUTE
    calls, left = counted_in_window(f"webhook:{BaseThrottle().get_ident(Request(request))}", seconds=60)
    if calls > limits["visitor"]:
        raise Throttled(wait=left)


def _taken(request: HttpRequest, connection: GitHubConnection) -> HttpResponse:
    if request.content_type != "application/json":
        raise invalid("Content-Type", "The body is not JSON.", fix="Set the webhook to application/json.")
    delivery_id = _named(request, "X-GitHub-Delivery", _DELIVERY)
    name = _named(request, "X-GitHub-Event", _EVENT)
    if name == "ping":
        return _said("pong", 200)
    try:
        event = event_of(name, json.loads(request.body))
    except PayloadUnread as error:
        raise invalid("body", str(error)) from error
    # RecursionError: nesting without end.
    except (ValueError, RecursionError) as error:
        raise invalid("body", "This is not JSON in UTF-8.") from error
    if event is None:
        return _said("ignored", 202)
    if event.host != connection.host:
        raise invalid(
            "body",
            "The repository is on another host than the connection.",
            fix="Use that host's connection.",
        )
    _, is_new = delivery_take(connection=connection, delivery_id=delivery_id, event_name=name, event=event)
    return _said("taken", 202) if is_new else _said("done before", 200)


def _named(request: HttpRequest, header: str, form: re.Pattern[str]) -> str:
    value = request.headers.get(header, "")
    if not form.fullmatch(value):
        raise invalid(header, "The header is missing, or not as GitHub sends it.")
    return value


def _said(word: str, status: int) -> HttpResponse:
    return JsonResponse({"delivery": word}, status=status)


# With and without the slash: a redirect would lose the body.
urlpatterns = [
    re_path(r"^hooks/github/(?P<connection_id>github_\w{26})/?$", github_webhook, name="github-webhook")
]
