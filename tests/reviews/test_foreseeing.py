"""Other settings, floors and homes are shown with what they would make of the approvals."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from decisions.services.relocation_effects import relocation_foreseen
from reviews.domain.policy import Decision
from spaces.domain.access import Access
from spaces.domain.effects import Effect
from spaces.services.foreseeing import settings_effects, space_update_effects
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.reviews.stage import answer, in_review, rules


def told_of(cast: Cast, **changes: object) -> list[Effect]:
    _, _, effects = settings_effects(space=cast.space, changes=changes, caller=cast.caller("owner"))
    return effects


def named(effects: list[Effect], words: str) -> set[str]:
    return {each.pk for effect in effects if words in effect.words for each in effect.named}


def test_more_approvals_name_what_would_lack_one_and_fewer_what_would_have_enough(cast: Cast) -> None:
    rules(cast, approvals=1)
    approved, waiting = in_review(cast), in_review(cast)
    answer(cast, approved, Decision.APPROVE)
    more = told_of(cast, approvals={"rfc": 2})
    assert named(more, "would lack an approval") == {approved.pk}
    assert named(more, "would lack more approvals") == {waiting.pk}
    fewer = told_of(cast, approvals={"rfc": 0})
    assert named(fewer, "would have enough") == {waiting.pk}
    assert told_of(cast, review_days={"rfc": 3}) == []


def test_an_authors_own_approval_makes_enough_once_it_counts(cast: Cast) -> None:
    rules(cast, approvals=1)
    document = in_review(cast)
    answer(cast, document, Decision.APPROVE, "author")
    assert named(told_of(cast, self_approval=True), "would have enough") == {document.pk}


def test_a_floor_names_what_would_lose_its_approvals(cast: Cast) -> None:
    rules(cast, approvals=1)
    by_member, by_manager = in_review(cast), in_review(cast)
    answer(cast, by_member, Decision.APPROVE, "member")
    answer(cast, by_manager, Decision.APPROVE, "manager")
    effects = space_update_effects(
        space=cast.space, changes={"access_floor": Access.INTERNAL}, caller=cast.caller("owner")
    )
    assert named(effects, "would lack an approval") == {by_member.pk}


def test_a_new_home_is_shown_with_what_it_makes_of_approvals_and_asks(cast: Cast) -> None:
    rules(cast, approvals=1)
    document = in_review(cast)
    answer(cast, document, Decision.APPROVE)
    target = space_create(account_id=cast.account.pk, name="Strict", caller=cast.caller("owner"))
    foreseen = relocation_foreseen(document=document, target_space_id=target.pk, caller=cast.caller("author"))
    assert named(foreseen.effects, "would lack an approval") == {document.pk}
    assert any("outdated" in effect.words for effect in foreseen.effects)
    document.refresh_from_db()
    assert document.space_id == cast.space.pk


def test_only_so_many_documents_are_judged_anew_and_the_cut_is_told(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    from reviews.services import foreseeing

    monkeypatch.setattr(foreseeing, "MAX_JUDGED", 2)
    for _ in range(3):
        in_review(cast)
    effects = told_of(cast, approvals={"rfc": 0})
    assert any("Only the 2" in effect.words for effect in effects)


def test_a_preview_takes_the_same_statements_for_one_document_and_for_many(cast: Cast) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as captured:
            told_of(cast, approvals={"rfc": 3})
        return len(captured.captured_queries)

    rules(cast, approvals=1)
    answer(cast, in_review(cast), Decision.APPROVE)
    few = statements()
    for _ in range(12):
        answer(cast, in_review(cast), Decision.APPROVE)
    assert statements() == few
