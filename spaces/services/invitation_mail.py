"""The mail of an invitation."""

import logging
from smtplib import SMTPException
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from spaces.domain.apps import app_name
from spaces.models import Invitation

log = logging.getLogger(__name__)


def invitation_mail(invitation: Invitation, secret: str) -> None:
    """Hand the mail to the server and keep when it took it; a server that is down is logged, and no more.

    Not in a transaction: a mail cannot be called back.
    """
    try:
        _mail(invitation, secret).send()
    except (OSError, SMTPException):
        log.exception("The mail of the invitation %s could not be sent.", invitation.pk)
        return
    invitation.mailed_at = timezone.now()
    # The link may have been replaced meanwhile by one whose mail is still to go.
    Invitation.objects.filter(pk=invitation.pk, digest=invitation.digest).update(
        mailed_at=invitation.mailed_at
    )


def _mail(invitation: Invitation, secret: str) -> EmailMultiAlternatives:
    # Both names were chosen by people: each is made one line, and escaped in HTML.
    names = {
        "sender": app_name(invitation.invited_by.username),
        "account": app_name(invitation.account.name),
    }
    shown = {
        **names,
        "role": invitation.get_role_display(),
        "expires_at": invitation.expires_at,
        "link": settings.PUBLIC_URL + reverse("invitation_link", args=[secret]),
        "service": urlsplit(settings.PUBLIC_URL).hostname,
    }
    mail = EmailMultiAlternatives(
        subject=_("%(sender)s invites you to %(account)s on Decisions") % names,
        body=render_to_string("invitations/mail.txt", shown),
        to=[invitation.email],
        # RFC 3834: no out-of-office reply to a machine.
        headers={"Auto-Submitted": "auto-generated"},
    )
    mail.attach_alternative(render_to_string("invitations/mail.html", shown), "text/html")
    return mail
