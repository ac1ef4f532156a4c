"""Asks in the console: decided by their person alone, after signing in again."""

from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
import time_machine
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from decisions.domain.transitions import Act
from decisions.models import Document
from decisions.services.versions import version_add
from reviews.domain.policy import Decision
from reviews.models import Ask
from reviews.services.asks import ask_create, ask_decide, ask_withdraw
from reviews.services.reviews import review_submit
from spaces.models import AuditEntry
from tests.cast import Cast
from tests.console import address, browser, list_of, refusals, rows
from tests.reviews.console_judging import answer, in_review, panel, statements_of

PASSWORD = "a long enough password"


def asked(cast: Cast, document: Document | None = None, person: str = "member", **options: Any) -> Ask:
    """An ask by an agent of member's, to member unless another is named, to approve a document."""
    options.setdefault("act", Act.APPROVE)
    return ask_create(
        document=document or in_review(cast),
        person_id=cast.people[person].pk,
        caller=options.pop("caller", None) or cast.caller("agent"),
        **options,
    )


def sign_in_again(client: Client, password: str = PASSWORD) -> Any:
    return client.post("/sign-in/reauthenticate/", {"password": password})


def approve(client: Client, ask: Ask, password: str | None = None) -> Any:
    """What the decision is answered, sent after signing in again where a password is given."""
    if password is not None:
        sign_in_again(client, password)
    return client.post(address(ask, "approve"), {"because": "Read it."})


def state(ask: Ask) -> str:
    return Ask.objects.get(pk=ask.pk).state_now


def test_the_address_an_assistant_is_given_is_the_page_of_the_ask(cast: Cast) -> None:
    ask = asked(cast)
    assert ask.url == settings.PUBLIC_URL + address(ask)
    assert browser(cast, "member").get(address(ask)).status_code == 200


def test_an_ask_is_seen_by_its_person_and_by_whose_assistant_made_it(cast: Cast) -> None:
    ask = asked(cast, person="manager")
    for name, answered in (("manager", 200), ("member", 200), ("owner", 404), ("stranger", 404)):
        assert browser(cast, name).get(address(ask)).status_code == answered
        seen = {ask.pk} if answered == 200 else set()
        assert rows(browser(cast, name).get(list_of("reviews_ask"))) == seen
    assert browser(cast, "visitor").get(address(ask)).status_code == 302
    assert cast.client("agent").get(address(ask)).status_code == 302


def test_the_page_says_who_asks_for_what_with_the_text_and_the_time_left(cast: Cast) -> None:
    document = in_review(cast, text="# T\n\nThe whole of it.\n")
    ask = asked(cast, document, note="All <b>are</b> in.")
    answered = browser(cast, "member").get(address(ask))
    said = answered.content.decode()
    for words in (
        "Build agent",
        "for member",
        "The whole of it.",
        "All &lt;b&gt;are&lt;/b&gt; in.",
        "version 2",
    ):
        assert words in said
    assert answered.context["left"]
    assert answered.context["may_decide"]


def test_the_page_shows_what_changed_since_the_person_last_answered(cast: Cast) -> None:
    document = in_review(cast, text="# T\n\none\n")
    answer(cast, document, "member", Decision.APPROVE)
    text = document.versions.get(number=2).text
    version_add(
        document=document, base_version=2, text=text.replace("one", "two"), caller=cast.caller("author")
    )
    document.refresh_from_db()
    shown = browser(cast, "member").get(address(asked(cast, document))).context
    assert (shown["answered"].version, shown["from_version"], shown["to_version"]) == (
        2,
        2,
        3,
    )
    assert any(row.kind == "changed" for row in shown["rows"])


def test_signing_in_alone_decides_nothing(cast: Cast) -> None:
    ask = asked(cast)
    client = Client()
    client.post("/sign-in/login/", {"login": "member", "password": PASSWORD})
    assert client.get("/console/").status_code == 200
    for password in (None, "", "a wrong password"):
        refused = approve(client, ask, password)
        assert (refused.status_code, refusals(refused)) == (400, {"invalid_arguments"})
        assert b"/sign-in/reauthenticate/" in refused.content
    assert state(ask) == "pending"
    assert not AuditEntry.objects.filter(object_id=ask.pk, act="ask.approved").exists()


def test_the_password_of_somebody_else_is_none(cast: Cast) -> None:
    cast.people["owner"].set_password("the password of another")
    cast.people["owner"].save()
    ask = asked(cast)
    refused = approve(browser(cast, "member"), ask, "the password of another")
    assert refused.status_code == 400
    assert state(ask) == "pending"


def test_with_the_password_an_ask_is_approved_by_its_person_and_the_session_changes_its_id(
    cast: Cast,
) -> None:
    ask = asked(cast)
    client = browser(cast, "member")
    before = client.session.session_key
    assert approve(client, ask, PASSWORD)["Location"] == address(ask)
    assert state(ask) == "approved"
    assert client.session.session_key != before
    entry = AuditEntry.objects.get(object_id=ask.pk, act="ask.approved")
    assert (entry.byline, entry.assistant_id) == ("member", "")


def test_a_fresh_sign_in_decides_more_asks_for_five_minutes_and_no_longer(cast: Cast) -> None:
    asks = [asked(cast) for _ in range(3)]
    client = browser(cast, "member")
    with time_machine.travel(timezone.now(), tick=False) as clock:
        approve(client, asks[0], PASSWORD)
        clock.shift(timedelta(seconds=settings.ACCOUNT_REAUTHENTICATION_TIMEOUT - 1))
        assert client.get(address(asks[1], "approve")).status_code == 200
        assert approve(client, asks[1]).status_code == 302
        # The form was opened in time, and is sent when it is too late.
        clock.shift(timedelta(seconds=1))
        late = approve(client, asks[2])
        assert (late.status_code, refusals(late)) == (400, {"invalid_arguments"})
    assert [state(ask) for ask in asks] == ["approved", "approved", "pending"]


def test_the_decision_leads_through_signing_in_again_and_back(cast: Cast) -> None:
    ask = asked(cast)
    client = browser(cast, "member")
    there = address(ask, "approve")
    sent = client.get(there)["Location"]
    assert sent == f"/sign-in/reauthenticate/?next={quote(there, safe='')}"
    assert client.post(sent, {"password": PASSWORD, "next": there})["Location"] == there
    assert client.get(there).status_code == 200
    assert state(ask) == "pending"


def test_one_session_is_not_fresh_by_another_nor_after_signing_out(cast: Cast) -> None:
    first, second = asked(cast), asked(cast)
    client = browser(cast, "member")
    approve(client, first, PASSWORD)
    assert approve(browser(cast, "member"), second).status_code == 400
    client.logout()
    client.force_login(cast.people["member"], backend="django.contrib.auth.backends.ModelBackend")
    assert approve(client, second).status_code == 400
    assert state(second) == "pending"


def test_guesses_are_counted_over_sessions_and_the_right_one_comes_too_late(cast: Cast) -> None:
    ask = asked(cast)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(5):
            assert approve(browser(cast, "member"), ask, "guess").status_code == 400
        assert sign_in_again(browser(cast, "member")).status_code == 429
        assert approve(browser(cast, "member"), ask, PASSWORD).status_code == 400
        assert state(ask) == "pending"
        clock.shift(timedelta(minutes=5))
        # The cache counts its own time.
        cache.clear()
        assert approve(browser(cast, "member"), ask, PASSWORD).status_code == 302


def test_another_site_cannot_send_the_decision(cast: Cast) -> None:
    ask = asked(cast)
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.people["member"], backend="django.contrib.auth.backends.ModelBackend")
    assert approve(client, ask, PASSWORD).status_code == 403
    assert state(ask) == "pending"


def test_nobody_decides_the_ask_of_another_even_with_their_password(cast: Cast) -> None:
    ask = asked(cast, person="manager")
    refused = approve(browser(cast, "member"), ask, PASSWORD)
    assert (refused.status_code, refusals(refused)) == (404, {"not_found"})
    assert approve(browser(cast, "owner"), ask, PASSWORD).status_code == 404
    assert state(ask) == "pending"


def _declined(cast: Cast, ask: Ask) -> None:
    ask_decide(ask=ask, approve=False, caller=cast.caller("member"))


def _withdrawn(cast: Cast, ask: Ask) -> None:
    ask_withdraw(ask=ask, caller=cast.caller("member"))


def _outdated(cast: Cast, ask: Ask) -> None:
    version_add(document=ask.document, base_version=2, text="# New\n", caller=cast.caller("author"))


def _expired(cast: Cast, ask: Ask) -> None:
    Ask.objects.filter(pk=ask.pk).update(created_at=timezone.now() - timedelta(hours=72))


def _spent(cast: Cast, ask: Ask) -> None:
    ask_decide(ask=ask, approve=True, caller=cast.caller("member"))
    key = cast.caller("agent")
    Ask.objects.filter(pk=ask.pk).update(assistant_id=key.assistant_id)
    review_submit(document=ask.document, version=2, decision=Decision.APPROVE, approval_id=ask.pk, caller=key)


@pytest.mark.parametrize("ends", [_declined, _withdrawn, _outdated, _expired, _spent])
@pytest.mark.parametrize("act", ["approve", "decline"])
def test_an_ask_that_is_over_says_so_and_is_not_decided(cast: Cast, ends: Any, act: str) -> None:
    ask = asked(cast)
    ends(cast, ask)
    over = ends.__name__[1:]
    client = browser(cast, "member")
    shown = client.get(address(ask)).context
    assert (shown["state"], shown["may_decide"], shown["may_withdraw"]) == (over, False, False)
    assert shown["over"]
    assert client.get(address(ask, act)).context["form"].is_open is False
    sign_in_again(client)
    refused = client.post(address(ask, act))
    assert (refused.status_code, refusals(refused)) == (409, {"already_done"})
    assert state(ask) == over
    assert rows(client.get(list_of("reviews_ask"), {"state": over})) == {ask.pk}
    assert rows(client.get(list_of("reviews_ask"), {"state": "pending"})) == set()


def test_an_ask_is_declined_with_a_word_of_why(cast: Cast) -> None:
    ask = asked(cast)
    client = browser(cast, "member")
    sign_in_again(client)
    assert client.post(address(ask, "decline"), {"because": "Not yet."}).status_code == 302
    ask.refresh_from_db()
    assert (ask.settled, ask.because) == ("declined", "Not yet.")


def test_whose_assistant_asked_withdraws_and_the_person_asked_does_not(cast: Cast) -> None:
    ask = asked(cast, person="manager")
    assert refusals(browser(cast, "manager").post(address(ask, "withdraw"))) == {"not_found"}
    assert state(ask) == "pending"
    assert browser(cast, "member").post(address(ask, "withdraw")).status_code == 302
    assert state(ask) == "withdrawn"


def test_an_ask_for_what_the_person_may_not_do_is_not_approved(cast: Cast) -> None:
    ask = asked(cast, act=Act.ACCEPT)
    refused = approve(browser(cast, "member"), ask, PASSWORD)
    assert (refused.status_code, refusals(refused)) == (409, {"approval_invalid"})
    assert state(ask) == "pending"


def test_the_list_tells_asks_to_me_from_those_of_my_assistants(cast: Cast) -> None:
    to_me = asked(cast, caller=cast.agent_of("owner"))
    made = asked(cast, person="manager")
    client = browser(cast, "member")
    assert rows(client.get(list_of("reviews_ask"), {"whose": "me"})) == {to_me.pk}
    assert rows(client.get(list_of("reviews_ask"), {"whose": "mine"})) == {made.pk}
    assert rows(client.get(list_of("reviews_ask"))) == {to_me.pk, made.pk}


def test_the_page_of_a_document_leads_to_the_ask_that_waits_for_me(cast: Cast) -> None:
    document = in_review(cast)
    ask = asked(cast, document)
    step = panel(cast, document, "member", "next_step")["step"]
    assert [url for _, url in step.links] == [address(ask)]
    assert panel(cast, document, "owner", "next_step")["step"].links == ()


def test_lists_and_pages_take_as_many_statements_for_many_asks_as_for_few(cast: Cast) -> None:
    document = in_review(cast)
    agent = cast.caller("agent")
    client = browser(cast, "member")
    counts = []
    for more in (2, 20):
        asks = [asked(cast, document, caller=agent) for _ in range(more)]
        for url in (list_of("reviews_ask"), address(asks[0]), address(document)):
            client.get(url)
            counts.append(statements_of(lambda url=url: client.get(url)))
    assert counts[:3] == counts[3:]
