"""Who links, unlinks and lists: every operation by every actor, and what a refusal leaves behind."""

from collections.abc import Callable
from typing import Any

import pytest

from decisions.services.document_access import reader_add
from decisions.services.reading import document_read
from integrations.services.jobs import job_link, job_list, job_unlink
from integrations.services.pull_request_links import pull_request_link, pull_request_unlink
from integrations.services.pull_request_listing import pull_request_list
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.integrations.carrying.stage import job, linked
from tests.records import everything

MEMBERS = ("owner", "manager", "member", "author", "assistant", "agent")
READERS = ("named", "partner", "stranger", "visitor")

Act = Callable[[Any, Caller], Any]

WRITES: dict[str, Act] = {
    "link pull request": lambda document, caller: pull_request_link(
        document=document, url="acme/web#2", caller=caller
    ),
    "unlink pull request": lambda document, caller: pull_request_unlink(
        document=document, url="acme/web#1", caller=caller
    ),
    "link job": lambda document, caller: job_link(document=document, job_id="run-2", caller=caller),
    "unlink job": lambda document, caller: job_unlink(document=document, job_id="run-1", caller=caller),
}
# What each list has of a document.
LISTS: dict[str, Act] = {
    "pull requests": lambda document, caller: pull_request_list(caller, {"document_id": document.pk}).rows,
    "their counts": lambda document, caller: [
        count
        for count in pull_request_list(caller, {"document_id": document.pk}).facts["counts"].values()
        if count
    ],
    "jobs": lambda document, caller: job_list(document, caller, {}).rows,
    "included pull requests": lambda document, caller: document_read(
        document, caller, include=["pull_requests"]
    )["pull_requests"],
    "included jobs": lambda document, caller: document_read(document, caller, include=["jobs"])["jobs"],
}


def staged(cast: Cast, level: Access) -> Any:
    document = cast.document()
    linked(cast, document)
    job(cast, document)
    reader_add(document=document, reader=cast.people["named"], caller=cast.caller("author"))
    type(document).objects.filter(pk=document.pk).update(access=level)
    document.refresh_from_db()
    return document


@pytest.mark.parametrize("who", [*MEMBERS, *READERS])
@pytest.mark.parametrize("act", WRITES)
def test_members_link_and_others_change_nothing(cast: Cast, act: str, who: str) -> None:
    document, caller = staged(cast, Access.PUBLIC), cast.caller(who)
    before = everything()
    try:
        WRITES[act](document, caller)
        told = ""
    except DomainError as refusal:
        told = refusal.code
    assert told == ("" if who in MEMBERS else "forbidden")
    assert (everything() == before) is (who not in MEMBERS)


@pytest.mark.parametrize("who", [*MEMBERS, *READERS])
@pytest.mark.parametrize("name", LISTS)
def test_only_members_are_told_what_their_account_reads(cast: Cast, name: str, who: str) -> None:
    document = staged(cast, Access.PUBLIC)
    assert len(LISTS[name](document, cast.caller(who))) == (1 if who in MEMBERS else 0)


@pytest.mark.parametrize("who", [*MEMBERS, *READERS])
def test_a_spaces_list_is_for_members(cast: Cast, who: str) -> None:
    staged(cast, Access.PUBLIC)
    try:
        told = str(len(pull_request_list(cast.caller(who), {"space_id": cast.space.pk}).rows))
    except DomainError as refusal:
        told = refusal.code
    assert told == ("1" if who in MEMBERS else "forbidden" if who == "partner" else "not_found")


ROUTES = (
    ("get", "pull-requests/?document_id={d}", {}),
    ("get", "documents/{d}/jobs/", {}),
    ("post", "documents/{d}/pull-requests/", {"url": "acme/web#2"}),
    ("post", "documents/{d}/pull-requests/unlink/", {"url": "acme/web#1"}),
    ("post", "documents/{d}/jobs/", {"job_id": "run-2"}),
    ("post", "documents/{d}/jobs/unlink/", {"job_id": "run-1"}),
)


@pytest.mark.parametrize(("method", "route", "sent"), ROUTES, ids=str)
def test_what_may_not_be_read_is_told_exactly_like_what_is_absent(
    cast: Cast, method: str, route: str, sent: dict[str, str]
) -> None:
    document = staged(cast, Access.INTERNAL)
    client = cast.client("agent")
    before = everything()
    told = []
    for document_id in (document.pk, "ldoc_00000000000000000000000000"):
        response = getattr(client, method)(f"/api/v1/{route.format(d=document_id)}", sent)
        told.append((response.status_code, response.content))
    assert told[0] == told[1]
    assert told[0][0] == 404
    after = everything()
    # The first use of the key was noted.
    assert {name: row for name, row in after.items() if "key" not in name} == {
        name: row for name, row in before.items() if "key" not in name
    }


def test_each_account_has_rows_of_its_own(cast: Cast) -> None:
    link = linked(cast, cast.document())
    partner = cast.caller("partner")
    space = space_create(account_id=cast.partner_account.pk, name="Theirs", caller=partner)
    theirs = pull_request_link(
        document=cast.document("Theirs", space=space, caller=partner), url="acme/web#1", caller=partner
    )
    assert theirs.pull_request_id != link.pull_request_id
