"""The addresses of sign-in for apps. Each answers with and without a slash at its end: a redirect would turn
the POST of many clients into a GET."""

from django.urls import URLPattern, re_path
from django.views import View

from spaces.oauth.consent import ConsentView
from spaces.oauth.metadata import NoIdentityProvider, ResourceMetadata, ServerMetadata
from spaces.oauth.registration import RegistrationView
from spaces.oauth.tokens import Revocation, Tokens

# The toolkit reverses names of this namespace.
app_name = "oauth2_provider"

# Where clients look: at the origin, with the path of the resource behind, and below /mcp.
_PROBED = r"^(?:mcp/)?\.well-known/{}(?P<below>/.*)?$"


def _probed(document: str, view: type[View], name: str) -> URLPattern:
    return re_path(_PROBED.format(document), view.as_view(), name=name)


urlpatterns = [
    _probed("oauth-protected-resource", ResourceMetadata, "oauth-resource-metadata"),
    _probed("oauth-authorization-server", ServerMetadata, "oauth-server-metadata"),
    _probed("openid-configuration", NoIdentityProvider, "no-openid-configuration"),
    re_path(r"^oauth/authorize/?$", ConsentView.as_view(), name="authorize"),
    re_path(r"^oauth/token/?$", Tokens.as_view(), name="token"),
    re_path(r"^oauth/revoke/?$", Revocation.as_view(), name="revoke-token"),
    re_path(r"^oauth/register/?$", RegistrationView.as_view(), name="dcr-register"),
]
