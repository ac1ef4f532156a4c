"""An app that a person signs in to, as the service meets it: over plain HTTP, knowing only one address."""

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django.test import Client

from mcp_bridge.wsgi import application
from spaces.domain.scopes import WORKING_SET
from tests.cast import Cast
from tests.console import browser
from tests.mcp_bridge.calling import Response, send

PUBLIC_URL = "https://decisions.example"
RESOURCE = f"{PUBLIC_URL}/mcp"
CALLBACK = "http://127.0.0.1:53682/callback"
ALL = " ".join(scope.value for scope in WORKING_SET)

# As clients of these names send it, in our words: what matters is which fields and values they list.
CLAUDE_CODE = {
    "client_name": "Claude Code",
    "redirect_uris": ["http://localhost:53682/callback"],
    "grant_types": ["authorization_code", "refresh_token"],
    "response_types": ["code"],
    "token_endpoint_auth_method": "none",
    "scope": ALL,
}
VS_CODE = {
    "client_name": "Visual Studio Code",
    "client_uri": "https://code.visualstudio.example",
    "redirect_uris": ["https://vscode.example/redirect", "http://127.0.0.1/", "http://127.0.0.1:33418/"],
    "grant_types": ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
    "response_types": ["code"],
    "token_endpoint_auth_method": "none",
    "application_type": "native",
    "scope": f"{ALL} offline_access",
}
CURSOR = {
    "client_name": "Cursor",
    "redirect_uris": ["cursor://anysphere.cursor-retrieval/oauth/user-decisions/callback"],
    "grant_types": ["authorization_code", "refresh_token"],
    "response_types": ["code"],
    "token_endpoint_auth_method": "none",
}
ZED = {
    "client_name": "Zed",
    "redirect_uris": ["http://127.0.0.1/callback", "http://[::1]/callback", "http://localhost/callback"],
    "token_endpoint_auth_method": "none",
    "response_types": ["code", "code id_token"],
}
CLIENTS = {"Claude Code": CLAUDE_CODE, "VS Code": VS_CODE, "Cursor": CURSOR, "Zed": ZED}


def anonymous() -> Client:
    """A client without a cookie, and one that Django's own check of forms does not spare."""
    return Client(enforce_csrf_checks=True)


def registered(**changes: Any) -> Any:
    """The answer to a registration."""
    body = {"client_name": "Claude Code", "redirect_uris": [CALLBACK], "token_endpoint_auth_method": "none"}
    return anonymous().post("/oauth/register", {**body, **changes}, content_type="application/json")


@dataclass
class App:
    """A registered app in the middle of signing in; `tokens` is what it was given last."""

    client_id: str
    secret: str = ""
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    tokens: dict[str, Any] = field(default_factory=dict)

    @property
    def question(self) -> dict[str, str]:
        """The parameters of its request to be let in."""
        digest = hashlib.sha256(self.verifier.encode()).digest()
        return {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": CALLBACK,
            "scope": ALL,
            "state": "s-1",
            "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("="),
            "code_challenge_method": "S256",
            "resource": RESOURCE,
        }

    def ask(self, person: Client, **changes: Any) -> Any:
        """The page that the person sees; a parameter changed to None is left out."""
        asked = {name: value for name, value in {**self.question, **changes}.items() if value is not None}
        return person.get("/oauth/authorize?" + urlencode(asked, doseq=True))

    def answer(self, person: Client, page: Any, **changes: Any) -> Any:
        """Where the person is led after filling in the page as it stands, with these changes."""
        form = page.context["form"]
        filled = {each.name: each.value() or "" for each in form}
        return person.post("/oauth/authorize", {**filled, "allow": "on", **changes})

    def code(self, person: Client, *, choice: dict[str, Any] | None = None, **changes: Any) -> str:
        """The code that the person's consent gives."""
        return told(self.answer(person, self.ask(person, **changes), **(choice or {})))["code"]

    def redeem(self, code: str, **changes: Any) -> Any:
        """The answer of the token endpoint to the code; tokens are kept."""
        sent = {"grant_type": "authorization_code", "code": code, "redirect_uri": CALLBACK}
        return self._tokens({**sent, "code_verifier": self.verifier, "resource": RESOURCE, **changes})

    def refresh(self, **changes: Any) -> Any:
        """The answer to its refresh token, or to another one; tokens are kept."""
        sent = {"grant_type": "refresh_token", "refresh_token": self.tokens["refresh_token"]}
        return self._tokens({**sent, **changes})

    def _tokens(self, sent: dict[str, Any]) -> Any:
        given = {
            name: value for name, value in {"client_id": self.client_id, **sent}.items() if value is not None
        }
        if self.secret:
            given["client_secret"] = self.secret
        response = anonymous().post("/oauth/token", given)
        if response.status_code == 200:
            self.tokens = response.json()
        return response

    def revoke(self, token: str, **more: str) -> Any:
        return anonymous().post("/oauth/revoke", {"client_id": self.client_id, "token": token, **more})

    def send(self, method: str, *, token: str = "", **params: Any) -> Response:
        """The answer of `/mcp` to one message."""
        body = {"jsonrpc": "2.0", "id": 1, "method": method, **({"params": params} if params else {})}
        bearer = f"Bearer {token or self.tokens['access_token']}"
        return send(application, body=body, authorization=bearer)

    def call(self, tool: str, **arguments: Any) -> Response:
        return self.send("tools/call", name=tool, arguments=arguments)


def told(redirect: Any) -> dict[str, str]:
    """What the app is told at its own address."""
    assert redirect.status_code == 302, redirect.content
    return {name: value for name, (value,) in parse_qs(urlsplit(redirect["Location"]).query).items()}


def new_app(**changes: Any) -> App:
    """An app that has just registered."""
    answer = registered(**changes)
    assert answer.status_code == 201, answer.content
    return App(answer.json()["client_id"], answer.json().get("client_secret", ""))


def signed_in(
    cast: Cast, name: str = "member", *, account: str = "", app: App | None = None, **changes: Any
) -> App:
    """An app that this person let in, for one account or for all."""
    app = app or new_app()
    response = app.redeem(app.code(browser(cast, name), choice={"account": account}, **changes))
    assert response.status_code == 200, response.content
    return app


def content(response: Response) -> Any:
    """What a tool returned."""
    result = response.json["result"]
    assert not result["isError"], result
    return result["structuredContent"]


def problem(response: Response) -> Any:
    """What a tool refused with."""
    result = response.json["result"]
    assert result["isError"], result
    return json.loads(result["content"][0]["text"])
