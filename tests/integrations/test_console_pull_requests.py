"""The console's list of pull requests: whose they are, and how they are chosen."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from decisions.models import Document
from integrations.domain.pull_requests import State
from integrations.services.pull_request_links import pull_request_unlink
from spaces.domain.access import Access
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.console import browser, list_of
from tests.integrations.carrying.stage import linked, state_set
from tests.integrations.carrying.test_listing import many

LIST = list_of("integrations_pullrequestlink")


def shown(cast: Cast, person: str = "member", **query: str) -> list[int]:
    page = browser(cast, person).get(LIST, query)
    assert page.status_code == 200
    return [link.pull_request.number for link, _look in page.context["rows"]]


def test_members_see_the_pull_requests_of_documents_they_read(cast: Cast) -> None:
    linked(cast, cast.document(), 1)
    closed = cast.document()
    linked(cast, closed, 2)
    Document.objects.filter(pk=closed.pk).update(access=Access.INTERNAL)
    assert {name: sorted(shown(cast, name)) for name in ("owner", "member", "partner", "stranger")} == {
        "owner": [1, 2],
        "member": [1],
        "partner": [],
        "stranger": [],
    }


def test_the_list_is_chosen_by_space_state_and_repository(cast: Cast) -> None:
    other = space_create(account_id=cast.account.pk, name="Mobile", caller=cast.caller("owner"))
    linked(cast, cast.document(), 1)
    state_set(linked(cast, cast.document(space=other), 2), State.OPEN)
    assert shown(cast, space_id=other.pk) == [2]
    assert shown(cast, state="open") == [2]
    assert shown(cast, state="active") == [2, 1]
    assert shown(cast, repo="acme/nowhere") == []
    page = browser(cast, "member").get(LIST)
    assert {state: count for state, count, _address in page.context["counts"]} == {"unknown": 1, "open": 1}


@pytest.mark.parametrize("query", [{"repo": "no repository"}, {"state": "asleep"}, {"space_id": "nowhere"}])
def test_a_choice_that_cannot_be_understood_shows_none_and_says_so(cast: Cast, query: dict[str, str]) -> None:
    linked(cast, cast.document(), 1)
    page = browser(cast, "member").get(LIST, query)
    assert page.context["rows"] == []
    assert page.context["form"].errors.keys() == query.keys()


def test_what_was_unlinked_is_not_listed(cast: Cast) -> None:
    link = linked(cast, cast.document(), 1)
    pull_request_unlink(document=link.document, pull_request_id=link.pk, caller=cast.caller("member"))
    assert shown(cast) == []


def test_the_list_is_paged_and_costs_the_same_statements_at_every_length(cast: Cast) -> None:
    client = browser(cast, "member")

    def statements() -> int:
        with CaptureQueriesContext(connection) as made:
            assert client.get(LIST).status_code == 200
        return len(made)

    document = cast.document()
    many(cast, document, range(1, 11))
    few = statements()
    many(cast, document, range(11, 201))
    assert statements() == few
    numbers: list[int] = []
    page = client.get(LIST)
    while True:
        numbers += [link.pull_request.number for link, _look in page.context["rows"]]
        if not page.context["next"]:
            break
        page = client.get(LIST + page.context["next"])
    assert sorted(numbers) == list(range(1, 201))
    assert client.get(LIST, {"after": "made-up"}).status_code == 404
