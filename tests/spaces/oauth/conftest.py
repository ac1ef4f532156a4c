"""The service at the address that these tests know it by."""

import pytest
from pytest_django import Settings

from decisions.config.settings.oauth import oauth_provider
from tests.spaces.oauth.apps import PUBLIC_URL


@pytest.fixture(autouse=True)
def public_url(settings: Settings) -> str:
    settings.PUBLIC_URL = PUBLIC_URL
    settings.OAUTH2_PROVIDER = oauth_provider(PUBLIC_URL)
    return PUBLIC_URL
