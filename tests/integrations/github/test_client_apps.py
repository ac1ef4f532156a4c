"""A GitHub App reads as its installation, with a token that it asks for."""

import logging

import pytest

from integrations.domain.pull_requests import Trouble
from spaces.kernel.errors import DomainError
from tests.integrations.fake_github import App, FakeGitHub, troubles
from tests.integrations.fake_github.troubles import Trouble as Wrong
from tests.integrations.github.asking import address, app_client, filled

TOKENS = "POST /app/installations/{id}/access_tokens"


@pytest.fixture
def app(github: FakeGitHub) -> App:
    return github.add_app(name="acme-decisions")


def test_an_app_reads_what_its_installation_sees(github: FakeGitHub, app: App) -> None:
    private = github.add_repo("acme", "hidden", private=True)
    github.add_pull_request("acme", "hidden", 1)
    installed = github.install(app, private)
    reading = app_client(github, app.private_key, app.id, installed.installation_id).read(
        [address(1, repo="hidden")]
    )
    assert len(reading.found) == 1
    # One for the token, and one for the pull requests.
    assert reading.requests == len(github.requests) == 2
    assert {each.api_version for each in github.requests} == {"2022-11-28"}


def test_an_app_asks_for_its_token_once(github: FakeGitHub, app: App) -> None:
    addresses = filled(github, 60)
    installed = github.install(app)
    client = app_client(github, app.private_key, app.id, installed.installation_id)
    assert client.read(addresses).requests == 4
    assert client.read(addresses).requests == 3
    assert len(github.traffic.of(endpoint=TOKENS)) == 1


def test_an_app_says_its_name_where_its_installation_is_there(github: FakeGitHub, app: App) -> None:
    installed = github.install(app)
    client = app_client(github, app.private_key, app.id, installed.installation_id)
    assert client.whoami() == "acme-decisions"


def test_an_app_below_an_enterprise_hosts_address_reads_as_well(github: FakeGitHub, app: App) -> None:
    addresses = filled(github)
    installed = github.install(app)
    client = app_client(
        github, app.private_key, app.id, installed.installation_id, api_url=github.enterprise_url
    )
    assert set(client.read(addresses).found) == set(addresses)


def test_an_installation_that_is_gone_or_suspended_is_a_bad_credential(github: FakeGitHub, app: App) -> None:
    addresses = filled(github)
    suspended = github.install(app)
    suspended.suspended = True
    other = github.add_app(name="another")
    for app_id, number in ((app.id, suspended.installation_id), (app.id, 999), (other.id + 1, 1)):
        client = app_client(github, app.private_key, app_id, number)
        reading = client.read(addresses)
        assert reading.failed[addresses[0]].trouble is Trouble.BAD_CREDENTIAL
        assert reading.requests == 1
        with pytest.raises(DomainError) as raised:
            client.whoami()
        assert raised.value.code == "upstream"


@pytest.mark.parametrize(
    "key", ["no key", "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----"]
)
def test_a_private_key_that_is_none_is_a_bad_credential(github: FakeGitHub, app: App, key: str) -> None:
    reading = app_client(github, key, app.id, 1).read([address(1)])
    assert reading.failed[address(1)].trouble is Trouble.BAD_CREDENTIAL
    assert github.requests == []


@pytest.mark.parametrize(
    ("wrong", "trouble"),
    [
        (troubles.status(502), Trouble.UNREACHABLE),
        (troubles.page(200), Trouble.UNREACHABLE),
        (troubles.raw(b"{}", 201), Trouble.UNREACHABLE),
        (troubles.raw(b'{"token": 7}', 201), Trouble.UNREACHABLE),
        (troubles.raw(b'{"token": ""}', 201), Trouble.UNREACHABLE),
        (troubles.raw(b""), Trouble.UNREACHABLE),
        (troubles.redirect(301), Trouble.UNREACHABLE),
        (troubles.redirect(307), Trouble.UNREACHABLE),
        (troubles.hung_up, Trouble.UNREACHABLE),
        (troubles.secondary_limit(403), Trouble.LIMITED),
        (troubles.limited(), Trouble.LIMITED),
    ],
)
def test_an_app_that_gets_no_token_asks_for_nothing_else(
    github: FakeGitHub, app: App, wrong: Wrong, trouble: Trouble
) -> None:
    addresses = filled(github, 60)
    installed = github.install(app)
    github.will(wrong, times=None, endpoint=TOKENS)
    reading = app_client(github, app.private_key, app.id, installed.installation_id).read(addresses)
    assert {each.trouble for each in reading.failed.values()} == {trouble}
    assert set(reading.failed) == set(addresses)
    assert reading.requests == len(github.requests) == 1


def test_neither_the_key_nor_the_token_of_an_app_is_in_a_log(
    github: FakeGitHub, app: App, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.DEBUG, "github.Requester")
    installed = github.install(app)
    client = app_client(github, app.private_key, app.id, installed.installation_id)
    client.read(filled(github))
    client.whoami()
    assert any(record.name.startswith("urllib3") for record in caplog.records)
    assert installed.secret not in caplog.text
    assert app.private_key.splitlines()[1] not in caplog.text
    shown = repr(client) + str(vars(client)["_credential"])
    assert app.private_key.splitlines()[1] not in shown
