"""Run the whole test suite on SQLite, then what uses a database on PostgreSQL, and say what was not run.

What is missing is told before the tests start, so that the last lines are pytest's own summary.
"""

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
POSTGRESQL = os.environ.get("DECISIONS_TEST_POSTGRESQL", "postgres://postgres@127.0.0.1:5432/decisions")

# What a part of the suite needs beside SQLite, how to see it, and what is left out where it is missing.
SERVICES = (
    ("PostgreSQL", 5432, "every test with a database a second time"),
    ("Redis", 6379, "the tests of the shared cache"),
    ("RabbitMQ", 5672, "the tests of the production task queue"),
)
# What asks no database, starts a service of its own on SQLite, or is about how pages look and what goes over the
# wire, whatever the database: once is enough.
WITHOUT_DATABASE = (
    *("architecture", "browser", "config", "decisions/domain", "reviews/domain", "spaces/sign_in"),
    *("test_pages.py", "test_page_statements.py", "test_openapi.py"),
    *("mcp_bridge/test_conformance.py", "mcp_bridge/test_conformance_sign_in.py"),
)
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def main(arguments: list[str]) -> int:
    """The first failing run's exit code, or 0; extra arguments go to pytest."""
    answering = {name for name, port, _ in SERVICES if answers(port)}
    for name, port, left_out in SERVICES:
        if name not in answering:
            print(f"NOT RUN: {left_out} ({name} does not answer at 127.0.0.1:{port})")
    if not any(shutil.which(browser) for browser in BROWSERS):
        print("NOT RUN: the tests in a browser (Chromium is not installed)")
    # Where the stories in a browser keep their screenshots; told before each summary.
    os.environ.setdefault("DECISIONS_SCREENSHOTS", str(ROOT / "var" / "screenshots"))
    runs = [("SQLite", None)]
    if "PostgreSQL" in answering:
        runs.append(("PostgreSQL", POSTGRESQL))
    for name, database in runs:
        print(f"\nThe suite on {name}", flush=True)
        left_out = [] if database is None else [f"--ignore=tests/{folder}" for folder in WITHOUT_DATABASE]
        if code := pytest(database, [*left_out, *arguments]):
            return code
    return 0


def answers(port: int) -> bool:
    """Whether something listens on this port of this machine."""
    with socket.socket() as probe:
        probe.settimeout(2)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def pytest(database: str | None, arguments: list[str]) -> int:
    """The exit code of one run; two processes, because the smallest machines have two cores."""
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    if database is not None:
        environment["DATABASE_URL"] = database
    command = [sys.executable, "-m", "pytest", "--numprocesses", "2", "--dist", "loadfile", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
