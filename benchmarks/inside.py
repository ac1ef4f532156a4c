"""The service's own calls at S, 1,000 documents, in one process: milliseconds, statements, and pure functions.

Run by `python -m benchmarks`, or alone: `python -m benchmarks.inside` prints the tables and exits with 1 where
a count is over its budget.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "decisions.config.settings.test")
django.setup()

# What has models can be imported only after that.
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test.utils import CaptureQueriesContext, setup_test_environment  # noqa: E402
from rest_framework.test import APIClient  # noqa: E402

from decisions.domain.diffs import unified_diff  # noqa: E402
from decisions.domain.findings import find  # noqa: E402
from decisions.domain.kinds import Kind  # noqa: E402
from decisions.domain.rendering import render  # noqa: E402
from tests.cast import make_cast  # noqa: E402

DOCUMENTS = 1_000
REPEATS = 15
HALF_MEGABYTE = 512 * 1024

# performance.md: statements of a read and of a save, and bytes of a default page.
READ_LIMIT, SAVE_LIMIT, PAGE_LIMIT = 8, 16, 24_000

PROSE = "A caller that was refused waits before it calls again, and says so. "


def milliseconds(act: Callable[[], Any], repeats: int = REPEATS) -> float:
    """The median processor time of one call, which a busy machine blurs least; the first call fills caches."""
    act()
    times = []
    for _ in range(repeats):
        begun = time.process_time()
        act()
        times.append((time.process_time() - begun) * 1000)
    return statistics.median(times)


def calls_at_s() -> tuple[list[str], list[str]]:
    """Rows of the table of calls through the HTTP stack, and what is over its count."""
    cast = make_cast()
    author = cast.caller("author")
    made = [
        cast.document(f"Limits of queue {number}", text=f"# Queue {number}\n\n{PROSE * 20}", caller=author)
        for number in range(DOCUMENTS)
    ]
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {cast.key_of('member')}")
    path, version = f"/api/v1/documents/{made[0].pk}/", 1

    def save() -> Any:
        nonlocal version
        sent = {"base_version": version, "text": f"# Queue 0\n\n{PROSE * 150} {version}\n"}
        version += 1
        return client.post(f"{path}versions/", sent)

    acts: dict[str, tuple[Callable[[], Any], int]] = {
        "get a document": (lambda: client.get(path), READ_LIMIT),
        "list 50 documents": (lambda: client.get("/api/v1/documents/"), READ_LIMIT),
        "search, 50 best": (lambda: client.get("/api/v1/documents/?query=limits"), READ_LIMIT),
        "save 10 KiB": (save, SAVE_LIMIT),
    }
    rows, over = [], []
    for name, (act, limit) in acts.items():
        took = milliseconds(act)
        with CaptureQueriesContext(connection) as captured:
            response = act()
        if response.status_code >= HTTPStatus.BAD_REQUEST:
            raise RuntimeError(response.content)
        sql = [each["sql"] for each in captured.captured_queries]
        count = len(
            [each for each in sql if not each.startswith(("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT"))]
        )
        rows.append(f"| {name} | {took:.1f} | {count} (at most {limit}) | {len(response.content):,} |")
        if count > limit:
            over.append(f"{name}: {count} statements")
        if name.startswith("list") and len(response.content) > PAGE_LIMIT:
            over.append(f"{name}: {len(response.content)} bytes")
    return rows, over


def pure_functions() -> list[str]:
    """Rows of the table of what needs no database, on 512 KiB."""
    prose = (("# Queue\n\n" + (PROSE * 8 + "\n\n") * 2_000)[:HALF_MEGABYTE]).rstrip()
    worst = ("[a](#b) <a b> TODO RFC 1 `" * 40_000)[:HALF_MEGABYTE]
    other = "\n".join(f"other {number}" for number in range(40_000))
    asked: dict[str, Any] = {
        "kind": Kind.RFC,
        "title": "Queue",
        "reference": "RFC 1",
        "status": "draft",
        "required_sections": ("Summary",),
        "template": "",
        "format": "markdown",
    }
    acts: dict[str, Callable[[], Any]] = {
        "findings, prose": lambda: find(prose, **asked),
        "findings, marks and words that raise them": lambda: find(worst, **asked),
        "diff with nothing in common": lambda: unified_diff(prose, other, old_label="a", new_label="b"),
        "render 20 KiB of prose": lambda: render(prose[:20_000], "markdown"),
    }
    return [f"| {name} | {milliseconds(act, 3):.0f} |" for name, act in acts.items()]


def report() -> tuple[str, list[str]]:
    """Both tables as Markdown, and what is over its count; on a database of its own that is removed after."""
    setup_test_environment()
    with tempfile.TemporaryDirectory() as folder:
        connection.settings_dict["NAME"] = f"{folder}/bench.sqlite3"
        call_command("migrate", verbosity=0)
        rows, over = calls_at_s()
        connection.close()
    text = f"""## Calls at {DOCUMENTS:,} documents, in one process, SQLite

| | processor ms | SQL statements | bytes |
| --- | --- | --- | --- |
{chr(10).join(rows)}

## On 512 KiB of text

| | processor ms |
| --- | --- |
{chr(10).join(pure_functions())}
"""
    return text, over


def main() -> int:
    """1 where a count is over its budget, which is then named last."""
    text, over = report()
    print(text)
    for each in over:
        print(f"OVER BUDGET: {each}")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
