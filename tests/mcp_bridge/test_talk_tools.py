"""Questions, diagrams and the timeline through the official Python client."""

from typing import Any

import pytest

from tests.conftest import Cast
from tests.mcp_bridge.calling import LiveMcp, content_of, problem_in

MODES = pytest.mark.parametrize("mode", ["legacy", "auto"])
LOG = "# Limits\n\n## Status log\n\n- 2026-01-05 draft by @ana: written\n"


@MODES
def test_a_question_is_asked_found_and_answered_once(live_mcp: LiveMcp, cast: Cast, mode: str) -> None:
    key, space = cast.key_of("member"), {"space_id": cast.space.pk}

    def call(tool: str, **arguments: Any) -> Any:
        return live_mcp.call(key, f"decisions_{tool}", {**space, **arguments}, mode=mode)

    asked = content_of(call("ask_question", text="Why ten?", document_id=""))
    (found,) = content_of(call("list_questions", status="", page_size=0))["items"]
    assert (found["question_id"], found["asked_by"]) == (asked["question_id"], "member via Build agent")
    given = {"question_id": asked["question_id"]}
    assert content_of(call("answer_question", **given, answer="Because."))["answer"]["text"] == "Because."
    refusal = problem_in(call("answer_question", **given, answer="For another reason."))
    assert (refusal["error"], refusal["answer"]) == ("already_done", "Because.")
    assert content_of(call("list_questions"))["items"] == []
    missing = problem_in(call("answer_question", **given, answer=""))
    assert (missing["error"], missing["path"]) == ("invalid_arguments", "answer")


@MODES
def test_a_diagram_is_drawn_broken_and_read_with_its_last_good_picture(
    live_mcp: LiveMcp, cast: Cast, mode: str
) -> None:
    key, space = cast.key_of("member"), {"space_id": cast.space.pk}

    def call(tool: str, **arguments: Any) -> Any:
        return live_mcp.call(key, f"decisions_{tool}", {**space, **arguments}, mode=mode)

    made = content_of(call("create_diagram", name="Flow", model="flowchart TD\nA --> B\n"))
    ref = {"diagram_id": made["diagram_id"]}
    saved = content_of(call("save_diagram", **ref, base_version=1, model="flowchart TD\nA[open\n", name=""))
    assert (saved["version"], saved["svg_version"], saved["name"]) == (2, 1, "Flow")
    assert saved["findings"]["items"][0]["rule"] == "diagram-invalid"
    stale = problem_in(call("save_diagram", **ref, base_version=1, model="pie\n"))
    assert (stale["error"], stale["current_version"]) == ("conflict", 2)
    read = content_of(call("get_diagram", **ref, version=0, include_svg=True))
    assert (read["version"], read["svg_version"]) == (2, 1)
    assert read["svg"].startswith("<svg")
    assert "svg" not in content_of(call("get_diagram", **ref, include_svg=False))
    (listed,) = content_of(call("list_diagrams", document_id=None))["items"]
    assert listed["diagram_id"] == made["diagram_id"]
    assert problem_in(call("create_diagram", name="x", model=""))["path"] == "model"


def test_the_timeline_is_listed_as_by_rest(live_mcp: LiveMcp, cast: Cast) -> None:
    document = cast.document(text=LOG)
    asked = {"from": "2026-01-01", "to": "2026-01-05", "document_id": document.pk}
    told = content_of(live_mcp.call(cast.key_of("member"), "decisions_list_timeline", asked))
    assert [line["status"] for line in told["items"]] == ["draft"]
    assert told == cast.client("agent").get("/api/v1/timeline/", asked).json()
    wrong = live_mcp.call(cast.key_of("member"), "decisions_list_timeline", {"from": "yesterday"})
    assert problem_in(wrong)["path"] == "from"
