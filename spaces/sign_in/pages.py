"""The page from which people look after their sign-in."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


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
            "title": "Sign-in and security",
            "passkeys": [each for each in factors if each.type == Authenticator.Type.WEBAUTHN],
            "has_codes": any(each.type == Authenticator.Type.TOTP for each in factors),
            "has_factors": bool(factors),
            "address": EmailAddress.objects.filter(user_id=request.user.pk, primary=True).first(),
            "provider": bool(settings.DECISIONS_OIDC_ISSUER),
            "connected": SocialAccount.objects.filter(user_id=request.user.pk).exists(),
        },
    )
