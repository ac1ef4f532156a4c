"""Deliveries that fail for good, come late, or are sent by somebody who does not know the secret."""

import pytest
from django.test import Client
from pytest_django import Settings

from integrations.models import Delivery, PullRequest
from integrations.services import deliveries
from tests.integrations.hooks.hearing import Hearing, told
from tests.integrations.sync.scenes import Scene


def test_one_that_can_never_be_worked_on_is_given_up_and_stops_no_other(hearing: Hearing) -> None:
    remote, row = hearing.scene.remote(), hearing.scene.link()
    remote.retitle("First")
    hearing.deliver(hearing.last)
    Delivery.objects.update(content={})
    remote.retitle("Second")
    hearing.deliver(hearing.last)
    assert hearing.work() == 1
    row.refresh_from_db()
    assert row.title == "Second"
    kept = Delivery.objects.get(done_at__isnull=True)
    assert (kept.tries, kept.problem) == (1, "KeyError")


def test_one_that_kills_its_worker_is_counted_all_the_same(
    hearing: Hearing, monkeypatch: pytest.MonkeyPatch
) -> None:
    hearing.scene.remote()
    hearing.deliver(hearing.last)

    def killed(*_: object) -> list[str]:
        raise SystemExit

    monkeypatch.setattr(deliveries, "_work", killed)
    with pytest.raises(SystemExit):
        hearing.work()
    assert list(Delivery.objects.values_list("tries", "done_at")) == [(1, None)]


def _renamed(scene: Scene, *names: str) -> list[int]:
    """Where the deliveries of these renames are, in the order in which they happened."""
    github, at = scene.github, []
    repo = github.names.current("acme", "web")
    assert repo is not None
    for name in names:
        github.rename_repo(repo, name)
        at.append(max(index for index, each in enumerate(github.deliveries) if each.event == "repository"))
    return at


def _an_impostor_at(scene: Scene, name: str) -> None:
    scene.github.add_repo("acme", name)
    scene.github.add_pull_request("acme", name, 1, title="An impostor")


def _after(hearing: Hearing, order: list[int]) -> tuple[str, str]:
    """The name and the trouble of the row once these deliveries were worked on in this order."""
    for at in order:
        hearing.deliver(hearing.scene.github.deliveries[at])
        hearing.work()
    return PullRequest.objects.values_list("repo", "trouble").get()


@pytest.mark.parametrize("late", [False, True])
def test_a_late_rename_does_not_bring_back_a_name_that_is_left(hearing: Hearing, late: bool) -> None:
    hearing.scene.remote()
    hearing.scene.read(hearing.scene.link())
    moves = _renamed(hearing.scene, "site", "page")
    _an_impostor_at(hearing.scene, "site")
    assert _after(hearing, moves[::-1] if late else moves) == ("page", "")


def test_a_repository_that_takes_its_old_name_back_is_followed_there(hearing: Hearing) -> None:
    hearing.scene.remote()
    hearing.scene.read(hearing.scene.link())
    moves = _renamed(hearing.scene, "site", "web")
    _an_impostor_at(hearing.scene, "site")
    assert _after(hearing, moves) == ("web", "")


def test_a_broken_link_of_a_merged_one_is_mended_by_the_next_rename(hearing: Hearing) -> None:
    hearing.scene.remote().merge()
    row = hearing.scene.link()
    hearing.scene.read(row)
    *_, second = _renamed(hearing.scene, "site", "page")
    _an_impostor_at(hearing.scene, "site")
    hearing.scene.read(row)
    assert row.repo == "page"
    PullRequest.objects.update(repo="site", name_key="acme/site")
    hearing.scene.read(row)
    assert (row.repo, row.trouble) == ("site", "replaced")
    assert _after(hearing, [second]) == ("page", "")


@pytest.mark.parametrize("connected", [True, False])
def test_many_false_signatures_are_refused_by_address_and_a_good_one_is_taken(
    hearing: Hearing, settings: Settings, connected: bool
) -> None:
    settings.DECISIONS_CALLS_A_MINUTE = {**settings.DECISIONS_CALLS_A_MINUTE, "visitor": 2}
    hearing.scene.remote()
    false = {"X-Hub-Signature-256": "sha256=" + "0" * 64}
    to = hearing.address if connected else "/hooks/github/github_01ARZ3NDEKTSV4RRFFQ69G5FAV"
    answers = [Client().post(to, b"{}", content_type="application/json", headers=false) for _ in range(3)]
    assert [told(each) for each in answers[:2]] == [(401, "unauthenticated")] * 2
    assert told(answers[2]) == (429, "throttled")
    assert 1 <= int(answers[2]["Retry-After"]) <= 60
    assert told(hearing.deliver(hearing.last)) == (202, "taken")
