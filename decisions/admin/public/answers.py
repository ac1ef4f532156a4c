"""How what visitors read may be kept, and how what they may not read is answered."""

from collections.abc import Callable, Mapping
from datetime import UTC
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, set_response_etag
from django.views.decorators.http import require_safe

from spaces.kernel.errors import DomainError

View = Callable[..., HttpResponse]


def public_url(name: str, *ids: str) -> str:
    """The whole address of a page, as feeds and search engines need it."""
    return f"{settings.PUBLIC_URL}{reverse(name, args=ids)}"


def open_to_visitors(view: View) -> View:
    """A view that is read and nothing else; whatever its service refuses is the 404 of what was never there."""

    @require_safe
    @wraps(view)
    def answered(request: HttpRequest, **named: str) -> HttpResponse:
        try:
            return view(request, **named)
        except DomainError as refusal:
            raise Http404 from refusal

    return answered


def page_of_html(template: str, shown: Mapping[str, Any]) -> HttpResponse:
    """A page in UTC, of what is given alone: neither the session nor anything of the request gets into it."""
    with timezone.override(UTC):
        return HttpResponse(render_to_string(template, dict(shown)))


def revalidated(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer to keep and to ask about each time; 304 where it is the one that the reader has.

    Access may be narrowed at any time, so that nobody shows a kept copy without asking. The tag is of all
    that is shown, and the only condition that counts: a page that lost a row is no newer by its dates.
    """
    response["Cache-Control"] = "no-cache"
    set_response_etag(response)
    return get_conditional_response(request, etag=response["ETag"], response=response) or response
