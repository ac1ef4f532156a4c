"""A real browser on the console, served on this machine."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.cast import Cast, make_cast

BROWSERS = ("chromium", "chromium-browser", "google-chrome")

# A browser that looks for updates and for hosts of its maker fails its tests on a closed network.
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


# A module at a time: the event loop it keeps on this thread would be in the way of other tests.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The system's Chromium, with a profile of its own that is thrown away."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("Chromium is not installed: the tests in a browser are not run.")
    # Playwright keeps an event loop on this thread; Django would take it for asynchronous code of ours.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def live_cast(chromium: Browser, transactional_db: None) -> Cast:
    """The cast, in rows that the server's thread sees too."""
    return make_cast()


@pytest.fixture
def complaints() -> list[str]:
    """What the browser complains about: refused scripts, broken pages, failed requests."""
    return []


@pytest.fixture
def page(
    chromium: Browser, live_cast: Cast, live_server: LiveServer, complaints: list[str]
) -> Iterator[Page]:
    """A fresh window in which member has signed in by the form."""
    context = chromium.new_context(base_url=live_server.url, viewport={"width": 1400, "height": 900})
    window = context.new_page()
    window.set_default_timeout(10_000)
    window.on("pageerror", lambda error: complaints.append(str(error)))
    window.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    window.goto("/console/")
    window.fill("#id_login", "member")
    window.fill("#id_password", "a long enough password")
    window.click("button[type=submit]")
    expect(window.get_by_text("Changed lately")).to_be_visible()
    yield window
    context.close()
