"""How allauth signs people in here: nobody signs up, and the strongest way to sign in again comes first."""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser
from django.contrib.sites.shortcuts import get_current_site
from django.core.mail import EmailMessage
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from spaces.models import User
from spaces.services.sign_in import address_keep, verified_address
from spaces.sign_in.fresh import Way, is_fresh, ways_of

log = logging.getLogger(__name__)

# Each way to sign in again, in words and with its page.
_WAYS = {
    Way.PASSKEY: ("mfa_reauthenticate:webauthn", _("Use your passkey"), "mfa_reauthenticate_webauthn"),
    Way.CODE: ("mfa_reauthenticate", _("Use a code"), "mfa_reauthenticate"),
    Way.PASSWORD: ("reauthenticate", _("Use your password"), "account_reauthenticate"),
    Way.PROVIDER: ("sign_in_again", _("Sign in at your provider"), "sign_in_again_at_provider"),
}


class SignInAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """allauth's own, with what is ours."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        # People are made by those who run the service, or come by single sign-on.
        return False

    def pre_login(self, request: HttpRequest, user: User, **options: Any) -> HttpResponse | None:
        address_keep(user=user)
        refused: HttpResponse | None = super().pre_login(request, user, **options)
        return refused

    def get_reauthentication_methods(self, user: User | AnonymousUser) -> list[dict[str, Any]]:
        """What counts as signing in again. A password alone does not, where there is a second factor."""
        if not isinstance(user, User):
            return []
        return [
            {"id": _WAYS[way][0], "description": _WAYS[way][1], "url": reverse(_WAYS[way][2])}
            for way in ways_of(user)
        ]

    def is_reauthentication_required(self, *, app: str, **options: Any) -> bool:
        # allauth's own question knows no provider as a way to sign in again.
        if is_fresh(self.request):
            return False
        return bool(super().is_reauthentication_required(app=app, **options))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("sign_in_security")

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Whether the address is verified now; others of theirs that never were are gone, and hear of nothing."""
        others = EmailAddress.objects.filter(user_id=email_address.user_id, verified=False)
        others.exclude(pk=email_address.pk).delete()
        return bool(super().confirm_email(request, email_address))

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tell a person what was changed about their sign-in, at an address that is known to be theirs."""
        # A given one is the verified address before, which is theirs no more: it is told of the change.
        to = email or verified_address(user)
        if to:
            super().send_notification_mail(template_prefix, user, context, to)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mail goes out when what it tells of is committed.

        A mail server that is down neither undoes a change nor tells which addresses are known.
        """
        about = {"request": self.request, "email": email, "current_site": get_current_site(self.request)}
        mail = self.render_mail(template_prefix, email, {**about, **context})
        transaction.on_commit(lambda: _hand_in(mail))


def _hand_in(mail: EmailMessage) -> None:
    try:
        mail.send()
    except (OSError, SMTPException):
        log.exception("A mail about somebody's sign-in could not be sent.")
