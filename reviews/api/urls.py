"""Routes of /api/v1/ for judging."""

from collections.abc import Callable
from typing import Any

from django.urls import path

from reviews.api.judging import AskViewSet, JudgingViewSet


def _judging(**actions: str) -> Callable[..., Any]:
    return JudgingViewSet.as_view({**actions}, basename="judging")


def _asks(**actions: str) -> Callable[..., Any]:
    return AskViewSet.as_view({**actions}, basename="asks")


urlpatterns = [
    path("documents/<document_id>/status/", _judging(post="set_status"), name="document-status"),
    path(
        "documents/<document_id>/reviews/",
        _judging(get="reviews", post="submit_review"),
        name="document-reviews",
    ),
    path(
        "documents/<document_id>/review-requests/",
        _judging(post="request_review"),
        name="document-review-requests",
    ),
    path(
        "documents/<document_id>/reviews/<review_id>/dismiss/",
        _judging(post="dismiss"),
        name="document-review-dismiss",
    ),
    path("review-queue/", _judging(get="queue"), name="review-queue"),
    path("asks/", _asks(get="list", post="create"), name="asks"),
    path("asks/<approval_id>/", _asks(get="retrieve"), name="ask"),
    path("asks/<approval_id>/withdraw/", _asks(post="withdraw"), name="ask-withdraw"),
]
