"""The console's frame around pages that know nothing of the console."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext as _

SIGN_IN_PAGES = "/sign-in/"


def sign_in_frame(request: HttpRequest) -> dict[str, Any]:
    """The console's looks and menu for the sign-in pages; nothing for others, which bring their own."""
    if not request.path.startswith(SIGN_IN_PAGES):
        return {}
    # The frame heads every page with a title, and allauth's views give none.
    return {"title": _("Sign-in and security"), **admin.site.each_context(request)}
