"""The tool as django-mcp-server finds it: by this module's name in an installed app."""

from mcp_server import MCPToolset
from notes.models import note_of


class Notes(MCPToolset):
    def get_note(self, note_id: str) -> dict[str, str]:
        """A note by its id."""
        return note_of(note_id)
