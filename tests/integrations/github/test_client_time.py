"""No answer keeps a worker: neither one that is sent byte by byte nor one without an end."""

import gzip
import io
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest
import requests
from billiard.exceptions import SoftTimeLimitExceeded
from urllib3 import HTTPResponse

from integrations.domain.pull_requests import Trouble
from integrations.github.bounded import LONGEST_ANSWER, Answered, TooLong
from integrations.github.client import Credential, GitHubClient
from tests.integrations.fake_github import FakeGitHub
from tests.integrations.github.asking import address, client_for, filled

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
Sender = Callable[[socket.socket], None]


@pytest.fixture
def serve() -> Iterator[Callable[[Sender], str]]:
    """The address of a server that sends to each connection what a function sends."""
    listener = socket.create_server(("127.0.0.1", 0))
    threads: list[threading.Thread] = []

    def loop(send: Sender) -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                connection.recv(65536)
                try:
                    send(connection)
                except OSError:
                    continue

    def start(send: Sender) -> str:
        threads.append(threading.Thread(target=loop, args=(send,)))
        threads[0].start()
        return f"http://127.0.0.1:{listener.getsockname()[1]}"

    yield start
    # What wakes up whoever waits to accept.
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    for thread in threads:
        thread.join()


def dripping(connection: socket.socket) -> None:
    connection.sendall(HEAD + b"Content-Length: 100000\r\n\r\n")
    while True:
        connection.sendall(b" ")
        time.sleep(0.05)


def endless(connection: socket.socket) -> None:
    connection.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
    chunk = b" " * 2**20
    while True:
        connection.sendall(b"%x\r\n%b\r\n" % (len(chunk), chunk))


@pytest.mark.parametrize("send", [dripping, endless])
def test_an_answer_without_an_end_is_no_answer(serve: Callable[[Sender], str], send: Sender) -> None:
    client = GitHubClient(
        host="github.com", api_url=serve(send), credential=Credential("token", "x"), timeout=0.3
    )
    started = time.monotonic()
    reading = client.read([address(1)])
    assert time.monotonic() - started < 1
    assert reading.failed[address(1)].trouble is Trouble.UNREACHABLE
    assert reading.requests == 1


def packed(body: bytes) -> requests.Response:
    headers = {"Content-Encoding": "gzip", "X-Other": "1"}
    response = requests.Response()
    response.raw = HTTPResponse(io.BytesIO(gzip.compress(body)), headers=headers, preload_content=False)
    response.status_code = 200
    response.headers.update(headers)
    return response


def test_an_answer_that_unpacks_to_too_much_is_not_read() -> None:
    assert len(Answered(packed(b" " * LONGEST_ANSWER), seconds=60).read()) == LONGEST_ANSWER
    with pytest.raises(TooLong):
        Answered(packed(b" " * (LONGEST_ANSWER + 1)), seconds=60)


def test_a_packed_answer_is_unpacked() -> None:
    answered = Answered(packed(b'{"data": {}}'), seconds=1)
    assert (answered.status, answered.read()) == (200, '{"data": {}}')
    assert ("X-Other", "1") in answered.getheaders()


def test_a_workers_own_time_limit_is_not_taken_for_a_fault_of_githubs(
    github: FakeGitHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise SoftTimeLimitExceeded

    addresses = filled(github)
    monkeypatch.setattr(requests.Session, "post", interrupted)
    with pytest.raises(SoftTimeLimitExceeded):
        client_for(github).read(addresses)
