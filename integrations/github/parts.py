"""Parts of what GitHub sent, whatever its shape: what is not there, or is something else, is empty."""

import re
from collections.abc import Mapping
from typing import Any

# Printable ASCII, in all of GitHub's forms of it, and no longer than the column.
_NODE_ID = re.compile(r"[!-~]{1,100}")
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


def entry(whole: object, *keys: str) -> Any:
    """What stands under these keys, one below the other; None where nothing does."""
    for key in keys:
        whole = whole.get(key) if isinstance(whole, Mapping) else None
    return whole


def entries(whole: object, *keys: str) -> list[Any]:
    """The list under these keys."""
    found = entry(whole, *keys)
    return found if isinstance(found, list) else []


def word(whole: object, *keys: str) -> str:
    """The text under these keys."""
    found = entry(whole, *keys)
    return found if isinstance(found, str) else ""


def node_id(whole: object, key: str) -> str:
    """One of GitHub's own ids."""
    found = word(whole, key)
    return found if _NODE_ID.fullmatch(found) else ""


def commit(whole: object, *keys: str) -> str:
    """The name of a commit."""
    found = word(whole, *keys)
    return found if _COMMIT.fullmatch(found) else ""
