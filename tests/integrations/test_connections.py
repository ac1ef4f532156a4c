"""An account's connections: its managers make them in person, and nobody sees their secrets again."""

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django import Settings

from integrations.domain.pull_requests import Trouble
from integrations.github.client import Reading
from integrations.models import GitHubConnection
from integrations.services import connections
from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry
from spaces.services.secrets import CREDENTIALS
from tests.cast import Cast
from tests.integrations.fake_github import FakeGitHub
from tests.integrations.github.asking import filled
from tests.records import APPS, everything

TOKEN = "ghp_a-token-that-must-not-be-seen-again"
MANAGERS = ("owner", "manager")
# Actor -> the code of the refusal.
REFUSED = {
    "member": "forbidden",
    "author": "forbidden",
    "assistant": "person_required",
    "agent": "person_required",
    "named": "not_found",
    "partner": "not_found",
    "stranger": "not_found",
    "visitor": "not_found",
}


def added(cast: Cast, by: str = "owner", **options: Any) -> tuple[GitHubConnection, str]:
    options = {"account_id": cast.account.pk, "host": "github.com", "secret": TOKEN} | options
    return connections.connection_add(caller=cast.caller(by), **options)


def columns() -> str:
    """Every value of every row of ours."""
    return "\n".join(
        repr(list(model._base_manager.values_list()))
        for app in APPS
        for model in apps.get_app_config(app).get_models()
    )


@pytest.mark.parametrize("actor", MANAGERS)
def test_managers_make_change_renew_test_list_and_remove_connections(
    cast: Cast, github: FakeGitHub, settings: Settings, actor: str
) -> None:
    settings.GITHUB_HOSTS = github.hosts
    caller = cast.caller(actor)
    connection, first = added(cast, actor)
    assert connections.connection_list(caller=caller, account_id=cast.account.pk) == [connection]
    assert connections.connection_for(cast.account.pk, "github.com") == connection
    token = github.add_token(login="acme-reader")
    connections.connection_change_secret(connection_id=connection.pk, secret=token.secret, caller=caller)
    assert connections.connection_test(connection_id=connection.pk, caller=caller) == "acme-reader"
    _, second = connections.webhook_secret_renew(connection_id=connection.pk, caller=caller)
    assert len({first, second, token.secret, TOKEN}) == 4
    assert min(len(first), len(second)) >= 43
    connections.connection_remove(connection_id=connection.pk, caller=caller)
    assert connections.connection_list(caller=caller, account_id=cast.account.pk) == []
    assert connections.connection_for(cast.account.pk, "github.com") is None
    entries = AuditEntry.objects.filter(object_id=connection.pk).order_by("pk")
    assert [each.act.partition(".")[2] for each in entries] == [
        "added",
        "secret_changed",
        "webhook_secret_renewed",
        "removed",
    ]
    assert {each.person_id for each in entries} == {caller.person_id}


@pytest.mark.parametrize("actor", REFUSED)
def test_nobody_else_does_and_a_refusal_changes_nothing(cast: Cast, actor: str) -> None:
    connection, _ = added(cast)
    caller = cast.caller(actor)
    one: dict[str, Any] = {"connection_id": connection.pk, "caller": caller}
    acts = (
        lambda: connections.connection_add(
            account_id=cast.account.pk, host="github.com", secret=TOKEN, caller=caller
        ),
        lambda: connections.connection_list(caller=caller, account_id=cast.account.pk),
        lambda: connections.connection_change_secret(secret="ghp_other", **one),
        lambda: connections.webhook_secret_renew(**one),
        lambda: connections.connection_test(**one),
        lambda: connections.connection_remove(**one),
    )
    before = everything()
    for act in acts:
        with pytest.raises(DomainError) as raised:
            act()
        assert raised.value.code == REFUSED[actor]
    assert everything() == before


def test_a_connection_that_was_removed_is_there_for_nobody(cast: Cast) -> None:
    connection, _ = added(cast)
    caller = cast.caller("owner")
    connections.connection_remove(connection_id=connection.pk, caller=caller)
    before = everything()
    for act in (
        connections.connection_remove,
        connections.webhook_secret_renew,
        connections.connection_test,
    ):
        with pytest.raises(DomainError) as raised:
            act(connection_id=connection.pk, caller=caller)
        assert raised.value.code == "not_found"
    assert everything() == before


def test_the_secrets_are_in_no_column_no_record_no_log_and_no_repr(
    cast: Cast, caplog: pytest.LogCaptureFixture, github: FakeGitHub, settings: Settings
) -> None:
    settings.GITHUB_HOSTS = github.hosts
    caplog.set_level(logging.DEBUG)
    token = github.add_token()
    caller = cast.caller("owner")
    connection, webhook_secret = added(cast, secret=token.secret)
    first = columns()
    client = connections.client_of(connection)
    assert client.read(filled(github)).found
    renewed = connections.webhook_secret_renew(connection_id=connection.pk, caller=caller)[1]
    shown = (
        first
        + columns()
        + caplog.text
        + repr(connection)
        + str(connection)
        + repr(client)
        + str(vars(client))
    )
    for secret in (token.secret, webhook_secret, renewed):
        assert secret not in shown
    # They are there all the same.
    connection.refresh_from_db()
    assert (CREDENTIALS.opened(connection.secret), CREDENTIALS.opened(connection.webhook_secret)) == (
        token.secret,
        renewed,
    )
    connections.connection_remove(connection_id=connection.pk, caller=caller)
    connection.refresh_from_db()
    assert (connection.secret, connection.webhook_secret) == ("", "")


def test_a_removed_connection_cannot_keep_a_secret(cast: Cast) -> None:
    connection, _ = added(cast)
    with pytest.raises(IntegrityError), transaction.atomic():
        GitHubConnection.objects.filter(pk=connection.pk).update(removed_at=timezone.now())


def test_the_refusal_of_a_secret_does_not_repeat_it(cast: Cast) -> None:
    before = everything()
    for kind, secret in (("token", "ghp_two words"), ("token", " "), ("token", "ghp_ä"), ("app", TOKEN)):
        numbers = {"app_id": 1, "installation_id": 2} if kind == "app" else {}
        with pytest.raises(DomainError) as raised:
            added(cast, kind=kind, secret=secret, **numbers)
        assert (raised.value.code, raised.value.path) == ("invalid_arguments", "secret")
        assert not secret.strip() or secret not in str(raised.value.body())
    assert everything() == before


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ({"host": "example.com"}, "host"),
        ({"host": "github.com.example.com"}, "host"),
        ({"host": "https://github.com"}, "host"),
        ({"kind": "password"}, "kind"),
        ({"app_id": 1}, "app_id"),
        ({"installation_id": 1}, "installation_id"),
        ({"kind": "app", "installation_id": 1}, "app_id"),
        ({"kind": "app", "app_id": 1}, "installation_id"),
        ({"kind": "app", "app_id": 0, "installation_id": 1}, "app_id"),
        ({"kind": "app", "app_id": 1, "installation_id": 2**63}, "installation_id"),
    ],
)
def test_a_connection_is_to_a_host_of_the_settings_and_complete(
    cast: Cast, wrong: dict[str, Any], path: str
) -> None:
    before = everything()
    with pytest.raises(DomainError) as raised:
        added(cast, **wrong)
    assert (raised.value.code, raised.value.path) == ("invalid_arguments", path)
    assert everything() == before


def test_an_account_has_one_live_connection_to_a_host(cast: Cast, settings: Settings) -> None:
    settings.GITHUB_HOSTS = {"github.com": "https://api.github.com", "git.acme.example": "https://x.example"}
    connection, _ = added(cast)
    before = everything()
    with pytest.raises(DomainError) as raised:
        added(cast, host=" GitHub.com ")
    assert raised.value.code == "already_done"
    assert everything() == before
    added(cast, host="git.acme.example")
    added(cast, account_id=cast.people["owner"].personal_account.pk)
    connections.connection_remove(connection_id=connection.pk, caller=cast.caller("owner"))
    assert added(cast)[0].pk != connection.pk


def test_an_app_is_kept_with_its_key_and_numbers(cast: Cast, github: FakeGitHub, settings: Settings) -> None:
    settings.GITHUB_HOSTS = github.hosts
    app = github.add_app(name="acme-decisions")
    installed = github.install(app)
    connection, _ = added(
        cast, kind="app", secret=app.private_key, app_id=app.id, installation_id=installed.installation_id
    )
    assert connections.client_of(connection).whoami() == "acme-decisions"
    assert app.private_key.splitlines()[1] not in columns()
    entry = AuditEntry.objects.get(act="github_connection.added")
    assert entry.after == {
        "host": "github.com",
        "kind": "app",
        "app_id": app.id,
        "installation_id": installed.installation_id,
    }


def test_a_secret_that_another_key_sealed_is_a_bad_credential_in_words(
    cast: Cast, github: FakeGitHub, settings: Settings
) -> None:
    settings.GITHUB_HOSTS = github.hosts
    connection, _ = added(cast)
    addresses = filled(github)
    settings.DECISIONS_SECRETS_KEYS = [
        "another key than the one before: it opens nothing of what that sealed"
    ]
    reading: Reading = connections.client_of(connection).read(addresses)
    assert reading.failed[addresses[0]].trouble is Trouble.BAD_CREDENTIAL
    assert reading.problem
    assert github.requests == []
    with pytest.raises(DomainError) as raised:
        connections.connection_test(connection_id=connection.pk, caller=cast.caller("owner"))
    assert raised.value.code == "upstream"


def test_a_pause_holds_for_a_test_too_and_ends_with_the_credential(
    cast: Cast, github: FakeGitHub, settings: Settings
) -> None:
    settings.GITHUB_HOSTS = github.hosts
    token = github.add_token()
    connection, _ = added(cast, secret=token.secret)
    until = timezone.now() + timedelta(minutes=30)
    GitHubConnection.objects.filter(pk=connection.pk).update(paused_until=until, problem="Used up.")
    one: dict[str, Any] = {"connection_id": connection.pk, "caller": cast.caller("owner")}
    with pytest.raises(DomainError) as raised:
        connections.connection_test(**one)
    assert raised.value.code == "throttled"
    assert 1790 < raised.value.facts["retry_after"] <= 1801
    assert github.requests == []
    changed = connections.connection_change_secret(secret=token.secret, **one)
    assert (changed.paused_until, changed.problem) == (None, "")
    assert connections.connection_test(**one) == "reader"
