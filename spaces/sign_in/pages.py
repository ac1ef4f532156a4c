"""The page from which people look after their sign-in, and two of allauth's with rules of ours."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.views import PasswordChangeView
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.views import LoginWebAuthnView
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from spaces.sign_in.fresh import fresh_sign_in_url, is_fresh


@never_cache
@require_safe
@login_required
def security(request: HttpRequest) -> HttpResponse:
    """Password, address, passkeys, codes, provider and sessions, each with the page that changes it."""
    factors = list(Authenticator.objects.filter(user_id=request.user.pk).order_by("pk"))
    return TemplateResponse(
        request,
        "sign_in/security.html",
        {
            "title": _("Sign-in and security"),
            "passkeys": [each for each in factors if each.type == Authenticator.Type.WEBAUTHN],
            "has_codes": any(each.type == Authenticator.Type.TOTP for each in factors),
            "has_factors": bool(factors),
            "addresses": EmailAddress.objects.filter(user_id=request.user.pk).order_by("-verified", "pk"),
            "provider": bool(settings.DECISIONS_OIDC_ISSUER),
            "connected": SocialAccount.objects.filter(user_id=request.user.pk).exists(),
        },
    )


class _PasswordChange(PasswordChangeView):  # type: ignore[misc]
    """A new password takes a fresh sign-in by the strongest way somebody has, and no old password then.

    Who knows the old password alone may be the one who stole it; who lost it has their passkey or code.
    """

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        again = fresh_sign_in_url(request)
        if request.user.is_authenticated and again and not is_fresh(request):
            return HttpResponseRedirect(again)
        answer: HttpResponse = super().dispatch(request, *args, **kwargs)
        return answer


class _PasskeySignIn(LoginWebAuthnView):  # type: ignore[misc]
    """Whoever's passkey is not taken comes back to the sign-in page with the page they wanted."""

    def form_invalid(self, form: Any) -> HttpResponse:
        answer: HttpResponse = super().form_invalid(form)
        wanted = self.request.POST.get(REDIRECT_FIELD_NAME)
        if not wanted:
            return answer
        return HttpResponseRedirect(f"{reverse('account_login')}?{urlencode({REDIRECT_FIELD_NAME: wanted})}")


change_password = _PasswordChange.as_view()
passkey_sign_in = _PasskeySignIn.as_view()
