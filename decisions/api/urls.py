"""Routes of /api/v1/ for documents."""

from collections.abc import Callable
from typing import Any

from django.urls import path

from decisions.api.documents import DocumentViewSet


def _route(**actions: str) -> Callable[..., Any]:
    return DocumentViewSet.as_view({**actions}, basename="documents")


urlpatterns = [
    path("documents/", _route(get="list", post="create"), name="documents"),
    path("documents/<document_id>/", _route(get="retrieve"), name="document"),
    path("documents/<document_id>/versions/", _route(get="versions", post="save"), name="document-versions"),
    path("documents/<document_id>/restore/", _route(post="restore"), name="document-restore"),
    path("documents/<document_id>/diff/", _route(get="diff"), name="document-diff"),
    path("documents/<document_id>/access/", _route(put="set_access"), name="document-access"),
    path("documents/<document_id>/links/", _route(post="link"), name="document-links"),
    path("documents/<document_id>/links/<target_space_id>/", _route(delete="unlink"), name="document-unlink"),
]
