"""The embedded service as a real process on a free port, for the tests that look at it from outside."""

import json
import os
import socket
import subprocess
import sys
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Thread
from typing import Self

ROOT = Path(__file__).resolve().parents[2]

# A first run on a busy machine with two cores; a quiet one needs a fifth of it.
START_SECONDS = 90


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Up:
    """`manage.py up` on a folder: its process, its output so far, and what it left for the first sign-in."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", str(port)],
            cwd=ROOT,
            env={**_environment(), "DECISIONS_VAR": str(folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.lines.extend(iter(self.process.stdout.readline, ""))

    @property
    def output(self) -> str:
        return "".join(self.lines)

    @property
    def details(self) -> dict[str, str]:
        found: dict[str, str] = json.loads((self.folder / "first-run.json").read_text())
        return found

    def wait_for(self, text: str, seconds: float = START_SECONDS) -> float:
        """Seconds until the text was printed."""
        started = time.monotonic()
        while text not in self.output:
            assert self.process.poll() is None, self.output
            assert time.monotonic() - started < seconds, self.output
            time.sleep(0.1)
        return time.monotonic() - started

    def ended(self, seconds: float = 30) -> int:
        """The exit code, with all output read."""
        code = self.process.wait(timeout=seconds)
        self._reader.join(timeout=5)
        return code

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End it, whatever the test left running."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=30)
        self._reader.join(timeout=5)
        if self.process.stdout is not None:
            self.process.stdout.close()

    def shell(self, source: str) -> str:
        """What a process of its own prints that runs this on the same folder."""
        return subprocess.run(
            [sys.executable, "manage.py", "shell", "--no-imports", "--command", source],
            cwd=ROOT,
            env={**_environment(), "DECISIONS_VAR": str(self.folder)},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout

    def status(self, path: str, key: str | None = None) -> int | None:
        """The HTTP status of a GET; None where nothing answers."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", path, headers={"Authorization": f"Bearer {key}"} if key else {})
            return connection.getresponse().status
        except (OSError, HTTPException):
            return None
        finally:
            connection.close()

    def children(self) -> dict[str, int]:
        """The live programs it started, by name."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        commands = {int(pid): Path(f"/proc/{pid}/cmdline").read_text() for pid in listed}
        words = {"web": "granian", "worker": "\0worker\0", "beat": "\0beat\0"}
        return {name: pid for name, word in words.items() for pid, line in commands.items() if word in line}


def _environment() -> dict[str, str]:
    """This process's environment without what points a test or a developer elsewhere."""
    ours = ("DECISIONS_", "DJANGO_", "CELERY_", "DATABASE_", "REDIS_", "PYTEST_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "DECISIONS_DOTENV": os.devnull}
