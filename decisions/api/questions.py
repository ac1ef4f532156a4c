"""Questions by REST, and the operations behind the question tools."""

from operator import attrgetter
from typing import Any

from decisions.api.question_shapes import (
    QuestionAnswer,
    QuestionAsk,
    QuestionList,
    QuestionRef,
    QuestionRow,
    QuestionWhole,
)
from decisions.services.places import place_for
from decisions.services.questions import (
    question_answer,
    question_ask,
    question_for,
    question_list,
    question_read,
    question_reopen,
)
from spaces.domain.caller import Caller
from spaces.kernel.operations import OperationViewSet, operation
from spaces.kernel.paging import Page
from spaces.services.repeated_calls import Made

_QUESTION = Made(attrgetter("pk"), question_for)


class QuestionViewSet(OperationViewSet):
    """Questions asked of spaces, and their answers."""

    @operation(input=QuestionList, output=QuestionRow, paged=True)
    def list(self, caller: Caller, given: dict[str, Any]) -> Page:
        """A space's questions with their answers, newest first; the open ones by default."""
        return question_list(caller, given)

    @operation(input=QuestionAsk, output=QuestionRow, writes=True, status=201, creates=_QUESTION)
    def create(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Ask a question of a space, perhaps about a document."""
        place = place_for(caller, given["space_id"], given.get("document_id"))
        return question_ask(place=place, text=given["text"], caller=caller)

    @operation(input=QuestionRef, output=QuestionWhole)
    def retrieve(self, caller: Caller, given: dict[str, Any]) -> Any:
        """A question with its answer, and those it had before it was reopened."""
        return question_read(question_for(caller, given["question_id"]))

    @operation(input=QuestionAnswer, output=QuestionRow, writes=True, creates=_QUESTION)
    def answer(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Answer an open question; for members."""
        question = question_for(caller, given["question_id"], given["space_id"])
        return question_answer(question=question, answer=given["answer"], caller=caller)

    @operation(input=QuestionRef, output=QuestionRow, writes=True)
    def reopen(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Open an answered question again; for who asked it and managers."""
        return question_reopen(question=question_for(caller, given["question_id"]), caller=caller)
