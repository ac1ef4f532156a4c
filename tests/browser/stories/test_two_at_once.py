"""The fourth story: two people edit one text at once, the second by keyboard alone, and nothing is lost."""

from playwright.sync_api import Locator, Page, expect

from decisions.models import Version
from tests.browser.stories.windows import Album, Stage, in_sight

TEXT = (
    "# RFC 1: Queue limits\n\nA queue holds 100 messages.\n\nIt is emptied by night.\n\nIt has one owner.\n"
)


def reach(page: Page, place: Locator, key: str = "Tab") -> None:
    """Goes on with one key until the place has the focus, as one must without a mouse."""
    for _ in range(80):
        if place.evaluate("each => each === document.activeElement"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{place} is not reached by {key}")


def press(page: Page, place: Locator) -> None:
    reach(page, place)
    page.keyboard.press("Enter")


def test_of_two_who_edit_at_once_neither_loses_a_word(stage: Stage, album: Album) -> None:
    document = stage.cast.document("Queue limits", text=TEXT)
    member, author = stage.window_of("member"), stage.window_of("author")
    press(member, member.locator("main").get_by_role("link", name="Queue limits").first)
    press(member, member.get_by_role("link", name="Edit", exact=True))
    author.get_by_role("link", name="Queue limits").first.click()
    author.get_by_role("link", name="Edit", exact=True).click()
    theirs = TEXT.replace("100", "200").replace("by night", "by noon")
    author.get_by_label("Text", exact=True).fill(theirs)
    author.get_by_label("Message").fill("More room")
    author.get_by_role("button", name="Save").click()
    expect(author.get_by_text("is saved as version 2")).to_be_visible()

    stage.refusals.add(409)
    reach(member, member.get_by_label("Text", exact=True))
    mine = TEXT.replace("by night", "each hour").replace("one owner", "two owners")
    member.keyboard.press("Control+a")
    member.keyboard.insert_text(mine)
    member.keyboard.press("Control+s")
    expect(member.get_by_role("heading", name="Somebody saved version 2 meanwhile")).to_be_visible()
    expect(member.get_by_text("More room")).to_be_visible()
    album(member, "conflict")
    press(member, member.locator("summary", has_text="What they changed since version 1"))
    expect(member.locator("ins", has_text="200").first).to_be_visible()
    album(member, "theirs")

    # The one place where they meet: both choices are read, and both lines are taken.
    reach(member, member.get_by_role("group", name="Place 1").get_by_role("radio").first)
    member.keyboard.press("ArrowDown")
    while not member.get_by_label("Both, yours first").is_checked():
        member.keyboard.press("ArrowDown")
    assert in_sight(member.get_by_label("Both, yours first"))
    album(member, "chosen")
    press(member, member.get_by_role("button", name="Put both into the editor"))
    both = theirs.replace("It is emptied by noon.", "It is emptied each hour.\nIt is emptied by noon.")
    both = both.replace("one owner", "two owners")
    expect(member.get_by_label("Text", exact=True)).to_have_value(both)
    expect(member.get_by_text("nothing is saved yet")).to_be_visible()
    album(member, "both")
    assert Version.objects.count() == 2
    reach(member, member.get_by_label("Message"))
    member.keyboard.type("Owners, and both times")
    member.keyboard.press("Control+s")
    expect(member.get_by_text("is saved as version 3")).to_be_visible()
    album(member, "saved")
    newest = Version.objects.get(document=document, number=3)
    assert (newest.text, newest.base_version, newest.byline) == (both, 2, "member")
