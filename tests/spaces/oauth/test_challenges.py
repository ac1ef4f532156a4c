"""What `/mcp` answers when a credential is missing, no good, or too narrow."""

import pytest

from mcp_bridge.tools import TOOLS
from mcp_bridge.wsgi import application
from spaces.domain.scopes import Scope
from tests.cast import Cast
from tests.mcp_bridge.calling import send
from tests.records import everything
from tests.spaces.oauth.apps import ALL, PUBLIC_URL, anonymous, content, problem, signed_in

METADATA = f'resource_metadata="{PUBLIC_URL}/.well-known/oauth-protected-resource/mcp"'


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
@pytest.mark.parametrize("credential", ["", "Bearer spent"])
def test_every_message_without_a_good_credential_is_challenged(
    db: None, method: str, credential: str
) -> None:
    answer = send(application, method, authorization=credential)
    challenge = answer.headers["www-authenticate"]
    assert (answer.status, answer.json["error"]) == (401, "unauthenticated")
    assert METADATA in challenge
    assert f'scope="{ALL}"' in challenge
    assert ('error="invalid_token"' in challenge) is bool(credential)


def test_initialize_is_no_exception(db: None) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}
    assert send(application, body=body).status == 401


@pytest.mark.parametrize(
    ("held", "tool", "needed"),
    [
        ("mcp:read decisions:read", "decisions_ask_question", ALL),
        ("mcp:read decisions:read jobs:report", "decisions_ask_question", f"{ALL} jobs:report"),
        ("decisions:read", "decisions_list_spaces", "mcp:read decisions:read"),
        ("mcp:write decisions:write", "decisions_list_spaces", ALL),
    ],
)
def test_a_tool_beyond_an_apps_scopes_is_a_403_that_says_what_to_ask_for(
    cast: Cast, held: str, tool: str, needed: str
) -> None:
    app = signed_in(cast, scope=held)
    before = everything()
    app.send("ping")
    answer = app.call(tool)
    challenge = answer.headers["www-authenticate"]
    assert (answer.status, answer.json["error"]) == (403, "insufficient_scope")
    assert set(answer.json["needed"]) == set(needed.split()) - set(held.split())
    assert 'error="insufficient_scope"' in challenge
    assert METADATA in challenge
    assert f'scope="{needed}"' in challenge
    changed = {table for table, digest in everything().items() if before[table] != digest}
    # The ping noted that the app was used.
    assert changed == {"spaces_connectedapp"}


def test_the_same_for_an_agent_key_is_a_result(cast: Cast) -> None:
    key = cast.key_of("member", scopes=[Scope.MCP_READ, Scope.READ])
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "decisions_ask_question"}}
    answer = send(application, body=call, authorization=f"Bearer {key}")
    assert (answer.status, "www-authenticate" in answer.headers) == (200, False)
    assert problem(answer)["error"] == "insufficient_scope"


def test_an_app_is_listed_the_tools_it_may_call(cast: Cast) -> None:
    app = signed_in(cast, scope="mcp:read decisions:read")
    listed = {tool["name"] for tool in app.send("tools/list").json["result"]["tools"]}
    assert listed == {tool.name for tool in TOOLS if not tool.operation.writes}


def test_asking_again_with_what_was_named_gives_what_was_missing(cast: Cast) -> None:
    app = signed_in(cast, scope="mcp:read decisions:read")
    scope = app.call("decisions_ask_question").headers["www-authenticate"].split('scope="')[1].split('"')[0]
    signed_in(cast, app=app, scope=scope)
    asked = content(app.call("decisions_ask_question", space_id=cast.space.pk, text="Why 50?"))
    assert asked["question_id"]


def test_an_unknown_tool_stays_unknown(cast: Cast) -> None:
    answer = signed_in(cast, scope="decisions:read").call("decisions_no_tool")
    assert (answer.status, answer.json["error"]["code"]) == (200, -32602)


def test_rest_takes_the_same_tokens_and_names_where_to_get_them(cast: Cast) -> None:
    app = signed_in(cast, scope="decisions:read")
    client = anonymous()
    bearer = {"Authorization": f"Bearer {app.tokens['access_token']}"}
    assert client.get("/api/v1/spaces/", headers=bearer).status_code == 200
    narrow = client.post("/api/v1/spaces/", {"name": "More"}, headers=bearer, content_type="application/json")
    assert (narrow.status_code, narrow.json()["error"]) == (403, "insufficient_scope")
    # As /mcp says it: a client can step up from either.
    challenge = narrow["WWW-Authenticate"]
    assert 'error="insufficient_scope"' in challenge
    assert METADATA in challenge
    assert 'scope="decisions:read decisions:write"' in challenge


@pytest.mark.parametrize(("credential", "is_refused"), [("Bearer spent", True), ("", False)])
def test_rest_names_where_to_get_a_credential(db: None, credential: str, is_refused: bool) -> None:
    headers = {"Authorization": credential} if credential else {}
    refused = anonymous().get("/api/v1/spaces/", headers=headers)
    challenge = refused["WWW-Authenticate"]
    assert (refused.status_code, METADATA in challenge) == (401, True)
    assert ('error="invalid_token"' in challenge) is is_refused


def test_rest_challenges_no_agent_for_scopes_that_nobody_can_give_it(cast: Cast) -> None:
    key = cast.key_of("owner", scopes=[Scope.READ])
    bearer = {"Authorization": f"Bearer {key}"}
    narrow = anonymous().post(
        "/api/v1/spaces/", {"name": "x"}, headers=bearer, content_type="application/json"
    )
    assert (narrow.status_code, narrow.json()["needed"]) == (403, ["decisions:write"])
    assert "WWW-Authenticate" not in narrow


def test_an_apps_people_do_not_share_a_throttle(cast: Cast, settings: object) -> None:
    settings.DECISIONS_CALLS_A_MINUTE = {"read": 2, "write": 2, "visitor": 2}  # type: ignore[attr-defined]
    app = signed_in(cast)
    members = app.tokens["access_token"]
    signed_in(cast, "author", app=app)
    for _ in range(2):
        content(app.call("decisions_list_spaces"))
    assert problem(app.call("decisions_list_spaces"))["error"] == "throttled"
    answer = app.send("tools/call", token=members, name="decisions_list_spaces", arguments={})
    assert content(answer)["items"]


def test_what_only_a_person_may_do_stays_theirs(cast: Cast) -> None:
    document = cast.document(caller=cast.caller("member"))
    app = signed_in(cast)
    before = everything()
    app.send("ping")
    refused = app.call("decisions_set_access", document_id=document.pk, access="public")
    assert problem(refused)["error"] == "person_required"
    after = everything()
    assert {table for table in after if before[table] != after[table]} == {"spaces_connectedapp"}
