"""The questions and diagrams that a document's pages show."""

from typing import Any

from django.db.models import Q

from decisions.models import Document
from decisions.querysets import diagrams_visible_to, questions_visible_to
from decisions.services.diagram_pictures import diagrams_with_pictures
from spaces.domain.caller import Caller

# The rest is a click away.
_QUESTIONS = 5
_DIAGRAMS = 6


def questions_about(document: Document, caller: Caller) -> dict[str, Any]:
    """The newest questions about a document, the open ones first."""
    questions = questions_visible_to(caller, by_id=True).filter(document=document)
    open_first = questions.annotate(is_open=Q(answer__isnull=True)).order_by("-is_open", "-id")
    return _first(list(open_first[: _QUESTIONS + 1]), _QUESTIONS)


def diagrams_about(document: Document, caller: Caller) -> dict[str, Any]:
    """The newest diagrams about a document."""
    diagrams = diagrams_visible_to(caller, by_id=True).filter(document=document)
    return _first(list(diagrams_with_pictures(diagrams).order_by("-id")[: _DIAGRAMS + 1]), _DIAGRAMS)


def _first(rows: list[Any], count: int) -> dict[str, Any]:
    return {"rows": rows[:count], "more": len(rows) > count}
