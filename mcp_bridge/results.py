"""Results of `tools/call` as JSON, encoded once: structured content and, escaped, text."""

import json
from typing import Any

from rest_framework.utils.encoders import JSONEncoder


def _encoded(body: Any) -> str:
    return json.dumps(body, cls=JSONEncoder, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _as_bytes(text: str) -> bytes:
    # An argument's name that is a lone surrogate comes back in an error and is no UTF-8.
    return text.encode(errors="replace")


def success(body: Any) -> bytes:
    """A result with structured content, and the same JSON as text for clients that read only text."""
    encoded = _encoded(body)
    text = json.dumps(encoded, ensure_ascii=False)
    return _as_bytes(
        f'{{"content":[{{"type":"text","text":{text}}}],"structuredContent":{encoded},"isError":false}}'
    )


def failure(problem: Any) -> bytes:
    """A result that tells a problem as JSON text alone: many clients hide the text where both are given."""
    text = json.dumps(_encoded(problem), ensure_ascii=False)
    return _as_bytes(f'{{"content":[{{"type":"text","text":{text}}}],"isError":true}}')
