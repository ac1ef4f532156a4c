"""What every story has: its stage, its people in it, and its album of screenshots."""

from collections.abc import Generator, Iterator

import pytest
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.browser.stories.windows import Album, Stage
from tests.cast import Cast

_PASSED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.when == "call":
        item.stash[_PASSED] = report.passed
    return report


@pytest.fixture
def album(request: pytest.FixtureRequest) -> Album:
    """Keeps screenshots, in DECISIONS_SCREENSHOTS or var/screenshots."""
    return Album(request.node.path.stem.removeprefix("test_").replace("_", "-"))


@pytest.fixture
def stage(
    chromium: Browser,
    live_cast: Cast,
    live_server: LiveServer,
    album: Album,
    request: pytest.FixtureRequest,
) -> Iterator[Stage]:
    """The stage; a story that ends well must have ended without a complaint of any browser."""
    stage = Stage(chromium, live_cast, live_server.url)
    yield stage
    passed = request.node.stash.get(_PASSED, False)
    for page in [] if passed else stage.windows:
        album(page, "failed")
    for context in stage.contexts:
        context.close()
    assert not passed or stage.complaints == []
