"""A server of the whole service on a port of this machine."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler

from mcp_bridge.wsgi import application
from tests.mcp_bridge.calling import LiveMcp


class QuietHandler(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Nothing: a test's own output says what matters."""


@pytest.fixture
def live_mcp(transactional_db: None) -> Iterator[LiveMcp]:
    """The whole service on a free port, with threads and database connections of its own."""
    server = ThreadedWSGIServer(("127.0.0.1", 0), QuietHandler, allow_reuse_address=False)
    # Closing waits for the threads, so that none still holds a connection when the database is emptied.
    server.daemon_threads = False
    server.set_app(application)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield LiveMcp(f"http://127.0.0.1:{server.server_port}")
    server.shutdown()
    thread.join()
    server.server_close()
