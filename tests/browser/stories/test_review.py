"""The fifth story: a draft is reviewed by two, held up by one of them, mended, and accepted by its decider."""

from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Page, expect

from decisions.domain.kinds import Status
from tests.browser.stories.windows import Album, Stage, menu

TEXT = "# RFC 1: Queue limits\n\n## Summary\n\nA queue holds 100 messages.\n"


def waiting(page: Page) -> list[str]:
    """What waits for this person, as their home says."""
    page.get_by_role("navigation", name="Sections").get_by_role("link", name="Home").click()
    panel = page.get_by_role("region", name="Waiting for me")
    expect(panel).to_be_visible()
    return [" ".join(each.split()) for each in panel.locator(".c-documents a").all_inner_texts()]


def next_step(page: Page, name: str) -> None:
    page.get_by_label("What comes next").get_by_role("link", name=name).click()


def start(author: Page, album: Album) -> None:
    author.get_by_role("region", name="Changed lately").get_by_role("link", name="Queue limits").click()
    next_step(author, "Start the review")
    author.get_by_label("Decider").select_option(label="manager")
    author.get_by_label("Review by").fill((timezone.now() + timedelta(days=7)).date().isoformat())
    album(author, "start")
    author.get_by_role("button", name="Start the review").click()
    expect(author.get_by_text("is in review now")).to_be_visible()


def ask(author: Page) -> None:
    next_step(author, "Ask for reviews")
    for name in ("owner", "member"):
        author.get_by_label(name, exact=True).check()
    author.get_by_role("button", name="Ask them").click()
    expect(author.get_by_text("Asked to review RFC 1: member, owner.")).to_be_visible()


def approve(reviewer: Page, version: int) -> None:
    """Approves from the queue, where the review stands."""
    menu(reviewer, "Review queue")
    row = reviewer.get_by_role("region", name="Waiting for me").get_by_role("row", name="Queue limits")
    row.get_by_role("link", name="Approve").click()
    reviewer.get_by_role("button", name="Approve").click()
    expect(reviewer.get_by_text(f"You approve version {version}")).to_be_visible()


def test_a_review_is_held_up_mended_and_decided(stage: Stage, album: Album) -> None:
    document = stage.cast.document("Queue limits", text=TEXT)
    author, owner, member = (stage.window_of(name) for name in ("author", "owner", "member"))
    start(author, album)
    ask(author)
    expect(author.locator(".c-approvals")).to_contain_text("0 of 2")
    album(author, "asked")

    assert waiting(member) == ["Review RFC 1 Queue limits"]
    album(member, "home-of-reviewer")
    approve(member, 2)
    assert waiting(member) == []

    assert waiting(owner) == ["Review RFC 1 Queue limits"]
    menu(owner, "Review queue")
    album(owner, "queue")
    owner.get_by_role("link", name="Queue limits").first.click()
    next_step(owner, "Ask for changes")
    owner.get_by_label("What has to change").fill("Say what happens when it is full.")
    album(owner, "reason")
    owner.get_by_role("button", name="Ask for changes").click()
    expect(owner.locator(".c-approvals")).to_contain_text("blocked by owner")
    album(owner, "blocked")

    author.reload()
    expect(author.get_by_label("What comes next")).to_contain_text("owner asked for changes.")
    album(author, "changes-asked")
    next_step(author, "Edit the text")
    text = author.get_by_label("Text", exact=True)
    text.fill(text.input_value().replace("100 messages.", "100 messages. A full one refuses more."))
    author.get_by_label("Message").fill("What a full queue does")
    author.get_by_role("button", name="Save").click()
    expect(author.get_by_text("is saved as version 3")).to_be_visible()
    expect(author.locator(".c-approvals")).to_contain_text("0 of 2")
    expect(author.locator(".c-approvals")).to_contain_text("blocked by owner")
    expect(author.get_by_label("What comes next")).to_contain_text("Is it mended?")
    album(author, "mended")
    ask(author)

    approve(owner, 3)
    expect(owner.locator(".c-approvals")).to_contain_text("1 of 2")
    expect(owner.locator(".c-approvals")).not_to_contain_text("blocked")
    album(owner, "withdrawn")
    approve(member, 3)

    manager = stage.window_of("manager")
    assert waiting(manager) == ["Decide RFC 1 Queue limits"]
    album(manager, "home-of-decider")
    manager.get_by_role("link", name="Decide RFC 1").click()
    next_step(manager, "Accept")
    manager.get_by_label("Note").fill("as discussed")
    manager.get_by_role("button", name="Accept").click()
    expect(manager.get_by_text("is accepted now")).to_be_visible()
    expect(manager.locator(".c-approvals")).to_contain_text("2 of 2")
    expect(manager.get_by_text("in force", exact=True)).to_be_visible()
    album(manager, "accepted")
    assert waiting(manager) == []
    expect(manager.get_by_role("region", name="Decided lately")).to_contain_text("Queue limits")
    album(manager, "home-after")
    document.refresh_from_db()
    assert (document.status, document.decided_version) == (Status.ACCEPTED, 4)
