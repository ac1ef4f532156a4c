"""Lists of pull requests: of a document whole, of a space by pages, with counts by state."""

from typing import Any

import pytest
from django.utils import timezone

from decisions.models import Document
from integrations.domain.pull_requests import State
from integrations.models import PullRequest, PullRequestLink
from integrations.services.pull_request_links import pull_request_unlink
from integrations.services.pull_request_listing import pull_request_list
from spaces.domain.access import Access
from spaces.kernel.errors import DomainError
from tests.cast import Cast
from tests.integrations.carrying.stage import linked, state_set

COMPACT = {"pull_request_id", "document_id", "repo", "number", "url", "state", "title"}
FULL = COMPACT | {
    *("account_id", "author", "review_decision", "checks", "merged_at", "merge_commit", "linked_by"),
    *("linked_at", "last_read_at", "last_changed_at", "error"),
}


def numbers(cast: Cast, who: str = "member", **filters: Any) -> list[int]:
    return [link.pull_request.number for link in pull_request_list(cast.caller(who), filters).rows]


def many(cast: Cast, document: Document, numbers: range, **columns: Any) -> None:
    """Links to pull requests with these numbers, without the acts that make them."""
    now = timezone.now()
    rows = PullRequest.objects.bulk_create(
        PullRequest(
            account=cast.account,
            host="github.com",
            owner="acme",
            repo="web",
            name_key="acme/web",
            number=number,
            created_at=now,
            **columns,
        )
        for number in numbers
    )
    PullRequestLink.objects.bulk_create(
        PullRequestLink(
            document=document,
            pull_request=row,
            account=cast.account,
            space=cast.space,
            linked_by=cast.people["member"],
            byline="member",
            linked_at=now,
        )
        for row in rows
    )


def test_a_documents_list_is_newest_link_first_and_leaves_out_what_was_unlinked(cast: Cast) -> None:
    document = cast.document()
    for number in (3, 1, 2):
        linked(cast, document, number)
    pull_request_unlink(document=document, url="acme/web#1", caller=cast.caller("member"))
    assert numbers(cast, document_id=document.pk) == [2, 3]
    assert numbers(cast, document_id="RFC 1", space_id=cast.space.pk) == [2, 3]
    linked(cast, document, 1)
    assert numbers(cast, document_id=document.pk) == [1, 2, 3]


def test_it_is_filtered_by_state_and_counts_say_what_there_is_without_that(cast: Cast) -> None:
    document = cast.document()
    for number, state in enumerate(State, start=1):
        linked(cast, document, number, state)
    expected = {state.value: [number] for number, state in enumerate(State, start=1)}
    expected["active"] = [3, 2, 1]
    assert list(State)[:3] == [State.UNKNOWN, State.DRAFT, State.OPEN]
    for where in ({"document_id": document.pk}, {"space_id": cast.space.pk}):
        for state, found in expected.items():
            page = pull_request_list(cast.caller("member"), {**where, "state": state})
            assert [link.pull_request.number for link in page.rows] == found
            assert page.facts["counts"] == {state.value: 1 for state in State}


@pytest.mark.parametrize(
    ("repo", "found"),
    [
        ("acme/web", 1),
        ("ACME/Web", 1),
        ("github.com/Acme/web", 1),
        ("git.example.net/acme/web", 0),
        ("acme/we", 0),
    ],
)
def test_it_is_filtered_by_repository_in_any_case(cast: Cast, repo: str, found: int) -> None:
    linked(cast, cast.document())
    page = pull_request_list(cast.caller("member"), {"space_id": cast.space.pk, "repo": repo})
    assert len(page.rows) == sum(page.facts["counts"].values()) == found


@pytest.mark.parametrize("repo", ["acme", "a/b/c/d", "/", "acme/"])
def test_what_is_no_repository_is_refused(cast: Cast, repo: str) -> None:
    with pytest.raises(DomainError) as refusal:
        pull_request_list(cast.caller("member"), {"space_id": cast.space.pk, "repo": repo})
    assert (refusal.value.code, refusal.value.path) == ("invalid_arguments", "repo")


def test_neither_document_nor_space_is_refused(cast: Cast) -> None:
    with pytest.raises(DomainError) as refusal:
        pull_request_list(cast.caller("member"), {})
    assert (refusal.value.code, refusal.value.path) == ("invalid_arguments", "space_id")


def test_a_spaces_list_tells_and_counts_only_links_of_documents_that_the_caller_reads(cast: Cast) -> None:
    seen, closed = cast.document("Seen"), cast.document("Closed")
    linked(cast, seen, 1)
    linked(cast, closed, 2)
    Document.objects.filter(pk=closed.pk).update(access=Access.INTERNAL)
    for who, expected in (("member", [1]), ("author", [2, 1]), ("owner", [2, 1])):
        page = pull_request_list(cast.caller(who), {"space_id": cast.space.pk})
        assert [link.pull_request.number for link in page.rows] == expected
        assert page.facts["counts"]["unknown"] == len(expected)


def test_a_spaces_list_is_paged_without_skipping_or_repeating_while_links_come_and_states_change(
    cast: Cast,
) -> None:
    document = cast.document()
    links = [linked(cast, document, number) for number in range(1, 8)]
    filters: dict[str, Any] = {"space_id": cast.space.pk, "page_size": 3}
    seen: list[int] = []
    while True:
        page = pull_request_list(cast.caller("member"), filters)
        seen += [link.pull_request.number for link in page.rows]
        if not page.next_page_token:
            break
        filters["page_token"] = page.next_page_token
        linked(cast, document, len(seen) + 100)
        state_set(links[0], State.OPEN)
    assert seen == [7, 6, 5, 4, 3, 2, 1]


def test_a_documents_list_comes_whole_whatever_the_page_size(cast: Cast) -> None:
    document = cast.document()
    many(cast, document, range(1, 61))
    for size in (0, 1, 200):
        page = pull_request_list(cast.caller("member"), {"document_id": document.pk, "page_size": size})
        assert (len(page.rows), page.next_page_token) == (60, "")


def test_five_hundred_long_rows_end_before_60_kb_and_go_on(cast: Cast) -> None:
    document = cast.document()
    many(cast, document, range(1, 501), title="ä" * 200)
    client = cast.client("agent")
    path = f"/api/v1/pull-requests/?document_id={document.pk}"
    seen: list[str] = []
    token = ""
    while True:
        response = client.get(f"{path}&page_token={token}")
        assert len(response.content) <= 60_000
        answer = response.json()
        assert answer["counts"]["unknown"] == 500
        seen += [row["pull_request_id"] for row in answer["items"]]
        token = answer["next_page_token"]
        if not token:
            break
    assert len(seen) == len(set(seen)) == 500


def test_rows_say_what_is_known_and_compact_ones_the_least(cast: Cast) -> None:
    document = cast.document()
    link = linked(cast, document, 7)
    client = cast.client("agent")
    path = f"/api/v1/pull-requests/?document_id={document.pk}"
    (whole,) = client.get(path).json()["items"]
    assert set(whole) == FULL
    assert whole["pull_request_id"] == link.pk
    assert (whole["repo"], whole["number"], whole["state"]) == ("acme/web", 7, "unknown")
    assert whole["url"] == "https://github.com/acme/web/pull/7"
    assert (whole["review_decision"], whole["checks"], whole["merged_at"]) == (None, None, None)
    assert whole["account_id"] == cast.account.pk
    assert whole["linked_by"] == "member"
    assert whole["error"]
    (compact,) = client.get(f"{path}&compact=true").json()["items"]
    assert compact == {name: whole[name] for name in COMPACT}
