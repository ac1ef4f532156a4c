"""Makes judging known to the documents below."""

from decisions.hooks import DOCUMENT_FACTS, DOCUMENT_RELOCATED, VERSION_ADDED
from reviews.services.asks import asks_outdate
from reviews.services.carrying import carry_unless_changed
from reviews.services.facts import judging_facts
from spaces.kernel.registry import hooks


def wire() -> None:
    """Fill the registries of the apps below; once, when apps are ready."""
    hooks.add(VERSION_ADDED, "approvals", carry_unless_changed)
    hooks.add(DOCUMENT_FACTS, "judging", judging_facts)
    hooks.add(DOCUMENT_RELOCATED, "asks", asks_outdate)
