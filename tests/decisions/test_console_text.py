"""A document's text in the console: its diagrams, notes, outline and relations."""

import re
from typing import Any

import pytest

from decisions.domain.kinds import Kind, Status
from decisions.domain.mermaid import Drawing, Outcome
from decisions.models import Document, Picture
from decisions.services import pictures
from decisions.services.versions import version_add
from spaces.domain.access import Access
from tests.cast import Cast
from tests.console import address, browser
from tests.decisions.talk import open_to
from tests.reviews.stage import move, rules, staged, text_of

GRAPH = "graph LR\n  A --> B\n"
BROKEN = "graph LR\n  A --> --> B[\n"
TEXT = f"# T\n\n```mermaid\n{GRAPH}```\n"


def page_of(cast: Cast, document: Document, name: str = "member", tab: str = "change") -> Any:
    return browser(cast, name).get(address(document, tab))


def addresses(page: Any) -> list[str]:
    return re.findall(r'<img src="([^"]+)" alt="Diagram', page.content.decode())


def test_a_diagram_is_shown_as_a_picture_that_is_drawn_when_it_is_asked_for(cast: Cast) -> None:
    document = cast.document(text=TEXT)
    page = page_of(cast, document)
    assert not Picture.objects.exists()
    assert "<details><summary>Source of the diagram</summary><pre" in page.content.decode()
    (picture,) = addresses(page)
    answer = browser(cast, "member").get(picture.replace("&amp;", "&"))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    assert answer.content.startswith(b"<svg")
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert Picture.objects.get().outcome == Outcome.DRAWN


def test_a_picture_is_drawn_once(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def draw(model: str, *, picture_id: str) -> Drawing:
        drawn.append(model)
        return Drawing(Outcome.DRAWN, svg="<svg/>")

    monkeypatch.setattr(pictures, "draw", draw)
    document = cast.document(text=TEXT)
    (picture,) = addresses(page_of(cast, document))
    for name in ("member", "owner"):
        assert browser(cast, name).get(picture).content == b"<svg/>"
    assert drawn == [GRAPH]


def test_a_diagram_that_does_not_parse_shows_its_source_and_why(cast: Cast) -> None:
    document = cast.document(text=TEXT.replace(GRAPH, BROKEN))
    page = page_of(cast, document)
    assert addresses(page) == []
    assert "This diagram is not drawn." in page.content.decode()
    assert "<details open>" in page.content.decode()


def test_what_could_not_be_drawn_says_why_in_its_place_and_from_then_on(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    unfinished = Drawing(Outcome.UNFINISHED, message="It takes <too> long.")
    monkeypatch.setattr(pictures, "draw", lambda model, *, picture_id: unfinished)
    document = cast.document(text=TEXT)
    (picture,) = addresses(page_of(cast, document))
    assert b"It takes &lt;too&gt; long." in browser(cast, "member").get(picture).content
    again = page_of(cast, document)
    assert (addresses(again), "It takes &lt;too&gt; long." in again.content.decode()) == ([], True)


def test_a_picture_is_shown_only_to_readers_of_a_text_that_holds_it(cast: Cast) -> None:
    document, other = cast.document(text=TEXT), cast.document("Other")
    (picture,) = addresses(page_of(cast, document))
    assert browser(cast, "member").get(picture).status_code == 200
    elsewhere = picture.replace(document.pk, other.pk)
    assert browser(cast, "member").get(elsewhere).status_code == 404
    version_add(document=document, base_version=1, text="# T\n\nnone\n", caller=cast.caller("author"))
    assert browser(cast, "member").get(picture.replace("version=1", "version=2")).status_code == 404
    open_to(document, Access.INTERNAL)
    assert browser(cast, "member").get(picture).status_code == 404


def test_findings_stand_at_their_blocks_and_the_rest_in_the_list(cast: Cast) -> None:
    placeholders = "\n".join("TODO" for _ in range(6))
    document = cast.document(text=f"# T\n\n{placeholders}\n\n- TODO in an item\n")
    page = page_of(cast, document)
    html, found = page.content.decode(), page.context["findings"]
    beside = [finding for finding in found if finding.line > 1]
    in_margin = [finding.line for finding in beside if finding.in_margin]
    assert in_margin == [3, 4, 5, 10]
    for finding in found:
        assert (f'id="note-{finding.number}"' in html) is finding.in_margin
        assert f'id="finding-{finding.number}"' in html
    assert re.search(r'<li data-line="10"[^>]*><div class="c-note', html)


def test_related_documents_are_shown_as_far_as_one_reads_them(cast: Cast) -> None:
    limits = cast.document("Limits")
    part = cast.document("A part", parent_id=limits.pk)
    stores = cast.document("Stores", text="# Stores\n\nAs RFC 1 says.\n")
    Document.objects.filter(pk=stores.pk).update(successor=limits)
    details = page_of(cast, limits, tab="details")
    assert [each.pk for each in details.context["cited_by"].documents] == [stores.pk]
    assert [each.pk for each in details.context["parts"]] == [part.pk]
    assert [each.pk for each in details.context["supersedes"]] == [stores.pk]
    theirs = page_of(cast, stores, tab="details").context
    assert ([each.pk for each in theirs["cites"].documents], theirs["successor"].pk) == (
        [limits.pk],
        limits.pk,
    )
    open_to(stores, Access.INTERNAL)
    hidden = page_of(cast, limits, tab="details")
    assert (hidden.context["cited_by"].documents, list(hidden.context["supersedes"])) == ([], [])
    assert "Stores" not in hidden.content.decode()


def test_the_timeline_tells_what_is_recorded_and_what_is_only_written(cast: Cast) -> None:
    log = "## Status log\n\n- 2020-01-02 draft by @somebody: <b>long</b> ago\n"
    page = page_of(cast, cast.document(text=f"# T\n\n{log}"), tab="timeline")
    assert [(line.status, line.recorded) for line in page.context["lines"]] == [("draft", False)]
    assert "&lt;b&gt;long&lt;/b&gt; ago" in page.content.decode()
    assert "only written" in page.content.decode()


def test_an_address_that_is_no_hash_of_a_diagram_is_absent(cast: Cast) -> None:
    document = cast.document(text=TEXT)
    for sha256 in ("0" * 64, "x"):
        url = address(document) + f"pictures/{sha256}/"
        assert browser(cast, "member").get(url).status_code == 404


def test_a_move_is_no_change_of_what_was_decided_and_another_text_is(cast: Cast) -> None:
    rules(cast, approvals=0)
    document = staged(cast, Kind.ADR, decider="owner")
    move(cast, document, Status.ACCEPTED)
    move(cast, document, Status.DEPRECATED)
    for tab in ("change", "details"):
        assert page_of(cast, document, tab=tab).context["changed_since_decided"] is False
    document.refresh_from_db()
    text = f"{text_of(document)}\nA word more.\n"
    version_add(document=document, base_version=3, text=text, caller=cast.caller("author"))
    for tab in ("change", "details"):
        assert page_of(cast, document, tab=tab).context["changed_since_decided"] is True
