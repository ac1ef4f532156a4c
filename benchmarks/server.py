"""Servers to measure: the service as `make up` runs it, its web process alone, and programs like it."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from decisions.config.embedded.programs import programs

ROOT = Path(__file__).resolve().parent.parent
# A first run makes the sample documents, and other work may share the machine.
START_SECONDS = 300

# The limit on calls a minute is not what is measured here.
NO_LIMIT = "1000000000"
APPLICATION = "mcp_bridge.wsgi.application"
THREADS = 8


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(
    command: Sequence[str], *, log: Path, folder: Path = ROOT, environment: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """A program that writes to a log while the block runs; it is ended afterwards."""
    with log.open("w") as written:
        process = subprocess.Popen(
            command, cwd=folder, env={**os.environ, **environment}, stdout=written, stderr=written
        )
        try:
            yield process
        finally:
            process.terminate()
            process.wait(timeout=60)


@contextmanager
def answering(
    command: Sequence[str], *, port: int, log: Path, folder: Path = ROOT, environment: Mapping[str, str]
) -> Iterator[None]:
    """The same for a server, from the moment its port is open; RuntimeError with its log where it never is."""
    with running(command, log=log, folder=folder, environment=environment) as process:
        _wait(process, lambda: _is_open(port), log)
        yield


def first_run(folder: Path) -> dict[str, str]:
    """The details of a first run of the whole service in a folder, which then holds its sample documents."""
    command = [sys.executable, "manage.py", "up", "--port", str(free_port())]
    log = folder / "up.log"
    with running(command, log=log, environment={"DECISIONS_VAR": str(folder)}) as process:
        _wait(process, lambda: "Decisions runs" in log.read_text(), log)
    details: dict[str, str] = json.loads((folder / "first-run.json").read_text())
    return details


@contextmanager
def web_alone(folder: Path) -> Iterator[int]:
    """The port of the service's one web process over that folder; worker and scheduler do not run beside it."""
    port = free_port()
    web, *_ = programs(port=port, application=APPLICATION, web_threads=THREADS)
    environment = {
        "DECISIONS_VAR": str(folder),
        "DECISIONS_READS_A_MINUTE": NO_LIMIT,
        "DECISIONS_PUBLIC_URL": f"http://127.0.0.1:{port}",
    }
    with answering(web.command, port=port, log=folder / "web.log", environment=environment):
        yield port


def _wait(process: subprocess.Popen[bytes], is_up: Callable[[], bool], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not is_up():
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(log.read_text()[-2_000:] or "it did not start")
        time.sleep(0.2)


def _is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
