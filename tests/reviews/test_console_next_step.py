"""The one thing that comes next with a document, for each who reads it."""

from typing import Any

import pytest

from decisions.models import Document
from decisions.services.versions import version_add, version_of
from reviews.domain.policy import Decision
from spaces.domain.access import Access
from tests.cast import Cast
from tests.console import address, browser
from tests.reviews.console_judging import accepted, answer, in_review, panel


def _nothing(cast: Cast, document: Document) -> None:
    pass


def _asked(cast: Cast, document: Document) -> None:
    asked = {"reviewers": [cast.people["member"].pk]}
    browser(cast, "author").post(address(document, "reviews_request"), asked)


def _approved(cast: Cast, document: Document) -> None:
    for name in ("owner", "member"):
        answer(cast, document, name, Decision.APPROVE)


def _blocked(cast: Cast, document: Document) -> None:
    answer(cast, document, "member", Decision.CHANGES, "No.")


def _mended(cast: Cast, document: Document) -> None:
    _blocked(cast, document)
    document.refresh_from_db()
    text = f"{version_of(document).text}\nMended.\n"
    version_add(document=document, base_version=2, text=text, caller=cast.caller("author"))


def _mended_and_asked(cast: Cast, document: Document) -> None:
    _mended(cast, document)
    _asked(cast, document)


@pytest.mark.parametrize(
    ("so_far", "name", "links"),
    [
        (_nothing, "author", ["Ask for reviews"]),
        (_nothing, "member", []),
        (_asked, "member", ["Approve", "Ask for changes"]),
        (_asked, "author", []),
        (_approved, "manager", ["Accept", "Reject"]),
        (_approved, "member", []),
        (_blocked, "author", ["Edit the text"]),
        (_mended, "author", ["Ask for reviews", "Edit the text"]),
        (_mended, "member", []),
        (_mended_and_asked, "author", ["Edit the text"]),
        (_mended_and_asked, "member", ["Approve", "Ask for changes"]),
        (_blocked, "manager", []),
        (_blocked, "partner", []),
    ],
)
def test_the_page_names_one_next_step_for_each(cast: Cast, so_far: Any, name: str, links: list[str]) -> None:
    document = in_review(cast, level=Access.PARTNER)
    so_far(cast, document)
    step = panel(cast, document, name, "next_step")["step"]
    assert [words for words, _ in step.links] == links
    assert step.words


def test_a_decided_document_waits_for_nobody(cast: Cast) -> None:
    document = accepted(cast)
    assert panel(cast, document, "author", "next_step")["step"] is None
    shown = panel(cast, document, "author", "approvals")
    assert (shown["is_in"], shown["judged"].waiting.who) == (2, "nobody")
