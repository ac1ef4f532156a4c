"""Lists of threads: their order, their pages, their cost."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from decisions.models import CommentThread, Document
from decisions.services.comment_listing import comment_list
from decisions.services.comments import MAX_BODY_BYTES
from tests.cast import Cast
from tests.decisions.talk import FULL, listed, say


def test_threads_come_in_the_order_they_were_begun_and_page_without_gaps(
    cast: Cast, document: Document
) -> None:
    member = cast.caller("member")
    begun = [say(document, member, f"Remark {number}").pk for number in range(7)]
    say(document, member, "A reply moves nothing.", reply_to=begun[0])
    seen: list[str] = []
    token = ""
    while True:
        page = comment_list(document, member, {"page_size": 3, "page_token": token})
        seen += [thread.pk for thread in page.rows]
        if not (token := page.next_page_token):
            break
        if len(seen) == 3:
            begun.append(say(document, member, "Meanwhile").pk)
    assert seen == begun


def test_a_page_holds_no_more_words_than_an_answer_and_goes_on(cast: Cast, document: Document) -> None:
    member = cast.caller("member")
    begun = [say(document, member, "x" * MAX_BODY_BYTES).pk for _ in range(5)]
    page = comment_list(document, member, {})
    assert [thread.pk for thread in page.rows] == begun[:3]
    rest = comment_list(document, member, {"page_token": page.next_page_token})
    assert [thread.pk for thread in rest.rows] == begun[3:]
    assert rest.next_page_token == ""


@pytest.mark.parametrize("actor", ["owner", "member", "named"])
def test_a_list_costs_the_same_at_10_and_200_threads(cast: Cast, document: Document, actor: str) -> None:
    caller, author = cast.caller(actor), cast.caller("author")
    counts = []
    for rows in (10, 200):
        while CommentThread.objects.filter(document=document).count() < rows:
            first = say(document, author, quote=FULL)
            say(document, author, "Indeed.", reply_to=first.pk)
        with CaptureQueriesContext(connection) as captured:
            assert len(listed(document, caller, page_size=200)) == rows
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 4
