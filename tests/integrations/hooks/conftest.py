"""An account whose connection hears of a GitHub on this machine."""

import pytest
from pytest_django import Settings

from tests.cast import Cast
from tests.integrations.fake_github import FakeGitHub
from tests.integrations.hooks.hearing import Hearing
from tests.integrations.sync.scenes import scene_of


@pytest.fixture
def hearing(github: FakeGitHub, cast: Cast, settings: Settings) -> Hearing:
    """The scene, and the secret that GitHub signs with."""
    return Hearing.of(scene_of(github, cast, settings))
