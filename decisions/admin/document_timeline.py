"""The status log of one document as a page."""

from collections.abc import Mapping
from typing import Any

from decisions.models import Document, Version
from decisions.services.timeline import timeline_list
from spaces.domain.caller import Caller

_LINES_A_PAGE = 100


def timeline_context(
    *, document: Document, version: Version, caller: Caller, query: Mapping[str, str]
) -> dict[str, Any]:
    """A page of its status lines, newest first, each with whether it is on record or only written."""
    filters = {"document_id": document.pk, "page_size": _LINES_A_PAGE}
    page = timeline_list(caller, {**filters, "page_token": query.get("after", "")})
    return {"lines": page.rows, "next": page.next_page_token, "is_first": not query.get("after")}
