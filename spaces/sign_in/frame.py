"""The console's frame around pages that know nothing of the console."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

SIGN_IN_PAGES = "/sign-in/"


def sign_in_frame(request: HttpRequest) -> dict[str, Any]:
    """The console's looks and menu for the sign-in pages; nothing for others, which bring their own."""
    return admin.site.each_context(request) if request.path.startswith(SIGN_IN_PAGES) else {}
