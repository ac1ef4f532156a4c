"""The console in a real browser: its policy lets its own pages work and keeps a text's scripts out."""

from playwright.sync_api import Page, expect

from decisions.models import Document
from spaces.domain.access import Access
from spaces.models import AgentKey
from tests.cast import Cast
from tests.console import address, list_of

HOSTILE = """# Hostile

<img src="https://127.0.0.1:9/x.png" onerror="document.title='taken'">
<a href="javascript:document.title='taken'">go</a>
<div x-data x-init="document.title='taken'" hx-get="/console/" hx-trigger="load">here</div>
<svg onload="document.title='taken'"></svg>

Text that **reads** well.
"""


def test_home_lists_and_pages_work_without_a_complaint(
    page: Page, live_cast: Cast, complaints: list[str]
) -> None:
    document = live_cast.document()
    for url in ("/console/", list_of("decisions_document"), address(document), address(document, "edit")):
        page.goto(url)
        expect(page.locator("#page")).to_be_visible()
    page.goto(list_of("decisions_document"))
    page.get_by_text("More filters").click()
    expect(page.get_by_label("Decider")).to_be_visible()
    assert complaints == []


def test_a_hostile_text_is_read_and_does_nothing(page: Page, live_cast: Cast) -> None:
    document = live_cast.document(text=HOSTILE, level=Access.PUBLIC)
    for url in (address(document), f"/public/documents/{document.pk}/"):
        page.goto(url)
        expect(page.get_by_text("Text that reads well.")).to_be_visible()
        page.wait_for_timeout(300)
        assert page.title() != "taken"


def test_the_policy_stops_a_script_that_got_into_a_page(page: Page, live_cast: Cast) -> None:
    page.goto(address(live_cast.document()))
    ran = page.evaluate(
        """() => { const script = document.createElement('script'); script.textContent = 'window.ran = true';
        document.body.append(script); return Boolean(window.ran); }"""
    )
    assert ran is False


def test_a_text_keeps_its_bytes_through_the_browser(page: Page, live_cast: Cast) -> None:
    document = live_cast.document(text="\n# T\n\none\n\n")
    page.goto(address(document, "edit"))
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("already had this text")).to_be_visible()
    assert Document.objects.get(pk=document.pk).current_version == 1


def test_a_new_key_is_shown_and_gone_after_the_next_page(page: Page, live_cast: Cast) -> None:
    page.goto(list_of("spaces_agentkey") + "add/")
    page.select_option("#id_account_id", label="Acme")
    page.fill("#id_name", "Build agent")
    page.get_by_role("button", name="Make the key").click()
    secret = page.input_value("#secret")
    assert secret.startswith("dk_")
    page.get_by_role("link", name="I have copied it").click()
    expect(page.get_by_role("heading", name="Build agent", exact=True)).to_be_visible()
    assert secret not in page.content()
    assert AgentKey.objects.get().user_id == live_cast.people["member"].pk


def test_the_console_follows_a_reader_who_prefers_dark(page: Page, live_cast: Cast) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(address(live_cast.document()))
    expect(page.locator("html")).to_have_class("dark")
    paper = page.locator("article.document-text").evaluate("each => getComputedStyle(each).color")
    page.emulate_media(color_scheme="light")
    page.reload()
    expect(page.locator("html")).not_to_have_class("dark")
    assert page.locator("article.document-text").evaluate("each => getComputedStyle(each).color") != paper
