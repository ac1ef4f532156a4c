"""Resources, prompts and completions in the protocol's versions: no server, no database."""

from typing import Any

import mcp_types as types
import pytest
from mcp_types import methods

from mcp_bridge.answers import REFUSED, RESOURCE_NOT_FOUND
from mcp_bridge.wire import HANDSHAKE_VERSIONS, VERSIONS
from tests.mcp_bridge.speaking import MODERN, READING, asked, failed, message


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("method", "params"), READING, ids=lambda given: str(given)[:20])
def test_what_is_read_has_the_shape_of_its_version(method: str, params: dict[str, Any], version: str) -> None:
    answer, body = asked(message(method, dict(params)), version)
    assert answer.status == 200, body
    methods.validate_server_result(method, version, body["result"])
    assert ("resultType" in body["result"]) is (version == MODERN)


@pytest.mark.parametrize(
    ("version", "status", "code"),
    [
        *((version, 200, RESOURCE_NOT_FOUND) for version in HANDSHAKE_VERSIONS),
        (MODERN, 400, types.INVALID_PARAMS),
    ],
)
def test_a_resource_that_is_not_there_is_told_as_its_version_says(
    version: str, status: int, code: int
) -> None:
    answer, body = asked(message("resources/read", {"uri": "not_found"}), version)
    assert (answer.status, body["error"]["code"]) == (status, code)
    assert body["error"]["data"] == {"uri": "not_found"}


@pytest.mark.parametrize(
    ("problem", "code"),
    [
        ("invalid_arguments", types.INVALID_PARAMS),
        ("not_found", types.INVALID_PARAMS),
        ("throttled", REFUSED),
        ("insufficient_scope", REFUSED),
        ("internal", types.INTERNAL_ERROR),
    ],
)
def test_what_is_declined_is_an_error_that_carries_the_problem(problem: str, code: int) -> None:
    _, body = asked(message("prompts/get", {"name": "write", "arguments": {"a": problem}}), "2025-11-25")
    assert (body["error"]["code"], body["error"]["data"]["error"]) == (code, problem)
    if problem != "not_found":
        assert failed(message("resources/read", {"uri": problem}), "2025-11-25") == (200, code)


@pytest.mark.parametrize(("version", "status"), [("2025-11-25", 200), (MODERN, 400)])
def test_an_unknown_prompt_is_a_protocol_error(version: str, status: int) -> None:
    assert failed(message("prompts/get", {"name": "nothing"}), version) == (status, types.INVALID_PARAMS)


@pytest.mark.parametrize(
    "method", ["tools/list", "prompts/list", "resources/templates/list", "resources/list"]
)
def test_a_cursor_that_was_never_given_is_refused(method: str) -> None:
    assert failed(message(method, {"cursor": "x"})) == (200, types.INVALID_PARAMS)
