"""django-mcpz with one tool: a Django view under WSGI, open to everybody."""

import project

project.start(ROOT_URLCONF=__name__)

import msgspec  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.http import HttpRequest  # noqa: E402
from django.urls import path  # noqa: E402
from django_mcpz.server import MCPServer, public  # noqa: E402
from notes.models import note_of  # noqa: E402

server = MCPServer(name="peer", version="1", auth=public)


class Asked(msgspec.Struct):
    note_id: str


class Told(msgspec.Struct):
    id: str
    text: str


@server.tool(description="A note by its id.", read_only=True)
def get_note(request: HttpRequest, asked: Asked) -> Told:
    return Told(**note_of(asked.note_id))


urlpatterns = [path("mcp", server)]
application = get_wsgi_application()
