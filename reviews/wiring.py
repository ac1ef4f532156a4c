"""Makes judging known to the documents below."""

from decisions.hooks import (
    DOCUMENT_FACTS,
    DOCUMENT_RELOCATED,
    DOCUMENTS_WAITING,
    RELOCATION_EFFECTS,
    VERSION_ADDED,
)
from reviews.services.asks import asks_outdate
from reviews.services.carrying import carry_unless_changed
from reviews.services.facts import judging_facts
from reviews.services.foreseeing import floor_effects, relocation_effects, settings_effects
from reviews.services.leaving import judging_ends
from reviews.services.waiting import documents_waiting_for
from spaces.kernel.registry import FLOOR_EFFECTS, MEMBER_LEAVES, SETTINGS_EFFECTS, hooks


def wire() -> None:
    """Fill the registries of the apps below; once, when apps are ready."""
    hooks.add(VERSION_ADDED, "approvals", carry_unless_changed)
    hooks.add(DOCUMENT_FACTS, "judging", judging_facts)
    hooks.add(DOCUMENT_RELOCATED, "asks", asks_outdate)
    hooks.add(SETTINGS_EFFECTS, "approvals", settings_effects)
    hooks.add(FLOOR_EFFECTS, "approvals", floor_effects)
    hooks.add(RELOCATION_EFFECTS, "judging", relocation_effects)
    hooks.add(MEMBER_LEAVES, "judging", judging_ends)
    hooks.add(DOCUMENTS_WAITING, "judging", documents_waiting_for)
