"""Mails: one digest instead of many, judged at the moment of sending, tried again until it is taken."""

import smtplib
from collections.abc import Callable
from datetime import timedelta
from email.message import Message

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone

from decisions.models import Document
from decisions.services.comments import comment_add
from integrations.domain.notices import Channel, NoticeKind
from integrations.models import Digest, Notice
from integrations.notices.digests import GIVEN_UP, MOST_IN_A_MAIL, digests_send
from integrations.notices.preferences import preferences_change
from integrations.notices.reading import notices_see_all
from spaces.domain.access import Access
from spaces.models import Membership, User
from spaces.services.accounts import member_remove
from tests.cast import Cast
from tests.integrations.notices.telling import an_hour_later, mailed, sent_to, settle


def mention(document: Document, cast: Cast, *names: str) -> None:
    body = " ".join(f"@{name}" for name in names)
    comment_add(document=document, body=body, caller=cast.caller("author"))


def outcomes(cast: Cast, name: str) -> list[str]:
    """What became of the mails about somebody's notices, oldest first."""
    return list(Notice.objects.filter(person=cast.people[name]).order_by("pk").values_list("mail", flat=True))


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


def close_document(document: Document, cast: Cast) -> None:
    Document.objects.filter(pk=document.pk).update(access=Access.INTERNAL)


def leave_account(document: Document, cast: Cast) -> None:
    member_remove(account=cast.account, user=cast.people["member"], caller=cast.caller("owner"))


def leave_service(document: Document, cast: Cast) -> None:
    User.objects.filter(username="member").update(is_active=False)


@pytest.mark.parametrize("shut_out", [close_document, leave_account, leave_service])
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
    close_document(closed, cast)
    assert mailed() == 1
    (told,) = sent_to("member")
    assert "Secret" not in str(told.message())
    assert outcomes(cast, "member") == ["dropped", "sent"]


def test_access_given_back_later_sends_no_old_mail(cast: Cast) -> None:
    document = cast.document()
    mention(document, cast, "member")
    close_document(document, cast)
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


def test_who_has_no_address_gets_no_mail_and_keeps_the_notice(cast: Cast) -> None:
    User.objects.filter(username="member").update(email="")
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


def broken_by(monkeypatch: pytest.MonkeyPatch, error: Exception | None, *, at: str = "send_messages") -> None:
    """Let the mail server fail so, or be well again."""

    def fail(self: EmailBackend, *messages: object) -> int:
        assert error is not None
        raise error

    if error is None:
        monkeypatch.undo()
    else:
        monkeypatch.setattr(EmailBackend, at, fail)


REFUSED_FOR_NOW = smtplib.SMTPRecipientsRefused({"member@example.com": (450, b"try later")})
DOWN = [
    ("open", ConnectionRefusedError("refused")),
    ("open", TimeoutError("slow")),
    ("open", smtplib.SMTPAuthenticationError(535, b"no")),
    ("send_messages", smtplib.SMTPServerDisconnected("gone")),
    ("send_messages", REFUSED_FOR_NOW),
    ("send_messages", smtplib.SMTPDataError(451, b"later")),
]


@pytest.mark.parametrize(("at", "error"), DOWN)
def test_a_mail_that_is_not_taken_now_is_sent_once_later(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, at: str, error: Exception
) -> None:
    mention(cast.document(), cast, "member")
    broken_by(monkeypatch, error, at=at)
    assert mailed() == 0
    digest = Digest.objects.get()
    assert (digest.outcome, digest.tries, bool(digest.problem)) == ("open", 1, True)
    assert digest.next_try_at > timezone.now()
    assert outcomes(cast, "member") == ["waiting"]
    broken_by(monkeypatch, None)
    assert digests_send() == 0
    assert an_hour_later() == 1
    assert an_hour_later() == 0
    assert len(mail.outbox) == 1
    assert sent_to("member")[0].message()["Message-ID"].startswith(f"<{digest.pk}@")


def test_what_is_no_longer_readable_at_the_second_try_is_not_sent(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = cast.document()
    mention(document, cast, "member")
    broken_by(monkeypatch, ConnectionRefusedError("refused"), at="open")
    mailed()
    broken_by(monkeypatch, None)
    close_document(document, cast)
    assert an_hour_later() == 0
    assert mail.outbox == []
    assert Digest.objects.get().outcome == "empty"


FOR_GOOD = [
    smtplib.SMTPRecipientsRefused({"member@example.com": (550, b"no such user")}),
    smtplib.SMTPDataError(554, b"no"),
    ValueError("an address that cannot be"),
]


@pytest.mark.parametrize("error", FOR_GOOD)
def test_a_mail_refused_for_good_is_given_up_and_stops_no_other(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    mention(cast.document(), cast, "member", "owner", "manager")
    sending = EmailBackend.send_messages

    def refuse_member(self: EmailBackend, messages: list[mail.EmailMessage]) -> int:
        if messages[0].to == ["member@example.com"]:
            raise error
        return sending(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", refuse_member)
    assert mailed() == 2
    assert outcomes(cast, "member") == ["failed"]
    assert outcomes(cast, "owner") == outcomes(cast, "manager") == ["sent"]
    assert an_hour_later() == 0


def test_a_mail_is_tried_less_and_less_often_and_given_up_after_three_days(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    mention(cast.document(), cast, "member")
    broken_by(monkeypatch, ConnectionRefusedError("refused"), at="open")
    mailed()
    waits = []
    for _ in range(9):
        now = timezone.now()
        waits.append((Digest.objects.get().next_try_at - now) / timedelta(minutes=1))
        Digest.objects.update(next_try_at=now)
        digests_send()
    assert [round(wait) for wait in waits] == [5, 10, 20, 40, 80, 160, 320, 360, 360]
    Digest.objects.update(created_at=timezone.now() - GIVEN_UP * 2, next_try_at=timezone.now())
    digests_send()
    assert Digest.objects.get().outcome == "failed"
    assert outcomes(cast, "member") == ["failed"]


def test_a_worker_that_died_while_sending_is_followed_by_another_with_the_same_mail(cast: Cast) -> None:
    """At least once: after the time a worker may hold a digest, the next takes it up."""
    mention(cast.document(), cast, "member")
    settle()
    with pytest.MonkeyPatch.context() as patch:

        def die(*_: object) -> None:
            raise SystemExit

        patch.setattr("integrations.notices.digests._close", die)
        with pytest.raises(SystemExit):
            digests_send()
    assert digests_send() == 0
    assert an_hour_later() == 1
    first, second = (each.message()["Message-ID"] for each in sent_to("member"))
    assert first == second


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
