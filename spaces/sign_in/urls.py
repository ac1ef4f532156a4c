"""The pages below /sign-in/: allauth's, and the one that leads to them."""

from allauth.account.views import password_reset_from_key
from django.urls import include, path, re_path

from spaces.sign_in.invitations import invitation_link, invitation_page
from spaces.sign_in.pages import security
from spaces.sign_in.single_sign_on import again_at_provider

urlpatterns = [
    path("security/", security, name="sign_in_security"),
    path("again/", again_at_provider, name="sign_in_again_at_provider"),
    path("invitation/", invitation_page, name="invitation"),
    path("invitation/<str:secret>/", invitation_link, name="invitation_link"),
    # The ids of our people have an underscore, which allauth's own address does not take.
    re_path(
        r"^password/reset/key/(?P<uidb36>user_[0-9A-Z]{26})-(?P<key>.+)/$",
        password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path("", include("allauth.urls")),
]
