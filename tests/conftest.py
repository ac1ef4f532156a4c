"""Fixtures that every test may ask for."""

import pytest
from django.core.cache import cache

from tests.cast import Cast, make_cast


@pytest.fixture
def cast(db: None) -> Cast:
    """The cast, in a transaction that is rolled back."""
    return make_cast()


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    """Throttles and kept searches of one test do not reach the next."""
    cache.clear()
