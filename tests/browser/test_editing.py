"""Writing in a real browser: preview and findings, drafts that survive, and two who save on one base."""

import re

import pytest
from playwright.sync_api import Dialog, Page, expect

from decisions.models import Document, Version
from decisions.services.versions import version_add
from tests.cast import Cast
from tests.console import address, list_of

TEXT = "# T\n\none\n\ntwo\n\nthree\n"


def newest(document: Document) -> Version:
    return Version.objects.filter(document=document).latest("number")


def overtake(cast: Cast, document: Document, text: str) -> None:
    version_add(document=document, base_version=1, text=text, caller=cast.caller("author"))


def test_preview_and_findings_follow_what_is_typed(
    page: Page, live_cast: Cast, complaints: list[str]
) -> None:
    document = live_cast.document(text=TEXT)
    page.goto(address(document, "edit"))
    expect(page.locator("#pane-preview h1")).to_have_text("T")
    page.fill("#id_text", f"{TEXT}\nSome *new* words.\n\n<script>document.title = 'taken'</script>\n\nTODO\n")
    expect(page.locator("#pane-preview em")).to_have_text("new")
    expect(page.locator(".e-counts")).to_contain_text("words")
    page.get_by_role("tab", name="Findings").click()
    page.locator("#pane-findings li", has_text="TODO").get_by_role("link").click()
    chosen = page.locator("#id_text").evaluate(
        "each => each.value.slice(each.selectionStart, each.selectionEnd)"
    )
    assert chosen == "TODO"
    assert page.title() != "taken"
    assert Document.objects.get(pk=document.pk).current_version == 1
    page.get_by_label("Message").fill("More words")
    page.keyboard.press("Control+s")
    expect(page.get_by_text("is saved as version 2")).to_be_visible()
    assert newest(document).message == "More words"
    assert complaints == []


def test_the_second_to_save_takes_the_proposal_of_both(page: Page, live_cast: Cast) -> None:
    document = live_cast.document(text=TEXT)
    page.goto(address(document, "edit"))
    other = page.context.new_page()
    other.goto(address(document, "edit"))
    other.fill("#id_text", TEXT.replace("one", "one, two of theirs"))
    other.get_by_role("button", name="Save").click()
    expect(other.get_by_text("is saved as version 2")).to_be_visible()
    page.fill("#id_text", TEXT.replace("one", "one of mine").replace("three", "three of mine"))
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Somebody saved version 2 meanwhile")).to_be_visible()
    page.get_by_text("What they changed since version 1").click()
    expect(page.locator(".c-added ins").first).to_have_text(", two of theirs")
    page.get_by_label("Both, yours first").check()
    page.get_by_role("button", name="Put both into the editor").click()
    both = TEXT.replace("one\n", "one of mine\none, two of theirs\n").replace("three", "three of mine")
    expect(page.locator("#id_text")).to_have_value(both)
    assert Document.objects.get(pk=document.pk).current_version == 2
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("is saved as version 3")).to_be_visible()
    assert newest(document).text == both


def test_what_was_not_saved_is_guarded_and_offered_again(page: Page, live_cast: Cast) -> None:
    document = live_cast.document(text=TEXT)
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", answer)
    page.goto(address(document, "edit"))
    page.locator("#id_text").press_sequentially("mine ")
    page.goto(address(document))
    assert asked == ["beforeunload"]
    overtake(live_cast, document, TEXT.replace("three", "three of theirs"))
    page.goto(address(document, "edit"))
    expect(page.get_by_text("This browser kept a text of yours")).to_be_visible()
    page.get_by_role("button", name="Put it into the editor").click()
    assert "mine " in page.input_value("#id_text")
    page.get_by_role("button", name="Save").click()
    # It was made on version 1, and is not saved over what came since.
    page.get_by_role("button", name="Put both into the editor").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("is saved as version 3")).to_be_visible()
    assert "mine " in newest(document).text
    assert "three of theirs" in newest(document).text
    kept = page.evaluate("Object.keys(localStorage).filter(name => name.startsWith('decisions.draft.'))")
    assert kept == []
    page.goto(address(document, "edit"))
    expect(page.get_by_text("This browser kept a text of yours")).to_be_hidden()


def test_a_draft_of_one_person_is_not_offered_to_another(page: Page, live_cast: Cast) -> None:
    document = live_cast.document(text=TEXT)
    page.goto(address(document, "edit"))
    page.evaluate(
        "([id, person]) => localStorage.setItem(`decisions.draft.${person}.${id}.1`,"
        " JSON.stringify({text: 'theirs', message: '', at: Date.now()}))",
        [document.pk, live_cast.people["author"].pk],
    )
    page.reload()
    expect(page.locator("#pane-preview h1")).to_have_text("T")
    expect(page.get_by_text("This browser kept a text of yours")).to_be_hidden()


@pytest.mark.parametrize("text", ["# T\r\n\r\none\ntwo\r\n", "\n# T\r\rone\n\n"])
def test_line_ends_of_every_sort_come_back_through_the_browser(
    page: Page, live_cast: Cast, text: str
) -> None:
    document = live_cast.document(text=text)
    page.goto(address(document, "edit"))
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("already had this text")).to_be_visible()
    page.goto(address(document, "edit"))
    page.locator("#id_text").press("Control+End")
    page.keyboard.type("more")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("is saved as version 2")).to_be_visible()
    assert newest(document).text == f"{text}more"


def test_the_template_follows_the_kind_until_it_is_edited(page: Page, live_cast: Cast) -> None:
    page.goto(list_of("decisions_document") + "add/")
    page.select_option("#id_kind", "adr")
    expect(page.locator("#id_text")).to_have_value(re.compile("## Decision"))
    page.fill("#id_title", "Use queues")
    page.locator("#id_text").press("Control+End")
    page.keyboard.type("\n## My own section\n\nwords\n")
    page.select_option("#id_kind", "study")
    expect(page.get_by_text("You edited the text, so it stays.")).to_be_visible()
    page.select_option("#id_kind", "adr")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_text("is there.")).to_be_visible()
    text = newest(Document.objects.get(title="Use queues")).text
    assert "# ADR 1: Use queues" in text
    assert "## My own section" in text


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_editor_fits_a_phone_one_pane_at_a_time(page: Page, live_cast: Cast, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": 390, "height": 844})
    document = live_cast.document(text=TEXT)
    page.goto(address(document, "edit"))
    for tab, pane in (("Preview", "#pane-preview"), ("Findings", "#pane-findings"), ("Write", "#pane-write")):
        page.get_by_role("tab", name=tab).click()
        expect(page.locator(pane)).to_be_visible()
        shown = page.locator(".e-pane:visible").count()
        assert shown == 1, tab
    for url in (address(document, "edit"), address(document, "versions"), address(document, "compare")):
        page.goto(url)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
