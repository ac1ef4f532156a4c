"""Talking about a text in a real browser: a selection becomes a thread, and links lead between the two."""

from playwright.sync_api import Page, expect

from decisions.models import CommentThread
from tests.cast import Cast
from tests.console import address
from tests.decisions.talk import FULL, say

TEXT = "# Queue limits\n\n## Design\n\nfull queue\n\nA *full* queue, a full queue refuses new ones.\n"

SELECT = """(words) => {
  const walk = document.createTreeWalker(document.querySelector('article.document-text'), NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const at = node.data.lastIndexOf(words);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + words.length);
    window.getSelection().removeAllRanges();
    window.getSelection().addRange(range);
    return;
  }
}"""


def test_a_selection_becomes_a_thread_at_that_place(
    page: Page, live_cast: Cast, complaints: list[str]
) -> None:
    document = live_cast.document(text=TEXT)
    page.goto(address(document))
    page.evaluate(SELECT, "queue refuses")
    page.locator("button.c-select").click()
    form = page.locator("#say form")
    expect(form.locator("[name=quote]")).to_have_value("queue refuses")
    form.locator("[name=body]").fill("Why *refuse*?")
    form.get_by_role("button", name="Comment").click()
    expect(page.locator("mark.c-quote")).to_have_text("queue refuses")
    thread = CommentThread.objects.get()
    assert (thread.quote, thread.line) == ("queue refuses", 7)
    page.locator("mark.c-quote").click()
    expect(page.locator(f"#thread-{thread.pk}")).to_be_in_viewport()
    assert page.url.endswith(f"#thread-{thread.pk}")
    page.locator(f"#thread-{thread.pk} .c-quoted a").click()
    assert page.url.endswith(f"#quote-{thread.pk}")
    expect(page.locator(f"#quote-{thread.pk}")).to_be_in_viewport()
    assert complaints == []


def test_a_thread_is_answered_and_resolved_beside_the_text(page: Page, live_cast: Cast) -> None:
    document = live_cast.document(text=f"# T\n\n{FULL}\n")
    thread = say(document, live_cast.caller("author"), quote=FULL)
    page.goto(address(document))
    card = page.locator(f"#thread-{thread.pk}")
    card.get_by_text("Reply", exact=True).first.click()
    card.locator("[name=body]").fill("Because of memory.")
    card.get_by_role("button", name="Reply").click()
    expect(page.locator(f"#thread-{thread.pk}")).to_contain_text("Because of memory.")
    page.locator(f"#thread-{thread.pk}").get_by_role("button", name="Resolve").click()
    expect(page.get_by_text("The thread is resolved.")).to_be_visible()
    expect(page.locator("mark.c-quote")).to_have_count(0)
    assert CommentThread.objects.get().resolved


def test_the_outline_marks_the_section_that_is_read(page: Page, live_cast: Cast) -> None:
    sections = "\n\n".join(f"## Section {n}\n\n" + "words and words. " * 300 for n in range(1, 6))
    page.goto(address(live_cast.document(text=f"# T\n\n{sections}\n")))
    page.locator(".c-outline a", has_text="Section 4").click()
    expect(page.locator(".c-outline a[aria-current]")).to_have_text("Section 4")


def test_a_phone_shows_the_text_without_scrolling_sideways(page: Page, live_cast: Cast) -> None:
    table = "| " + " | ".join(f"column {n}" for n in range(12)) + " |\n|" + " - |" * 12 + "\n"
    document = live_cast.document(text=f"# T\n\n{FULL}\n\n{table}\n\n`{'x' * 200}`\n\nTODO\n")
    say(document, live_cast.caller("author"), quote=FULL)
    page.set_viewport_size({"width": 390, "height": 844})
    for tab in ("change", "discussion", "judging", "carrying", "timeline", "details"):
        page.goto(address(document, tab))
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, tab
