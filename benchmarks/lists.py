"""Lists of the console at M, 10,000 documents and 60,000 versions, by a member and by the owner.

Run by `python -m benchmarks`, or alone: `python -m benchmarks.lists` prints the table and exits with 1 where a
member's list takes other statements than the owner's. DATABASE_URL names the server to make a database on;
without it the figures are SQLite's. `--plans` adds the plans of the two statements of a page.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "decisions.config.settings.test")
django.setup()

# What has models can be imported only after that.
from django.contrib.auth.models import Permission  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext, setup_test_environment  # noqa: E402
from django.utils import timezone  # noqa: E402

from decisions.domain.kinds import KINDS, Kind  # noqa: E402
from decisions.models import Document, DocumentUserObjectPermission, StatusLine, Version  # noqa: E402
from decisions.models.named_people import READ_DOCUMENT  # noqa: E402
from spaces.models import AuditEntry, Space, SpaceAncestor, SpacePartner  # noqa: E402
from tests.cast import Cast, make_cast  # noqa: E402

DOCUMENTS = 10_000
VERSIONS_EACH = 6
SPACES = 100
# Of these the last tenth belong to the partner account, which names the member on some of them.
OF_THE_PARTNER = 10
NAMED_ON = 200
ENTRIES = 20_000
FAR = 150
REPEATS = 7
LISTS = {
    "documents": "/console/decisions/document/",
    "documents of a kind, in force": "/console/decisions/document/?kind=rfc&in_force=on",
    "documents that wait for me": "/console/decisions/document/?waiting=on",
    "timeline": "/console/decisions/statusline/",
    "audit log": "/console/spaces/auditentry/",
}


def generated() -> Cast:
    """The cast with M documents around it, written in bulk: what is measured is reading."""
    cast = make_cast()
    accounts = [cast.account] * (SPACES - OF_THE_PARTNER) + [cast.partner_account] * OF_THE_PARTNER
    spaces = Space.objects.bulk_create(
        Space(account=account, name=f"Space {number}", slug=f"space-{number}")
        for number, account in enumerate(accounts)
    )
    SpaceAncestor.objects.bulk_create(SpaceAncestor(space=each, ancestor=each, distance=0) for each in spaces)
    SpacePartner.objects.bulk_create(
        SpacePartner(space=each, account=cast.account) for each in spaces[-OF_THE_PARTNER // 2 :]
    )
    documents = Document.objects.bulk_create(_documents(cast, spaces), batch_size=1_000)
    Version.objects.bulk_create(_versions(documents), batch_size=2_000)
    StatusLine.objects.bulk_create(_lines(documents), batch_size=2_000)
    right = Permission.objects.get(codename=READ_DOCUMENT)
    DocumentUserObjectPermission.objects.bulk_create(
        DocumentUserObjectPermission(content_object=each, user=cast.people["member"], permission=right)
        for each in documents[-NAMED_ON:]
    )
    now = timezone.now()
    AuditEntry.objects.bulk_create(
        (
            AuditEntry(
                at=now,
                account_id=cast.account.pk,
                byline="ana",
                act="document.saved",
                object_id=f"ldoc_{number}",
            )
            for number in range(ENTRIES)
        ),
        batch_size=2_000,
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return cast


def _documents(cast: Cast, spaces: list[Space]) -> Iterator[Document]:
    now, authors = timezone.now(), [cast.people[name] for name in ("author", "member", "manager")]
    for number in range(DOCUMENTS):
        kind = list(Kind)[number % len(Kind)]
        statuses = KINDS[kind].statuses
        space = spaces[number * SPACES // DOCUMENTS]
        yield Document(
            account_id=space.account_id,
            space=space,
            kind=kind,
            number=number + 1,
            title=f"How the gateway limits what a client sends, part {number}",
            status=statuses[number % len(statuses)],
            # A tenth for managers alone, a fifth for partners too.
            access=(4, 2, 2, 3, 3, 3, 3, 3, 3, 3)[number % 10],
            author=authors[number % len(authors)],
            current_version=VERSIONS_EACH,
            updated_at=now - timedelta(minutes=number * 7919 % DOCUMENTS),
        )


def _versions(documents: list[Document]) -> Iterator[Version]:
    for document in documents:
        for number in range(1, VERSIONS_EACH + 1):
            yield Version(
                document=document,
                number=number,
                text=f"# {document.title}\n\n{'A caller that was refused waits. ' * 20}",
                author_id=document.author_id,
                text_author_id=document.author_id,
                byline="ana",
                base_version=number - 1,
                created_at=document.updated_at,
                sha256="0" * 64,
                size=700,
            )


def _lines(documents: list[Document]) -> Iterator[StatusLine]:
    for document in documents:
        for position in range(3):
            yield StatusLine(
                document=document,
                account_id=document.account_id,
                space_id=document.space_id,
                position=position,
                line=position + 1,
                day=(document.updated_at - timedelta(days=9 - position)).date(),
                status=document.status,
                person="ana",
                recorded=True,
            )


def milliseconds(act: Callable[[], Any]) -> float:
    """The median time of one call, what the database takes included; the first one fills caches."""
    act()
    times = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        act()
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times)


def page_of(client: Client, address: str) -> Any:
    """The page of a list that an answer shows, whichever list it is."""
    context = client.get(address).context
    return context["cl"].page if "cl" in context else context["shown"]


def far_page(client: Client, address: str, pages: int) -> str:
    """The address of a page so many pages on, or of the last one."""
    base, here = address.partition("?")[0], address
    for _ in range(pages - 1):
        after = page_of(client, here).after_url
        if not after:
            break
        here = base + after
    return here


def measured(cast: Cast) -> tuple[list[str], list[str]]:
    """Rows of the table, and lists that take other statements by a member than by the owner."""
    clients = {}
    for name in ("member", "owner"):
        clients[name] = Client()
        clients[name].force_login(cast.people[name], backend="django.contrib.auth.backends.ModelBackend")
    rows, over = [], []
    for label, address in LISTS.items():
        far = {name: far_page(client, address, FAR) for name, client in clients.items()}
        took, counts = {}, set()
        for name, client in clients.items():
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            counts.add(len(queries))
            took[name] = [milliseconds(partial(client.get, url)) for url in (address, far[name])]
        if len(counts) > 1 and "wait" not in label:
            over.append(f"{label}: {counts} statements")
        member, owner = took["member"], took["owner"]
        cells = [f"{each:.0f}" for each in (*member, *owner)]
        ratio = f"{member[0] / owner[0]:.2f}"
        rows.append(f"| {label} | {' | '.join(cells)} | {ratio} | {', '.join(map(str, sorted(counts)))} |")
    return rows, over


def plans(cast: Cast) -> str:
    """The plans of the statements that read a member's first page and page 150 of documents, and its count."""
    client = Client()
    client.force_login(cast.people["member"], backend="django.contrib.auth.backends.ModelBackend")
    found = []
    for address in (LISTS["documents"], far_page(client, LISTS["documents"], FAR)):
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        for query in queries:
            if 'FROM "decisions_document"' in query["sql"]:
                with connection.cursor() as cursor:
                    cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS) {query['sql']}")
                    plan = "\n".join(row[0] for row in cursor.fetchall())
                found.append(f"{query['sql'][-400:]}\n\n{plan}")
    return "\n\n".join(found)


@contextmanager
def scratch_database() -> Iterator[None]:
    """A database of its own on the server in use, gone afterwards."""
    setup_test_environment()
    before = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(before, verbosity=0)


def main() -> int:
    """1 where a member's list takes other statements than the owner's."""
    with scratch_database():
        cast = generated()
        rows, over = measured(cast)
        told = plans(cast) if "--plans" in sys.argv else ""
    size = f"{DOCUMENTS:,} documents, {DOCUMENTS * VERSIONS_EACH:,} versions"
    print(f"""## Lists of the console at {size}, {connection.vendor}

Milliseconds of a page, the median of {REPEATS}; page {FAR}, or the last one where a list has fewer.

| | member, first page | member, page {FAR} | owner, first page | owner, page {FAR} | member over owner | statements |
| --- | --- | --- | --- | --- | --- | --- |
{chr(10).join(rows)}
{told}""")
    for each in over:
        print(f"OVER BUDGET: {each}")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
