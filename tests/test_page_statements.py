"""No console page takes more statements for more rows of anything."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from decisions.domain.transitions import Act
from decisions.models import Document
from decisions.services.comments import comment_add
from decisions.services.places import Place
from decisions.services.questions import question_ask
from decisions.services.versions import version_add
from integrations.models import Notice
from reviews.services.asks import ask_create
from reviews.services.reviews import review_request
from spaces.domain.roles import Role
from spaces.models import Membership, User
from spaces.services.keys import agent_key_create
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.console import browser
from tests.integrations.carrying.stage import job, linked
from tests.pages import console_pages
from tests.sample import Sample, make_sample

ROWS = (10, 200)
# Session, person, memberships, menu and its counts take 8 of them on every page.
MOST = 40


def grow(sample: Sample, start: int, end: int) -> None:
    """So many rows of each kind, all of them the viewer's to see; the document's own among them."""
    cast = sample.cast
    author, owner, agent = cast.caller("author"), cast.caller("owner"), cast.agent_of("owner")
    people = User.objects.bulk_create(User(username=f"person-{number}") for number in range(start, end))
    Membership.objects.bulk_create(
        Membership(account=cast.account, user=person, role=Role.MEMBER) for person in people
    )
    sample.document.refresh_from_db()
    place = Place(cast.space, sample.document)
    for number in range(start, end):
        document = cast.document(f"Queue {number}", caller=author)
        review_request(document=document, reviewers=[sample.viewer.pk], caller=author)
        ask_create(document=document, act=Act.APPROVE, person_id=sample.viewer.pk, caller=agent)
        space_create(account_id=cast.account.pk, name=f"Space {number}", caller=owner)
        agent_key_create(account_id=cast.account.pk, name=f"Agent {number}", caller=owner)
        comment_add(document=sample.document, body=f"Comment {number}", caller=author)
        question_ask(place=place, text=f"Question {number}?", caller=author)
        linked(cast, sample.document, 100 + number)
        job(cast, sample.document, f"run-{number}")
        _save(sample.document, cast)


def _save(document: Document, cast: Cast) -> None:
    document.refresh_from_db()
    number = document.current_version
    version_add(
        document=document,
        base_version=number,
        text=f"# Queue\n\nBound {number}\n",
        caller=cast.caller("author"),
    )


def counted(sample: Sample) -> dict[str, int]:
    """How many statements each page takes, once what is kept is kept."""
    client = browser(sample.cast, "owner")
    client.post("/sign-in/reauthenticate/", {"password": "a long enough password"})
    counts = {}
    for name, url in console_pages(sample):
        client.get(url)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(url).status_code == 200
        counts[name] = len(captured)
    return counts


def test_no_page_takes_more_statements_for_more_rows(cast: Cast) -> None:
    sample = make_sample(cast)
    made, counts = 0, []
    for rows in ROWS:
        grow(sample, made, rows)
        made = rows
        counts.append(counted(sample))
    assert Notice.objects.filter(person=sample.viewer).count() >= ROWS[-1]
    few, many = counts
    grown = {name: (few[name], many[name]) for name in few if few[name] < many[name]}
    assert not grown
    assert {name: count for name, count in many.items() if count > MOST} == {}
