"""The second story: a first RFC, from its template to a second version that is compared with the first."""

import re

from playwright.sync_api import Page, expect

from decisions.models import Version
from tests.browser.stories.windows import Album, Stage, tab

SUMMARY = "A queue holds at most *100* messages; a full queue refuses new ones."


def write_summary(page: Page) -> None:
    """Puts the summary where the template asks for one, as somebody would who types it there."""
    text = page.get_by_label("Text", exact=True)
    begun = text.input_value()
    start = begun.index("## Summary") + len("## Summary")
    text.fill(f"{begun[:start]}\n\n{SUMMARY}\n{begun[begun.index(chr(10) + '## ', start) :]}")


def test_a_first_document_goes_from_its_template_to_a_second_version(stage: Stage, album: Album) -> None:
    author = stage.window_of("author")
    album(author, "home")
    author.get_by_role("link", name="New document").first.click()
    author.get_by_label("Space").select_option(label="Acme: Platform")
    author.get_by_label("Kind").select_option("rfc")
    expect(author.get_by_label("Text", exact=True)).to_have_value(re.compile("## Summary"))
    author.get_by_label("Title").fill("Queue limits")
    album(author, "template")
    author.get_by_role("button", name="Create").click()
    expect(author.get_by_text("is there.")).to_be_visible()
    expect(author.get_by_role("article").get_by_role("heading", name="RFC 1: Queue limits")).to_be_visible()
    album(author, "created")

    author.get_by_role("link", name="Edit", exact=True).click()
    write_summary(author)
    expect(author.locator("#pane-preview em")).to_have_text("100")
    album(author, "preview")
    author.get_by_role("tab", name="Findings").click()
    expect(author.locator("#pane-findings li").first).to_be_visible()
    album(author, "findings")
    author.get_by_label("Message").fill("What a full queue does")
    author.get_by_role("button", name="Save").click()
    expect(author.get_by_text("is saved as version 2")).to_be_visible()
    expect(author.get_by_role("article")).to_contain_text("a full queue refuses new ones")
    # The text has the page, and what is said about it the side.
    assert author.get_by_role("article").evaluate("each => each.offsetWidth > 600")
    album(author, "saved")

    tab(author, "Versions")
    row = author.get_by_role("row", name="What a full queue does")
    expect(row).to_contain_text("current")
    album(author, "versions")
    row.get_by_role("link", name="Changes").click()
    expect(author.locator(".c-new, .c-added").filter(has_text="refuses new ones").first).to_be_visible()
    album(author, "compared")
    numbers = Version.objects.order_by("number").values_list("number", "message")
    assert list(numbers)[-1] == (2, "What a full queue does")
