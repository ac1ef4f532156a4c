"""Makes notices, and what carries documents out, known to the apps below."""

from collections.abc import Callable

from decisions.hooks import (
    COMMENT_ADDED,
    DOCUMENT_CREATED,
    DOCUMENT_FACTS,
    DOCUMENT_RELOCATED,
    QUESTION_ANSWERED,
    VERSION_ADDED,
)
from integrations.notices import news
from integrations.services.facts import carrying_facts, links_relocate
from reviews.hooks import (
    ASK_CREATED,
    ASK_DECIDED,
    DOCUMENT_MOVED,
    REVIEW_DISMISSED,
    REVIEW_REQUESTED,
    REVIEW_SUBMITTED,
)
from spaces.kernel.registry import hooks

_NEWS: dict[str, Callable[..., None]] = {
    DOCUMENT_CREATED: news.document_created,
    VERSION_ADDED: news.version_added,
    COMMENT_ADDED: news.comment_added,
    QUESTION_ANSWERED: news.question_answered,
    REVIEW_REQUESTED: news.review_requested,
    REVIEW_SUBMITTED: news.review_submitted,
    REVIEW_DISMISSED: news.review_dismissed,
    DOCUMENT_MOVED: news.document_moved,
    ASK_CREATED: news.ask_created,
    ASK_DECIDED: news.ask_decided,
}


def wire() -> None:
    """Fill the registries of the apps below; once, when apps are ready."""
    for hook, tell in _NEWS.items():
        hooks.add(hook, "notices", tell)
    hooks.add(DOCUMENT_FACTS, "carrying", carrying_facts)
    hooks.add(DOCUMENT_RELOCATED, "links", links_relocate)
