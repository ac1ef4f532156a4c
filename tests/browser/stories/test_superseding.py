"""The seventh story, in the dark: a new RFC is accepted and takes the place of an old one that the public reads."""

from playwright.sync_api import Page, expect

from tests.browser.stories.before import accepted, approved
from tests.browser.stories.windows import Album, Stage, menu, tab

OLD, NEW = "Queue limits", "Queues without limits"


def open_document(page: Page, title: str) -> None:
    menu(page, "Documents")
    page.get_by_role("link", name=title).click()
    expect(page.get_by_role("heading", name=title, exact=True, level=2)).to_be_visible()


def make_public(page: Page, title: str) -> None:
    open_document(page, title)
    tab(page, "Details")
    page.get_by_role("region", name="Who reads it").get_by_role("link", name="Change").click()
    page.get_by_role("combobox", name="Access").select_option(label="public: anyone, signed in or not")
    page.get_by_role("button", name="Save").click()
    tab(page, "Details")
    expect(page.get_by_role("link", name="the page everybody sees")).to_be_visible()


def test_a_decision_takes_the_place_of_another(stage: Stage, album: Album) -> None:
    old = accepted(stage.cast, OLD, text="# RFC 1: Queue limits\n\nA queue holds 100 messages.\n")
    new = approved(stage.cast, NEW, text="# RFC 2: Queues without limits\n\nA queue grows on disk.\n")
    manager = stage.window_of("manager", look="dark")
    make_public(manager, OLD)
    album(manager, "public")
    make_public(manager, NEW)

    visitor = stage.window_of("visitor", at=f"/public/documents/{old.pk}/", look="dark")
    expect(visitor.get_by_role("heading", name="RFC 1: Queue limits")).to_be_visible()
    expect(visitor.get_by_text("This is no longer in force.")).to_have_count(0)
    album(visitor, "page-before")

    manager.get_by_label("What comes next").get_by_role("link", name="Accept").click()
    manager.get_by_role("button", name="Accept").click()
    expect(manager.get_by_text("is accepted now")).to_be_visible()
    open_document(manager, OLD)
    expect(manager.get_by_text("in force", exact=True)).to_be_visible()
    tab(manager, "Reviews")
    album(manager, "moves")
    manager.get_by_role("link", name="Supersede").click()
    manager.get_by_label("Successor").fill("RFC 2")
    album(manager, "supersede")
    manager.get_by_role("button", name="Supersede").click()
    expect(manager.get_by_text("is superseded now")).to_be_visible()
    expect(manager.get_by_text("in force", exact=True)).to_have_count(0)
    # The move is no change of what was decided.
    expect(manager.get_by_text("the text was changed since")).to_have_count(0)
    album(manager, "old")
    manager.get_by_role("main").get_by_role("link", name=NEW).first.click()
    expect(manager.get_by_text("in force", exact=True)).to_be_visible()
    tab(manager, "Details")
    expect(manager.get_by_role("region", name="Related documents")).to_contain_text(OLD)
    album(manager, "new")

    menu(manager, "Documents")
    manager.get_by_role("navigation", name="Views").get_by_role("link", name="In force").click()
    expect(manager.get_by_role("link", name=NEW)).to_be_visible()
    expect(manager.get_by_role("link", name=OLD, exact=True)).to_have_count(0)
    album(manager, "in-force")

    visitor.reload()
    expect(visitor.get_by_text("This is no longer in force.")).to_be_visible()
    album(visitor, "page-after")
    visitor.get_by_role("link", name="which took its place").click()
    expect(visitor.get_by_role("heading", name="RFC 2: Queues without limits")).to_be_visible()
    album(visitor, "successor")
    old.refresh_from_db()
    assert old.successor_id == new.pk
