"""Routes of /api/v1/ for spaces."""

from django.urls import path

from spaces.api.spaces import SpaceViewSet

urlpatterns = [
    path(
        "spaces/",
        SpaceViewSet.as_view({"get": "list", "post": "create"}, basename="spaces"),
        name="spaces",
    ),
    path(
        "spaces/<space_id>/",
        SpaceViewSet.as_view({"get": "retrieve", "patch": "partial_update"}, basename="spaces"),
        name="space",
    ),
    path(
        "spaces/<space_id>/settings/",
        SpaceViewSet.as_view({"get": "get_settings"}, basename="spaces"),
        name="space-settings",
    ),
]
