"""Carrying out in a real browser: a pull request is linked and read from GitHub, and an offer is taken."""

from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django import Settings

from integrations.models import PullRequestLink, PullRequestOffer
from tests.cast import Cast
from tests.console import address
from tests.integrations.fake_github import FakeGitHub
from tests.integrations.sync.scenes import Scene, scene_of


@pytest.fixture
def github() -> Iterator[FakeGitHub]:
    """A GitHub that answers on 127.0.0.1, empty, until the test ends."""
    fake = FakeGitHub().start()
    yield fake
    fake.stop()


@pytest.fixture
def scene(github: FakeGitHub, live_cast: Cast, settings: Settings) -> Scene:
    return scene_of(github, live_cast, settings)


def test_a_member_links_a_pull_request_and_takes_an_offer(
    page: Page, scene: Scene, complaints: list[str]
) -> None:
    scene.remote(7, title="Bound the queue")
    scene.remote(8, title="Say what waits").merge()
    elsewhere = scene.link(8, document=scene.cast.document("Elsewhere"))
    scene.read(elsewhere)
    PullRequestOffer.objects.create(
        document=scene.document, pull_request=elsewhere, offered_at=timezone.now()
    )
    page.goto(address(scene.document, "carrying"))
    panel = page.get_by_label("Carried out by")
    panel.get_by_role("link", name="Link a pull request").click()
    page.fill("#id_url", "https://github.com/acme/web/pull/7/files")
    page.get_by_role("button", name="Link").click()
    expect(panel.get_by_text("Bound the queue")).to_be_visible()
    expect(panel.get_by_text("open", exact=True)).to_be_visible()

    panel.get_by_role("link", name="Link it").click()
    page.get_by_role("button", name="Link").click()
    expect(panel.get_by_text("Say what waits")).to_be_visible()
    expect(panel.get_by_text("merged", exact=True)).to_be_visible()
    expect(panel.get_by_text("says that it implements this")).to_have_count(0)
    linked = PullRequestLink.objects.filter(document=scene.document, unlinked_at__isnull=True)
    assert set(linked.values_list("pull_request__number", "byline")) == {(7, "member"), (8, "member")}
    assert PullRequestOffer.objects.get().outcome == "taken"
    assert complaints == []
