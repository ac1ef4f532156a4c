"""Answers that hold many rows: pages, cut where they would grow too large for a client to take in."""

import json
from typing import Any

from rest_framework import serializers
from rest_framework.utils.encoders import JSONEncoder

from spaces.kernel.paging import Page

# Several assistants cut a tool result at about 60 kB without a word; a page ends at a row before that.
MAX_PAGE_BYTES = 60_000


def page_body(page: Page, row: serializers.Serializer[Any]) -> dict[str, Any]:
    """A page as items and next_page_token; at least one row, and no more than fit in 60 kB of text."""
    items: list[Any] = []
    # What surrounds the rows: the keys, the facts and a token.
    room = MAX_PAGE_BYTES - 1_000 - len(json.dumps(page.facts, cls=JSONEncoder))
    for source in page.rows:
        item = row.to_representation(source)
        room -= len(json.dumps(item, cls=JSONEncoder, ensure_ascii=False).encode()) + 1
        if room < 0 and items:
            token = page.token_after(page.rows[len(items) - 1])
            return {"items": items, "next_page_token": token, **page.facts}
        items.append(item)
    return {"items": items, "next_page_token": page.next_page_token, **page.facts}
