"""The same creating call several times at once, on real connections: one object, and all are answered with it."""

from collections import Counter

import pytest
from django.db import models
from django.utils import timezone

from decisions.models import Answer, Comment, Diagram, Document, Question
from reviews.models import Ask
from spaces.models import AuditEntry, RepeatedCall, Space
from tests.cast import Cast, make_cast
from tests.decisions.test_concurrency import racers
from tests.mcp_bridge.test_repeated_calls import CREATING, arguments_for, told

pytestmark = pytest.mark.django_db(transaction=True)

CALLERS = 6
MAKES: dict[str, type[models.Model]] = {
    "decisions_add_comment": Comment,
    "decisions_answer_question": Answer,
    "decisions_ask_question": Question,
    "decisions_create_diagram": Diagram,
    "decisions_create_document": Document,
    "decisions_create_space": Space,
    "approvals_ask": Ask,
}


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """The cast, committed, so that other connections see it."""
    return make_cast()


@pytest.mark.parametrize("tool", sorted(CREATING))
def test_of_the_same_calls_at_once_one_makes_the_object(cast: Cast, tool: str) -> None:
    assert set(MAKES) == CREATING
    agent = cast.agent_of("owner")
    arguments = arguments_for(tool, cast)
    # A second time when the first is forgotten; a question has one answer only.
    rounds = 1 if tool == "decisions_answer_question" else 2
    before, entries = MAKES[tool].objects.count(), AuditEntry.objects.count()
    with racers(CALLERS) as threads:
        for _ in range(rounds):
            RepeatedCall.objects.update(expires_at=timezone.now())
            answers = threads.race(*[lambda: told(tool, arguments, agent)] * CALLERS)
            assert Counter(answer.pop("deduped", False) for answer in answers) == {
                True: CALLERS - 1,
                False: 1,
            }
            assert all(answer == answers[0] for answer in answers)
    assert MAKES[tool].objects.count() == before + rounds
    assert AuditEntry.objects.count() == entries + rounds
    assert RepeatedCall.objects.count() == 1


def test_of_the_same_calls_at_once_that_fail_none_is_remembered(cast: Cast) -> None:
    agent = cast.agent_of("member")
    arguments = {"space_id": cast.space.pk, "kind": "rfc", "title": "Limits", "parent_id": "RFC 7"}
    with racers(CALLERS) as threads:
        calls = [lambda: told("decisions_create_document", arguments, agent)] * CALLERS
        assert {answer["error"] for answer in threads.race(*calls)} == {"not_found"}
    assert RepeatedCall.objects.count() == 0
