"""Every page in a real browser: nothing serious by axe, nothing sideways, nothing the policy refuses."""

from pathlib import Path
from typing import Literal, TypeAlias

import pytest
from playwright.sync_api import Browser, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from spaces.domain.access import Access
from tests.browser.walking import LARGE, PHONE, Watched, violations, wider, window
from tests.cast import Cast
from tests.node import CHECKERS, node_with_packages
from tests.pages import console_pages
from tests.sample import Sample, make_sample

Scheme: TypeAlias = Literal["dark", "light"]

# What is asked of the page as it first is, and again of what colours and room change; no rules are all of them.
LOOKS: tuple[tuple[Scheme, ViewportSize, tuple[str, ...]], ...] = (
    ("light", LARGE, ()),
    ("dark", PHONE, ("color-contrast", "scrollable-region-focusable")),
)


@pytest.fixture(scope="module")
def axe() -> Path:
    return node_with_packages(CHECKERS).file("axe-core/axe.min.js")


@pytest.fixture
def sample(live_cast: Cast) -> Sample:
    return make_sample(live_cast)


def seen(watched: Watched, url: str, axe: Path) -> list[str]:
    """What is wrong with a page in a light window, and as the same page becomes a dark phone."""
    page = watched.page
    _look(page, *LOOKS[0][:2])
    answer = page.goto(url)
    assert answer is not None
    assert answer.ok or answer.status in (404, 429), (url, answer.status)
    found = []
    for scheme, size, rules in LOOKS:
        _look(page, scheme, size)
        found += [f"{scheme}: {each}" for each in violations(page, axe, *rules)]
        found += [f"{scheme}: wider than {size['width']}: {each}" for each in wider(page)]
    # Of a page that is not there, the browser says so itself.
    return found + [each for each in watched.taken() if answer.ok or "Failed to load" not in each]


def _look(page: Page, scheme: Scheme, size: ViewportSize) -> None:
    # Without motion: a colour on its way to another is neither.
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size(size)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def told(wrong: dict[str, list[str]]) -> str:
    return "\n".join(f"{name}: {each}" for name, found in wrong.items() for each in found)


def test_every_console_page_is_for_everybody(
    chromium: Browser, live_server: LiveServer, sample: Sample, axe: Path
) -> None:
    wrong = {}
    with window(chromium, live_server.url, sample) as watched:
        for name, url in console_pages(sample):
            wrong[name] = seen(watched, url, axe)
    assert not any(wrong.values()), told(wrong)


def test_sign_in_pages_are_for_everybody(
    chromium: Browser, live_server: LiveServer, sample: Sample, axe: Path
) -> None:
    signed_in = (
        "security/",
        "password/change/",
        "email/",
        "sessions/",
        "2fa/totp/activate/",
        "2fa/webauthn/add/",
    )
    wrong = {}
    with window(chromium, live_server.url, sample) as watched:
        for page in signed_in:
            wrong[page] = seen(watched, f"/sign-in/{page}", axe)
    with window(chromium, live_server.url) as watched:
        for page in ("login/", "password/reset/"):
            wrong[page] = seen(watched, f"/sign-in/{page}", axe)
    assert not any(wrong.values()), told(wrong)


def test_public_pages_are_for_everybody(
    chromium: Browser, live_server: LiveServer, sample: Sample, axe: Path
) -> None:
    public = sample.cast.document("Open to all", text=sample.document_text, level=Access.PUBLIC)
    wrong = {}
    with window(chromium, live_server.url) as watched:
        for page in (f"/public/documents/{public.pk}/", "/public/documents/nothing/"):
            wrong[page] = seen(watched, page, axe)
    assert not any(wrong.values()), told(wrong)
