"""What judging adds to the pages that list and compare a document's versions."""

from collections.abc import Collection, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from decisions.admin.panels import Since
from decisions.models import Document
from reviews.services.version_answers import VersionAnswers, answers_on, last_answered
from spaces.domain.caller import Caller


def since_last_review(*, document: Document, caller: Caller) -> Since | None:
    """What a reviewer wants to see first: what is new since they last answered."""
    answered = last_answered(document_id=document.pk, until=document.current_version, caller=caller)
    if answered is None:
        return None
    words = _("Since your last review, of version %(number)d") % {"number": answered.version}
    return Since(answered.version, words, by_default=True)


def version_notes(*, document: Document, numbers: Collection[int]) -> dict[int, list[str]]:
    """How many approve each version, or ask for changes."""
    answers = answers_on(document=document, numbers=numbers)
    return {number: list(_in_words(each)) for number, each in answers.items()}


def _in_words(answers: VersionAnswers) -> Iterator[str]:
    given = answers.approvals - answers.carried
    if given:
        yield ngettext("%(count)d approval", "%(count)d approvals", given) % {"count": given}
    if carried := answers.carried:
        words = ngettext("%(count)d approval carried over", "%(count)d approvals carried over", carried)
        yield words % {"count": carried}
    if changes := answers.changes:
        yield ngettext("%(count)d asks for changes", "%(count)d ask for changes", changes) % {
            "count": changes
        }
