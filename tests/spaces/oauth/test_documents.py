"""Apps whose id is the address of a document: fetched from the open network alone, and taken as far as it goes."""

import io
import json
from typing import Any

import pytest
import urllib3
from oauth2_provider import cimd
from pytest_django import Settings

from decisions.config.settings.oauth import oauth_provider
from spaces.models import App as AppRow
from tests.cast import Cast
from tests.console import browser
from tests.spaces.oauth.apps import CALLBACK, CLIENTS, PUBLIC_URL, VS_CODE, App, content, signed_in

ADDRESS = "https://client.example/oauth/metadata.json"


class Network:
    """The documents there are, answered where the toolkit would open a connection."""

    def __init__(self) -> None:
        self.documents: dict[str, Any] = {}
        self.asked: list[str] = []
        self.addresses = ["93.184.215.14"]

    def publish(self, document: dict[str, Any], address: str = ADDRESS) -> App:
        self.documents[address] = {"client_id": address, **document}
        return App(address)

    def resolve(self, host: str, port: int, **_: Any) -> list[Any]:
        return [(2, 1, 6, "", (each, port)) for each in self.addresses]

    def open(self, method: str, path: str, headers: dict[str, str], **_: Any) -> Any:
        url = f"https://{headers['Host']}{path}"
        self.asked.append(url)
        body = json.dumps(self.documents[url]).encode() if url in self.documents else b"{}"
        return urllib3.HTTPResponse(
            body=io.BytesIO(body),
            status=200,
            headers={"Content-Type": "application/json"},
            preload_content=False,
        )


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    network = Network()
    monkeypatch.setattr(cimd.socket, "getaddrinfo", network.resolve)
    monkeypatch.setattr(
        urllib3.HTTPSConnectionPool,
        "urlopen",
        network.open,
    )
    return network


def document(**changes: Any) -> dict[str, Any]:
    return {"client_name": "Claude Code", "redirect_uris": [CALLBACK], **changes}


def test_an_app_with_a_document_signs_in_without_registering(cast: Cast, network: Network) -> None:
    app = network.publish(document())
    page = app.ask(browser(cast, "member"))
    assert "described at <strong>client.example</strong>" in page.content.decode()
    signed_in(cast, app=app)
    assert len(content(app.call("decisions_list_spaces"))["items"]) == 1
    # Read once, then kept for as long as it says.
    assert network.asked == [ADDRESS]


@pytest.mark.parametrize("name", CLIENTS)
def test_documents_of_known_clients_are_taken(cast: Cast, network: Network, name: str) -> None:
    app = network.publish({**CLIENTS[name], "software_id": "x", "client_name": f"{name}\n\u202e"})
    uri = CLIENTS[name]["redirect_uris"][0]
    assert app.ask(browser(cast, "member"), redirect_uri=uri).status_code == 200
    assert (AppRow.objects.get().name, AppRow.objects.get().client_type) == (name, "public")


BAD: list[dict[str, Any]] = [
    {"client_id": "https://other.example/metadata.json"},
    {"redirect_uris": ["javascript:alert(1)"]},
    {"redirect_uris": []},
    {"grant_types": ["client_credentials"]},
    {"token_endpoint_auth_method": "client_secret_basic"},
    {"client_secret": "x"},
    {"client_secret_expires_at": 0},
]


@pytest.mark.parametrize("changes", BAD)
def test_a_document_that_does_not_fit_makes_no_app(
    cast: Cast, network: Network, changes: dict[str, Any]
) -> None:
    page = network.publish(document(**changes)).ask(browser(cast, "member"))
    assert page.status_code == 400
    assert not AppRow.objects.exists()


INSIDE = [
    "127.0.0.1",
    "10.0.0.7",
    "169.254.169.254",
    "192.168.1.1",
    "::1",
    "fd00::1",
    "::ffff:10.0.0.1",
    "0.0.0.0",
]


@pytest.mark.parametrize("address", INSIDE)
def test_no_request_goes_inside_a_network(cast: Cast, network: Network, address: str) -> None:
    network.addresses = ["93.184.215.14", address]
    assert network.publish(document()).ask(browser(cast, "member")).status_code == 400
    assert network.asked == []


@pytest.mark.parametrize(
    "address",
    [
        "http://client.example/x.json",
        "https://client.example",
        "https://u:p@client.example/x",
        "https://c.example/../x",
    ],
)
def test_an_address_that_is_none_of_a_document_is_not_asked(
    cast: Cast, network: Network, address: str
) -> None:
    assert network.publish(document(), address).ask(browser(cast, "member")).status_code == 400
    assert network.asked == []


def test_documents_fetched_for_one_address_are_bounded(
    cast: Cast, network: Network, settings: Settings
) -> None:
    settings.DECISIONS_APPS_AN_HOUR = 2
    settings.OAUTH2_PROVIDER = oauth_provider(PUBLIC_URL)
    person = browser(cast, "member")
    apps = [network.publish(VS_CODE, f"https://client.example/{number}.json") for number in range(3)]
    uri = VS_CODE["redirect_uris"][0]
    assert [app.ask(person, redirect_uri=uri).status_code for app in apps] == [200, 200, 400]
    assert len(network.asked) == 2
    # A known app is not fetched, so that it does not count.
    assert apps[0].ask(person, redirect_uri=uri).status_code == 200
