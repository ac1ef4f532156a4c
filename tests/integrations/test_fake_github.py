"""The fake GitHub answers as GitHub does: PyGithub itself reads it, and its own mistakes are found out."""

import json

import pytest
from github import (
    BadCredentialsException,
    GithubException,
    RateLimitExceededException,
    UnknownObjectException,
)

from integrations.github.webhooks import event_of, signature_fits
from tests.integrations.fake_github import Credential, FakeGitHub, PullRequest
from tests.integrations.plain_clients import Clients


def test_pygithub_reads_a_whole_life(pull: PullRequest, reader: Credential, clients: Clients) -> None:
    def states() -> tuple[str, bool, bool]:
        read = clients.of(reader).get_repo("acme/web.app").get_pull(7)
        return read.state, read.draft, read.merged

    assert states() == ("open", False, False)
    pull.to_draft()
    assert states() == ("open", True, False)
    pull.ready()
    pull.close()
    assert states() == ("closed", False, False)
    pull.reopen()
    pull.merge(by=None)
    assert states() == ("closed", False, True)
    read = clients.of(reader).get_repo("acme/web.app").get_pull(7)
    assert read.merged_by is None
    assert read.updated_at == read.merged_at == pull.merged_at


def test_the_plain_loop_of_six_calls_finds_reviews_and_checks(
    github: FakeGitHub, pull: PullRequest, reader: Credential, clients: Clients
) -> None:
    pull.checks("success", count=101)
    pull.checks("failure", name="lint", legacy=True)
    for _ in range(31):
        pull.review("ann", "COMMENTED")
    before = len(github.requests)
    repo = clients.of(reader).get_repo("acme/web.app")
    read = repo.get_pull(7)
    commit = repo.get_commit(read.head.sha)
    assert len(github.requests) - before == 3
    assert [said.state for said in read.get_reviews()] == ["COMMENTED"] * 31
    assert commit.get_combined_status().state == "failure"
    assert [run.conclusion for run in commit.get_check_runs()] == ["success"] * 101
    asked = [each.endpoint for each in github.requests]
    # Of more than a page each next one is asked for.
    assert asked.count("GET /repos/{owner}/{repo}/pulls/{number}/reviews") == 2
    assert asked.count("GET /repos/{owner}/{repo}/commits/{sha}/check-runs") == 4
    assert {each.api_version for each in github.requests} == {"2022-11-28"}


def test_checks_move_no_time_and_a_label_does(pull: PullRequest) -> None:
    before = pull.updated_at
    pull.checks("pending")
    pull.checks("success")
    assert (pull.rollup, pull.updated_at) == ("SUCCESS", before)
    pull.push()
    assert pull.rollup is None
    assert pull.updated_at > before


def test_over_a_hundred_checks_only_the_rollup_is_right(
    pull: PullRequest, reader: Credential, clients: Clients
) -> None:
    pull.checks("success", count=120)
    pull.checks("failure", name="the last")
    contexts = (
        "statusCheckRollup { state contexts(first: 1) { totalCount checkRunCountsByState { state count } } }"
    )
    answer = clients.ask(reader, "acme/web.app#7", change=("statusCheckRollup { state }", contexts))
    assert answer["data"]["a0"]["pullRequest"]["statusCheckRollup"] == {
        "state": "FAILURE",
        "contexts": {"totalCount": 121, "checkRunCountsByState": [{"state": "SUCCESS", "count": 100}]},
    }


def test_only_each_reviewers_latest_opinion_counts(pull: PullRequest) -> None:
    assert pull.review_decision == "REVIEW_REQUIRED"
    pull.review("ann", "CHANGES_REQUESTED")
    assert pull.review_decision == "CHANGES_REQUESTED"
    pull.review("ann", "APPROVED")
    pull.review("ann", "COMMENTED")
    assert pull.review_decision == "APPROVED"
    pull.dismiss("ann")
    assert pull.review_decision == "REVIEW_REQUIRED"
    assert [said.state for said in pull.reviews] == ["CHANGES_REQUESTED", "DISMISSED", "COMMENTED"]
    pull.repo.reviews_required = 0
    assert pull.review_decision is None


def test_a_query_that_the_schema_does_not_know_gets_no_data(
    pull: PullRequest, reader: Credential, clients: Clients
) -> None:
    answer = clients.ask(reader, "acme/web.app#7", change=("isDraft", "isDrafty"))
    assert "data" not in answer
    assert "isDrafty" in answer["errors"][0]["message"]
    assert clients.ask(reader, "acme/web.app#7")["data"]["a0"]["pullRequest"]["isDraft"] is False


def test_a_part_that_is_missing_leaves_the_others(
    github: FakeGitHub, pull: PullRequest, reader: Credential, clients: Clients
) -> None:
    reader.kept_back.add("statusCheckRollup")
    answer = clients.ask(reader, "acme/web.app#7", "acme/web.app#8", "acme/nothing#1")
    assert answer["data"]["a0"]["pullRequest"]["title"] == "A change"
    assert answer["data"]["a1"]["pullRequest"] is None
    assert answer["data"]["a2"] is None
    assert sorted((error["type"], error["path"]) for error in answer["errors"]) == [
        ("FORBIDDEN", ["a0", "pullRequest", "statusCheckRollup"]),
        ("NOT_FOUND", ["a1", "pullRequest"]),
        ("NOT_FOUND", ["a2"]),
    ]
    assert github.graphql_requests[0].pull_requests == ["acme/web.app#7", "acme/web.app#8"]


def test_nothing_of_a_private_repository_is_told_to_who_cannot_see_it(
    github: FakeGitHub, pull: PullRequest, reader: Credential, clients: Clients
) -> None:
    stranger = github.add_token()
    answer = clients.ask(stranger, "acme/web.app#7")
    assert answer["data"] == {"a0": None}
    assert "A change" not in json.dumps(answer)
    github.rename_repo(pull.repo, "app")
    for name in ("acme/web.app", "acme/app"):
        with pytest.raises(UnknownObjectException):
            clients.of(stranger).get_repo(name)
    # Not even where it is now.
    assert {asked.status for asked in github.traffic.of(stranger, "GET /repos/{owner}/{repo}")} == {404}
    github.hide(pull.repo, reader)
    assert clients.ask(reader, "acme/app#7")["data"] == {"a0": None}
    github.show(pull.repo, reader)
    github.forbid(pull.repo, reader)
    refused = clients.ask(reader, "acme/app#7")
    assert (refused["data"], refused["errors"][0]["type"]) == ({"a0": None}, "FORBIDDEN")
    with pytest.raises(GithubException) as forbidden:
        clients.of(reader).get_repo("acme/app")
    assert forbidden.value.status == 403


def test_wrong_and_revoked_tokens_are_bad_credentials(
    github: FakeGitHub, reader: Credential, clients: Clients
) -> None:
    old = clients.of(reader)
    assert old.get_user().login == "reader"
    reader.revoke()
    for client in (old, clients.with_secret("ghp_wrong")):
        with pytest.raises(BadCredentialsException):
            client.get_repo("acme/web.app")


def test_names_of_before_lead_on_until_somebody_takes_them(
    github: FakeGitHub, pull: PullRequest, reader: Credential, clients: Clients
) -> None:
    github.transfer_repo(pull.repo, "labs")
    github.rename_repo(pull.repo, "app")
    found = clients.ask(reader, "acme/WEB.app#7")["data"]["a0"]
    assert (found["id"], found["nameWithOwner"]) == (pull.repo.node_id, "labs/app")
    assert found["pullRequest"]["id"] == pull.node_id
    assert clients.of(reader).get_repo("acme/web.app").full_name == "labs/app"
    other = github.replace_repo("acme", "web.app")
    found = clients.ask(reader, "acme/web.app#7")["data"]["a0"]
    assert (found["id"], found["pullRequest"]) == (other.node_id, None)
    assert other.node_id != pull.repo.node_id
    github.delete_repo(other)
    # Who took the name ended what it led to.
    assert clients.ask(reader, "acme/web.app#7")["data"] == {"a0": None}
    assert clients.ask(reader, "labs/app#7")["data"]["a0"]["id"] == pull.repo.node_id
    github.delete_repo(pull.repo)
    assert clients.ask(reader, "labs/app#7")["data"] == {"a0": None}


def test_an_enterprise_address_answers_with_its_own_addresses(
    github: FakeGitHub, pull: PullRequest, reader: Credential, clients: Clients
) -> None:
    client = clients.of(reader, github.enterprise_url)
    assert client.get_repo("acme/web.app").url == f"{github.enterprise_url}/repos/acme/web.app"
    _, answer = client.requester.graphql_query("query { viewer { login } }", {})
    assert answer["data"] == {"viewer": {"login": "reader"}}
    assert github.graphql_requests[-1].credential is reader


def test_points_are_spent_and_then_refused(github: FakeGitHub, pull: PullRequest, clients: Clients) -> None:
    poor = github.add_token(pull.repo, limit=2)
    names = ["acme/web.app#7"] * 100
    assert "errors" not in clients.ask(poor, *names)
    assert clients.ask(poor, "acme/web.app#7")["errors"][0]["type"] == "RATE_LIMITED"
    client = clients.of(poor)
    client.get_repo("acme/web.app")
    client.get_repo("acme/web.app")
    with pytest.raises(RateLimitExceededException):
        client.get_repo("acme/web.app")
    assert client.get_rate_limit().resources.core.remaining == 0


def test_every_webhook_is_signed_and_read_by_this_service(github: FakeGitHub, pull: PullRequest) -> None:
    github.install(github.add_app(), pull.repo)
    for act in (pull.push, pull.to_draft, pull.ready, pull.close, pull.reopen):
        act()
    pull.review(None, "APPROVED")
    pull.request_review("ann")
    pull.checks("success")
    pull.checks("success", legacy=True)
    pull.retitle("Implements RFC 12")
    pull.merge()
    github.rename_repo(pull.repo, "app")
    github.transfer_repo(pull.repo, "labs")
    events = []
    for delivery in github.deliveries:
        body, headers = github.signed(delivery, "s3cret")
        assert signature_fits(b"s3cret", body, headers["X-Hub-Signature-256"])
        event = event_of(headers["X-GitHub-Event"], json.loads(body))
        assert event
        assert (event.host, event.repo_node_id) == ("github.com", pull.repo.node_id)
        events.append(event)
    assert len({delivery.id for delivery in github.deliveries}) == len(events) == 15
    assert github.deliveries[-3].payload["pull_request"]["merged"] is True
    assert github.deliveries[1].payload["installation"]["id"] == github.credentials[-1].installation_id
    assert [event.old_name for event in events[-2:]] == ["acme/web.app", "acme/app"]
    assert [str(reference) for event in events for reference in event.implements] != []


def test_all_that_may_be_missing_is_null(github: FakeGitHub, reader: Credential, clients: Clients) -> None:
    github.add_repo("acme", "bare")
    bare = github.add_pull_request("acme", "bare", 1, author=None, from_fork=True)
    shown = clients.ask(reader, "acme/bare#1")["data"]["a0"]["pullRequest"]
    assert [name for name, value in shown.items() if value is None] == [
        *("mergedAt", "reviewDecision", "author", "mergeCommit", "statusCheckRollup")
    ]
    bare.review(None, "COMMENTED")
    bare.merge(by=None)
    bare.merge_commit = None
    shown = clients.ask(reader, "acme/bare#1")["data"]["a0"]["pullRequest"]
    assert (shown["state"], shown["mergeCommit"]) == ("MERGED", None)
    read = clients.of(reader).get_repo("acme/bare").get_pull(1).raw_data
    assert [read["user"], read["head"]["repo"], read["merged_by"], read["merge_commit_sha"]] == [None] * 4
    assert github.deliveries[-2].payload["review"]["user"] is None


def test_a_closed_one_has_the_commit_of_a_trial_merge(
    pull: PullRequest, reader: Credential, clients: Clients
) -> None:
    pull.close()
    read = clients.of(reader).get_repo("acme/web.app").get_pull(7)
    assert (read.merged, read.merge_commit_sha) == (False, pull.merge_commit)
    assert pull.merge_commit
