"""Single sign-on: whom the provider vouches for, and signing in again there."""

import time
from typing import Any

from allauth.account.internal.flows.login import record_authentication
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import consume_or_429
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter, get_adapter
from allauth.socialaccount.models import SocialAccount, SocialLogin
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from spaces.kernel.errors import DomainError
from spaces.models import User
from spaces.services.invitations import invitation_accept_as_new
from spaces.services.sign_in import address_verify, person_take_from_provider, person_with_address
from spaces.sign_in.fresh import Way, ways_of
from spaces.sign_in.invitations import opened_link

# Under this name the redirect's state keeps who it was that went to sign in again.
_AGAIN = "again"

# How far the provider's clock may be off.
_CLOCK_SECONDS = 60


class SingleSignOnAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """allauth's own, with the rules for who comes in."""

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        if _AGAIN in sociallogin.state:
            raise ImmediateHttpResponse(_signed_in_again(request, sociallogin))
        if sociallogin.is_existing or sociallogin.state.get("process") == "connect":
            return
        person = _person_of(sociallogin) or _invited(request, sociallogin)
        if person is not None:
            # The tie and its audit entry, which a signal makes.
            with transaction.atomic():
                sociallogin.connect(request, person)

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        # Whoever may come in is a person by now: allauth's own form makes nobody.
        return False


def _person_of(sociallogin: SocialLogin) -> User | None:
    """The person with an address that the provider verified, made where a domain lets them in."""
    address = _vouched_for(sociallogin)
    if not address:
        return None
    person = person_with_address(address)
    if person:
        address_verify(user=person, email=address)
        return person
    if _is_known(address) or address.rpartition("@")[2] not in settings.DECISIONS_OIDC_DOMAINS:
        return None
    return person_take_from_provider(username=_name_for(sociallogin, address), email=address)


def _invited(request: HttpRequest, sociallogin: SocialLogin) -> User | None:
    """A new person who came to the provider from the page of an invitation, which they accept with it."""
    address = _vouched_for(sociallogin)
    from_there = sociallogin.state.get("next") == reverse("invitation")
    if not (address and from_there) or _is_known(address):
        return None
    try:
        joined = invitation_accept_as_new(
            digest=opened_link(request),
            username=_name_for(sociallogin, address),
            password=None,
            vouched_for=address,
        )
    except DomainError:
        # It ended meanwhile: they are told what every stranger is.
        return None
    return joined.user


def _vouched_for(sociallogin: SocialLogin) -> str:
    return next((each.email.lower() for each in sociallogin.email_addresses if each.verified), "")


def _is_known(address: str) -> bool:
    # Somebody's already, if not verified or of several: the provider's word does not settle whose.
    return User.objects.filter(email__iexact=address).exists()


def _name_for(sociallogin: SocialLogin, address: str) -> str:
    suggested = sociallogin.user.username if sociallogin.user else ""
    return _free_name(suggested, address.partition("@")[0])


def _free_name(suggested: str, from_address: str) -> str:
    """A name nobody has yet: the provider's, else the address's, with a number where it is taken."""
    wished = suggested.partition("@")[0] or from_address
    stem = "".join(each for each in wished if each.isalnum() or each in "._-")[:100] or "person"
    taken = set(User.objects.filter(username__istartswith=stem).values_list("username", flat=True))
    lowered = {each.lower() for each in taken}
    number = 2
    name = stem
    while name.lower() in lowered:
        name, number = f"{stem}-{number}", number + 1
    return name


@login_required
def again_at_provider(request: HttpRequest) -> HttpResponse:
    """Send a person who signs in at a provider there, to sign in anew; Http404 for everybody else."""
    user = request.user
    if not isinstance(user, User) or Way.PROVIDER not in ways_of(user):
        raise Http404
    refused: HttpResponse | None = consume_or_429(request, action="reauthenticate", user=user, limit_get=True)
    if refused:
        return refused
    wished = request.GET.get(REDIRECT_FIELD_NAME, "")
    local = url_has_allowed_host_and_scheme(wished, allowed_hosts=None, require_https=request.is_secure())
    account = SocialAccount.objects.filter(user=user).first()
    if account is None:
        raise Http404
    provider = get_adapter().get_provider(request, account.provider)
    answer: HttpResponse = provider.redirect(
        request,
        process="login",
        next_url=wished if local else reverse("sign_in_security"),
        auth_params={"prompt": "login", "max_age": "0"},
        **{_AGAIN: user.pk},
    )
    return answer


def _signed_in_again(request: HttpRequest, sociallogin: SocialLogin) -> HttpResponse:
    """Back to where the person came from, fresh; or to the security page with why it was not taken."""
    same = (
        request.user.is_authenticated
        and sociallogin.is_existing
        and sociallogin.state[_AGAIN] == request.user.pk == sociallogin.user.pk
    )
    if not same:
        messages.error(
            request, _("You signed in at your provider as somebody else. Sign in there as yourself.")
        )
        return HttpResponseRedirect(reverse("sign_in_security"))
    if not _lately(sociallogin.account.extra_data.get("id_token", {}).get("auth_time")):
        messages.error(
            request,
            _(
                "Your provider does not say that you signed in just now. Add a passkey or a password to decide."
            ),
        )
        return HttpResponseRedirect(reverse("sign_in_security"))
    about = {"provider": sociallogin.account.provider, "uid": sociallogin.account.uid}
    record_authentication(request, request.user, "socialaccount", reauthenticated=True, **about)
    return HttpResponseRedirect(sociallogin.get_redirect_url(request) or reverse("sign_in_security"))


def _lately(auth_time: Any) -> bool:
    if not isinstance(auth_time, int | float):
        return False
    ago = time.time() - auth_time
    return bool(-_CLOCK_SECONDS <= ago < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT)
