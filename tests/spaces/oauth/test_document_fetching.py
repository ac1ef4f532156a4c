"""The fetch of an app's document by its own code, against a server on this machine that counts who comes."""

import datetime
import gzip
import ipaddress
import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from oauth2_provider import cimd
from oauth2_provider.settings import oauth2_settings

from spaces.oauth.documents import DocumentFetcher

HOST = "localhost"
DOCUMENT = {"client_name": "Claude Code", "redirect_uris": ["http://127.0.0.1/callback"]}


class Answers(BaseHTTPRequestHandler):
    """Whatever a path is told to answer with."""

    acts: ClassVar[dict[str, Callable[["Answers"], None]]] = {}
    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.acts[self.path](self)

    def say(self, body: bytes, *, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Nothing: a test's own output says what matters."""


def certificate(folder: Path) -> Path:
    """A file with a new key and a certificate for this machine's names that it signed itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName(HOST), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "server.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + signed.public_bytes(serialization.Encoding.PEM)
    )
    return path


class Secure(ThreadingHTTPServer):
    """It shakes hands in the thread of the request, so that a bad one ends nothing else."""

    context: ssl.SSLContext

    def finish_request(self, request: Any, client_address: Any) -> None:
        try:
            with self.context.wrap_socket(request, server_side=True) as wrapped:
                super().finish_request(wrapped, client_address)
        except OSError:
            return


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The address of an HTTPS server on this machine, and the certificate to trust it by."""
    trusted = certificate(tmp_path_factory.mktemp("tls"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(trusted)
    server = Secure(("127.0.0.1", 0), Answers)
    server.context = context
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"https://{HOST}:{server.server_port}", trusted
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def origin(served: tuple[str, Path], monkeypatch: pytest.MonkeyPatch) -> str:
    """The server, trusted: nothing but the guard stands between it and the fetch."""
    address, trusted = served
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    Answers.acts = {}
    Answers.asked.clear()
    return address


@pytest.fixture
def let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """The guard opened for this machine's one address, to see what comes after it."""
    guard = cimd._ip_is_public
    monkeypatch.setattr(cimd, "_ip_is_public", lambda address: address == "127.0.0.1" or guard(address))
    # One family: the server listens on no other.
    resolve = socket.getaddrinfo

    def of_one_family(*asked: Any, **more: Any) -> Any:
        return [row for row in resolve(*asked, **more) if row[0] == socket.AF_INET]

    monkeypatch.setattr(socket, "getaddrinfo", of_one_family)


def publish(origin: str, path: str = "/app.json", **changes: Any) -> str:
    address = origin + path
    body = json.dumps({"client_id": address, **DOCUMENT, **changes}).encode()
    Answers.acts[path] = lambda answer: answer.say(body)
    return address


def refused(address: str) -> str:
    with pytest.raises(cimd.CIMDError) as refusal:
        DocumentFetcher().fetch(address)
    return str(refusal.value)


def test_a_document_is_fetched_over_a_connection_whose_certificate_is_checked(
    origin: str, let_in: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = publish(origin)
    document, _ = DocumentFetcher().fetch(address)
    assert (document["client_id"], document["client_name"]) == (address, "Claude Code")
    assert Answers.asked == ["/app.json"]
    monkeypatch.delenv("SSL_CERT_FILE")
    assert "certificate" in refused(address).lower()
    assert Answers.asked == ["/app.json"]


# Names and spellings that the system's own resolver leads to this machine or into a network.
INSIDE = [
    "localhost",
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "0.0.0.0",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "10.0.0.7",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "[fe80::1]",
    "[fd00::1]",
]


@pytest.mark.parametrize("host", INSIDE)
def test_nobody_is_led_inside_a_network_however_it_is_spelled(origin: str, host: str) -> None:
    publish(origin)
    port = origin.rpartition(":")[2]
    told = refused(f"https://{host}:{port}/app.json")
    assert "non-public" in told or "resolve" in told
    assert Answers.asked == []


@pytest.mark.parametrize("answers", [["127.0.0.1"], ["93.184.215.14", "127.0.0.1"], ["::1"], ["10.1.2.3"]])
def test_a_public_name_that_answers_a_private_address_is_refused(
    origin: str, monkeypatch: pytest.MonkeyPatch, answers: list[str]
) -> None:
    publish(origin)
    port = int(origin.rpartition(":")[2])
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in answers]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    assert "non-public" in refused(f"https://client.example:{port}/app.json")
    assert Answers.asked == []


def test_a_name_is_resolved_once_so_that_a_second_answer_changes_nothing(
    origin: str, let_in: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = publish(origin)
    resolve, asked = socket.getaddrinfo, []

    def counted(host: str, *rest: Any, **more: Any) -> Any:
        asked.append(host)
        return resolve(host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", counted)
    DocumentFetcher().fetch(address)
    # The connection itself is made to the address that was judged.
    assert [host for host in asked if host == HOST] == [HOST]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(origin: str, let_in: None, status: int) -> None:
    publish(origin, "/secret")
    Answers.acts["/app.json"] = lambda answer: answer.say(b"{}", status=status, Location=f"{origin}/secret")
    assert f"HTTP {status}" in refused(f"{origin}/app.json")
    assert Answers.asked == ["/app.json"]


def test_a_document_that_is_too_large_is_refused_also_when_it_is_packed_small(
    origin: str, let_in: None
) -> None:
    large = json.dumps({**DOCUMENT, "client_name": "x" * 5_000_000}).encode()
    packed = gzip.compress(large)
    Answers.acts["/plain"] = lambda answer: answer.say(large)
    Answers.acts["/packed"] = lambda answer: answer.say(packed, Content_Encoding="gzip")
    for path in ("/plain", "/packed"):
        assert "maximum allowed size" in refused(origin + path)


@pytest.mark.parametrize("part", ["head", "body"])
def test_a_server_that_drips_is_left_in_time(
    origin: str, let_in: None, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    ended = threading.Event()

    def drip(answer: Answers) -> None:
        answer.wfile.write(b"HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n")
        answer.wfile.write(b"Content-Length: 1000\r\n\r\n" if part == "body" else b"X-Slow: ")
        while not ended.wait(0.1):
            answer.wfile.write(b" ")
            answer.wfile.flush()

    Answers.acts["/app.json"] = drip
    monkeypatch.setattr(oauth2_settings, "CIMD_FETCH_TIMEOUT_SECONDS", 2, raising=False)
    begun = time.monotonic()
    try:
        assert "in time" in refused(f"{origin}/app.json")
    finally:
        ended.set()
    # Far over the limit: the machine may be busy. Each byte that drips in would begin a timeout anew.
    assert time.monotonic() - begun < 30


@pytest.mark.parametrize(
    ("body", "content_type"),
    [(b"{}", "text/html"), (b"[]", "application/json"), (b"nonsense", "application/json")],
)
def test_what_is_no_document_is_refused(origin: str, let_in: None, body: bytes, content_type: str) -> None:
    Answers.acts["/app.json"] = lambda answer: answer.say(body, Content_Type=content_type)
    assert refused(f"{origin}/app.json")
