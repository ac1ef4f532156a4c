"""What holds for every page of the console."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation

from tests.cast import Cast
from tests.console import browser
from tests.pages import console_pages
from tests.sample import Sample, make_sample
from tests.words import CLOSE, OPEN, typed_in, untranslated

# Pages that still say something in English alone, each to be taken out once it does not.
NOT_YET = {
    "decisions_savedview_changelist",
    "spaces_invitation_changelist",
    "decisions_document_discussion",
    "decisions_document_judging",
    "decisions_question_changelist",
    "integrations_pullrequestlink_changelist",
    "index",
    "spaces_account_changelist",
    "spaces_agentkey_changelist",
    "spaces_agentkey_add",
    "spaces_agentkey_change",
    "spaces_auditentry_changelist",
    "spaces_auditentry_change",
    "spaces_connectedapp_change",
    "spaces_user_changelist",
    "spaces_space_add",
    "spaces_space_change",
    "spaces_space_edit",
    "spaces_space_settings",
    "decisions_document_compare",
    "decisions_document_status",
    "decisions_document_reviews_request",
    "decisions_document_reviews_approve",
    "decisions_document_reviews_changes",
    "decisions_document_reviews_dismiss",
    "decisions_document_pull_requests_link",
    "decisions_document_pull_requests_unlink",
    "decisions_document_jobs_link",
    "decisions_document_jobs_unlink",
    "decisions_document_offers_take",
    "decisions_document_offers_decline",
    "decisions_document_changelist",
    "decisions_document_add",
    "decisions_document_change",
    "decisions_document_access",
    "decisions_document_readers_add",
    "decisions_document_readers_remove",
    "decisions_document_preview_renew",
    "decisions_document_preview_remove",
    "decisions_document_listings_add",
    "decisions_document_listings_remove",
    "reviews_ask_changelist",
    "reviews_ask_change",
    "reviews_ask_approve",
    "reviews_ask_decline",
    "reviews_ask_withdraw",
    "reviews_review_of",
    "integrations_githubconnection_changelist",
    "integrations_notice_preferences",
    "integrations_notice_changelist",
}


@pytest.fixture
def sample(cast: Cast) -> Sample:
    return make_sample(cast)


def opened(sample: Sample) -> dict[str, str]:
    """Each page's HTML by its name."""
    client = browser(sample.cast, "owner")
    # Deciding an ask takes a fresh sign-in.
    client.post("/sign-in/reauthenticate/", {"password": "a long enough password"})
    pages = {}
    for name, url in console_pages(sample):
        answer = client.get(url)
        assert answer.status_code == 200, (name, url, answer.status_code)
        pages[name] = answer.content.decode()
    return pages


@pytest.fixture
def brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    """A language in which everything that is translated stands in brackets."""

    def bracketed(original: Callable[..., str]) -> Callable[..., str]:
        return lambda *arguments: f"{OPEN}{original(*arguments)}{CLOSE}"

    catalogue: Any = translation._trans  # type: ignore[attr-defined]
    for name in ("gettext", "ngettext", "pgettext", "npgettext"):
        monkeypatch.setattr(catalogue, name, bracketed(getattr(catalogue, name)))


@pytest.mark.usefixtures("brackets")
def test_every_page_can_be_translated(sample: Sample) -> None:
    known = typed_in()
    said = {name: untranslated(page, known) for name, page in opened(sample).items()}
    missing = {name: words for name, words in said.items() if words and name not in NOT_YET}
    assert not missing, "\n".join(f"{name}: {words}" for name, words in missing.items())
    done = {name for name in NOT_YET if not said.get(name)}
    assert not done, f"Take these out of NOT_YET: {sorted(done)}"
