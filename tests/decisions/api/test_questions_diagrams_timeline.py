"""Questions, diagrams and the timeline by REST: shapes, refusals, and SQL statements of each read."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from decisions.models import Answer, Diagram, DiagramVersion, Document, Picture, Question, StatusLine
from tests.cast import Cast
from tests.records import everything

READ_LIMIT = 8
WRITE_LIMIT = 16
_TRANSACTION = re.compile(r"^(SAVEPOINT|RELEASE SAVEPOINT|BEGIN|COMMIT|ROLLBACK)", re.IGNORECASE)

GOOD = "flowchart TD\nA --> B\n"


def post(client: APIClient, path: str, status: int = 200, **sent: Any) -> dict[str, Any]:
    response = client.post(f"/api/v1/{path}", sent, format="json")
    assert response.status_code == status, response.content
    answered: dict[str, Any] = response.json()
    return answered


def get(client: APIClient, path: str, status: int = 200) -> dict[str, Any]:
    response = client.get(f"/api/v1/{path}")
    assert response.status_code == status, response.content
    answered: dict[str, Any] = response.json()
    return answered


def test_a_question_is_asked_listed_answered_and_reopened(cast: Cast) -> None:
    member, author = cast.client("member"), cast.client("author")
    space = {"space_id": cast.space.pk}
    document = cast.document()
    asked = post(member, "questions/", 201, **space, text="Why ten?", document_id="RFC 1")
    assert (asked["document_id"], asked["reference"], asked["answer"]) == (document.pk, "RFC 1", None)
    assert (asked["asker"], asked["account_id"]) == (cast.people["member"].pk, cast.account.pk)
    path = f"questions/{asked['question_id']}/"
    assert get(author, f"questions/?space_id={cast.space.pk}")["items"] == [asked]
    answered = post(author, f"{path}answer/", **space, answer="Because.")
    assert (answered["answer"]["text"], answered["answer"]["answered_by"]) == ("Because.", "author")
    before = everything()
    refusal = post(author, f"{path}answer/", 409, **space, answer="No.")
    assert (refusal["error"], refusal["answer"]) == ("already_done", "Because.")
    assert post(author, f"{path}reopen/", 403)["error"] == "forbidden"
    assert everything() == before
    assert post(member, f"{path}reopen/")["answer"] is None
    assert [earlier["text"] for earlier in get(member, path)["earlier_answers"]] == ["Because."]
    assert get(member, f"questions/?space_id={cast.space.pk}&status=answered")["items"] == []


def test_a_diagram_is_made_saved_read_and_its_conflict_told(cast: Cast) -> None:
    member = cast.client("member")
    space = {"space_id": cast.space.pk}
    made = post(member, "diagrams/", 201, **space, name="Flow", model=GOOD)
    assert (made["version"], made["svg_version"], made["findings"]["total"]) == (1, 1, 0)
    path = f"diagrams/{made['diagram_id']}/"
    broken = post(member, f"{path}versions/", **space, base_version=1, model="flowchart TD\nA[open\n")
    assert (broken["version"], broken["svg_version"]) == (2, 1)
    assert broken["findings"]["items"][0]["line"] == 2
    before = everything()
    stale = post(member, f"{path}versions/", 409, **space, base_version=1, model=GOOD)
    assert (stale["error"], stale["current_version"], stale["same_text"]) == ("conflict", 2, False)
    assert everything() == before
    whole = get(member, f"{path}?space_id={cast.space.pk}&include_svg=true")
    assert whole["svg"].startswith("<svg ")
    assert (whole["version"], whole["current_version"], whole["svg_version"]) == (2, 2, 1)
    plain = get(member, f"{path}?space_id={cast.space.pk}&version=1")
    assert (plain["model"], plain["version"], "svg" in plain) == (GOOD, 1, False)
    rows = get(member, f"{path}versions/?space_id={cast.space.pk}")["items"]
    assert [row["version"] for row in rows] == [2, 1]
    (listed,) = get(member, f"diagrams/?space_id={cast.space.pk}")["items"]
    assert (listed["diagram_id"], listed["version"], "model" in listed) == (made["diagram_id"], 2, False)


def test_the_timeline_takes_days_and_no_other_spelling_of_them(cast: Cast) -> None:
    cast.document(text="# x\n\n## Status log\n\n- 2026-01-05 draft by @ana: written\n")
    member = cast.client("member")
    (line,) = get(member, "timeline/?from=2026-01-05&to=2026-01-05")["items"]
    assert (line["reference"], line["day"], line["status"]) == ("RFC 1", "2026-01-05", "draft")
    assert (line["person"], line["detail"], line["recorded"]) == ("ana", "written", False)
    for wrong in ("20260105", "2026-1-5", "2026-02-30", "2026-W01-1", "2026-01-05T00:00"):
        refusal = get(member, f"timeline/?from={wrong}", 400)
        assert (refusal["error"], refusal["path"]) == ("invalid_arguments", "from")
    assert get(member, "timeline/?since=2026-01-05", 400)["path"] == "since"


@pytest.mark.parametrize("path", ["questions/", "diagrams/", "timeline/"])
def test_without_a_credential_nothing_is_listed(cast: Cast, path: str) -> None:
    assert get(cast.client("visitor"), f"{path}?space_id={cast.space.pk}", 401)["error"] == "unauthenticated"


READS = {
    "questions": "questions/?space_id={s}&status=all&page_size=200",
    "open questions": "questions/?space_id={s}",
    "question": "questions/{q}/",
    "diagrams": "diagrams/?space_id={s}&page_size=200",
    "diagrams of a document": "diagrams/?space_id={s}&document_id=rfc-1",
    "diagram": "diagrams/{g}/?space_id={s}&include_svg=true",
    "diagram versions": "diagrams/{g}/versions/?space_id={s}&page_size=200",
    "timeline": "timeline/?page_size=500",
    "timeline of a space": "timeline/?space_id={s}",
    "timeline of a document": "timeline/?document_id=rfc-1&space_id={s}",
}


def fill(cast: Cast, rows: int) -> dict[str, str]:
    document = cast.document()
    person, now = cast.people["member"], timezone.now()
    owned = {"account": cast.account, "space": cast.space, "document": document}
    for _ in range(rows):
        question = Question.objects.create(**owned, text="?", asker=person, byline="member", created_at=now)
        written = {"text": "!", "author": person, "byline": "member", "created_at": now}
        question.answer = Answer.objects.create(question=question, number=1, **written)
        question.save()
        diagram = Diagram.objects.create(**owned, name="d", author=person, byline="member", updated_at=now)
    drawn = {"account": cast.account, "sha256": "0" * 64, "outcome": "drawn", "line": 1, "svg": "<svg/>"}
    Picture.objects.get_or_create(**drawn)
    version = {"author": person, "byline": "member", "created_at": now, "sha256": "0" * 64, "size": 1}
    DiagramVersion.objects.bulk_create(
        DiagramVersion(diagram=diagram, number=number, model="m", base_version=number - 1, **version)
        for number in range(1, rows + 1)
    )
    line = {**owned, "line": 1, "status": "draft"}
    StatusLine.objects.bulk_create(
        StatusLine(position=100 + number, day=now.date(), **line) for number in range(rows)
    )
    return {"s": cast.space.pk, "q": question.pk, "g": diagram.pk}


@pytest.mark.parametrize("actor", ["owner", "member", "partner"])
def test_reads_take_few_statements_however_many_rows(cast: Cast, actor: str) -> None:
    client = cast.client(actor)
    counts: dict[str, list[int]] = {name: [] for name in READS}
    for rows in (10, 200):
        ids = fill(cast, rows)
        Document.objects.update(access=2)
        for name, path in READS.items():
            with CaptureQueriesContext(connection) as captured:
                get(client, path.format(**ids))
            made = [one for one in captured.captured_queries if not _TRANSACTION.match(one["sql"])]
            counts[name].append(len(made))
    assert {name: made for name, made in counts.items() if max(made) > READ_LIMIT} == {}
    assert {name: made for name, made in counts.items() if made[0] != made[1]} == {}


def test_writes_take_few_statements(cast: Cast) -> None:
    client, space = cast.client("agent"), {"space_id": cast.space.pk}
    diagram = post(client, "diagrams/", 201, **space, name="Flow", model=GOOD)["diagram_id"]
    question = post(client, "questions/", 201, **space, text="Why?")["question_id"]
    calls: dict[str, dict[str, Any]] = {
        f"diagrams/{diagram}/versions/": {**space, "base_version": 1, "model": GOOD + "B --> C\n"},
        f"questions/{question}/answer/": {**space, "answer": "So."},
        f"questions/{question}/reopen/": {},
    }
    counts = {}
    for path, sent in calls.items():
        with CaptureQueriesContext(connection) as captured:
            post(client, path, **sent)
        counts[path] = len([one for one in captured.captured_queries if not _TRANSACTION.match(one["sql"])])
    assert max(counts.values()) <= WRITE_LIMIT, counts
