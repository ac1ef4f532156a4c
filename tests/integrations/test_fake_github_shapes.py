"""What the fake GitHub says has the names and kinds of what the real one was seen to say."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    build_schema,
)

from tests.integrations.fake_github import Credential, FakeGitHub, PullRequest
from tests.integrations.fake_github.schema import SCHEMA
from tests.integrations.plain_clients import Clients

CORPUS = Path(os.environ.get("DECISIONS_CORPUS") or Path(__file__).resolve().parents[3] / "shared/corpus")
SEEN = CORPUS.parent / "github"
# Nothing of these was seen in that folder, and GitHub's documentation says that they are there.
UNSEEN = {"/installation", "/changes"}

pytestmark = pytest.mark.skipif(
    not SEEN.is_dir(),
    reason="no recordings: set DECISIONS_CORPUS to the corpus, beside which their folder stands",
)


def merged(one: Any, other: Any) -> Any:
    """Both of what was seen: a value where either has one."""
    if isinstance(one, dict) and isinstance(other, dict):
        return {key: merged(one.get(key), other.get(key)) for key in one | other}
    return other if one in (None, []) else one


def differences(ours: Any, seen: Any, path: str = "") -> list[str]:
    """Where ours has a name that was never seen, or a value of another kind."""
    if ours is None or seen is None:
        return []
    if isinstance(ours, bool) or not isinstance(ours, type(seen)):
        return [] if type(ours) is type(seen) else [path]
    if isinstance(ours, dict):
        return [
            found
            for key in ours
            for found in (
                differences(ours[key], seen[key], f"{path}/{key}") if key in seen else [f"{path}/{key}"]
            )
        ]
    if isinstance(ours, list) and ours and seen:
        return differences(ours[0], seen[0], f"{path}[]")
    return []


def test_every_webhook_has_the_names_of_the_real_ones(github: FakeGitHub, pull: PullRequest) -> None:
    github.install(github.add_app(), pull.repo)
    for act in (pull.push, pull.to_draft, pull.ready, pull.close, pull.reopen):
        act()
    pull.review("ann", "APPROVED")
    pull.dismiss("ann")
    pull.request_review("bob")
    pull.label("later")
    pull.retitle("Another title")
    for legacy in (False, True):
        pull.checks("success", legacy=legacy)
    pull.merge()
    github.rename_repo(pull.repo, "app")
    github.transfer_repo(pull.repo, "labs")
    compared = 0
    for delivery in github.deliveries:
        folder = SEEN / "webhooks" / "api.github.com" / delivery.event
        action = delivery.payload.get("action", "event")
        # Of a change of the title there is none; it is as the others.
        paths = sorted(folder.glob(f"{action}.*.json")) or sorted(folder.glob("*.json"))
        seen: Any = None
        for path in paths:
            seen = merged(seen, json.loads(path.read_text()))
        assert set(differences(delivery.payload, seen)) <= UNSEEN, (delivery.event, action)
        compared += 1
    assert compared == 17


def test_a_pull_request_a_review_and_a_check_have_the_names_of_the_real_ones(
    github: FakeGitHub, pull: PullRequest
) -> None:
    pull.checks("success")
    pull.checks("success", legacy=True)
    said = pull.review("ann", "APPROVED")
    run, status = pull.on_head
    shapes = github.shapes(github.url)
    rest = {path.stem: json.loads(path.read_text()) for path in (SEEN / "rest").glob("*.json")}
    assert differences(shapes.pull_request(pull), rest["pull-request"]) == []
    assert differences(shapes.review(pull, said), rest["pull-request-review"]) == []
    assert differences(shapes.status(pull.repo, status), rest["status-items"][0]) == []
    assert differences(shapes.check_run(pull.repo, run), rest["check-run-paginated"]["check_runs"][0]) == []
    assert differences({"number": "7", "nothing": 1}, rest["pull-request"]) == ["/number", "/nothing"]


def test_the_schema_agrees_with_githubs_own() -> None:
    theirs = build_schema((SEEN / "pr_schema_subset.graphql.txt").read_text(encoding="utf-8")).type_map
    compared = 0
    for name, ours in SCHEMA.type_map.items():
        real = theirs.get(name)
        if name.startswith("__") or real is None:
            continue
        assert type(ours) is type(real)
        if isinstance(ours, GraphQLEnumType):
            assert set(ours.values) == set(real.values)  # type: ignore[attr-defined]
        if isinstance(ours, GraphQLObjectType | GraphQLInterfaceType):
            for field in ours.fields.keys() & real.fields.keys():  # type: ignore[attr-defined]
                mine, its = ours.fields[field], real.fields[field]  # type: ignore[attr-defined]
                assert str(mine.type) == str(its.type), f"{name}.{field}"
                assert mine.args.keys() == its.args.keys(), f"{name}.{field}"
                compared += 1
            assert not real.fields.keys() - ours.fields.keys(), name  # type: ignore[attr-defined]
    assert compared > 50


def test_a_query_that_githubs_own_schema_takes_is_answered_with_all_its_names(
    github: FakeGitHub, pull: PullRequest, reader: Credential, clients: Clients
) -> None:
    pull.review("ann", "APPROVED")
    pull.checks("success")
    pull.checks("pending", legacy=True)
    pull.merge()
    query = (SEEN / "pr_state.graphql.txt").read_text(encoding="utf-8")
    variables = {"o0": "acme", "n0": "web.app", "k0": 7, "o1": "acme", "n1": "WEB.APP", "k1": 7}
    _, answer = clients.of(reader).requester.graphql_query(query, variables)
    one, other = (answer["data"][alias]["pullRequest"] for alias in ("a0", "a1"))
    assert one == other
    assert [name for name, value in one.items() if value is None] == []
    assert one["latestOpinionatedReviews"]["nodes"][0]["author"] == {"login": "ann"}
    assert one["statusCheckRollup"] == {
        "state": "PENDING",
        "contexts": {
            "totalCount": 2,
            "checkRunCountsByState": [{"state": "SUCCESS", "count": 1}],
            "statusContextCountsByState": [{"state": "PENDING", "count": 1}],
        },
    }
