"""The ninth story: a decision is carried out by a pull request, and everybody sees how far it is."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings

from integrations.models import PullRequest
from tests.browser.stories.before import accepted
from tests.browser.stories.windows import Album, Stage, menu, tab
from tests.integrations.fake_github import FakeGitHub
from tests.integrations.sync.scenes import scene_of

CHART = "How far accepted documents are carried out"


@pytest.fixture
def github() -> Iterator[FakeGitHub]:
    """A GitHub that answers on 127.0.0.1, empty, until the story ends."""
    fake = FakeGitHub().start()
    yield fake
    fake.stop()


def by_the_chart(page: Page, how_far: str) -> None:
    """From home to the list of what the chart counts."""
    menu(page, "Home")
    page.get_by_role("region", name=CHART).get_by_role("link", name=how_far).click()
    expect(page.get_by_role("list", name="Filters in use")).to_contain_text("Implementation")
    expect(page.get_by_role("link", name="Bound queues")).to_be_visible()


def test_a_decision_is_carried_out_in_sight_of_everybody(
    stage: Stage, album: Album, github: FakeGitHub, settings: Settings
) -> None:
    scene = scene_of(github, stage.cast, settings)
    accepted(stage.cast, "Bound queues")
    remote = scene.remote(7, title="Bound the queue")
    member = stage.window_of("member")
    member.get_by_role("region", name="Changed lately").get_by_role("link", name="Bound queues").click()
    tab(member, "Carrying out")
    album(member, "nothing-yet")
    member.get_by_role("link", name="Link a pull request").click()
    member.get_by_label("Pull request").fill("https://github.com/acme/web/pull/7/files")
    album(member, "link")
    member.get_by_role("button", name="Link").click()
    panel = member.get_by_role("region", name="Carried out by")
    expect(panel.get_by_text("Bound the queue")).to_be_visible()
    expect(panel.get_by_text("open", exact=True)).to_be_visible()
    expect(member.get_by_text("carried out: active")).to_be_visible()
    album(member, "linked")
    by_the_chart(member, "under way")
    album(member, "under-way")

    remote.merge()
    scene.read(PullRequest.objects.get())
    member.get_by_role("link", name="Bound queues").click()
    expect(member.get_by_text("carried out: done")).to_be_visible()
    tab(member, "Carrying out")
    expect(panel.get_by_text("merged", exact=True)).to_be_visible()
    album(member, "merged")
    menu(member, "Home")
    member.get_by_role("region", name=CHART).scroll_into_view_if_needed()
    album(member, "chart")
    by_the_chart(member, "done")
    album(member, "done")
    menu(member, "Pull requests")
    expect(member.get_by_role("listitem").filter(has_text="Bound the queue")).to_contain_text("merged")
    album(member, "pull-requests")
