"""Settings of the sign-in of people's apps (OAuth 2.1), most of them django-oauth-toolkit's."""

from typing import Any

from decisions.config.env import env

OAUTH2_PROVIDER_APPLICATION_MODEL = "spaces.App"
OAUTH2_PROVIDER_GRANT_MODEL = "spaces.Grant"
OAUTH2_PROVIDER_ACCESS_TOKEN_MODEL = "spaces.AccessToken"  # noqa: S105  (a model's name)
OAUTH2_PROVIDER_REFRESH_TOKEN_MODEL = "spaces.RefreshToken"  # noqa: S105
OAUTH2_PROVIDER_ID_TOKEN_MODEL = "spaces.IDToken"  # noqa: S105

# Registrations of apps from one address in an hour, and metadata documents fetched for one address: enough
# for an office behind one address, too few to fill the table.
DECISIONS_APPS_AN_HOUR = env.int("DECISIONS_APPS_AN_HOUR", default=60)


def oauth_provider(public_url: str) -> dict[str, Any]:
    """The toolkit's settings for a service at this address."""
    return {
        "SCOPES_BACKEND_CLASS": "spaces.oauth.scopes.ServiceScopes",
        "OAUTH2_VALIDATOR_CLASS": "spaces.oauth.validator.ServiceValidator",
        # The issuer: fixed, where the toolkit would follow the Host header.
        "OIDC_ISS_ENDPOINT": public_url,
        # Time for a slow client to change the code; it is good once, and only with the PKCE verifier.
        "AUTHORIZATION_CODE_EXPIRE_SECONDS": 60,
        "ACCESS_TOKEN_EXPIRE_SECONDS": 3600,
        # How long an app may be left alone before its person signs in again.
        "REFRESH_TOKEN_EXPIRE_SECONDS": 90 * 24 * 3600,
        "ROTATE_REFRESH_TOKEN": True,
        "REFRESH_TOKEN_REUSE_PROTECTION": True,
        # Digests cannot be shown again, so that a second use of a refresh token can never be answered.
        "REFRESH_TOKEN_GRACE_PERIOD_SECONDS": 0,
        "ALLOW_LOCALHOST_LOOPBACK": True,
        # Each app is held to the schemes of its own addresses, which spaces.domain.redirects judged; this is
        # for what is led anywhere without an app.
        "ALLOWED_REDIRECT_URI_SCHEMES": ["https"],
        "REQUEST_APPROVAL_PROMPT": "force",
        "OAUTH2_GRANT_TYPES_SUPPORTED": ["authorization_code", "refresh_token"],
        "OAUTH2_RESPONSE_TYPES_SUPPORTED": ["code"],
        "OAUTH2_TOKEN_ENDPOINT_AUTH_METHODS_SUPPORTED": [
            "none",
            "client_secret_basic",
            "client_secret_post",
        ],
        "OAUTH2_PROTECTED_RESOURCE_NAME": "Decisions",
        "DCR_ENABLED": True,
        "CIMD_ENABLED": True,
        "CIMD_METADATA_FETCHER": "spaces.oauth.documents.DocumentFetcher",
        "CIMD_REGISTRATION_PERMISSION_CLASSES": ["spaces.oauth.documents.DocumentThrottle"],
        "COMPLIANT_BCP_RFC9700_IMPLICIT_GRANT": True,
        "COMPLIANT_BCP_RFC9700_PASSWORD_GRANT": True,
        "COMPLIANT_BCP_RFC9700_PKCE_METHOD": True,
        "COMPLIANT_BCP_RFC9700_PKCE_REQUIRED": True,
        "COMPLIANT_BCP_RFC9700_ACCESS_TOKEN_TRANSPORT": True,
        "COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS": True,
        "COMPLIANT_BCP_RFC9700_TOKEN_STORAGE": True,
        "COMPLIANT_BCP_RFC9700_REFRESH_TOKEN": True,
        "COMPLIANT_BCP_RFC9700_REDIRECT_URI_MATCHING": True,
        "COMPLIANT_BCP_RFC9700_REDIRECT_URI_SCHEME": True,
    }
