"""The addresses that visitors read."""

from django.urls import path

from decisions.admin.public.documents import (
    by_reference,
    document_page,
    document_picture,
    preview_page,
    preview_picture,
)
from decisions.admin.public.feeds import account_feed, space_feed
from decisions.admin.public.index import account_page, robots

urlpatterns = [
    path("robots.txt", robots),
    path("public/documents/<str:document_id>/", document_page, name="public-document"),
    path("public/accounts/<str:account_id>/", account_page, name="public-account"),
    path("public/accounts/<str:account_id>/decisions.atom", account_feed, name="public-account-feed"),
    path("public/spaces/<str:space_id>/decisions.atom", space_feed, name="public-space-feed"),
    path("public/spaces/<str:space_id>/<str:reference>/", by_reference, name="public-reference"),
    path("preview/<slug:token>/", preview_page, name="preview"),
    path(
        "public/documents/<str:document_id>/pictures/<slug:sha256>/",
        document_picture,
        name="public-document-picture",
    ),
    path("preview/<slug:token>/pictures/<slug:sha256>/", preview_picture, name="preview-picture"),
]
