"""The pages below /sign-in/: allauth's, some of them in a transaction, and ours beside them."""

from allauth.account import views as account
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as webauthn
from allauth.socialaccount.views import connections
from django.db import transaction
from django.urls import include, path, re_path

from spaces.sign_in.invitations import invitation_link, invitation_page
from spaces.sign_in.pages import change_password, passkey_sign_in, security
from spaces.sign_in.single_sign_on import again_at_provider

# What changes how somebody signs in is written together with its audit entry, which a signal makes: these
# addresses come before allauth's own for the same pages. Their mails wait for the end of the transaction.
_RECORDED = {
    "password/change/": (change_password, "account_change_password"),
    "password/set/": (account.password_set, "account_set_password"),
    "email/": (account.email, "account_email"),
    "2fa/totp/activate/": (totp.activate_totp, "mfa_activate_totp"),
    "2fa/totp/deactivate/": (totp.deactivate_totp, "mfa_deactivate_totp"),
    "2fa/webauthn/add/": (webauthn.add_webauthn, "mfa_add_webauthn"),
    "2fa/webauthn/keys/<int:pk>/remove/": (webauthn.remove_webauthn, "mfa_remove_webauthn"),
    "2fa/recovery-codes/generate/": (
        recovery_codes.generate_recovery_codes,
        "mfa_generate_recovery_codes",
    ),
    "3rdparty/": (connections, "socialaccount_connections"),
}

urlpatterns = [
    path("security/", security, name="sign_in_security"),
    path("again/", again_at_provider, name="sign_in_again_at_provider"),
    path("invitation/", invitation_page, name="invitation"),
    path("invitation/<str:secret>/", invitation_link, name="invitation_link"),
    path("2fa/webauthn/login/", passkey_sign_in, name="mfa_login_webauthn"),
    *(path(route, transaction.atomic(view), name=name) for route, (view, name) in _RECORDED.items()),
    re_path(
        r"^confirm-email/(?P<key>[-:\w]+)/$",
        transaction.atomic(account.confirm_email),
        name="account_confirm_email",
    ),
    # The ids of our people have an underscore, which allauth's own address does not take.
    re_path(
        r"^password/reset/key/(?P<uidb36>user_[0-9A-Z]{26})-(?P<key>.+)/$",
        transaction.atomic(account.password_reset_from_key),
        name="account_reset_password_from_key",
    ),
    path("", include("allauth.urls")),
]
