"""The documents that wait for a person's decision."""

from django.db.models import QuerySet

from decisions.domain.kinds import Status
from decisions.models import Document
from decisions.querysets import documents_visible_to
from spaces.domain.caller import Caller


def decisions_due(caller: Caller) -> QuerySet[Document]:
    """Those in review that the caller's person is named to decide."""
    return documents_visible_to(caller).filter(status=Status.IN_REVIEW, decider_id=caller.person_id)
