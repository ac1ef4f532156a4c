"""Notices on one's own page."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from spaces.admin.my_page import MyLink
from spaces.domain.caller import Caller


def my_notices(*, caller: Caller) -> list[MyLink]:
    """Where the person says what they are told of, and how."""
    url = reverse("admin:integrations_notice_preferences")
    return [MyLink(_("Notices"), _("What you are told of, in the console and by e-mail."), url)]
