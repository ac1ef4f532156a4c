"""What follows a change of somebody's sign-in: an audit entry; after signing in again, a new session id."""

from typing import Any

from allauth.account.signals import (
    authentication_step_completed,
    email_changed,
    password_changed,
    password_reset,
    password_set,
)
from allauth.mfa.signals import authenticator_added, authenticator_removed, authenticator_reset
from allauth.socialaccount.signals import social_account_added, social_account_removed
from allauth.usersessions.models import UserSession
from django.dispatch import Signal, receiver
from django.http import HttpRequest

from spaces.models import User
from spaces.services.sign_in import sign_in_changed

_ACTS: dict[Signal, str] = {
    password_changed: "person.password_changed",
    password_set: "person.password_changed",
    password_reset: "person.password_reset",
    email_changed: "person.address_changed",
    authenticator_added: "person.factor_added",
    authenticator_removed: "person.factor_removed",
    authenticator_reset: "person.factor_renewed",
}


def _recorded(signal: Signal, user: User, **about: Any) -> None:
    factor = about.get("authenticator")
    sign_in_changed(user=user, act=_ACTS[signal], after={"factor": factor.type} if factor else None)


for _signal in _ACTS:
    _signal.connect(_recorded)


@receiver(social_account_added)
def _connected(sociallogin: Any, **about: Any) -> None:
    sign_in_changed(user=sociallogin.user, act="person.provider_connected")


@receiver(social_account_removed)
def _disconnected(socialaccount: Any, **about: Any) -> None:
    sign_in_changed(user=socialaccount.user, act="person.provider_disconnected")


@receiver(authentication_step_completed)
def _session_renewed(request: HttpRequest, **about: Any) -> None:
    """A session id that somebody copied earlier does not become fresh with its owner's."""
    if about.get("reauthenticated"):
        UserSession.objects.filter(session_key=request.session.session_key).delete()
        request.session.cycle_key()
        UserSession.objects.create_from_request(request)
