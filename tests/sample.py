"""One row of everything the console shows, for tests that go through all of its pages."""

from dataclasses import dataclass

from django.utils import timezone

from decisions.domain.kinds import Status
from decisions.domain.transitions import Act
from decisions.models import Document, Question
from decisions.services.comments import comment_add
from decisions.services.diagrams import diagram_create
from decisions.services.document_access import preview_link_renew, reader_add
from decisions.services.listings import document_link
from decisions.services.places import Place
from decisions.services.questions import question_answer, question_ask
from decisions.services.saved_views import saved_view_create
from decisions.services.versions import version_add
from integrations.domain.jobs import JobState
from integrations.models import PullRequestOffer
from reviews.models import Ask
from reviews.services.asks import ask_create
from reviews.services.lifecycle import document_set_status
from reviews.services.needs import Wish
from reviews.services.reviews import review_request
from spaces.domain.access import Access
from spaces.domain.roles import Role
from spaces.domain.scopes import WORKING_SET, scope_words
from spaces.models import App, ConnectedApp, RefreshToken, User
from spaces.services.audit_checks import audit_check_start
from spaces.services.invitations import invitation_create
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.integrations.carrying.stage import connected, job, linked

TEXT = """# Queue limits

## Summary

A queue holds **100** messages, see RFC 1.

| kind | bound |
| --- | --- |
| mail | 100 |

## Design

```mermaid
graph TD; A --> B
```

A full queue refuses new ones. TODO
"""
MODEL = "graph TD; Sender --> Queue --> Receiver"


@dataclass
class Sample:
    """What the pages are about; `viewer` may open every one of them."""

    cast: Cast
    viewer: User
    document: Document
    ask: Ask
    document_text: str = TEXT


def make_sample(cast: Cast) -> Sample:
    """The cast with something in every section, seen by an owner who runs the service too."""
    viewer = cast.people["owner"]
    User.objects.filter(pk=viewer.pk).update(is_superuser=True)
    viewer.refresh_from_db()
    document = _document(cast)
    _talk(cast, document)
    _carried_out(cast, document)
    _access(cast)
    agent = cast.agent_of("owner")
    ask = ask_create(
        document=document, act=Act.APPROVE, person_id=viewer.pk, note="All are in.", caller=agent
    )
    return Sample(cast, viewer, document, ask)


def _document(cast: Cast) -> Document:
    author, owner = cast.caller("author"), cast.caller("owner")
    below = space_create(
        account_id=cast.account.pk,
        name="Storage",
        description="Disks.",
        parent_id=cast.space.pk,
        caller=owner,
    )
    document = cast.document(text=TEXT, level=Access.TEAM)
    version_add(document=document, base_version=1, text=TEXT.replace("100", "200"), caller=author)
    document.refresh_from_db()
    document_link(document=document, target_space_id=below.pk, caller=owner)
    reader_add(document=document, reader=cast.people["named"], caller=owner)
    preview_link_renew(document=document, caller=owner)
    document.refresh_from_db()
    wish = Wish(decider_id=cast.people["manager"].pk)
    moved = document_set_status(
        document=document, base_version=2, status=Status.IN_REVIEW, wish=wish, caller=author
    )
    review_request(document=moved.document, reviewers=[cast.people["owner"].pk], caller=author)
    return Document.objects.get(pk=document.pk)


def _talk(cast: Cast, document: Document) -> None:
    member, place = cast.caller("member"), Place(cast.space, document)
    first = comment_add(document=document, body="Why **100**?", quote="A full queue refuses", caller=member)
    comment_add(document=document, body="Memory.", reply_to=first.pk, caller=cast.caller("author"))
    question_ask(place=place, text="Who pays?", caller=member)
    answered = question_ask(place=place, text="For how long?", caller=member)
    question_answer(question=Question.objects.get(pk=answered.pk), answer="A day.", caller=member)
    diagram_create(place=place, name="Flow", model=MODEL, caller=member)


def _carried_out(cast: Cast, document: Document) -> None:
    connected(cast)
    link = linked(cast, document)
    job(cast, document, state=JobState.RUNNING)
    other = cast.document("Second thoughts")
    PullRequestOffer.objects.create(
        document=document, pull_request=linked(cast, other, 2).pull_request, offered_at=timezone.now()
    )
    assert link.document_id == document.pk


def _access(cast: Cast) -> None:
    viewer, owner = cast.people["owner"], cast.caller("owner")
    saved_view_create(name="Proposals", address="kind=rfc", caller=owner)
    invitation_create(account=cast.account, email="new@example.com", role=Role.MEMBER, caller=owner)
    audit_check_start(account=cast.account, caller=owner)
    app = App.objects.create(
        name="Claude Code",
        client_type="public",
        authorization_grant_type="authorization-code",
        redirect_uris="http://127.0.0.1/callback",
    )
    connection = ConnectedApp.objects.create(
        app=app, user=viewer, account=cast.account, scopes=scope_words(frozenset(WORKING_SET))
    )
    RefreshToken.objects.create(user=viewer, application=app, token="a refresh token", connection=connection)
