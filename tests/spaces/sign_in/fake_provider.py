"""An OpenID provider on this machine, which vouches for whomever a test names."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

import jwt

CLIENT_ID, CLIENT_SECRET = "decisions", "a secret of the client"


class Provider:
    """Answers for one person at a time; `auth_age` is how long ago they signed in there."""

    def __init__(self, issuer: str) -> None:
        self.issuer = issuer
        self.person: dict[str, Any] = {}
        self.auth_age: float | None = 0
        self.redeemed: list[dict[str, str]] = []

    def answer(self, path: str, form: dict[str, str]) -> tuple[int, dict[str, Any]]:
        if path == "/.well-known/openid-configuration":
            return 200, self._configuration()
        if path == "/token":
            self.redeemed.append(form)
            good = form.get("client_secret") == CLIENT_SECRET and form.get("code_verifier")
            return (200, self._tokens()) if good else (401, {"error": "invalid_client"})
        return (200, self.person) if path == "/userinfo" else (404, {})

    def _configuration(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "userinfo_endpoint": f"{self.issuer}/userinfo",
            "jwks_uri": f"{self.issuer}/keys",
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
        }

    def _tokens(self) -> dict[str, Any]:
        now = int(time.time())
        claims = {**self.person, "iss": self.issuer, "aud": CLIENT_ID, "iat": now, "exp": now + 300}
        if self.auth_age is not None:
            claims["auth_time"] = now - self.auth_age
        signed = jwt.encode(claims, "a key long enough for the signature of a test", algorithm="HS256")
        return {"access_token": "token", "token_type": "Bearer", "id_token": signed}


@contextmanager
def provider_running() -> Iterator[Provider]:
    """The provider, answering on a free port of 127.0.0.1 until the end of the block."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._send({})

        def do_POST(self) -> None:
            sent = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self._send({name: values[0] for name, values in parse_qs(sent).items()})

        def _send(self, form: dict[str, str]) -> None:
            status, answer = provider.answer(self.path, form)
            body = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            """Nothing: a test's output is its own."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        provider = Provider(f"http://127.0.0.1:{server.server_port}")
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield provider
        server.shutdown()
