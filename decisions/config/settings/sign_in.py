"""Settings of people's sign-in: django-allauth with passwords, single sign-on, codes and passkeys."""

from typing import Any

from decisions.config.env import env

# After our own apps: a template of ours with the same name comes first.
SIGN_IN_APPS = [
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.mfa",
    "allauth.usersessions",
]

ACCOUNT_ADAPTER = "spaces.sign_in.adapter.SignInAdapter"
ACCOUNT_FORMS = {
    "login": "spaces.sign_in.forms.SignInForm",
    "change_password": "spaces.sign_in.forms.NewPasswordForm",
    "set_password": "spaces.sign_in.forms.NewPasswordForm",
    "reset_password": "spaces.sign_in.forms.ForgottenForm",
    "reset_password_from_key": "spaces.sign_in.forms.ForgottenKeyForm",
    "add_email": "spaces.sign_in.forms.AddressForm",
    "reauthenticate": "spaces.sign_in.forms.PasswordAgainForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
# Nobody is kept out for an address that is not verified, or for having none: those who run the service made
# most people, and there may be no mail server. Such an address gets no link and no notice. One that a person
# gives later takes the place of a verified one when it is verified itself, not before.
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# Long enough to decide a few asks in a row, too short for whoever finds the browser open later.
ACCOUNT_REAUTHENTICATION_TIMEOUT = 5 * 60
# An e-mailed code would make the mailbox as good as the password.
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa", "socialaccount"]
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Decisions] "
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = "/sign-in/login/"
# Who looks for names by asking learns nothing; nor does who measures the time, as each request sends a mail.
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = True
# Counted in the cache, which all processes share in production. By address, by name tried, by person.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "20/m/ip,5/5m/key",
    "reset_password": "20/m/ip,5/m/key",
    "reset_password_from_key": "20/m/ip",
    "reauthenticate": "5/m/user",
    "change_password": "5/m/user",
    "manage_email": "10/m/user",
    # The page of an invitation: names that somebody tries, not links, which nobody guesses.
    "invitation": "20/m/ip",
}

# How many proxies of ours add to X-Forwarded-For, as for the API.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("DECISIONS_PROXIES", default=0)

MFA_ADAPTER = "spaces.sign_in.factors.FactorAdapter"
MFA_FORMS = {
    "add_webauthn": "spaces.sign_in.forms.AddPasskeyForm",
    "activate_totp": "spaces.sign_in.forms.FirstCodeForm",
    "reauthenticate": "spaces.sign_in.forms.CodeForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_TOTP_ISSUER = "Decisions"
# A clock may be half a minute off.
MFA_TOTP_TOLERANCE = 1
# Nobody signs up by themself, so nobody can lock the owner of an address out with a second factor.
MFA_ALLOW_UNVERIFIED_EMAIL = True

SOCIALACCOUNT_ADAPTER = "spaces.sign_in.single_sign_on.SingleSignOnAdapter"
# A link, not a form: the content policy lets forms go to this service only, redirects included.
SOCIALACCOUNT_LOGIN_ON_GET = True
SOCIALACCOUNT_EMAIL_VERIFICATION = "none"
# The service asks who somebody is, and keeps nothing with which to act for them.
SOCIALACCOUNT_STORE_TOKENS = False

DECISIONS_OIDC_ISSUER = env.str("DECISIONS_OIDC_ISSUER", default="")
# Who comes with a verified address of these domains and is nobody here yet becomes a person; none, and nobody does.
DECISIONS_OIDC_DOMAINS = [name.lower() for name in env.list("DECISIONS_OIDC_DOMAINS", default=[])]


def _provider() -> dict[str, Any]:
    return {
        "provider_id": "sso",
        "name": env.str("DECISIONS_OIDC_NAME", default="single sign-on"),
        "client_id": env.str("DECISIONS_OIDC_CLIENT_ID", default=""),
        "secret": env.str("DECISIONS_OIDC_CLIENT_SECRET", default=""),
        "settings": {"server_url": DECISIONS_OIDC_ISSUER, "oauth_pkce_enabled": True},
    }


SOCIALACCOUNT_PROVIDERS: dict[str, Any] = {
    "openid_connect": {"APPS": [_provider()] if DECISIONS_OIDC_ISSUER else []}
}
