"""What GitHub's answers say of each of many pull requests."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from integrations.domain.pull_requests import (
    Address,
    Checks,
    Failure,
    ReviewDecision,
    Snapshot,
    State,
    Trouble,
)
from integrations.github.mapping import read_answer

HOST = "github.acme.test"
ONE, TWO, THREE = (Address(HOST, "o", "r", number) for number in (1, 2, 3))
MERGED_AT = "2026-11-29T08:00:00Z"
COMMIT = "ab" * 20


def node(number: int = 1, **changes: Any) -> dict[str, Any]:
    """A pull request as GitHub tells it, all that may be null being null."""
    return {
        "id": f"PR_{number}",
        "number": number,
        "title": "A title",
        "state": "OPEN",
        "isDraft": False,
        "mergedAt": None,
        "updatedAt": "2026-11-30T10:20:30Z",
        "reviewDecision": None,
        "author": None,
        "mergeCommit": None,
        "statusCheckRollup": None,
        **changes,
    }


def repository(pull_request: Any, **changes: Any) -> dict[str, Any]:
    return {"id": "R_1", "nameWithOwner": "o/r", "pullRequest": pull_request, **changes}


def read(whole: Any, *errors: Any) -> Snapshot | Failure:
    return read_answer([ONE], {"a0": whole}, list(errors), HOST)[ONE]


def trouble(whole: Any, *errors: Any) -> Trouble:
    found = read(whole, *errors)
    assert isinstance(found, Failure)
    assert found.words.endswith(".")
    assert len(found.words) <= 300
    return found.trouble


def shown(**changes: Any) -> Snapshot:
    found = read(repository(node(**changes)))
    assert isinstance(found, Snapshot)
    return found


def error(kind: str, *path: object, **more: Any) -> dict[str, Any]:
    return {"type": kind, "path": list(path), "message": "Could not resolve", **more}


def test_one_with_everything_null_is_read() -> None:
    assert shown() == Snapshot(
        node_id="PR_1",
        repo_node_id="R_1",
        address=ONE,
        url=f"https://{HOST}/o/r/pull/1",
        state=State.OPEN,
        title="A title",
        author="",
        review_decision=None,
        checks=None,
        merged_at=None,
        merge_commit="",
        updated_at=datetime(2026, 11, 30, 10, 20, 30, tzinfo=UTC),
    )


def test_a_merged_one_with_everything_is_read() -> None:
    found = shown(
        state="MERGED",
        mergedAt=MERGED_AT,
        mergeCommit={"oid": COMMIT},
        author={"login": "ana"},
        reviewDecision="APPROVED",
        statusCheckRollup={"state": "SUCCESS"},
    )
    assert found == replace(
        shown(),
        state=State.MERGED,
        merged_at=datetime(2026, 11, 29, 8, tzinfo=UTC),
        merge_commit=COMMIT,
        author="ana",
        review_decision=ReviewDecision.APPROVED,
        checks=Checks.PASSING,
    )


@pytest.mark.parametrize(
    ("state", "draft", "merged_at", "expected"),
    [
        ("OPEN", False, None, State.OPEN),
        ("OPEN", True, None, State.DRAFT),
        ("OPEN", None, None, State.OPEN),
        ("OPEN", "no", None, State.OPEN),
        ("CLOSED", False, None, State.CLOSED),
        ("CLOSED", True, None, State.CLOSED),
        ("MERGED", False, MERGED_AT, State.MERGED),
        ("MERGED", True, MERGED_AT, State.MERGED),
        ("CLOSED", False, MERGED_AT, State.MERGED),
    ],
)
def test_the_state_is_what_state_draft_and_time_of_merging_come_to(
    state: str, draft: object, merged_at: str | None, expected: State
) -> None:
    assert shown(state=state, isDraft=draft, mergedAt=merged_at).state is expected


def test_a_closed_one_with_a_merge_commit_is_not_merged() -> None:
    found = shown(state="CLOSED", mergeCommit={"oid": COMMIT})
    assert (found.state, found.merge_commit) == (State.CLOSED, "")


@pytest.mark.parametrize(
    "changes",
    [
        *({"state": state} for state in ("MERGED", "QUEUED", "", None, 3, [])),
        *({"state": state, "mergedAt": MERGED_AT} for state in ("OPEN", "QUEUED")),
        *({"number": number} for number in (2, None, "1")),
        *({"id": id_} for id_ in ("", None, 5, "x" * 101, "a b")),
        *({"updatedAt": time} for time in (None, "", "soon", "2026-11-30T10:20:30", 5, "0001-01-01T00:00:00+01:00")),
        {"state": "MERGED", "mergedAt": "soon"},
    ],
)  # fmt: skip
def test_an_answer_that_contradicts_itself_or_lacks_what_is_never_null_is_bad(
    changes: dict[str, Any],
) -> None:
    assert trouble(repository(node(**changes))) is Trouble.BAD_ANSWER


@pytest.mark.parametrize(
    ("state", "checks"),
    [
        ("SUCCESS", Checks.PASSING),
        ("FAILURE", Checks.FAILING),
        ("ERROR", Checks.FAILING),
        ("PENDING", Checks.PENDING),
        ("EXPECTED", Checks.PENDING),
        ("SOMETHING_NEW", None),
        (None, None),
    ],
)
def test_checks_are_what_the_rollup_says_and_a_new_word_loses_nothing_else(
    state: str | None, checks: Checks | None
) -> None:
    assert shown(statusCheckRollup={"state": state}).checks is checks


@pytest.mark.parametrize("word", [None, "SOMETHING_NEW", *(each.value.upper() for each in ReviewDecision)])
def test_a_review_decision_is_one_of_three_or_none(word: str | None) -> None:
    found = shown(reviewDecision=word).review_decision
    assert found == (None if word in (None, "SOMETHING_NEW") else word.lower())


def test_a_title_is_one_bounded_line_without_characters_that_deceive() -> None:
    assert shown(title="  Fix\r\n\x00 \u202ethis\ttoo ").title == "Fix this too"
    assert len(shown(title="x" * 5000).title) == 300
    assert shown(title="").title == shown(title=None).title == ""


def test_a_login_is_one_bounded_line() -> None:
    assert shown(author={"login": "a\nb"}).author == "a b"
    assert len(shown(author={"login": "x" * 500}).author) == 100


def test_a_renamed_repository_is_followed_to_where_it_is_now() -> None:
    found = read(repository(node(), nameWithOwner="new-owner/new.name"))
    assert isinstance(found, Snapshot)
    assert found.address == Address(HOST, "new-owner", "new.name", 1)
    assert found.url == f"https://{HOST}/new-owner/new.name/pull/1"


@pytest.mark.parametrize("name", [None, "", "o", "o/r/s", "../user", "o/..", "evil.test/o"])
def test_a_repository_without_a_proper_name_or_id_is_a_bad_answer(name: str | None) -> None:
    assert trouble(repository(node(), nameWithOwner=name)) is Trouble.BAD_ANSWER
    assert trouble(repository(node(), id=name and "")) is Trouble.BAD_ANSWER


@pytest.mark.parametrize("path", [("a0",), ("a0", "pullRequest"), ()])
@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("NOT_FOUND", Trouble.NOT_VISIBLE),
        ("FORBIDDEN", Trouble.FORBIDDEN),
        ("INSUFFICIENT_SCOPES", Trouble.FORBIDDEN),
        ("RATE_LIMITED", Trouble.LIMITED),
        ("RATE_LIMIT", Trouble.LIMITED),
        ("SOMETHING_NEW", Trouble.BAD_ANSWER),
    ],
)
def test_what_is_null_has_the_trouble_its_error_names(
    path: tuple[str, ...], kind: str, expected: Trouble
) -> None:
    whole = repository(None) if len(path) == 2 else None
    assert trouble(whole, error(kind, *path)) is expected


def test_one_own_error_counts_before_one_of_the_whole_answer() -> None:
    assert trouble(None, error("RATE_LIMIT"), error("NOT_FOUND", "a0")) is Trouble.NOT_VISIBLE


def test_people_are_told_which_of_the_two_cannot_be_seen_and_of_a_single_sign_on() -> None:
    no_repository = read(None, error("NOT_FOUND", "a0"))
    no_number = read(repository(None), error("NOT_FOUND", "a0", "pullRequest"))
    forbidden = read(None, error("FORBIDDEN", "a0"))
    sign_on = read(None, error("FORBIDDEN", "a0", extensions={"saml_failure": True}))
    assert len({no_repository, no_number, forbidden, sign_on}) == 4


@pytest.mark.parametrize("whole", [None, [], "x", 3, {}, {"pullRequest": None}, {"pullRequest": []}])
def test_what_is_missing_without_a_reason_is_a_bad_answer(whole: object) -> None:
    assert trouble(whole) is Trouble.BAD_ANSWER


def test_checks_that_the_credential_may_not_see_leave_the_rest_readable() -> None:
    found = read(repository(node()), error("FORBIDDEN", "a0", "pullRequest", "statusCheckRollup"))
    assert found == shown()


@pytest.mark.parametrize(
    "fault",
    [
        error("SOMETHING_NEW", "a0", "pullRequest", "statusCheckRollup"),
        error("RATE_LIMIT", "a0", "pullRequest", "reviewDecision"),
        error("FORBIDDEN", "a0", "pullRequest", "mergedAt"),
        {"path": ["a0", "pullRequest", "statusCheckRollup"]},
        error("FORBIDDEN", "a0", "id"),
    ],
)
def test_a_part_that_failed_is_not_read_as_if_there_were_none(fault: dict[str, Any]) -> None:
    assert trouble(repository(node()), fault) is Trouble.BAD_ANSWER


def test_one_bad_entry_never_loses_the_others() -> None:
    found = read_answer(
        [ONE, TWO, THREE],
        {"a0": repository(node(1)), "a1": None, "a2": repository(node(1))},
        [error("NOT_FOUND", "a1")],
        HOST,
    )
    assert isinstance(found[ONE], Snapshot)
    assert [getattr(found[each], "trouble", None) for each in (TWO, THREE)] == [
        Trouble.NOT_VISIBLE,
        Trouble.BAD_ANSWER,
    ]


ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5), st.just("NOT_FOUND")),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from([*node(), *repository(None), "a0", "a1", "path", "type", "login", "oid"]), inner
        ),
    ),
    max_leaves=12,
)  # fmt: skip


@given(ANYTHING, ANYTHING)
def test_an_answer_of_any_shape_says_something_of_each(data: object, errors: object) -> None:
    found = read_answer([ONE, TWO], data, errors, HOST)
    assert list(found) == [ONE, TWO]
    assert all(isinstance(each, Failure) for each in found.values())


@given(st.dictionaries(st.sampled_from([*node()]), ANYTHING))
def test_a_pull_request_of_any_shape_is_a_snapshot_that_can_be_kept_or_a_failure(
    changes: dict[str, Any],
) -> None:
    found = read(repository(node(**changes)))
    if isinstance(found, Snapshot):
        assert (found.state is State.MERGED) == (found.merged_at is not None)
        assert found.state is State.MERGED or found.merge_commit == ""
        assert found.updated_at.tzinfo is UTC
