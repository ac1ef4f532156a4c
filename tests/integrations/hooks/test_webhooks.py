"""Webhooks: signed, small, kept once, worked on until done, and never believed."""

import json
from datetime import timedelta

import pytest
from django.db import DatabaseError
from django.utils import timezone
from pytest_django import Settings

from integrations import tasks
from integrations.models import Delivery, PullRequest
from integrations.services import deliveries
from integrations.services.connections import connection_remove, webhook_secret_renew
from tests.integrations.hooks.hearing import Hearing, told
from tests.records import everything


def test_a_signed_delivery_is_kept_and_then_read_anew(hearing: Hearing) -> None:
    remote, row = hearing.scene.remote(), hearing.scene.link()
    hearing.scene.read(row)
    remote.retitle("Another title")
    assert told(hearing.deliver(hearing.last)) == (202, "taken")
    row.refresh_from_db()
    assert row.title != "Another title", "the delivery itself changes nothing"
    assert hearing.work() == 1
    row.refresh_from_db()
    assert row.title == "Another title"
    kept = Delivery.objects.get()
    assert kept.done_at is not None
    assert "Another title" not in json.dumps(kept.content), "no text of a delivery is kept"


def test_what_a_delivery_says_of_a_state_is_not_believed(hearing: Hearing) -> None:
    remote, row = hearing.scene.remote(), hearing.scene.link()
    remote.close()
    closed = hearing.last
    remote.reopen()
    hearing.deliver(closed)
    hearing.work()
    row.refresh_from_db()
    assert row.state == "open"


def test_both_forms_of_the_address_answer(hearing: Hearing) -> None:
    hearing.scene.remote()
    body, headers = hearing.scene.github.signed(hearing.last, hearing.secret)
    assert hearing.send(body, {**headers}, hearing.address + "/").status_code == 202
    assert hearing.send(body, {**headers}, hearing.address).status_code == 202


@pytest.mark.parametrize("method", ["get", "put", "delete"])
def test_nothing_but_post_is_served(hearing: Hearing, method: str, client: object) -> None:
    assert getattr(client, method)(hearing.address).status_code == 405


def test_a_false_signature_and_an_unknown_connection_are_refused_in_the_same_words(hearing: Hearing) -> None:
    hearing.scene.remote()
    body, headers = hearing.scene.github.signed(hearing.last, "another secret")
    before = everything()
    false = hearing.send(body, {**headers})
    unknown = hearing.send(body, {**headers}, "/hooks/github/github_01ARZ3NDEKTSV4RRFFQ69G5FAV")
    none = hearing.send(body, {name: each for name, each in headers.items() if "Signature" not in name})
    assert told(false) == (401, "unauthenticated")
    assert false.content == unknown.content == none.content
    assert everything() == before


def test_a_changed_byte_is_refused(hearing: Hearing) -> None:
    hearing.scene.remote()
    body, headers = hearing.scene.github.signed(hearing.last, hearing.secret)
    assert told(hearing.send(body.replace(b"A", b"B", 1) + b" ", headers)) == (401, "unauthenticated")
    assert not Delivery.objects.exists()


def test_a_renewed_secret_ends_the_old_one_and_a_removed_connection_hears_nothing(hearing: Hearing) -> None:
    hearing.scene.remote()
    manager, pk = hearing.scene.cast.caller("manager"), hearing.scene.connection.pk
    _, secret = webhook_secret_renew(connection_id=pk, caller=manager)
    assert hearing.deliver(hearing.last).status_code == 401
    hearing.secret = secret
    assert hearing.deliver(hearing.last).status_code == 202
    connection_remove(connection_id=pk, caller=manager)
    assert hearing.deliver(hearing.last).status_code == 401


def test_a_secret_that_no_key_opens_signs_nothing(hearing: Hearing, settings: Settings) -> None:
    hearing.scene.remote()
    settings.DECISIONS_SECRETS_KEYS = ["another key that encrypted nothing of what there is"]
    assert hearing.deliver(hearing.last).status_code == 401


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"Content-Type": "application/x-www-form-urlencoded"}, (400, "invalid_arguments")),
        ({"X-GitHub-Delivery": ""}, (400, "invalid_arguments")),
        ({"X-GitHub-Delivery": "x" * 65}, (400, "invalid_arguments")),
        ({"X-GitHub-Event": "Pull Request"}, (400, "invalid_arguments")),
        ({"X-GitHub-Event": "ping"}, (200, "pong")),
        ({"X-GitHub-Event": "watch"}, (202, "ignored")),
    ],
    ids=str,
)
def test_what_is_not_a_delivery_of_interest_is_not_kept(
    hearing: Hearing, headers: dict[str, str], expected: tuple[int, str]
) -> None:
    hearing.scene.remote()
    assert told(hearing.deliver(hearing.last, **headers)) == expected
    assert not Delivery.objects.exists()


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff", b"[]", b'{"a":' * 100_000, b'{"repository": null}'], ids=len
)
def test_a_signed_body_that_is_nothing_is_refused_with_a_reason(hearing: Hearing, body: bytes) -> None:
    hearing.scene.remote()
    signed = _signed(hearing, body)
    assert told(hearing.send(body, signed)) == (400, "invalid_arguments")
    assert not Delivery.objects.exists()


def _signed(hearing: Hearing, body: bytes) -> dict[str, str]:
    import hmac

    _, headers = hearing.scene.github.signed(hearing.last, hearing.secret)
    digest = hmac.new(hearing.secret.encode(), body, "sha256").hexdigest()
    return {**headers, "X-Hub-Signature-256": f"sha256={digest}"}


def test_a_body_over_the_limit_is_refused_before_its_signature_is_looked_at(hearing: Hearing) -> None:
    hearing.scene.remote()
    body = b" " * (1024 * 1024 + 1)
    assert told(hearing.send(body, _signed(hearing, body))) == (413, "too_large")


def test_a_delivery_of_another_host_is_refused(hearing: Hearing) -> None:
    hearing.scene.remote()
    body = (
        json.dumps(hearing.last.payload).replace("https://github.com/", "https://elsewhere.example/").encode()
    )
    assert told(hearing.send(body, _signed(hearing, body))) == (400, "invalid_arguments")


def test_a_delivery_counts_as_known_only_once_its_work_is_done(
    hearing: Hearing, monkeypatch: pytest.MonkeyPatch
) -> None:
    hearing.scene.remote()
    hearing.scene.link()
    assert told(hearing.deliver(hearing.last)) == (202, "taken")
    assert told(hearing.deliver(hearing.last)) == (202, "taken")
    assert Delivery.objects.count() == 1

    def failing(*_: object) -> list[str]:
        raise DatabaseError("gone")

    with monkeypatch.context() as patched:
        patched.setattr(deliveries, "_work", failing)
        assert hearing.work() == 0
    kept = Delivery.objects.get()
    assert (kept.done_at, kept.tries, kept.problem) == (None, 1, "DatabaseError")
    assert hearing.work() == 1
    assert told(hearing.deliver(hearing.last)) == (200, "done before")
    assert hearing.work() == 0


def test_what_its_worker_left_becomes_a_task_again_and_what_is_old_is_forgotten(hearing: Hearing) -> None:
    hearing.scene.remote()
    hearing.deliver(hearing.last)
    kept = Delivery.objects.get()
    assert deliveries.deliveries_left() == [], "a worker may be at it just now"
    kept.received_at = timezone.now() - timedelta(minutes=2)
    kept.save()
    assert tasks.work_left_deliveries() == 1
    kept.tries = deliveries.MAX_TRIES
    kept.save()
    assert deliveries.deliveries_left() == []
    kept.received_at = timezone.now() - timedelta(days=31)
    kept.save()
    assert deliveries.deliveries_forget() == 1
    assert not Delivery.objects.exists()


def test_the_work_is_a_task_after_the_commit(
    hearing: Hearing, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    hearing.scene.remote()
    sent: list[object] = []
    monkeypatch.setattr(deliveries.current_app, "send_task", lambda *task, **_: sent.append(task))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        hearing.deliver(hearing.last)
        assert sent == []
    assert sent == [("integrations.work_delivery", (Delivery.objects.get().pk,))]


def test_checks_of_a_commit_make_the_repositorys_live_ones_due(hearing: Hearing) -> None:
    one, two = hearing.scene.remote(1), hearing.scene.remote(2)
    rows = hearing.scene.link(1), hearing.scene.link(2)
    hearing.scene.read(*rows)
    two.merge()
    hearing.scene.read(rows[1])
    one.checks("failure", legacy=True)
    assert hearing.last.event == "status"
    hearing.deliver(hearing.last)
    assert hearing.work() == 1
    rows[0].refresh_from_db()
    assert rows[0].checks == "failing"


def test_a_rename_gives_the_rows_their_new_name_though_the_old_one_is_taken(hearing: Hearing) -> None:
    remote, row = hearing.scene.remote(), hearing.scene.link()
    hearing.scene.read(row)
    github = hearing.scene.github
    github.rename_repo(remote.repo, "site")
    renamed = next(each for each in reversed(github.deliveries) if each.event == "repository")
    github.add_repo("acme", "web")
    github.add_pull_request("acme", "web", 1, title="An impostor")
    hearing.deliver(renamed)
    hearing.work()
    row.refresh_from_db()
    assert (row.repo, row.trouble) == ("site", "")
    assert row.title != "An impostor"


def test_nobody_elses_rows_are_touched(hearing: Hearing) -> None:
    remote, row = hearing.scene.remote(), hearing.scene.link()
    theirs = PullRequest.objects.create(
        account=hearing.scene.cast.partner_account,
        host=row.host,
        owner=row.owner,
        repo=row.repo,
        name_key=row.name_key,
        number=row.number,
        created_at=timezone.now(),
    )
    remote.retitle("New")
    hearing.deliver(hearing.last)
    hearing.work()
    theirs.refresh_from_db()
    assert (theirs.title, theirs.next_read_at) == ("", None)
