"""The HTTP side: a threaded server that can stall, cut a body short and hang up."""

import select
import socket
import sys
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.integrations.fake_github.exchange import Answer, Gone


class Handler(BaseHTTPRequestHandler):
    """Reads one request, lets the server's `respond` answer it, and sends exactly what that says."""

    protocol_version = "HTTP/1.1"
    server_version = "github.com"
    sys_version = ""
    disable_nagle_algorithm = True
    wbufsize = -1
    server: "Server"

    def handle(self) -> None:
        try:
            super().handle()
        except (Gone, ConnectionError):
            # Hanging up, on either side and at any time, is what these tests are about.
            self.close_connection = True

    def finish(self) -> None:
        try:
            super().finish()
        except ConnectionError:
            self.close_connection = True

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self._send(self.server.respond(self, body))

    do_POST = do_PUT = do_PATCH = do_DELETE = do_GET  # noqa: N815

    def wait(self, seconds: float | None) -> None:
        """Let time pass, and stop as soon as the other side hangs up."""
        until = None if seconds is None else time.monotonic() + seconds
        while until is None or time.monotonic() < until:
            left = None if until is None else max(0.0, until - time.monotonic())
            readable, _, _ = select.select([self.connection], [], [], left)
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                raise Gone
            if readable:
                # It sent more already, which waits its turn.
                time.sleep(min(0.01, left or 0.01))

    def _send(self, answer: Answer) -> None:
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        length = len(answer.body) if answer.promised_length is None else answer.promised_length
        self.send_header("Content-Length", str(length))
        self.end_headers()
        self.wfile.write(answer.body)
        self.wfile.flush()
        if answer.promised_length is not None:
            self.close_connection = True

    def log_message(self, *_: Any) -> None:
        """Says nothing: what was asked is in the log of requests."""


class Server(ThreadingHTTPServer):
    """Listens on 127.0.0.1 from when it is made until `close`."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, respond: Callable[[Handler, bytes], Answer], port: int = 0) -> None:
        self.respond = respond
        # What went wrong here and not by order of the test.
        self.faults: list[BaseException] = []
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        super().__init__(("127.0.0.1", port), Handler)
        self._thread = threading.Thread(
            target=self.serve_forever, kwargs={"poll_interval": 0.005}, daemon=True
        )
        self._thread.start()

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._lock:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self._lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        fault = sys.exception()
        assert fault
        self.faults.append(fault)

    def close(self) -> None:
        """Refuse connections from now on, and hang up on those that are open."""
        self.shutdown()
        self._thread.join()
        self.socket.close()
        with self._lock:
            still_open = list(self._open)
        for each in still_open:
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                # It was closed a moment ago.
                continue
        until = time.monotonic() + 5
        while self._open and time.monotonic() < until:
            time.sleep(0.001)
        assert not self._open, "a request of this server is still being answered"
        if self.faults:
            raise self.faults[0]
