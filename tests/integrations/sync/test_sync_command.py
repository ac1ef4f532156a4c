"""`manage.py sync_pull_requests`: everything due now, or what would be read."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from integrations.domain.pull_requests import State, Trouble
from integrations.models import GitHubConnection, PullRequest
from integrations.services.connections import connection_remove
from tests.integrations.fake_github import troubles
from tests.integrations.sync.scenes import Scene
from tests.records import everything


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("sync_pull_requests", *arguments, stdout=out)
    return out.getvalue()


def test_it_reads_everything_due_and_says_how_many(scene: Scene) -> None:
    for number in (1, 2, 3):
        scene.remote(number)
        scene.link(number)
    PullRequest.objects.filter(number=3).update(next_read_at=timezone.now() + timedelta(hours=1))
    assert "read 2." in run()
    assert set(PullRequest.objects.values_list("number", "state")) == {
        (1, State.OPEN),
        (2, State.OPEN),
        (3, State.UNKNOWN),
    }
    assert "read 3." in run("--all")
    assert not PullRequest.objects.filter(state=State.UNKNOWN.value).exists()


@pytest.mark.parametrize("everything_", [False, True])
def test_a_dry_run_tells_what_it_would_do_and_asks_nothing(scene: Scene, everything_: bool) -> None:
    for number in range(1, 31):
        scene.link(number)
    PullRequest.objects.filter(number__gt=10).update(next_read_at=timezone.now() + timedelta(hours=1))
    before = everything()
    said = run("--dry-run", *(["--all"] if everything_ else []))
    assert ("30 of 30 due, requests: 2" if everything_ else "10 of 30 due, requests: 1") in said
    assert "Acme, github.com" in said
    assert everything() == before
    assert scene.github.requests == []


def test_it_tells_of_pauses_and_other_readers(scene: Scene) -> None:
    row = scene.link()
    scene.github.will(troubles.limited())
    scene.read(row)
    until = timezone.now() + timedelta(minutes=1)
    GitHubConnection.objects.update(reading_until=until, reader="another")
    said = run("--dry-run")
    assert "paused until" in said
    assert "read by another until" in said
    assert scene.connection.problem in said
    assert "read 0." in run()


def test_it_tells_of_hosts_without_a_connection(scene: Scene) -> None:
    row = scene.link()
    connection_remove(connection_id=scene.connection.pk, caller=scene.cast.caller("manager"))
    PullRequest.objects.update(next_read_at=timezone.now(), trouble="", error="")
    before = everything()
    assert "Acme, github.com: no connection; 1 pull requests are not read" in run("--dry-run")
    assert everything() == before
    run()
    row.refresh_from_db()
    assert row.trouble == Trouble.NO_CONNECTION


def test_it_is_narrowed_to_an_account_and_a_host(scene: Scene) -> None:
    scene.remote()
    row = scene.link()
    assert run("--account", "Globex") == ""
    assert "read 1." in run("--account", scene.cast.account.pk, "--host", "GitHub.com")
    row.refresh_from_db()
    assert row.state == State.OPEN


@pytest.mark.parametrize("arguments", [("--host", "git.elsewhere.example"), ("--account", "Nobody")])
def test_a_host_or_account_that_there_is_not_is_refused(scene: Scene, arguments: tuple[str, str]) -> None:
    before = everything()
    with pytest.raises(CommandError):
        run(*arguments)
    assert everything() == before
