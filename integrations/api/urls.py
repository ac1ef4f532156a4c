"""Routes of /api/v1/ for pull requests and jobs."""

from collections.abc import Callable
from typing import Any

from django.urls import path

from integrations.api.jobs import JobViewSet
from integrations.api.offers import OfferViewSet
from integrations.api.pull_requests import PullRequestViewSet


def _pull_requests(**actions: str) -> Callable[..., Any]:
    return PullRequestViewSet.as_view({**actions}, basename="pull-requests")


def _jobs(**actions: str) -> Callable[..., Any]:
    return JobViewSet.as_view({**actions}, basename="jobs")


def _offers(**actions: str) -> Callable[..., Any]:
    return OfferViewSet.as_view({**actions}, basename="pull-request-offers")


urlpatterns = [
    path("pull-requests/", _pull_requests(get="list"), name="pull-requests"),
    path(
        "documents/<document_id>/pull-requests/", _pull_requests(post="link"), name="document-pull-requests"
    ),
    # What is unlinked may be named by an address, which no path holds.
    path(
        "documents/<document_id>/pull-requests/unlink/",
        _pull_requests(post="unlink"),
        name="document-pull-requests-unlink",
    ),
    path(
        "documents/<document_id>/pull-request-offers/",
        _offers(get="list"),
        name="document-pull-request-offers",
    ),
    path(
        "documents/<document_id>/pull-request-offers/<offer_id>/take/",
        _offers(post="take"),
        name="pull-request-offer-take",
    ),
    path(
        "documents/<document_id>/pull-request-offers/<offer_id>/decline/",
        _offers(post="decline"),
        name="pull-request-offer-decline",
    ),
    path("documents/<document_id>/jobs/", _jobs(get="list", post="link"), name="document-jobs"),
    path("documents/<document_id>/jobs/unlink/", _jobs(post="unlink"), name="document-jobs-unlink"),
    path("job-reports/", _jobs(post="report"), name="job-reports"),
]
