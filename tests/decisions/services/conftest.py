"""A document to talk about."""

import pytest

from decisions.models import Document
from decisions.services.document_access import reader_add
from tests.cast import Cast
from tests.decisions.talk import TEXT


@pytest.fixture
def document(cast: Cast) -> Document:
    """An RFC at team, with somebody named on it."""
    made = cast.document(text=TEXT)
    reader_add(document=made, reader=cast.people["named"], caller=cast.caller("author"))
    return made
