"""The sixth story: an assistant asks, its ask is approved on a phone after the password, and it spends it."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from playwright.sync_api import Page, expect

from decisions.domain.kinds import Status
from tests.browser.stories.before import approved
from tests.browser.stories.windows import Album, Stage, menu, tab
from tests.browser.walking import PHONE, wider
from tests.mcp_bridge.calling import LiveMcp, content_of, problem_in
from tests.mcp_bridge.conftest import live_mcp

__all__ = ["live_mcp"]


def make_key(member: Page, album: Album) -> str:
    """The secret of a key that the console showed once."""
    menu(member, "Agent keys")
    member.get_by_role("link", name="New agent key").first.click()
    member.get_by_role("combobox", name="Account").select_option(label="Acme")
    member.get_by_role("textbox", name="Name").fill("Build agent")
    album(member, "new-key")
    member.get_by_role("button", name="Make the key").click()
    secret = member.get_by_label("The key").input_value()
    # The album keeps no secret, not even one of a test.
    member.get_by_role("link", name="I have copied it").click()
    expect(member.get_by_role("heading", name="Build agent", exact=True)).to_be_visible()
    album(member, "key")
    return secret


def approve(manager: Page, album: Album) -> None:
    home = manager.get_by_role("region", name="Waiting for me")
    home.get_by_role("link", name="Build agent asks to accept").click()
    expect(manager.get_by_text("All approvals are in.")).to_be_visible()
    assert wider(manager) == []
    album(manager, "ask")
    manager.get_by_role("link", name="Approve…").click()
    expect(manager.get_by_label("Password")).to_be_visible()
    album(manager, "sign-in-again")
    manager.get_by_label("Password").fill("a long enough password")
    manager.get_by_role("button", name="Confirm").click()
    album(manager, "decide")
    manager.get_by_role("button", name="Approve").click()
    expect(manager.get_by_text("You approved it.")).to_be_visible()
    assert wider(manager) == []
    album(manager, "approved")


def test_an_assistant_asks_and_decides_for_who_approved(
    stage: Stage, album: Album, live_mcp: LiveMcp
) -> None:
    document = approved(stage.cast, "Queue limits")
    member = stage.window_of("member")
    key = make_key(member, album)

    def call(tool: str, **arguments: Any) -> Any:
        # On a thread of its own: the browser's loop runs on this one.
        with ThreadPoolExecutor(1) as elsewhere:
            return elsewhere.submit(
                live_mcp.call, key, tool, {"document_id": document.pk, **arguments}
            ).result()

    move = {"base_version": 2, "status": "accepted"}
    refused = problem_in(call("decisions_set_status", **move))
    assert refused["error"] == "person_required"
    person = stage.cast.people["manager"].pk
    asked = content_of(call("approvals_ask", act="accept", person=person, note="All approvals are in."))

    manager = stage.window_of("manager", size=PHONE)
    album(manager, "home")
    approve(manager, album)
    moved = content_of(call("decisions_set_status", **move, approval_id=asked["approval_id"]))
    assert moved["status"] == "accepted"
    manager.reload()
    expect(manager.get_by_text("It was approved and used")).to_be_visible()
    album(manager, "used")

    member.get_by_role("navigation", name="Sections").get_by_role("link", name="Documents").click()
    member.get_by_role("link", name="Queue limits").click()
    tab(member, "Timeline")
    line = member.get_by_role("listitem").filter(has_text="accepted").filter(has_text="recorded")
    expect(line).to_contain_text("manager: asked by Build agent for @member")
    album(member, "record")
    document.refresh_from_db()
    assert (document.status, document.decided_version) == (Status.ACCEPTED, 3)
