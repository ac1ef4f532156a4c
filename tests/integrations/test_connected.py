"""A connection that comes or goes tells the pull requests that are read with it."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from integrations.domain.pull_requests import State, Trouble
from integrations.models import PullRequest, PullRequestLink, PullRequestOffer
from integrations.services.connections import (
    connection_add,
    connection_change_secret,
    connection_remove,
)
from tests.cast import Cast


@pytest.fixture
def rows(cast: Cast) -> dict[str, PullRequest]:
    """Pull requests of all sorts, none of which is due; by what they are."""
    made: dict[str, PullRequest] = {}

    def add(name: str, *, link: str = "live", **columns: Any) -> None:
        number = len(made) + 1
        columns = {"account": cast.account, "host": "github.com"} | columns
        row = PullRequest.objects.create(
            owner="acme", repo="web", name_key="acme/web", number=number, created_at=timezone.now(), **columns
        )
        made[name] = row
        if link in ("live", "ended"):
            PullRequestLink.objects.create(
                account=cast.account,
                space=cast.space,
                document=document,
                pull_request=row,
                linked_by=cast.people["member"],
                byline="member",
                linked_at=timezone.now(),
                unlinked_at=timezone.now() if link == "ended" else None,
            )
        elif link == "offered":
            PullRequestOffer.objects.create(document=document, pull_request=row, offered_at=timezone.now())

    document = cast.document()
    without = {"trouble": Trouble.NO_CONNECTION.value, "error": "Ask a manager."}
    add("linked", **without)
    add("offered", link="offered")
    add("closed", state=State.CLOSED.value, failures=7)
    add("merged", state=State.MERGED.value, merged_at=timezone.now(), **without)
    add("replaced", trouble=Trouble.REPLACED.value, error="Another one.")
    add("unlinked", link="ended", **without)
    add("elsewhere", host="git.acme.example", **without)
    add("of another", account=cast.partner_account, **without)
    return made


def due(rows: dict[str, PullRequest]) -> set[str]:
    for row in rows.values():
        row.refresh_from_db()
    return {name for name, row in rows.items() if row.next_read_at}


def troubled(rows: dict[str, PullRequest]) -> dict[str, str]:
    return {name: row.trouble for name, row in rows.items() if row.trouble}


def test_a_new_connection_has_all_read_that_are_linked_there_and_may_change(
    cast: Cast, rows: dict[str, PullRequest]
) -> None:
    connection_add(account_id=cast.account.pk, host="github.com", secret="ghp_x", caller=cast.caller("owner"))
    assert due(rows) == {"linked", "offered", "closed"}
    assert troubled(rows) == {
        "replaced": "replaced",
        "elsewhere": "no_connection",
        "of another": "no_connection",
    }
    assert rows["linked"].error == rows["merged"].error == ""
    assert rows["closed"].failures == 0


def test_another_credential_has_all_read_anew(cast: Cast, rows: dict[str, PullRequest]) -> None:
    caller = cast.caller("owner")
    connection, _ = connection_add(
        account_id=cast.account.pk, host="github.com", secret="ghp_x", caller=caller
    )
    tomorrow = timezone.now() + timedelta(days=1)
    PullRequest.objects.filter(next_read_at__isnull=False).update(next_read_at=tomorrow)
    connection_change_secret(connection_id=connection.pk, secret="ghp_y", caller=caller)
    assert due(rows) == {"linked", "offered", "closed"}
    assert all(row.next_read_at < tomorrow for row in rows.values() if row.next_read_at)


def test_a_connection_that_is_removed_has_none_read_and_says_whom_to_ask(
    cast: Cast, rows: dict[str, PullRequest]
) -> None:
    caller = cast.caller("owner")
    connection, _ = connection_add(
        account_id=cast.account.pk, host="github.com", secret="ghp_x", caller=caller
    )
    PullRequest.objects.filter(pk=rows["linked"].pk).update(state=State.OPEN.value, title="Kept")
    PullRequest.objects.filter(pk=rows["of another"].pk).update(next_read_at=timezone.now())
    connection_remove(connection_id=connection.pk, caller=caller)
    assert due(rows) == {"of another"}
    linked = rows["linked"]
    assert (linked.state, linked.title, linked.trouble) == ("open", "Kept", "no_connection")
    assert "manager" in linked.error
    assert rows["merged"].trouble == ""
    assert rows["replaced"].trouble == "replaced"
