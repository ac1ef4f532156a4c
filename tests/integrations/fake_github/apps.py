"""What the API says to a GitHub App: where it is installed, and a token for one of these places."""

import secrets
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.integrations.fake_github.clock import written
from tests.integrations.fake_github.credentials import App, Credential
from tests.integrations.fake_github.endpoints import parts_of
from tests.integrations.fake_github.exchange import Answer, Call, as_json, paged, refusal
from tests.integrations.fake_github.world import World

PERMISSIONS = {"pull_requests": "read", "checks": "read", "metadata": "read"}


def answer_app(call: Call, app: App | None, world: World) -> Answer:
    """What it says; `app` is who signed the request."""
    if app is None:
        return refusal(401, "A JSON web token could not be decoded")
    asked = call.asked
    parts = parts_of(asked.endpoint, asked.method, asked.path)
    number = parts.get("id", "")
    installed = app.installations.get(int(number)) if number.isdigit() else None
    match asked.endpoint:
        case "GET /app":
            return as_json(_app(app, world))
        case "GET /app/installations":
            return paged(call, [_installation(each, app, call) for each in app.installations.values()])
        case "GET /app/installations/{id}" if installed:
            return as_json(_installation(installed, app, call))
        case "POST /app/installations/{id}/access_tokens" if installed:
            return _access_token(installed)
        case "GET /repos/{owner}/{repo}/installation":
            repo = world.names.current(parts["owner"], parts["repo"])
            found = next((each for each in app.installations.values() if repo in each.sees), None)
            return as_json(_installation(found, app, call)) if found else refusal(404, "Not Found")
    return refusal(404, "Not Found")


def _app(app: App, world: World) -> dict[str, Any]:
    return {
        "id": app.id,
        "slug": app.name,
        "name": app.name,
        "html_url": f"{world.page}/apps/{app.name}",
        "permissions": PERMISSIONS,
        "events": [],
    }


def _installation(found: Credential, app: App, call: Call) -> dict[str, Any]:
    return {
        "id": found.installation_id,
        "app_id": app.id,
        "access_tokens_url": f"{call.base}/app/installations/{found.installation_id}/access_tokens",
        "repository_selection": "selected",
        "permissions": PERMISSIONS,
    }


def _access_token(found: Credential) -> Answer:
    if found.suspended:
        return refusal(403, "This installation has been suspended")
    until = (datetime.now(UTC) + timedelta(hours=1)).replace(microsecond=0)
    token = f"ghs_{secrets.token_hex(18)}"
    found.secrets[token] = until
    shown = {
        "token": token,
        "expires_at": written(until),
        "permissions": PERMISSIONS,
        "repository_selection": "selected",
    }
    return as_json(shown, 201)
