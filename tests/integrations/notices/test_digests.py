"""Mails: one digest instead of many, judged at the moment of sending."""

from collections.abc import Callable
from email.message import Message

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext, override_settings

from decisions.models import Document
from integrations.domain.notices import Channel, NoticeKind
from integrations.models import Digest, Notice
from integrations.notices.digests import MOST_IN_A_MAIL, digests_send
from integrations.notices.preferences import preferences_change
from integrations.notices.reading import notices_see_all
from spaces.domain.access import Access
from spaces.models import Membership, User
from spaces.services.accounts import member_remove
from tests.cast import Cast
from tests.integrations.notices.telling import (
    an_hour_later,
    close_document,
    mailed,
    mention,
    outcomes,
    sent_to,
    settle,
)


def test_nothing_is_mailed_before_it_has_settled(cast: Cast) -> None:
    mention(cast.document(), cast, "member")
    assert digests_send() == 0
    assert mailed() == 1
    assert outcomes(cast, "member") == ["sent"]


def test_what_happens_together_is_one_mail_grouped_by_document(cast: Cast) -> None:
    first, second = cast.document("Queue limits"), cast.document("Retries")
    for document in (first, second, first):
        mention(document, cast, "member", "owner")
    assert mailed() == 2
    (told,) = sent_to("member")
    assert told.subject == "3 notices about RFC 1, RFC 2"
    assert told.body.index("RFC 1 Queue limits") < told.body.index("RFC 2 Retries")
    assert told.body.count("author mentioned you in a comment.") == 3
    assert told.body.count("RFC 1 Queue limits") == 1
    assert f"http://127.0.0.1:8000/console/decisions/document/{first.pk}/" in told.body


def test_a_person_gets_at_most_one_mail_an_hour(cast: Cast) -> None:
    document = cast.document()
    mention(document, cast, "member")
    assert mailed() == 1
    mention(document, cast, "member")
    mention(document, cast, "member")
    assert mailed() == 0
    assert outcomes(cast, "member") == ["sent", "waiting", "waiting"]
    assert an_hour_later() == 1
    assert outcomes(cast, "member") == ["sent"] * 3


def test_running_again_sends_nothing_twice(cast: Cast) -> None:
    mention(cast.document(), cast, "member")
    assert [mailed(), digests_send(), an_hour_later()] == [1, 0, 0]
    assert len(mail.outbox) == 1


def test_what_was_seen_in_the_console_is_not_mailed(cast: Cast) -> None:
    mention(cast.document(), cast, "member")
    notices_see_all(caller=cast.caller("member"))
    assert mailed() == 0
    assert outcomes(cast, "member") == ["seen"]


def leave_account(document: Document, cast: Cast) -> None:
    member_remove(account=cast.account, user=cast.people["member"], caller=cast.caller("owner"))


def leave_service(document: Document, cast: Cast) -> None:
    User.objects.filter(username="member").update(is_active=False)


@pytest.mark.parametrize(
    "shut_out", [lambda document, cast: close_document(document), leave_account, leave_service]
)
def test_nothing_is_mailed_of_what_a_person_may_no_longer_read(
    cast: Cast, shut_out: Callable[[Document, Cast], None]
) -> None:
    closed, other = cast.document("Secret plan"), cast.document("Other")
    mention(closed, cast, "member", "owner")
    mention(other, cast, "owner")
    settle()
    shut_out(closed, cast)
    assert digests_send() == 1
    assert outcomes(cast, "member") == ["dropped"]
    assert sent_to("member") == []
    assert outcomes(cast, "owner") == ["sent", "sent"]


def test_what_is_readable_is_mailed_without_a_word_of_what_is_not(cast: Cast) -> None:
    closed, other = cast.document("Secret plan"), cast.document("Other")
    mention(closed, cast, "member")
    mention(other, cast, "member")
    close_document(closed)
    assert mailed() == 1
    (told,) = sent_to("member")
    assert "Secret" not in str(told.message())
    assert outcomes(cast, "member") == ["dropped", "sent"]


def test_access_given_back_later_sends_no_old_mail(cast: Cast) -> None:
    document = cast.document()
    mention(document, cast, "member")
    close_document(document)
    mailed()
    Document.objects.update(access=Access.TEAM)
    assert an_hour_later() == 0
    assert mail.outbox == []


@pytest.mark.parametrize("channel", [Channel.CONSOLE, Channel.OFF])
def test_a_kind_turned_off_is_not_mailed_even_if_it_was_turned_off_since(
    cast: Cast, channel: Channel
) -> None:
    mention(cast.document(), cast, "member", "owner")
    preferences_change(channels={NoticeKind.MENTION: channel}, caller=cast.caller("member"))
    assert mailed() == 1
    assert outcomes(cast, "member") == ["off"]
    assert outcomes(cast, "owner") == ["sent"]


def test_who_has_no_verified_address_gets_no_mail_and_keeps_the_notice(cast: Cast) -> None:
    EmailAddress.objects.filter(user=cast.people["member"]).update(verified=False)
    mention(cast.document(), cast, "member")
    assert mailed() == 0
    assert outcomes(cast, "member") == ["off"]


def test_a_mail_holds_a_bounded_number_and_the_rest_is_in_the_next(cast: Cast) -> None:
    document = cast.document()
    mention(document, cast, "member")
    one = Notice.objects.get()
    more = [
        Notice(
            person=one.person,
            kind=one.kind,
            event=one.event,
            document=document,
            byline="author",
            created_at=one.created_at,
        )
        for _ in range(MOST_IN_A_MAIL)
    ]
    Notice.objects.bulk_create(more)
    assert mailed() == 1
    assert outcomes(cast, "member").count("waiting") == 1
    assert an_hour_later() == 1
    assert set(outcomes(cast, "member")) == {"sent"}


NASTY = "Bcc: all@example.com\r\nX: y \u202e\u2028<b>&amp; 'quote'\x07"


def test_titles_and_names_forge_no_header_and_no_markup(cast: Cast) -> None:
    document = cast.document()
    Document.objects.update(title=NASTY)
    mention(document, cast, "member")
    Notice.objects.update(byline=f"eve\r\nBcc: all@example.com via <img src=x>{'x' * 250}")
    assert mailed() == 1
    (told,) = sent_to("member")
    message: Message = told.message()
    assert message.get_all("Bcc") is None
    assert "\n" not in str(told.subject)
    assert "\u202e" not in str(told.subject)
    (html, kind) = told.alternatives[0]
    assert kind == "text/html"
    assert "<b>" not in str(html)
    assert "<img" not in str(html)
    assert not [line for line in told.body.splitlines() if line.startswith("Bcc:")]


@override_settings(PUBLIC_URL="https://decisions.example")
def test_a_mail_says_that_a_machine_sent_it_and_where_to_turn_it_off(cast: Cast) -> None:
    mention(cast.document(), cast, "member")
    mailed()
    message = sent_to("member")[0].message()
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["List-Unsubscribe"].startswith("<https://decisions.example/console/")
    assert message["Message-ID"] == f"<{Digest.objects.get().pk}@decisions.example>"


def statements_to_send(cast: Cast, names: list[str], notices: int) -> int:
    document = cast.document()
    for _ in range(notices):
        mention(document, cast, *names)
    settle()
    with CaptureQueriesContext(connection) as captured:
        assert digests_send() == len(names)
    return len(captured)


def test_sending_takes_as_many_statements_for_a_hundred_notices_as_for_one(cast: Cast) -> None:
    one = statements_to_send(cast, ["member"], 1)
    hundred = statements_to_send(cast, ["owner"], 100)
    assert hundred == one <= 24


def test_another_person_costs_a_fixed_number_of_statements_more(cast: Cast) -> None:
    one = statements_to_send(cast, ["member"], 3)
    two = statements_to_send(cast, ["owner", "manager"], 3)
    Membership.objects.create(account=cast.account, user=cast.people["stranger"], role="member")
    Membership.objects.create(account=cast.account, user=cast.people["partner"], role="member")
    Membership.objects.create(account=cast.account, user=cast.people["named"], role="member")
    three = statements_to_send(cast, ["stranger", "partner", "named"], 3)
    assert three - two == two - one <= 20
