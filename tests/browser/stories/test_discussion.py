"""The third story: a quote is discussed while its text changes around it, and then under it."""

from playwright.sync_api import Page, expect

from decisions.models import CommentThread
from tests.browser.stories.windows import Album, Stage, tab
from tests.browser.test_talking import SELECT

TEXT = """# RFC 1: Queue limits

## Design

A queue holds 100 messages.

A full queue refuses new ones.
"""
REFUSES, HOLDS = "refuses new ones", "holds 100 messages"


def comment(page: Page, quote: str, words: str) -> None:
    """Comments on a piece of the text that was selected with the mouse."""
    page.evaluate(SELECT, quote)
    page.locator("button.c-select").click()
    form = page.locator("#say form")
    expect(form.get_by_label("About this piece of the text")).to_have_value(quote)
    form.get_by_label("Comment, in Markdown").fill(words)
    form.get_by_role("button", name="Comment").click()
    expect(page.locator("mark.c-quote", has_text=quote)).to_be_visible()


def save(page: Page, text: str, message: str) -> None:
    page.get_by_role("link", name="Edit", exact=True).click()
    page.get_by_label("Text", exact=True).fill(text)
    page.get_by_label("Message").fill(message)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("is saved as version")).to_be_visible()


def test_a_discussion_keeps_its_places_until_it_is_resolved(stage: Stage, album: Album) -> None:
    stage.cast.document("Queue limits", text=TEXT)
    reviewer = stage.window_of("member")
    reviewer.get_by_role("link", name="Queue limits").first.click()
    comment(reviewer, REFUSES, "Does the *sender* learn of it?")
    comment(reviewer, HOLDS, "Why not 1,000?")
    album(reviewer, "commented")

    author = stage.window_of("author")
    author.get_by_role("link", name="Queue limits").first.click()
    thread = author.get_by_role("article", name="Thread").filter(has_text=REFUSES)
    thread.get_by_text("Reply", exact=True).first.click()
    thread.get_by_label("Reply, in Markdown").fill("It does now, see the new section.")
    thread.get_by_role("button", name="Reply").click()
    expect(author.get_by_role("article", name="Thread").filter(has_text="It does now")).to_be_visible()
    album(author, "replied")
    moved = TEXT.replace("## Design", "## Senders\n\nA sender is told.\n\n## Design")
    save(author, moved.replace("A queue holds 100 messages.\n\n", ""), "Senders are told")
    # One keeps its place though lines came above it; the other's quote is gone.
    expect(author.locator("mark.c-quote")).to_have_text(REFUSES)
    album(author, "place-kept")

    tab(author, "Discussion")
    tray = author.get_by_role("region", name="About what is gone from the text")
    expect(tray).to_contain_text(HOLDS)
    expect(tray).to_contain_text("the quote is gone from the text")
    album(author, "tray")

    reviewer.reload()
    told = reviewer.get_by_role("article", name="Thread").filter(has_text=REFUSES)
    expect(told).to_contain_text("It does now")
    told.get_by_role("button", name="Resolve").click()
    expect(reviewer.get_by_text("The thread is resolved.")).to_be_visible()
    expect(reviewer.locator("mark.c-quote")).to_have_count(0)
    tab(reviewer, "Discussion")
    tray = reviewer.get_by_role("region", name="About what is gone from the text")
    tray.get_by_role("button", name="Resolve").click()
    expect(reviewer.get_by_text("The thread is resolved.")).to_be_visible()
    reviewer.get_by_role("navigation", name="Which threads").get_by_role("link", name="Resolved").click()
    expect(reviewer.get_by_role("article", name="Thread")).to_have_count(2)
    album(reviewer, "resolved")
    assert list(CommentThread.objects.values_list("resolved_byline", flat=True)) == ["member", "member"]
