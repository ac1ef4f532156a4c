"""What a call returns, as bytes."""

import json
from datetime import UTC, datetime
from uuid import UUID

from django.utils.translation import gettext_lazy
from rest_framework.utils.serializer_helpers import ReturnDict

from mcp_bridge.results import failure, success


def test_a_success_is_the_same_json_twice() -> None:
    body = {
        "text": 'é "quoted" \\ \u2028 \n',
        "at": datetime(2026, 1, 2, tzinfo=UTC),
        "id": UUID(int=1),
        "said": gettext_lazy("Yes"),
        "rows": [ReturnDict({"a": None}, serializer=None)],
    }
    result = json.loads(success(body))
    assert result["isError"] is False
    assert [item["type"] for item in result["content"]] == ["text"]
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
    assert result["structuredContent"]["text"] == body["text"]


def test_a_failure_is_text_alone() -> None:
    result = json.loads(failure({"error": "conflict", "current_version": 3}))
    assert set(result) == {"content", "isError"}
    assert result["isError"] is True
    assert json.loads(result["content"][0]["text"]) == {"error": "conflict", "current_version": 3}


def test_a_name_that_is_no_unicode_comes_back_replaced() -> None:
    told = json.loads(failure({"path": "\ud800"}))
    assert json.loads(told["content"][0]["text"]) == {"path": "?"}
