"""The tenth story: what is there is found, kept, taken out, drawn, asked, checked, and read by a visitor."""

import csv
import json
from pathlib import Path

from playwright.sync_api import Download, Page, expect

from decisions.domain.kinds import Kind
from spaces.domain.access import Access
from spaces.services.seals import audit_seal
from tests.browser.stories.before import accepted, approved
from tests.browser.stories.windows import Album, Stage, menu
from tests.browser.walking import PHONE, wider

MODEL = "graph LR\n  Sender --> Queue --> Receiver\n"


def lines_of(download: Download) -> list[str]:
    return Path(download.path()).read_text(encoding="utf-8").splitlines()


def filter_and_keep(member: Page, album: Album) -> None:
    menu(member, "Documents")
    member.get_by_label("Kind").select_option("rfc")
    member.get_by_text("More filters").click()
    for status in ("in review", "accepted"):
        member.get_by_label(status, exact=True).check()
    member.get_by_label("Author").fill("author")
    album(member, "filters")
    member.get_by_role("button", name="Apply").last.click()
    chips = member.get_by_role("list", name="Filters in use").get_by_role("listitem")
    expect(chips).to_have_count(4)
    rows = member.locator("#result_list tbody tr")
    expect(rows).to_have_count(2)
    # What is found is seen without scrolling past the form.
    expect(rows.last).to_be_in_viewport()
    album(member, "found")
    member.get_by_role("link", name="Save as my view").click()
    member.get_by_role("textbox", name="Name").fill("RFCs that count")
    member.get_by_role("button", name="Save").click()
    view = member.get_by_role("navigation", name="Views").get_by_role("link", name="RFCs that count")
    expect(view).to_have_attribute("aria-current", "page")
    expect(rows).to_have_count(2)
    album(member, "kept")


def export(member: Page) -> None:
    """What is taken out is what the list shows, row by row."""
    shown = [
        (row.locator(".field-called").inner_text(), row.locator(".field-titled").inner_text())
        for row in member.locator("#result_list tbody tr").all()
    ]
    member.locator("summary", has_text="Export").click()
    with member.expect_download() as started:
        member.get_by_role("link", name="CSV", exact=True).click()
    taken = list(csv.DictReader(lines_of(started.value)))
    assert sorted((row["reference"], row["title"]) for row in taken) == sorted(shown)
    assert {row["kind"] for row in taken} == {"rfc"}


def look_at_the_timeline(member: Page, album: Album) -> None:
    menu(member, "Timeline")
    expect(
        member.get_by_role("listitem").filter(has_text="accepted").filter(has_text="by manager")
    ).to_be_visible()
    album(member, "timeline")


def draw(member: Page, album: Album) -> None:
    menu(member, "Diagrams")
    member.get_by_role("link", name="New diagram").click()
    member.get_by_role("textbox", name="Name").fill("Way of a message")
    member.get_by_role("textbox", name="Model").fill(MODEL)
    album(member, "new-diagram")
    member.get_by_role("button", name="Create").click()
    expect(member.get_by_text("Way of a message is made.")).to_be_visible()
    menu(member, "Diagrams")
    picture = member.get_by_role("link", name="Way of a message").locator("img")
    expect(picture).to_be_visible()
    member.wait_for_function("document.querySelector('.c-gallery img').naturalWidth > 0")
    album(member, "gallery")


def ask_and_answer(member: Page, author: Page, album: Album) -> None:
    menu(member, "Questions")
    member.get_by_role("link", name="Ask a question").first.click()
    member.get_by_label("About the document").fill("RFC 1")
    member.get_by_role("textbox", name="Question").fill("Who empties the queue?")
    member.get_by_role("button", name="Ask", exact=True).click()
    expect(member.get_by_text("The question is asked.")).to_be_visible()
    menu(author, "Questions")
    author.get_by_role("link", name="Who empties the queue?").click()
    author.get_by_role("link", name="Answer", exact=True).click()
    author.get_by_role("textbox", name="Answer").fill("The *night* shift does.")
    author.get_by_role("button", name="Answer").click()
    expect(author.get_by_text("The question is answered.")).to_be_visible()
    member.reload()
    expect(member.get_by_text("The night shift does.")).to_be_visible()
    album(member, "answered")


def look_through_the_audit_log(manager: Page, album: Album) -> None:
    menu(manager, "Audit log")
    manager.get_by_label("Person").fill("author")
    manager.get_by_label("Act", exact=True).fill("question")
    manager.get_by_role("button", name="Look").click()
    rows = manager.locator("#result_list tbody tr")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("author")
    album(manager, "audit")
    manager.get_by_label("Export what is found as").select_option(label="JSON lines, exact")
    with manager.expect_download() as started:
        manager.get_by_role("button", name="Export").click()
    (entry,) = [json.loads(line) for line in lines_of(started.value)]
    assert (entry["byline"], entry["act"]) == ("author", "question.answered")
    manager.locator("summary", has_text="Last sealed").click()
    manager.get_by_role("button", name="Check now").click()
    expect(manager.get_by_text("Every seal fits")).to_be_visible()
    album(manager, "checked")


def read_as_a_visitor(visitor: Page, album: Album) -> None:
    visitor.get_by_role("link", name="Acme", exact=True).click()
    listed = visitor.get_by_role("main").get_by_role("listitem")
    expect(listed).to_have_count(1)
    assert wider(visitor) == []
    album(visitor, "public-list")
    with visitor.expect_response(lambda answer: "feed" in answer.url or "atom" in answer.url) as told:
        visitor.get_by_role("link", name="Decisions as an Atom feed").click()
    feed = told.value
    assert feed.headers["content-type"].startswith("application/atom+xml")
    assert "Queue limits" in feed.text()
    assert "Retry limits" not in feed.text()


def test_somebody_looks_around(stage: Stage, album: Album) -> None:
    cast = stage.cast
    public = accepted(cast, "Queue limits", level=Access.PUBLIC)
    approved(cast, "Retry limits")
    cast.document("Backoff")
    cast.document("Use queues", kind=Kind.ADR)
    member, author = stage.window_of("member"), stage.window_of("author")
    filter_and_keep(member, album)
    export(member)
    look_at_the_timeline(member, album)
    draw(member, album)
    ask_and_answer(member, author, album)
    # The schedule does so every minute.
    audit_seal()
    look_through_the_audit_log(stage.window_of("manager"), album)
    visitor = stage.window_of("visitor", at=f"/public/documents/{public.pk}/", size=PHONE)
    album(visitor, "public")
    read_as_a_visitor(visitor, album)
