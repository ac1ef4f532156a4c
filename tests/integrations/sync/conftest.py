"""Fixtures of the tests of what keeps pull requests true."""

import pytest
from pytest_django import Settings

from tests.cast import Cast, make_cast
from tests.integrations.fake_github import FakeGitHub
from tests.integrations.sync.scenes import Scene, scene_of


@pytest.fixture
def scene(github: FakeGitHub, cast: Cast, settings: Settings) -> Scene:
    """An account that reads, in a transaction that is rolled back."""
    return scene_of(github, cast, settings)


@pytest.fixture
def committed(github: FakeGitHub, transactional_db: None, settings: Settings) -> Scene:
    """The same, committed, so that other connections see it."""
    return scene_of(github, make_cast(), settings)
