"""Questions in the console: the list, a question with its answers, and what is done to one."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from decisions.admin.rendered import rendered_remarks
from decisions.admin.talk_filters import QuestionFilters
from decisions.admin.talk_forms import QuestionAnswer, QuestionAsk, QuestionReopen, why_not
from decisions.models import Question
from decisions.querysets import questions_visible_to
from decisions.services.places import place_for, require_member_of
from decisions.services.questions import (
    question_answer,
    question_ask,
    question_for,
    question_read,
    question_reopen,
    require_reopener,
)
from spaces.admin.acts import Act, Done
from spaces.admin.callers import caller_of
from spaces.admin.columns import column, moment
from spaces.admin.pages import ConsoleAdmin, page_url
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.querysets import spaces_visible_to

_TITLE_CHARACTERS = 90


def _ask(caller: Caller, target: None, given: dict[str, Any]) -> Done:
    place = place_for(caller, given["space_id"], given["document_id"])
    question = question_ask(place=place, text=given["text"], caller=caller)
    return Done(gettext("The question is asked."), page_url(question))


def _answer(caller: Caller, question: Question, given: dict[str, Any]) -> Done:
    question = question_answer(question=question, answer=given["answer"], caller=caller)
    return Done(gettext("The question is answered."), page_url(question))


def _reopen(caller: Caller, question: Question, given: dict[str, Any]) -> Done:
    question = question_reopen(question=question, caller=caller)
    return Done(gettext("The question is open again."), page_url(question))


@admin.register(Question)
class QuestionAdmin(ConsoleAdmin):
    page_template = "console/question.html"
    creation = Act("add", _("Ask a question"), _ask, QuestionAsk, _("Ask"))
    acts = (
        Act("answer", _("Answer the question"), _answer, QuestionAnswer, _("Answer")),
        Act("reopen", _("Open it again"), _reopen, QuestionReopen, _("Reopen")),
    )
    list_display = ("asked", "state", "space", "about", "byline", "made")
    list_select_related = ("space", "document", "answer")
    filters = QuestionFilters
    empty_words = _(
        "What is asked of the spaces you see is listed here, with its answers. Ask a question of a space, or on "
        "the page of a document."
    )
    # Ids are time-ordered: newest first, on the index that each space's list has.
    ordering = ("-id",)

    def visible_to(self, caller: Caller) -> QuerySet[Question]:
        return questions_visible_to(caller)

    def object_for(self, request: HttpRequest, object_id: str) -> Question:
        try:
            return question_for(caller_of(request), object_id)
        except (DomainError, ValidationError) as refusal:
            raise Http404 from refusal

    @column(_("Question"))
    def asked(self, question: Question) -> str:
        return _first_line(question.text)

    @column(_("State"), look={"open": "info", "answered": "success"})
    def state(self, question: Question) -> tuple[str, str]:
        return ("answered", gettext("answered")) if question.answer_id else ("open", gettext("open"))

    @column(_("About"))
    def about(self, question: Question) -> str:
        return str(question.document.reference) if question.document else ""

    @column(_("Asked"))
    def made(self, question: Question) -> str:
        return moment(question.created_at)

    def page_context(self, request: HttpRequest, question: Question, caller: Caller) -> dict[str, Any]:
        read = question_read(question)
        answers = [*([question.answer] if question.answer else []), *read["earlier_answers"]]
        html = rendered_remarks({question.text, *(answer.text for answer in answers)})
        given = [{"answer": answer, "words": html[answer.text]} for answer in answers]
        return {
            "title": _first_line(question.text),
            "words": html[question.text],
            "answer": given[0] if question.answer else None,
            "earlier": given[1:] if question.answer else given,
            "not_answered_by_me": why_not(require_member_of, question, caller),
            "not_reopened_by_me": why_not(require_reopener, question, caller),
            "sees_space": spaces_visible_to(caller).filter(pk=question.space_id).exists(),
        }


def _first_line(text: str) -> str:
    line = text.strip().splitlines()[0]
    return line if len(line) <= _TITLE_CHARACTERS else f"{line[:_TITLE_CHARACTERS]}…"
