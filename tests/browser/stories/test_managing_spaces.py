"""The eighth story: a manager changes a space's settings, raises its floor, and a document finds a new home."""

from playwright.sync_api import Page, expect

from spaces.domain.access import Access
from spaces.services.spaces import space_create
from tests.browser.stories.before import approved
from tests.browser.stories.windows import Album, Stage, menu, tab


def open_space(page: Page, name: str) -> None:
    menu(page, "Spaces")
    page.get_by_role("main").get_by_role("link", name=name, exact=True).click()
    expect(page.get_by_role("heading", name=name, level=2)).to_be_visible()


def change_settings(manager: Page, album: Album) -> None:
    open_space(manager, "Platform")
    manager.get_by_role("link", name="Settings").click()
    approvals = manager.get_by_role("group", name="Approvals")
    approvals.get_by_label("RFC").fill("3")
    album(manager, "settings")
    manager.get_by_role("button", name="See what it changes").click()
    expect(manager.get_by_role("region", name="What you change")).to_contain_text("3")
    expect(manager.get_by_role("listitem").filter(has_text="RFC 1").last).to_be_visible()
    album(manager, "settings-preview")
    manager.get_by_role("button", name="Confirm: Save").click()
    expect(manager.get_by_text("The settings of Platform are saved.")).to_be_visible()


def raise_floor(manager: Page, album: Album) -> None:
    manager.get_by_role("link", name="Edit", exact=True).click()
    manager.get_by_label("Access floor").select_option(label="team")
    manager.get_by_role("button", name="Save").click()
    named = manager.get_by_role("listitem").filter(has_text="Open to partners")
    expect(named.last).to_be_visible()
    expect(manager.get_by_role("listitem").filter(has_text="Queue limits")).to_have_count(0)
    album(manager, "floor-preview")
    manager.get_by_role("button", name="Confirm: Save").click()
    expect(manager.get_by_text("Raised to the new floor: 1 documents.")).to_be_visible()
    album(manager, "floor-raised")


def move(manager: Page, album: Album) -> None:
    manager.get_by_role("main").get_by_role("link", name="Queue limits").first.click()
    tab(manager, "Details")
    manager.get_by_role("region", name="Listed in").get_by_role("link", name="Move").click()
    manager.get_by_label("To").select_option(label="Messaging")
    manager.get_by_role("button", name="See what it changes").click()
    expect(manager.get_by_role("region", name="What you change")).to_contain_text("Messaging")
    album(manager, "move-preview")
    manager.get_by_role("button", name="Confirm: Move it").click()
    expect(manager.get_by_text("RFC 1 lives in Messaging now, as RFC 2.")).to_be_visible()
    album(manager, "moved")


def find_by_the_old_name(manager: Page, album: Album) -> None:
    """Somebody who knows the document by its old place and number asks about it there."""
    menu(manager, "Questions")
    manager.get_by_role("link", name="Ask a question").first.click()
    manager.get_by_label("Space").select_option(label="Acme: Platform")
    manager.get_by_label("About the document").fill("RFC 1")
    manager.get_by_role("textbox", name="Question").fill("Where is it now?")
    manager.get_by_role("button", name="Ask", exact=True).click()
    expect(manager.get_by_text("The question is asked.")).to_be_visible()
    album(manager, "old-name")
    manager.get_by_role("main").get_by_role("link", name="Queue limits").click()
    expect(manager.get_by_role("link", name="in Messaging")).to_be_visible()


def test_a_space_gets_new_rules_and_a_document_a_new_home(stage: Stage, album: Album) -> None:
    cast = stage.cast
    document = approved(cast, "Queue limits")
    opened = cast.document("Open to partners", level=Access.PARTNER)
    messaging = space_create(account_id=cast.account.pk, name="Messaging", caller=cast.caller("owner"))
    cast.document("Order of messages", space=messaging)
    manager = stage.window_of("manager")
    change_settings(manager, album)
    raise_floor(manager, album)
    opened.refresh_from_db()
    assert opened.access == Access.TEAM
    move(manager, album)
    find_by_the_old_name(manager, album)
    document.refresh_from_db()
    assert (document.space_id, document.number) == (messaging.pk, 2)
