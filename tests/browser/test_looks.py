"""The frame by keyboard and on a phone, and texts that run from right to left."""

import pytest
from playwright.sync_api import Page, expect

from decisions.services.versions import version_add
from spaces.domain.access import Access
from tests.browser.walking import PHONE
from tests.cast import Cast
from tests.console import address, list_of

HEBREW = "מגבלות תור (12)."
RIGHT_TO_LEFT = f"# {HEBREW}\n\nתור מחזיק מאה הודעות, ולא יותר (100).\n"

# In a line that runs from right to left, the full stop at its end is the leftmost.
_RUNS = """(each) => {
  const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
  const at = (node, from) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, from + 1);
    return range.getBoundingClientRect().left;
  };
  while (texts.nextNode()) {
    const said = texts.currentNode.data.trimEnd();
    const start = said.search(/[\\u0590-\\u05ff]/);
    if (start >= 0) return at(texts.currentNode, said.length - 1) < at(texts.currentNode, start);
  }
  return null;
}"""


def test_the_first_key_skips_the_menu(page: Page) -> None:
    page.goto(list_of("decisions_document"))
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_menus_open_and_close_by_keyboard_and_give_the_focus_back(page: Page) -> None:
    mine = page.locator(".f-account > summary")
    mine.focus()
    page.keyboard.press("Enter")
    security = page.get_by_role("link", name="Sign-in and security")
    expect(security).to_be_visible()
    security.focus()
    page.keyboard.press("Escape")
    expect(security).to_be_hidden()
    expect(mine).to_be_focused()


def test_on_a_phone_the_menu_is_a_sheet_that_escape_closes(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.goto("/console/")
    sections = page.get_by_role("navigation", name="Sections")
    expect(sections).to_be_hidden()
    menu = page.get_by_role("button", name="Menu", exact=True)
    menu.press("Enter")
    expect(sections).to_be_visible()
    page.keyboard.press("Escape")
    expect(sections).to_be_hidden()
    expect(menu).to_be_focused()
    menu.press("Enter")
    sections.get_by_role("link", name="Spaces").click()
    expect(page.get_by_role("heading", name="Spaces", level=1)).to_be_visible()


def test_the_menu_stays_folded_and_the_look_chosen(page: Page) -> None:
    page.get_by_role("button", name="Menu", exact=True).click()
    expect(page.get_by_role("navigation", name="Sections")).to_be_hidden()
    page.goto(list_of("spaces_space"))
    expect(page.get_by_role("navigation", name="Sections")).to_be_hidden()
    page.get_by_role("button", name="Menu", exact=True).click()
    page.locator(".f-account > summary").click()
    page.get_by_role("button", name="Dark").click()
    page.reload()
    expect(page.locator("html")).to_have_class("dark")


def test_times_are_in_the_zone_of_the_browser(page: Page) -> None:
    zone = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    page.context.add_cookies([{"name": "decisions_zone", "value": "x", "url": page.url, "expires": 1}])
    page.goto("/console/")
    cookies = {each["name"]: each for each in page.context.cookies()}
    kept = cookies["decisions_zone"]
    assert (kept["value"], kept["path"], kept["sameSite"]) == (zone, "/console/", "Lax")
    expect(page.locator("footer")).to_contain_text("Times are in")


@pytest.mark.parametrize("phone", [False, True])
def test_a_text_from_right_to_left_is_shown_as_one(page: Page, live_cast: Cast, phone: bool) -> None:
    document = live_cast.document(HEBREW, text=RIGHT_TO_LEFT, level=Access.PUBLIC)
    changed = RIGHT_TO_LEFT.replace("(100).", "(200).")
    version_add(document=document, base_version=1, text=changed, caller=live_cast.caller("author"))
    if phone:
        page.set_viewport_size(PHONE)
    places = {
        "/console/": "main a",
        list_of("decisions_document"): "#result_list tr",
        address(document): "article.document-text p",
        address(document, "compare") + "?from_version=1&to_version=2&view=split": "main .c-diff .c-new",
        address(document, "compare") + "?from_version=1&to_version=2&view=unified": "main .c-one .c-new",
        f"/public/documents/{document.pk}/": "article.document-text p",
    }
    for url, where in places.items():
        page.goto(url)
        shown = page.locator(where).filter(has_text="תור").last
        assert shown.evaluate(_RUNS) is True, url
    page.goto(address(document))
    assert page.locator("header h1").evaluate("each => getComputedStyle(each).direction") == "ltr"
