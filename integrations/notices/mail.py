"""One mail about several notices: how it reads, and what a mail server's answer means."""

import smtplib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.urls import reverse

from decisions.domain.text.one_line import one_line
from integrations.models import Digest, Notice
from reviews.models import Ask
from spaces.services.sign_in import verified_address

# What mail programs show of a subject beside each other; RFC 5322 would allow 998 for a line.
MAX_SUBJECT = 150
MAX_TITLE = 120
# References named in the subject of a mail about several documents.
_NAMED = 3


class Undelivered(Exception):
    """A mail that the server did not take: `final` if it never will, `server_down` if no other mail would go."""

    def __init__(self, problem: str, *, final: bool = False, server_down: bool = False) -> None:
        super().__init__(problem)
        self.final = final
        self.server_down = server_down


def mail_of(digest: Digest, notices: Sequence[Notice]) -> EmailMultiAlternatives:
    """The mail of a digest. Titles and names come from others: they are made one line, and escaped in HTML."""
    groups = list(_by_document(notices))
    context = {
        "person": digest.person.username,
        "groups": groups,
        "notices_url": settings.PUBLIC_URL + reverse("admin:integrations_notice_changelist"),
        "preferences_url": settings.PUBLIC_URL + reverse("admin:integrations_notice_preferences"),
    }
    mail = EmailMultiAlternatives(
        subject=one_line(_subject(groups), limit=MAX_SUBJECT),
        body=render_to_string("notices/digest.txt", context),
        to=[verified_address(digest.person)],
        headers={
            # The same at every try, so that a mail which arrives twice is known for one.
            "Message-ID": f"<{digest.pk}@{urlsplit(settings.PUBLIC_URL).hostname}>",
            # RFC 3834: no out-of-office reply to a machine.
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{context['preferences_url']}>",
        },
    )
    mail.attach_alternative(render_to_string("notices/digest.html", context), "text/html")
    return mail


def _by_document(notices: Sequence[Notice]) -> Iterator[dict[str, Any]]:
    """The notices document by document, in the order in which each was first told of."""
    first = {notice.document_id: place for place, notice in reversed(list(enumerate(notices)))}
    ordered = sorted(notices, key=lambda notice: first[notice.document_id])
    for _, group in groupby(ordered, key=lambda notice: notice.document_id):
        rows = list(group)
        document = rows[0].document
        yield {
            "reference": str(document.reference),
            "title": one_line(document.title, limit=MAX_TITLE),
            "url": _url_of(rows[0], whole=True),
            "notices": [{"words": row.words, "url": _url_of(row) if row.ask_id else ""} for row in rows],
        }


def _url_of(notice: Notice, *, whole: bool = False) -> str:
    if notice.ask_id and not whole:
        return Ask(pk=notice.ask_id).url
    return f"{settings.PUBLIC_URL}{reverse('admin:decisions_document_change', args=[notice.document_id])}"


def _subject(groups: list[dict[str, Any]]) -> str:
    if len(groups) == 1:
        (group,) = groups
        told = group["notices"]
        said = told[0]["words"] if len(told) == 1 else f"{len(told)} notices"
        return f"{group['reference']} {group['title']}: {said}"
    named = ", ".join(group["reference"] for group in groups[:_NAMED])
    more = f" and {len(groups) - _NAMED} more" if len(groups) > _NAMED else ""
    return f"{sum(len(group['notices']) for group in groups)} notices about {named}{more}"


@contextmanager
def mail_server() -> Iterator[BaseEmailBackend]:
    """A connection to the mail server for several mails; `Undelivered` where there is none to be had."""
    connection = get_connection()
    with _as_undelivered():
        connection.open()
    try:
        yield connection
    finally:
        # Nothing is lost with a server that is gone already.
        with _as_undelivered():
            connection.close()


def mail_send(mail: EmailMultiAlternatives, connection: BaseEmailBackend) -> None:
    """Hand a mail to the server; `Undelivered` with the reason where it is not taken."""
    mail.connection = connection
    with _as_undelivered():
        mail.send()


@contextmanager
def _as_undelivered() -> Iterator[None]:
    try:
        yield
    except smtplib.SMTPRecipientsRefused as error:
        final = all(code >= _PERMANENT for code, _ in error.recipients.values())
        raise Undelivered(str(error), final=final) from error
    except smtplib.SMTPDataError as error:
        raise Undelivered(str(error), final=error.smtp_code >= _PERMANENT) from error
    except (smtplib.SMTPException, OSError) as error:
        raise Undelivered(str(error) or type(error).__name__, server_down=True) from error
    except ValueError as error:
        # An address or header that cannot be written into a mail at all.
        raise Undelivered(str(error), final=True) from error


# RFC 5321: from 500 on an answer is for good.
_PERMANENT = 500
