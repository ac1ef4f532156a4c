"""Windows of people in a story, and what is kept of them."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request, Response

from tests.browser.walking import LARGE
from tests.cast import Cast
from tests.console import browser as without_scripts

ROOT = Path(__file__).resolve().parents[3]


@dataclass
class Album:
    """A story's screenshots, in the order they were taken."""

    story: str
    taken: int = 0

    @property
    def folder(self) -> Path:
        return ROOT / os.environ.get("DECISIONS_SCREENSHOTS", "var/screenshots")

    def __call__(self, page: Page, step: str) -> None:
        """Keeps the window as it is now, under the story's name, its number and the step's name."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if not self.taken:
            for earlier in self.folder.glob(f"{self.story}-[0-9][0-9]-*.png"):
                earlier.unlink()
        self.taken += 1
        page.screenshot(path=self.folder / f"{self.story}-{self.taken:02}-{step}.png")


@dataclass
class Stage:
    """Where a story is played: windows for its people, and everything a browser complained about."""

    chromium: Browser
    cast: Cast
    url: str
    contexts: list[BrowserContext] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    # The answers of 400 and above that the story is about.
    refusals: set[int] = field(default_factory=set)

    @property
    def windows(self) -> list[Page]:
        return [page for context in self.contexts for page in context.pages]

    def window_of(self, name: str, at: str = "/console/", size: Any = LARGE, look: Any = "light") -> Page:
        """A window of this person's own at their home, or elsewhere; visitor has not signed in."""
        context = self.chromium.new_context(base_url=self.url, viewport=size, color_scheme=look)
        self.contexts.append(context)
        if name != "visitor":
            session = without_scripts(self.cast, name).cookies["sessionid"].value
            context.add_cookies([{"name": "sessionid", "value": session, "url": self.url}])
        context.set_default_timeout(10_000)
        context.on("page", self._watch)
        page = context.new_page()
        page.goto(at)
        return page

    def _watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))
        page.on("console", lambda said: self._said(page, said))
        page.on("response", self._answered)
        page.on("requestfailed", self._failed)
        page.on("request", self._asked)

    def _said(self, page: Page, said: Any) -> None:
        if said.type == "error" and not any(f"status of {status} " in said.text for status in self.refusals):
            self.complaints.append(f"{page.url}: {said.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400 and response.status not in self.refusals:
            self.complaints.append(f"{response.status} of {response.url}")

    def _failed(self, request: Request) -> None:
        # What is cut short by going elsewhere, or becomes a download, did not fail.
        if request.failure != "net::ERR_ABORTED":
            self.complaints.append(f"{request.failure} of {request.url}")

    def _asked(self, request: Request) -> None:
        asked = urlsplit(request.url)
        if asked.scheme in ("http", "https") and asked.netloc != urlsplit(self.url).netloc:
            self.complaints.append(f"asked another host: {request.url}")


def menu(page: Page, section: str) -> None:
    """Goes to a section by the menu, which a phone shows behind a button."""
    sections = page.get_by_role("navigation", name="Sections")
    if not sections.is_visible():
        page.get_by_role("button", name="Menu", exact=True).click()
    sections.get_by_role("link", name=section).click()


def tab(page: Page, name: str) -> None:
    """Goes to one of a document's pages."""
    page.get_by_role("navigation", name="Pages of this document").get_by_role("link", name=name).click()


def in_sight(place: Locator) -> bool:
    """Whether this place can be seen where it stands, in the window and with nothing over it."""
    seen: bool = place.evaluate(
        """(each) => {
          const box = each.getBoundingClientRect();
          const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return there !== null && (each.contains(there) || there.contains(each));
        }"""
    )
    return seen
