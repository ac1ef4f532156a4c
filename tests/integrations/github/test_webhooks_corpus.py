"""Deliveries as GitHub really sends them."""

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from integrations.github.webhooks import Event, event_of

CORPUS = Path(os.environ.get("DECISIONS_CORPUS") or Path(__file__).resolve().parents[4] / "shared/corpus")
GITHUB = CORPUS.parent / "github"

Delivered = tuple[Path, str, dict[str, Any]]

NEVER = {"ping", "merge_group"}


@pytest.fixture(scope="module")
def deliveries() -> list[Delivered]:
    if not (GITHUB / "webhooks").is_dir():
        pytest.skip(
            "no deliveries here: set DECISIONS_CORPUS to the corpus, beside which their folder stands"
        )
    real = [
        (path, path.parent.name, json.loads(path.read_bytes()))
        for path in sorted((GITHUB / "webhooks").rglob("*.json"))
    ]
    derived = [
        (path, path.name.split(".")[0], json.loads(path.read_bytes())["payload"])
        for path in sorted((GITHUB / "derived").glob("*.json"))
    ]
    assert (len(real), len(derived)) == (76, 8)
    return real + derived


def events(deliveries: list[Delivered], *names: str) -> list[tuple[Path, dict[str, Any], Event]]:
    found = [(path, body, event_of(name, body)) for path, name, body in deliveries if name in names]
    return [(path, body, event) for path, body, event in found if event]


def test_each_asks_for_what_its_event_asks_for(deliveries: list[Delivered]) -> None:
    asked = Counter((name, event_of(name, body) is not None) for _, name, body in deliveries)
    assert {name for name, asks in asked if not asks} == {*NEVER, "repository"}
    assert asked["repository", True] == 4
    assert asked["repository", False] == 5


def test_the_host_and_names_are_those_of_the_repository(deliveries: list[Delivered]) -> None:
    found = events(deliveries, *{name for _, name, _ in deliveries} - NEVER)
    assert {event.host for _, _, event in found} == {"github.com", "octocoders.github.io"}
    for _, body, event in found:
        assert f"{event.owner}/{event.repo}" == body["repository"]["full_name"]
        assert event.repo_node_id == body["repository"]["node_id"]


def test_those_of_a_pull_request_name_it_and_its_head(deliveries: list[Delivered]) -> None:
    found = events(deliveries, "pull_request", "pull_request_review", "pull_request_review_thread")
    assert len(found) >= 40
    for path, body, event in found:
        (touched,) = event.pull_requests
        assert (touched.address.number, touched.node_id) == (
            body["pull_request"]["number"],
            body["pull_request"]["node_id"],
        ), path
        assert event.head_sha == body["pull_request"]["head"]["sha"]


def test_those_of_checks_name_their_pull_requests_or_none(deliveries: list[Delivered]) -> None:
    found = events(deliveries, "check_run", "check_suite")
    for path, body, event in found:
        checks = body.get("check_run") or body["check_suite"]
        numbers = [each["number"] for each in checks["pull_requests"]]
        assert [each.address.number for each in event.pull_requests] == numbers, path
        assert event.head_sha == checks["head_sha"]
    assert {event.whole_repository for _, _, event in found} == {True, False}


def test_those_of_a_status_name_a_commit(deliveries: list[Delivered]) -> None:
    found = events(deliveries, "status")
    assert [event.head_sha for _, _, event in found] == [body["sha"] for _, body, _ in found]
    assert len(found) == 4


def test_those_of_a_move_name_where_it_was(deliveries: list[Delivered]) -> None:
    found = events(deliveries, "repository")
    assert all(event.moved and event.whole_repository for _, _, event in found)
    old = {(body["action"], event.old_name) for _, body, event in found}
    # The recorded renaming says that it had the name it has.
    assert old == {("renamed", ""), ("transferred", "octocat/Hello-World")}
