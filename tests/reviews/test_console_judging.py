"""Moves and reviews on a document's page: by the rules of the services, with nothing of anybody's lost."""

from typing import Any

import pytest
from django.urls import reverse

from decisions.domain.kinds import KINDS, Kind, Status
from decisions.models import Document
from decisions.services.versions import version_add
from reviews.admin.moves import moves_shown
from reviews.domain.policy import Decision
from reviews.models import Review
from reviews.services.approvals import standing_of
from reviews.services.people import readers_who_count
from reviews.services.possible import possible
from spaces.domain.access import Access
from spaces.models import AuditEntry, SpaceSettings
from spaces.services.settings import settings_of
from tests.cast import Cast
from tests.console import address, browser, refusals
from tests.reviews.console_judging import accepted, answer, in_review, panel, statements_of

ACTORS = ("owner", "manager", "member", "author", "named", "partner")
STATUSES = [(kind, status) for kind in Kind for status in KINDS[kind].statuses]


def move(cast: Cast, document: Document, name: str, status: str, base: int, **more: object) -> Any:
    form = {"status": status, "base_version": base, **more}
    return browser(cast, name).post(address(document, "status"), form)


def stored(document: Document) -> tuple[Any, ...]:
    """Everything a refused act must have left alone."""
    record = Document.objects.values_list("status", "current_version", "decider", "review_by", "successor")
    return (
        record.get(pk=document.pk),
        list(Review.objects.order_by("pk").values_list()),
        AuditEntry.objects.count(),
    )


@pytest.mark.parametrize("approvals", [0, 3])
@pytest.mark.parametrize(("kind", "status"), STATUSES)
def test_the_moves_offered_are_those_the_rules_allow_and_each_other_says_why(
    cast: Cast, kind: Kind, status: Status, approvals: int
) -> None:
    document = cast.document(kind=kind)
    Document.objects.filter(pk=document.pk).update(status=status, decider=cast.people["member"])
    document.refresh_from_db()
    cast.space.settings = SpaceSettings.objects.create(space=cast.space, approvals={kind: approvals})
    standing = standing_of(document, settings_of(cast.space))
    for name in ACTORS:
        caller = cast.caller(name)
        shown = moves_shown(standing, caller)
        offered = {f"set_status:{each.to}" for each in shown if not each.refusal}
        assert offered == {word for word in possible(standing, caller) if word.startswith("set_status")}
        assert {each.to for each in shown} >= {Status(word.split(":")[1]) for word in offered}


def test_a_review_is_started_with_its_decider_and_day(cast: Cast) -> None:
    document = cast.document()
    page = browser(cast, "author").get(address(document, "status"), {"status": "in_review"})
    assert {"decider", "review_by", "note"} <= set(page.context["form"].fields)
    given = {"decider": cast.people["manager"].pk, "review_by": "2999-01-02", "note": "please"}
    assert move(cast, document, "author", "in_review", 1, **given)["Location"] == address(document)
    document.refresh_from_db()
    assert (document.status, str(document.review_by)) == (Status.IN_REVIEW, "2999-01-02")
    assert document.decider == cast.people["manager"]


def test_a_review_without_a_decider_or_with_a_day_gone_by_is_refused_at_its_field(cast: Cast) -> None:
    document = cast.document()
    before = stored(document)
    nobody = move(cast, document, "author", "in_review", 1, review_by="2999-01-02")
    assert "decider" in nobody.context["form"].errors
    late = move(
        cast, document, "author", "in_review", 1, decider=cast.people["manager"].pk, review_by="2001-01-01"
    )
    assert (late.status_code, set(late.context["form"].errors)) == (400, {"review_by"})
    assert stored(document) == before


def test_somebody_who_cannot_read_the_document_is_no_decider(cast: Cast) -> None:
    document = cast.document()
    given = {"decider": cast.people["partner"].pk, "review_by": "2999-01-02"}
    assert refusals(move(cast, document, "author", "in_review", 1, **given)) == {"invalid_choice"}


def test_a_stale_base_shows_what_changed_keeps_what_was_filled_in_and_moves_on_the_next_try(
    cast: Cast,
) -> None:
    document = in_review(cast)
    for name in ("owner", "member"):
        answer(cast, document, name, Decision.APPROVE)
    text = document.versions.get(number=2).text
    version_add(document=document, base_version=2, text=f"{text}\nmore\n", caller=cast.caller("author"))
    before = stored(document)
    late = move(cast, document, "manager", "rejected", 2, note="not now")
    form = late.context["form"]
    assert (late.status_code, refusals(late), form.theirs.number) == (409, {"conflict"}, 3)
    assert any(row.kind == "added" for row in form.differences)
    assert (form["note"].value(), form["base_version"].value()) == ("not now", "3")
    assert stored(document) == before
    again = {name: form[name].value() for name in ("status", "base_version", "note")}
    assert browser(cast, "manager").post(address(document, "status"), again).status_code == 302
    assert Document.objects.get(pk=document.pk).status == Status.REJECTED


@pytest.mark.parametrize(
    ("name", "status", "code", "http"),
    [
        ("member", "withdrawn", "forbidden", 403),
        ("author", "accepted", "forbidden", 403),
        ("manager", "accepted", "approvals_missing", 409),
        ("manager", "published", "invalid_transition", 409),
        ("partner", "withdrawn", "forbidden", 403),
    ],
)
def test_a_move_that_is_not_open_is_refused_and_changes_nothing(
    cast: Cast, name: str, status: str, code: str, http: int
) -> None:
    document = in_review(cast, level=Access.PARTNER)
    before = stored(document)
    refused = move(cast, document, name, status, 2)
    assert (refused.status_code, refusals(refused)) == (http, {code})
    assert refused.content.count(b'role="alert"') == 1
    assert stored(document) == before


def test_an_old_document_is_superseded_by_one_that_is_decided(cast: Cast) -> None:
    old, new, draft = accepted(cast), accepted(cast), cast.document()
    refused = move(cast, old, "manager", "superseded", 3, successor_id=str(draft.reference))
    assert (refused.status_code, set(refused.context["form"].errors)) == (400, {"successor_id"})
    assert move(cast, old, "manager", "superseded", 3, successor_id=str(new.reference)).status_code == 302
    old.refresh_from_db()
    assert (old.status, old.successor) == (Status.SUPERSEDED, new)


def test_members_are_asked_once_and_never_oneself(cast: Cast) -> None:
    document = in_review(cast)
    people = [cast.people[name].pk for name in ("owner", "member")]
    for _ in range(2):
        asked = browser(cast, "author").post(address(document, "reviews_request"), {"reviewers": people})
        assert asked["Location"] == address(document)
    assert Review.objects.filter(decision=Decision.PENDING).count() == 2
    own = {"reviewers": [cast.people["author"].pk]}
    assert refusals(browser(cast, "author").post(address(document, "reviews_request"), own)) == {
        "invalid_choice"
    }
    shown = panel(cast, document, "member", "approvals")
    assert (shown["waiting_for"], shown["is_in"], shown["approvals"].needed) == (["owner", "member"], 0, 2)


def test_changes_take_a_reason_and_block_until_a_manager_dismisses_them_with_one(cast: Cast) -> None:
    document = in_review(cast)
    url = address(document, "reviews_changes")
    assert refusals(browser(cast, "member").post(url, {"version": 2})) == {"required"}
    assert not Review.objects.exists()
    assert browser(cast, "member").post(url, {"version": 2, "reason": "No bound."}).status_code == 302
    review = Review.objects.get()
    assert [each.pk for each in panel(cast, document, "owner", "approvals")["blocking"]] == [review.pk]

    dismiss = {"review_id": review.pk, "because": "Bounded elsewhere."}
    url = address(document, "reviews_dismiss")
    assert refusals(browser(cast, "author").post(url, dismiss)) == {"forbidden"}
    assert refusals(browser(cast, "owner").post(url, {**dismiss, "because": ""})) == {"required"}
    other = address(in_review(cast), "reviews_dismiss")
    assert refusals(browser(cast, "owner").post(other, dismiss)) == {"not_found"}
    assert browser(cast, "owner").post(url, dismiss).status_code == 302
    shown = panel(cast, document, "owner", "reviews")
    assert [row.worth for row in shown["rows"]] == ["dismissed"]


def test_each_review_is_shown_for_what_it_is_worth_now(cast: Cast) -> None:
    document = in_review(cast)
    answer(cast, document, "owner", Decision.APPROVE)
    answer(cast, document, "author", Decision.APPROVE)
    text = document.versions.get(number=2).text
    version_add(document=document, base_version=2, text=f"{text}\nmore\n", caller=cast.caller("author"))
    answer(cast, document, "manager", Decision.APPROVE)
    answer(cast, document, "author", Decision.APPROVE)
    answer(cast, document, "member", Decision.CHANGES, "No.")
    moved = {"decider": cast.people["manager"].pk, "review_by": "2999-01-02", "note": "a new day"}
    assert move(cast, document, "author", "in_review", 3, **moved).status_code == 302
    rows = panel(cast, document, "member", "reviews")["rows"]
    told = [(row.review.reviewer.username, row.review.version, row.worth, row.review.carried) for row in rows]
    assert set(told[:2]) == {
        ("manager", 4, "counts", True),
        ("author", 4, "does not count: wrote the text", True),
    }
    assert told[2:] == [
        ("member", 3, "blocks", False),
        ("author", 3, "outdated", False),
        ("manager", 3, "outdated", False),
        ("author", 2, "outdated", False),
    ]
    everything = browser(cast, "member").get(reverse("admin:reviews_review_of", args=[document.pk]))
    assert len(everything.context["rows"]) == 7
    content = browser(cast, "member").get(address(document, "judging")).content.decode()
    assert "carried" in content
    assert "outdated" in content


def test_an_answer_on_an_older_version_says_that_it_will_not_count(cast: Cast) -> None:
    document = in_review(cast)
    form = browser(cast, "member").get(address(document, "reviews_approve"), {"version": 1}).context["form"]
    assert (form.answered, form.is_outdated) == (1, True)
    browser(cast, "member").post(address(document, "reviews_approve"), {"version": 1})
    assert panel(cast, document, "member", "approvals")["is_in"] == 0
    assert Review.objects.get().version == 1


@pytest.mark.parametrize("act", ["status", "reviews_request", "reviews_approve", "reviews_changes"])
def test_no_act_opens_for_who_cannot_read_and_none_is_done_for_who_only_reads(cast: Cast, act: str) -> None:
    document = in_review(cast, level=Access.PARTNER)
    before = stored(document)
    form = {
        "status": "withdrawn",
        "base_version": 2,
        "version": 2,
        "reason": "Why.",
        "reviewers": [cast.people["owner"].pk],
    }
    for name, answered in (("stranger", 404), ("visitor", 302), ("partner", 403)):
        sent = browser(cast, name).post(address(document, act), form)
        assert sent.status_code == answered
    assert stored(document) == before


def test_a_page_takes_as_many_statements_for_many_reviews_as_for_few(cast: Cast) -> None:
    document = in_review(cast)
    client = browser(cast, "member")
    counts = []
    for rounds in (1, 8):
        for _ in range(rounds):
            document.refresh_from_db()
            for name in ("owner", "member"):
                answer(cast, document, name, Decision.CHANGES, "Again.")
            text = document.versions.get(number=document.current_version).text
            version_add(
                document=document,
                base_version=document.current_version,
                text=f"{text}\nmore\n",
                caller=cast.caller("author"),
            )
        client.get(address(document))
        counts.append(statements_of(lambda: client.get(address(document))))
    assert counts[0] == counts[1]
    assert len(readers_who_count(document)) == 4
