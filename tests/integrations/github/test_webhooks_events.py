"""What a delivery asks to read again, and whether GitHub sent it."""

import copy
import hashlib
import hmac
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.references import parse_reference
from integrations.domain.pull_request_urls import MAX_IMPLEMENTED
from integrations.domain.pull_requests import Address
from integrations.github.webhooks import Event, PayloadUnread, Touched, event_of, signature_fits

SECRET = b"a secret of this connection"
BODY = b'{"zen": "\xc3\xa9"}'
SIGNATURE = "sha256=" + hmac.new(SECRET, BODY, hashlib.sha256).hexdigest()

SHA = "ab" * 20
WHERE = ("github.com", "o", "r", "R_1")
FIRST = Address("github.com", "o", "r", 1)


def payload(**parts: Any) -> dict[str, Any]:
    repository = {"id": 7, "node_id": "R_1", "full_name": "o/r", "html_url": "https://github.com/o/r"}
    return {"repository": repository, "sender": None, **parts}


def opened(**changes: Any) -> dict[str, Any]:
    """A pull request of a deleted account, out of a deleted fork."""
    pull_request = {"number": 1, "node_id": "PR_1", "user": None, "head": {"sha": SHA, "repo": None}}
    return payload(action="opened", number=1, pull_request={**pull_request, **changes})


def checked(name: str, *numbers: int, **base: Any) -> dict[str, Any]:
    named = [{"id": 5, "number": number, "base": {"repo": {"id": 7, **base}}} for number in numbers]
    return payload(action="completed", **{name: {"head_sha": SHA, "pull_requests": named}})


def test_the_signature_of_the_very_bytes_under_the_secret_fits() -> None:
    assert signature_fits(SECRET, BODY, SIGNATURE)


@pytest.mark.parametrize(
    "header",
    [
        *(None, "", "sha256=", SIGNATURE[7:], SIGNATURE[:-1], SIGNATURE + "0", SIGNATURE + "\n", " " + SIGNATURE),
        *(SIGNATURE.upper(), "sha256=" + SIGNATURE[7:].upper(), "sha256=" + "0" * 64, f"{SIGNATURE},{SIGNATURE}"),
        *("sha1=" + hmac.new(SECRET, BODY, hashlib.sha1).hexdigest(), SIGNATURE.replace("sha256", "sha512")),
        *("sha256=" + "é" * 64, "sha256=" + "１" * 64, "sha256=" + "\ud800" * 64),
    ],
)  # fmt: skip
def test_any_other_signature_does_not_fit(header: str | None) -> None:
    assert not signature_fits(SECRET, BODY, header)


def test_another_body_or_secret_does_not_fit() -> None:
    assert not signature_fits(SECRET, BODY + b" ", SIGNATURE)
    assert not signature_fits(SECRET + b" ", BODY, SIGNATURE)


def test_no_secret_signs_nothing() -> None:
    everybodys = "sha256=" + hmac.new(b"", BODY, hashlib.sha256).hexdigest()
    assert not signature_fits(b"", BODY, everybodys)


@given(st.text())
def test_any_header_is_answered(header: str) -> None:
    assert not signature_fits(SECRET, BODY, header)
    assert not signature_fits(SECRET, BODY, "sha256=" + header)


@pytest.mark.parametrize(
    ("name", "action"),
    [
        *(("pull_request", action) for action in ("opened", "edited", "converted_to_draft", "ready_for_review", "new")),
        *(("pull_request_review", action) for action in ("submitted", "edited", "dismissed")),
        ("pull_request_review_comment", "created"),
        ("pull_request_review_thread", "resolved"),
    ],
)  # fmt: skip
def test_every_event_of_a_pull_request_asks_to_read_it_again(name: str, action: str) -> None:
    found = event_of(name, {**opened(), "action": action})
    assert found == Event(*WHERE, pull_requests=(Touched(FIRST, "PR_1"),), head_sha=SHA)
    assert not found.whole_repository


@pytest.mark.parametrize("name", ["check_run", "check_suite"])
def test_checks_name_pull_requests_by_number(name: str) -> None:
    found = event_of(name, checked(name, 1, 2, 2))
    second = Touched(Address("github.com", "o", "r", 2), "")
    assert found == Event(*WHERE, pull_requests=(Touched(FIRST, ""), second), head_sha=SHA)


@pytest.mark.parametrize("name", ["check_run", "check_suite"])
def test_checks_that_name_none_or_only_those_of_another_repository_are_about_the_whole_one(name: str) -> None:
    for delivered in (checked(name), checked(name, 1, id=8), payload(**{name: {"head_sha": SHA}})):
        found = event_of(name, delivered)
        assert found == Event(*WHERE, head_sha=SHA)
        assert found.whole_repository


def test_a_status_is_about_the_whole_repository_and_names_its_commit() -> None:
    found = event_of("status", payload(sha=SHA, state="success"))
    assert found == Event(*WHERE, head_sha=SHA)
    assert found.whole_repository


MOVES = [
    ("renamed", {"repository": {"name": {"from": "old"}}}, "o/old"),
    ("transferred", {"owner": {"from": {"user": {"login": "ana"}}}}, "ana/r"),
    ("transferred", {"owner": {"from": {"organization": {"login": "acme"}}}}, "acme/r"),
    (
        "transferred",
        {"owner": {"from": {"user": {"login": "a"}}}, "repository": {"name": {"from": "b"}}},
        "a/b",
    ),
    ("transferred", {"owner": {"from": {"user": None}}}, ""),
    ("renamed", {"repository": {"name": {"from": "r"}}}, ""),
    ("renamed", {"repository": {"name": {"from": "../x"}}}, ""),
    ("renamed", None, ""),
]


@pytest.mark.parametrize(("action", "changes", "old_name"), MOVES)
def test_a_repository_that_moved_has_its_new_name_and_the_old_one_where_that_is_said(
    action: str, changes: Any, old_name: str
) -> None:
    found = event_of("repository", payload(action=action, changes=changes))
    assert found == Event(*WHERE, moved=True, old_name=old_name)


@pytest.mark.parametrize(
    ("name", "action"),
    [
        *(("repository", action) for action in ("privatized", "archived", "deleted", "")),
        *((name, "created") for name in ("ping", "push", "issues", "issue_comment", "merge_group", "", "anything")),
    ],
)  # fmt: skip
def test_other_events_ask_for_nothing(name: str, action: str) -> None:
    assert event_of(name, payload(action=action)) is None


def test_what_a_new_pull_request_says_it_implements_is_told() -> None:
    words = {"title": "Implements RFC 12 ```", "body": "Implements ADR 3\r\nand more; implements RFC 12"}
    expected = (parse_reference("rfc-12"), parse_reference("adr-3"))
    for action in ("opened", "edited"):
        found = event_of("pull_request", {**opened(**words), "action": action})
        assert found is not None
        assert found.implements == expected
    for name, action in [("pull_request", "closed"), ("pull_request_review", "edited")]:
        found = event_of(name, {**opened(**words), "action": action})
        assert found is not None
        assert found.implements == ()


def test_a_title_and_a_description_together_name_twenty_at_most() -> None:
    many = [", ".join(f"RFC {number}" for number in range(first, first + 15)) for first in (1, 16)]
    found = event_of("pull_request", opened(title=f"Implements {many[0]}", body=f"Implements {many[1]}"))
    assert found is not None
    assert [reference.number for reference in found.implements] == [*range(1, MAX_IMPLEMENTED + 1)]


@pytest.mark.parametrize("sha", [None, "", "main", SHA[1:], SHA.upper(), f"{SHA}\n", 3])
def test_what_is_no_name_of_a_commit_is_left_out(sha: object) -> None:
    assert event_of("status", payload(sha=sha)) == Event(*WHERE)


def test_a_pull_request_without_words_implements_nothing() -> None:
    for words in ({}, {"title": None, "body": None}, {"title": 3, "body": ["Implements RFC 1"]}):
        found = event_of("pull_request", opened(**words))
        assert found is not None
        assert found.implements == ()


@pytest.mark.parametrize(
    ("page", "host"),
    [
        ("https://GitHub.com/o/r", "github.com"),
        ("http://github.acme.test/o/r", "github.acme.test"),
        ("https://evil.test/o/r", "evil.test"),
    ],
)
def test_the_host_is_that_of_the_repositorys_page(page: str, host: str) -> None:
    delivered = opened()
    delivered["repository"]["html_url"] = page
    found = event_of("pull_request", delivered)
    assert found is not None
    assert found.host == host
    assert found.pull_requests[0].address.host == host


@pytest.mark.parametrize("number", [None, 0, -1, 2**31, True, "1", 1.0, [1]])
def test_a_pull_request_without_a_number_cannot_be_read(number: object) -> None:
    with pytest.raises(PayloadUnread):
        event_of("pull_request", opened(number=number))


@pytest.mark.parametrize(
    "changes",
    [
        *({"full_name": name} for name in (None, "", "o", "o/r/s", "../user", "o/..", 3)),
        *({"html_url": page} for page in (None, "", "/o/r", "ftp://github.com/o/r", "https:///o/r", "https://[/o")),
        {"html_url": "https://github.com@evil.test/o/r"},
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["pull_request", "check_run", "status"])
def test_a_repository_without_name_or_page_cannot_be_read(name: str, changes: dict[str, Any]) -> None:
    delivered = {**opened(), "check_run": {}}
    delivered["repository"].update(changes)
    with pytest.raises(PayloadUnread):
        event_of(name, delivered)


ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)
NAMES = st.sampled_from(
    ["pull_request", "pull_request_review", "check_run", "check_suite", "status", "repository"]
)
WHOLE = {
    **opened(title="Implements RFC 1", body="x"),
    "check_run": checked("check_run", 1)["check_run"],
    "check_suite": checked("check_suite", 1)["check_suite"],
    "sha": SHA,
    "changes": {"owner": {"from": {"user": {"login": "ana"}}}, "repository": {"name": {"from": "old"}}},
}


def places(whole: Any, *before: Any) -> Iterator[tuple[Any, ...]]:
    """The way to everything inside, and to the whole."""
    yield before
    inside = whole.items() if isinstance(whole, dict) else enumerate(whole) if isinstance(whole, list) else ()
    for key, each in inside:
        yield from places(each, *before, key)


@given(
    NAMES, st.sampled_from(["opened", "renamed", "transferred"]), st.sampled_from([*places(WHOLE)]), ANYTHING
)
def test_whatever_stands_in_one_place_a_delivery_is_read_or_refused_in_one_way(
    name: str, action: str, place: tuple[Any, ...], anything: Any
) -> None:
    broken = copy.deepcopy({**WHOLE, "action": action})
    inner: Any = broken
    for key in place[:-1]:
        inner = inner[key]
    if place:
        inner[place[-1]] = anything
    try:
        found = event_of(name, broken if place else anything)
    except PayloadUnread:
        return
    assert found is None or (found.host and found.owner and found.repo)
