"""mcp-django's server with one more tool, served by uvicorn, without sessions, answers in JSON."""

import project

project.start("mcp_django")

from mcp_django.server import mcp  # noqa: E402
from notes.models import note_of  # noqa: E402


@mcp.server.tool
def get_note(note_id: str) -> dict[str, str]:
    """A note by its id."""
    return note_of(note_id)


application = mcp.server.http_app(stateless_http=True, json_response=True)
