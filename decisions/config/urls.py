"""Every address of the service, but `/mcp`, which the WSGI application takes before Django."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponseRedirect
from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

import decisions.config.openapi  # noqa: F401  (registers what it defines)
from decisions.config.health import health


def _icon(request: HttpRequest) -> HttpResponseRedirect:
    return HttpResponseRedirect(static("decisions/mark.svg"))


urlpatterns = [
    path("", RedirectView.as_view(url="/console/")),
    # Browsers ask for it beside what is no page of HTML, such as a feed.
    path("favicon.ico", _icon),
    path("healthz", health, name="health"),
    path("console/", admin.site.urls),
    path("sign-in/", include("spaces.sign_in.urls")),
    path("", include("decisions.admin.public.urls")),
    path("", include("integrations.api.webhooks")),
    path("", include("spaces.oauth.urls")),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/v1/docs/", SpectacularSwaggerView.as_view(url_name="schema"), name="api-docs"),
    path("api/v1/", include("spaces.api.urls")),
    path("api/v1/", include("decisions.api.urls")),
    path("api/v1/", include("reviews.api.urls")),
    path("api/v1/", include("integrations.api.urls")),
]
