"""Routes of /api/v1/ for documents, questions, diagrams and the timeline."""

from collections.abc import Callable
from typing import Any

from django.urls import path

from decisions.api.comments import CommentViewSet
from decisions.api.diagrams import DiagramViewSet
from decisions.api.documents import DocumentViewSet
from decisions.api.questions import QuestionViewSet
from decisions.api.timeline import TimelineViewSet


def _route(**actions: str) -> Callable[..., Any]:
    return DocumentViewSet.as_view({**actions}, basename="documents")


def _comments(**actions: str) -> Callable[..., Any]:
    return CommentViewSet.as_view({**actions}, basename="comments")


def _questions(**actions: str) -> Callable[..., Any]:
    return QuestionViewSet.as_view({**actions}, basename="questions")


def _diagrams(**actions: str) -> Callable[..., Any]:
    return DiagramViewSet.as_view({**actions}, basename="diagrams")


urlpatterns = [
    path("documents/", _route(get="list", post="create"), name="documents"),
    path("documents/<document_id>/", _route(get="retrieve"), name="document"),
    path("documents/<document_id>/versions/", _route(get="versions", post="save"), name="document-versions"),
    path("documents/<document_id>/restore/", _route(post="restore"), name="document-restore"),
    path("documents/<document_id>/diff/", _route(get="diff"), name="document-diff"),
    path("documents/<document_id>/access/", _route(put="set_access"), name="document-access"),
    path("documents/<document_id>/links/", _route(post="link"), name="document-links"),
    path("documents/<document_id>/links/<target_space_id>/", _route(delete="unlink"), name="document-unlink"),
    path("documents/<document_id>/comments/", _comments(get="list", post="create"), name="comments"),
    path(
        "documents/<document_id>/comments/<comment_id>/resolved/",
        _comments(put="resolve"),
        name="comment-resolved",
    ),
    path("questions/", _questions(get="list", post="create"), name="questions"),
    path("questions/<question_id>/", _questions(get="retrieve"), name="question"),
    path("questions/<question_id>/answer/", _questions(post="answer"), name="question-answer"),
    path("questions/<question_id>/reopen/", _questions(post="reopen"), name="question-reopen"),
    path("diagrams/", _diagrams(get="list", post="create"), name="diagrams"),
    path("diagrams/<diagram_id>/", _diagrams(get="retrieve"), name="diagram"),
    path("diagrams/<diagram_id>/versions/", _diagrams(get="versions", post="save"), name="diagram-versions"),
    path("timeline/", TimelineViewSet.as_view({"get": "list"}, basename="timeline"), name="timeline"),
]
