"""Each route by each actor, through HTTP: the status that each is answered with."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from decisions.models import Document
from decisions.services.document_access import reader_add
from decisions.services.listings import document_link
from decisions.services.versions import version_add
from spaces.domain.access import Access
from spaces.models import Space
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.records import everything

ACTORS = ("owner", "manager", "author", "member", "agent", "named", "partner", "stranger", "visitor")


@dataclass
class Setting:
    """A document in a space, at version 2 and listed in another space."""

    document: Document
    space: Space
    other: Space


@dataclass(frozen=True)
class Route:
    """A call, and its answer to members, to people named on the document, to partners and to anybody else."""

    method: str
    path: str
    sent: Callable[[Setting], dict[str, Any] | None]
    members: int
    named: int
    partners: int
    strangers: int
    visitors: int = 401


def nothing(_: Setting) -> None:
    return None


# The document is at level team, so that partners and strangers do not know it is there.
ROUTES = {
    "list spaces": Route("get", "spaces/", nothing, 200, 200, 200, 200),
    "get space": Route("get", "spaces/{s}/", nothing, 200, 404, 200, 404),
    "get settings": Route("get", "spaces/{s}/settings/", nothing, 200, 404, 200, 404),
    "list documents": Route("get", "documents/", nothing, 200, 200, 200, 200),
    "list a space's": Route("get", "documents/?space_id={s}", nothing, 200, 404, 200, 404),
    "search": Route("get", "documents/?query=queue", nothing, 200, 200, 200, 200),
    "create": Route(
        "post",
        "documents/",
        lambda it: {"space_id": it.space.pk, "kind": "adr", "title": "New"},
        201,
        404,
        403,
        404,
    ),
    "get": Route("get", "documents/{d}/", nothing, 200, 200, 404, 404, 404),
    "get by reference": Route("get", "documents/RFC 1/?space_id={s}", nothing, 200, 200, 404, 404, 404),
    "versions": Route("get", "documents/{d}/versions/", nothing, 200, 200, 404, 404, 404),
    "diff": Route("get", "documents/{d}/diff/", nothing, 200, 200, 404, 404, 404),
    "save": Route(
        "post", "documents/{d}/versions/", lambda it: {"base_version": 2, "text": "# New"}, 200, 403, 404, 404
    ),
    "restore": Route(
        "post", "documents/{d}/restore/", lambda it: {"base_version": 2, "number": 1}, 200, 403, 404, 404
    ),
    "link": Route(
        "post", "documents/{d}/links/", lambda it: {"target_space_id": it.other.pk}, 200, 403, 404, 404
    ),
    "unlink": Route("delete", "documents/{d}/links/{o}/", nothing, 200, 403, 404, 404),
}

MANAGERS = {
    "make a space": ("post", "spaces/", lambda it: {"account_id": it.space.account_id, "name": "N"}, 201),
    "change a space": ("patch", "spaces/{s}/", lambda it: {"name": "N"}, 200),
}


@pytest.fixture
def it(cast: Cast) -> Setting:
    document = cast.document(text="# Queue limits\n")
    version_add(
        document=document, base_version=1, text="# Queue limits\n\nTwo.\n", caller=cast.caller("author")
    )
    other = space_create(account_id=cast.account.pk, name="Other", caller=cast.caller("owner"))
    reader_add(document=document, reader=cast.people["named"], caller=cast.caller("author"))
    document_link(document=document, target_space_id=other.pk, caller=cast.caller("author"))
    return Setting(document, cast.space, other)


@pytest.fixture
def clients(cast: Cast) -> dict[str, APIClient]:
    return {actor: cast.client(actor) for actor in ACTORS}


def answer(client: APIClient, method: str, path: str, it: Setting, sent: Any) -> tuple[int, bool]:
    """The status, and whether a row was changed; afterwards it is undone."""
    before = everything()
    with transaction.atomic():
        filled = path.format(d=it.document.pk, s=it.space.pk, o=it.other.pk)
        response = getattr(client, method)(f"/api/v1/{filled}", sent)
        changed = everything() != before
        transaction.set_rollback(True)
    return response.status_code, changed


@pytest.mark.parametrize("name", ROUTES)
def test_each_route_answers_each_actor_as_the_contract_says(
    it: Setting, clients: dict[str, APIClient], name: str
) -> None:
    route = ROUTES[name]
    expected = dict.fromkeys(ACTORS, route.members)
    expected |= {"named": route.named, "partner": route.partners}
    expected |= {"stranger": route.strangers, "visitor": route.visitors}
    clients["agent"].get("/api/v1/spaces/")
    for actor, status in expected.items():
        told, changed = answer(clients[actor], route.method, route.path, it, route.sent(it))
        assert told == status, (name, actor)
        # Linking again changes nothing; every other successful write changes something, a refusal never.
        assert changed == (route.method != "get" and status < 300 and name != "link"), (name, actor)


@pytest.mark.parametrize("name", MANAGERS)
def test_spaces_are_made_and_changed_by_managers(
    it: Setting, clients: dict[str, APIClient], name: str
) -> None:
    method, path, sent, done = MANAGERS[name]
    clients["agent"].get("/api/v1/spaces/")
    expected = dict.fromkeys(ACTORS, 404) | {"owner": done, "manager": done, "visitor": 401}
    expected |= dict.fromkeys(("author", "member", "agent"), 403)
    if name == "change a space":
        # A partner sees the space, and is told who could do it.
        expected["partner"] = 403
    for actor, status in expected.items():
        told, changed = answer(clients[actor], method, path, it, sent(it))
        assert (told, changed) == (status, status < 300), actor


def test_access_is_set_by_the_author_and_managers(it: Setting, clients: dict[str, APIClient]) -> None:
    expected = dict.fromkeys(("owner", "manager", "author"), 200) | dict.fromkeys(("member", "agent"), 403)
    expected |= {"named": 403, "partner": 404, "stranger": 404, "visitor": 401}
    clients["agent"].get("/api/v1/spaces/")
    for actor, status in expected.items():
        told = answer(clients[actor], "put", "documents/{d}/access/", it, {"access": "internal"})
        assert told == (status, status < 300), actor


@pytest.mark.parametrize("path", ["", "versions/", "diff/"])
def test_a_public_document_is_read_by_anybody_and_written_by_members_only(
    it: Setting, clients: dict[str, APIClient], path: str
) -> None:
    Document.objects.update(access=Access.PUBLIC)
    for client in clients.values():
        assert client.get(f"/api/v1/documents/{it.document.pk}/{path}").status_code == 200
    sent = {"base_version": 2, "text": "# No"}
    for actor, status in (("stranger", 403), ("partner", 403), ("visitor", 401)):
        assert answer(clients[actor], "post", "documents/{d}/versions/", it, sent) == (status, False)


def test_counts_of_a_space_are_those_of_its_reader(
    cast: Cast, it: Setting, clients: dict[str, APIClient]
) -> None:
    cast.document(level=Access.INTERNAL)
    cast.document(level=Access.PARTNER)
    for actor, count in (("owner", 3), ("author", 3), ("member", 2), ("agent", 2), ("partner", 1)):
        body = clients[actor].get(f"/api/v1/spaces/{it.space.pk}/").json()
        assert body["documents"] == {"rfc": {"draft": count}}, actor
