"""What a console page takes from its reader: their time zone and their language."""

from collections.abc import Callable
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import timezone

CONSOLE = "/console/"
# Set by console/zone.js, for the console alone: public pages have no cookie, the API speaks UTC.
ZONE_COOKIE = "decisions_zone"


class ReaderZone:
    """Shows the times of console pages in the zone that the reader's browser named; else in UTC."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        named = request.COOKIES.get(ZONE_COOKIE, "")
        if not request.path.startswith(CONSOLE) or named not in _zones():
            return self.get_response(request)
        with timezone.override(ZoneInfo(named)):
            return self.get_response(request)


class ReaderLanguage(LocaleMiddleware):
    """Speaks the reader's language on console pages, where there is a catalogue for it.

    Nowhere else: what the API and the tools answer is the same for everybody.
    """

    def process_request(self, request: HttpRequest) -> None:
        if request.path.startswith(CONSOLE):
            super().process_request(request)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not request.path.startswith(CONSOLE):
            return response
        return super().process_response(request, response)


@cache
def _zones() -> frozenset[str]:
    # Looked up by name in this set and never as a path: a cookie says what it likes.
    return frozenset(available_timezones())
