"""Other ways to a tool that reads one row: what there is of each, and how it is started.

The projects beside this file are started with Pythons of their own, which have these packages and this one has not.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).resolve().parent
INSTALL_SECONDS = 300

# As many threads as the service's own web process has.
THREADS = "8"


@dataclass(frozen=True)
class Peer:
    """A package that serves tools, and how many times its calls a second the service's are to be (performance.md)."""

    name: str
    requirements: tuple[str, ...]
    interface: str
    goal: float

    @property
    def module(self) -> str:
        return f"{self.name.replace('-', '_')}_peer:application"

    def command(self, python: str, port: int) -> list[str]:
        """What starts it as one process: under its own kind of server, without logging calls."""
        if self.interface == "asgi":
            return [python, "-m", "uvicorn", "--port", str(port), "--log-level", "error", self.module]
        options = ("--workers", "1", "--blocking-threads", THREADS, "--no-ws", "--log-level", "error")
        return [python, "-m", "granian", "--interface", "wsgi", "--port", str(port), *options, self.module]


class NotInstalled(RuntimeError):
    """A peer that could not be installed, and what pip said last."""


PEERS = (
    Peer("fastmcp", ("fastmcp==4.2.3",), "asgi", 3.0),
    Peer("mcp-django", ("mcp-django==0.14.0", "fastmcp==4.2.3"), "asgi", 2.5),
    # It imports what the SDK's second major release has no more.
    Peer("django-mcp-server", ("django-mcp-server==0.5.7", "mcp<2"), "wsgi", 5.0),
    Peer("django-mcpz", ("django-mcpz==1.2.0",), "wsgi", 1.0),
)


def python_of(peer: Peer) -> str:
    """The Python of a peer's own environment, made where there is none; NotInstalled where it cannot be.

    They are kept between runs below $DECISIONS_BENCH_PEERS, else in the cache folder.
    """
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "decisions-bench-peers"
    folder = Path(os.environ.get("DECISIONS_BENCH_PEERS") or cache) / peer.name
    python, done = folder / "bin" / "python", folder / "installed"
    # The same Django and the same WSGI server as the service's.
    shared = (f"django=={version('django')}", f"granian=={version('granian')}")
    wanted = " ".join((*peer.requirements, *shared))
    if done.exists() and done.read_text() == wanted:
        return str(python)
    quiet = ("--quiet", "--disable-pip-version-check")
    for command in (
        [sys.executable, "-m", "venv", str(folder)],
        [str(python), "-m", "pip", "install", *quiet, *peer.requirements, *shared],
    ):
        try:
            told = subprocess.run(
                command, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NotInstalled(str(error)) from error
        if told.returncode:
            raise NotInstalled(told.stderr.strip()[-200:] or f"it ended with {told.returncode}")
    done.write_text(wanted)
    return str(python)
