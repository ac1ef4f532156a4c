"""Going through pages in a browser, and what is seen there."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Request, ViewportSize

from tests.console import browser as without_scripts
from tests.sample import Sample

LARGE = ViewportSize(width=1400, height=900)
PHONE = ViewportSize(width=390, height=800)

# Everything of WCAG 2.2 that a machine can tell, and axe's own advice.
_CHECK = """async (rules) => {
  const only = rules.length ? { runOnly: rules } : {};
  const found = await axe.run(document, { resultTypes: ['violations'], ...only });
  return found.violations
    .filter((rule) => ['serious', 'critical'].includes(rule.impact))
    .map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.target.join(' ')).slice(0, 3).join(' | ')}`);
}"""
# What sticks out to the side without something of its own around it that scrolls.
_WIDER = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const scrolled = (each) => each && each !== document.body
    && (['auto', 'scroll', 'hidden'].includes(getComputedStyle(each).overflowX) || scrolled(each.parentElement));
  return [...document.body.querySelectorAll('*')]
    .filter((each) => each.getBoundingClientRect().right > width + 1 && !scrolled(each.parentElement))
    .map((each) => `${each.tagName.toLowerCase()}.${each.className}`.slice(0, 80)).slice(0, 4);
}"""

_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'


class Watched:
    """A window, and everything about it that nobody should have to see."""

    def __init__(self, page: Page, host: str) -> None:
        self.page = page
        self.host = host
        self.troubles: list[str] = []
        page.on("console", lambda said: self.troubles.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("dialog", self._dialog)
        page.on("request", self._request)

    def taken(self) -> list[str]:
        """The troubles since the last call."""
        troubles, self.troubles[:] = list(self.troubles), []
        return troubles

    def _dialog(self, dialog: Any) -> None:
        self.troubles.append(f"a dialog said {dialog.message}")
        dialog.dismiss()

    def _request(self, request: Request) -> None:
        asked = urlsplit(request.url)
        picture = asked.scheme == "https" and request.resource_type == "image"
        if asked.scheme in ("http", "https") and asked.netloc != self.host and not picture:
            self.troubles.append(f"asked another host: {request.url}")


@contextmanager
def window(chromium: Browser, url: str, sample: Sample | None = None) -> Iterator[Watched]:
    """A fresh window, signed in as the sample's viewer, freshly, where there is one."""
    context = chromium.new_context(base_url=url, viewport=LARGE)
    if sample:
        client = without_scripts(sample.cast, "owner")
        client.post("/sign-in/reauthenticate/", {"password": "a long enough password"})
        context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": url}])
    # Pictures that a text links are asked for, as the policy says; nobody is there to answer on a closed network.
    context.route(
        lambda asked: asked.startswith("https:"),
        lambda route: route.fulfill(body=_PICTURE, content_type="image/svg+xml"),
    )
    page = context.new_page()
    page.set_default_timeout(30_000)
    try:
        yield Watched(page, urlsplit(url).netloc)
    finally:
        context.close()


def violations(page: Page, axe: Path, *rules: str) -> list[str]:
    """What axe calls serious or critical on the page as it is shown now, by these rules or by all."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(axe.read_text())
    found: list[str] = page.evaluate(_CHECK, list(rules))
    return found


def wider(page: Page) -> list[str]:
    """What makes the page scroll to the side."""
    found: list[str] = page.evaluate(_WIDER)
    return found
