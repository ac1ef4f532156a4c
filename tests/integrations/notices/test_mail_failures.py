"""A mail server that fails: the mail is tried again until it is taken or given up, and nothing is sent twice."""

import smtplib
from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from integrations.models import Digest
from integrations.notices.digests import GIVEN_UP, digests_send
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
    close_document(document)
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
