"""Talking about a document in the console: at its quotes, in its discussion, by those who may."""

from html.parser import HTMLParser
from typing import Any

import pytest

from decisions.models import Comment, CommentThread, Document
from decisions.services.comments import comment_resolve
from spaces.domain.access import Access
from tests.cast import Cast
from tests.console import address, browser, refusals
from tests.decisions.domain.safe_html import elements
from tests.decisions.talk import FULL, TEXT, open_to, save, say
from tests.records import everything

MARKED = TEXT.replace("A full queue", "A *full* queue")


def text_of(cast: Cast, document: Document, name: str = "member", **query: Any) -> str:
    return browser(cast, name).get(address(document), query).content.decode()


def discussion(cast: Cast, document: Document, name: str = "member", **query: Any) -> Any:
    return browser(cast, name).get(address(document, "discussion"), query)


def send(cast: Cast, document: Document, act: str, name: str = "member", **sent: Any) -> Any:
    return browser(cast, name).post(address(document, f"comments_{act}"), sent)


def test_a_comment_on_what_was_selected_is_marked_there_and_leads_to_its_thread(cast: Cast) -> None:
    document = cast.document(text=MARKED)
    sent = {"body": "Why?", "quote": "A full queue refuses", "version": 1, "line": 5, "before": 0}
    answer = send(cast, document, "add", back="change", **sent)
    thread = CommentThread.objects.get()
    assert answer["Location"] == f"{address(document)}#thread-{thread.pk}"
    assert (thread.quote, thread.line) == ("A *full* queue refuses", 5)
    html = text_of(cast, document)
    assert f'<mark class="c-quote" data-threads="{thread.pk}">full</mark>' in html
    assert f'id="quote-{thread.pk}" href="#thread-{thread.pk}"' in html
    assert f'id="thread-{thread.pk}"' in html
    assert f'href="#quote-{thread.pk}"' in html


def test_of_equal_words_the_ones_that_were_selected_are_anchored(cast: Cast) -> None:
    document = cast.document(text="# T\n\nfull queue\n\na full queue, a full queue\n")
    send(cast, document, "add", body="This one.", quote="full queue", version=1, line=5, before=1)
    assert CommentThread.objects.get().start == MARKED_START


MARKED_START = len("# T\n\nfull queue\n\na full queue, a ")


def test_without_a_quote_a_comment_is_about_the_whole_and_stands_in_the_discussion(cast: Cast) -> None:
    document = cast.document(text=TEXT)
    answer = send(cast, document, "add", body="# Good\n\n**well** done")
    thread = CommentThread.objects.get()
    assert answer["Location"] == f"{address(document, 'discussion')}#thread-{thread.pk}"
    assert (thread.quote, thread.anchoring) == ("", "")
    page = discussion(cast, document).content.decode()
    assert '<div class="remark-heading"' in page
    assert "<strong>well</strong>" in page
    assert f"thread-{thread.pk}" not in text_of(cast, document)


def test_a_quote_the_text_does_not_have_is_refused_at_its_field_and_the_words_are_kept(cast: Cast) -> None:
    document = cast.document(text=TEXT)
    client = browser(cast, "member")
    before = everything()
    answer = client.post(address(document, "comments_add"), {"body": "My words", "quote": "never written"})
    assert (answer.status_code, refusals(answer)) == (400, {"invalid_arguments"})
    assert "quote" in answer.context["form"].errors
    assert "My words" in answer.content.decode()
    assert everything() == before


def test_threads_are_answered_resolved_reopened_and_filtered(cast: Cast) -> None:
    document = cast.document(text=TEXT)
    first = say(document, cast.caller("author"), "Why 100?", quote=FULL)
    other = say(document, cast.caller("author"), "Costs?")
    send(cast, document, "reply", body="Measured.", reply_to=first.pk)
    assert Comment.objects.filter(thread_id=first.pk).count() == 2
    send(cast, document, "resolve", comment_id=first.pk)

    def filtered(status: str) -> list[str]:
        page = discussion(cast, document, status=status)
        assert page.context["thread_counts"]["open"] == len(page.context["threads"]) or status != "open"
        return [card.thread.pk for card in page.context["threads"]]

    assert [filtered(status) for status in ("open", "resolved", "all")] == [
        [other.pk],
        [first.pk],
        [first.pk, other.pk],
    ]
    assert f"thread-{first.pk}" not in text_of(cast, document)
    send(cast, document, "reopen", comment_id=first.pk)
    assert filtered("open") == [first.pk, other.pk]
    assert discussion(cast, document, status="nonsense").status_code == 404
    assert discussion(cast, document, after="nonsense").status_code == 404


def test_a_thread_whose_quote_is_gone_stands_apart_with_its_quote(cast: Cast) -> None:
    document = cast.document(text=TEXT)
    thread = say(document, cast.caller("member"), quote=FULL)
    save(document, "# Queue limits\n\n## Other\n\nNothing of it.\n", cast.caller("author"))
    page = discussion(cast, document)
    assert ([card.thread.pk for card in page.context["orphans"]], page.context["threads"]) == (
        [thread.pk],
        [],
    )
    assert FULL in page.content.decode()
    assert [card.thread.pk for card in discussion(cast, document, status="orphaned").context["threads"]] == [
        thread.pk
    ]
    assert f"quote-{thread.pk}" not in text_of(cast, document)
    # The version it was made on still has the quote.
    assert f"quote-{thread.pk}" in text_of(cast, document, version=1)


def test_a_quote_that_shows_no_words_has_a_pin_at_its_block_and_says_so(cast: Cast) -> None:
    document = cast.document(text="# T\n\n[here](https://a.example/very/far)\n")
    thread = say(document, cast.caller("member"), quote="https://a.example/very/far")
    page = browser(cast, "member").get(address(document))
    assert f'id="quote-{thread.pk}"' in page.content.decode()
    assert [card.marked for card in page.context["threads"]] == [False]


@pytest.mark.parametrize("act", ["add", "reply", "resolve", "reopen"])
def test_who_merely_reads_what_is_public_neither_sees_the_talk_nor_talks(cast: Cast, act: str) -> None:
    document = open_to(cast.document(text=TEXT), Access.PUBLIC)
    thread = say(document, cast.caller("member"), "A secret remark", quote=FULL)
    if act == "reopen":
        comment_resolve(document=document, comment_id=thread.pk, caller=cast.caller("member"))
    html = text_of(cast, document, "stranger")
    assert "A secret remark" not in html
    assert "c-quote" not in html
    assert discussion(cast, document, "stranger").status_code == 404
    client = browser(cast, "stranger")
    before = everything()
    sent = {"body": "Me too", "reply_to": thread.pk, "comment_id": thread.pk}
    refused = client.post(address(document, f"comments_{act}"), sent)
    assert (refused.status_code, refusals(refused)) == (403, {"forbidden"})
    assert everything() == before


@pytest.mark.parametrize(("name", "level"), [("named", Access.TEAM), ("partner", Access.PARTNER)])
def test_named_people_and_partners_talk_and_settle_only_where_they_took_part(
    cast: Cast, name: str, level: Access
) -> None:
    document = open_to(cast.document(text=TEXT), level)
    browser(cast, "author").post(address(document, "readers_add"), {"reader": "named"})
    others = say(document, cast.caller("member"), "Theirs")
    assert send(cast, document, "add", name, body="Mine").status_code == 302
    page = discussion(cast, document, name)
    assert [card.may_settle for card in page.context["threads"]] == [False, True]
    assert refusals(send(cast, document, "resolve", name, comment_id=others.pk)) == {"forbidden"}
    assert not CommentThread.objects.exclude(resolved_at=None).exists()


HOSTILE = (
    '<script>alert(1)</script><img src=x onerror=alert(2)><a href="javascript:alert(3)">x</a>'
    '<h1 id="thread-x" x-data x-init="alert(4)">big</h1><form action="/console/"><button>go</button></form>'
    '"><svg onload=alert(5)> </mark></article><b onclick=alert(6)>bold</b>'
)


class Runs(HTMLParser):
    """Collects whatever would run: handlers, scripts that are no files, addresses that are code."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.found += [f"{tag} {name}" for name in values if name.startswith("on")]
        self.found += [
            f"{tag} {value}" for value in values.values() if value.lower().startswith("javascript:")
        ]
        self.found += [
            f"{tag} {name}={value}" for name, value in values.items() if "alert(" in value and name != "title"
        ]
        if tag == "script" and "src" not in values and values.get("type") != "application/json":
            self.found.append("script")


def what_runs(page: str) -> list[str]:
    reader = Runs()
    reader.feed(page)
    return reader.found


def test_nothing_that_is_said_or_quoted_runs_or_leaves_its_place(cast: Cast) -> None:
    text = f"# T\n\n`{HOSTILE}` stands here.\n\n{HOSTILE}\n"
    document = cast.document("<b onmouseover=alert(0)>Bold</b>", text=text)
    say(document, cast.caller("member"), HOSTILE, quote=HOSTILE)
    say(document, cast.caller("member"), f"```\n{HOSTILE}\n```", quote="stands here.")
    for page in (text_of(cast, document), discussion(cast, document).content.decode()):
        assert what_runs(page) == []
        assert page.count("<article") == page.count("</article>")
        assert page.count(f'id="thread-{CommentThread.objects.earliest("pk").pk}"') == 1


def test_the_marked_text_stays_what_the_sanitiser_lets_through(cast: Cast) -> None:
    text = f"# T\n\n{HOSTILE} and [a **link**](https://a.example) with words\n\n- item <b>one\n- two</b>\n"
    document = cast.document(text=text)
    for quote in (HOSTILE, "link**](https", "words\n\n- item <b>one", "one\n- two"):
        say(document, cast.caller("member"), quote=quote)
    page = browser(cast, "member").get(address(document))
    shown = page.context["text"].replace('class="c-pin" ', "").replace('id="quote-', 'id="user-content-')
    shown = shown.replace('href="#thread-', 'href="#user-content-')
    names = {name for name, _ in elements(shown.replace(' id="note-', ' id="user-content-'))}
    assert "mark" in names
    assert not names & {"script", "svg", "form", "button"}
