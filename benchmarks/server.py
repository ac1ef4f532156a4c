"""The service as `make up` runs it, on a folder and a port of its own, with its sample documents."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 120

# The limit on calls a minute is not what is measured here.
NO_LIMIT = "1000000000"


@contextmanager
def served(folder: Path) -> Iterator[dict[str, str]]:
    """The first run's details while the service answers; it is ended afterwards."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    environment = {**os.environ, "DECISIONS_VAR": str(folder), "DECISIONS_READS_A_MINUTE": NO_LIMIT}
    command = [sys.executable, "manage.py", "up", "--port", port]
    with (folder / "up.log").open("w+") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            deadline = time.monotonic() + START_SECONDS
            while "Decisions runs" not in (folder / "up.log").read_text():
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError((folder / "up.log").read_text())
                time.sleep(0.2)
            yield {**json.loads((folder / "first-run.json").read_text()), "port": port}
        finally:
            process.terminate()
            process.wait(timeout=60)
