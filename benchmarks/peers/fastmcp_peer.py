"""FastMCP with one tool, served as its documentation says: by uvicorn, without sessions, answers in JSON."""

import project

project.start()

from fastmcp import FastMCP  # noqa: E402
from notes.models import note_of  # noqa: E402

mcp = FastMCP("peer")


@mcp.tool
def get_note(note_id: str) -> dict[str, str]:
    """A note by its id."""
    return note_of(note_id)


application = mcp.http_app(stateless_http=True, json_response=True)
