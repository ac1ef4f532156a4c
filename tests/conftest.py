"""Fixtures that every test may ask for."""

import os
from pathlib import Path

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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tells where the screenshots of the stories in a browser are, where the run was told to keep them."""
    kept = os.environ.get("DECISIONS_SCREENSHOTS")
    if kept and any(Path(kept).glob("*.png")):
        terminalreporter.write_line(f"Screenshots of the stories in a browser: {kept}")
