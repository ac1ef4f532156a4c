"""Makes documents known to the spaces below: their kinds' defaults, counts and what a raised floor closes."""

from decisions.domain.kinds import Kind
from decisions.domain.templates import required_sections, template_for
from decisions.services.audit_objects import documents_called
from decisions.services.document_access import documents_raise
from decisions.services.foreseeing import floor_effects, partner_effects
from decisions.services.foreseeing_sections import section_effects
from decisions.services.spaces import (
    counts_by_space,
    diagrams_held,
    documents_by_kind_and_status,
    documents_held,
    questions_held,
)
from spaces.domain.settings import KIND_DEFAULTS, KindDefaults
from spaces.kernel.registry import (
    FLOOR_EFFECTS,
    FLOOR_RAISED,
    OBJECTS_CALLED,
    PARTNER_EFFECTS,
    SETTINGS_EFFECTS,
    SPACE_COUNTS,
    SPACE_FACTS,
    SPACE_HOLDS,
    hooks,
)

# product.md §3: approvals on the current version that a decision needs, in a team account.
_APPROVALS = {Kind.RFC: 2, Kind.PRD: 1, Kind.ADR: 1, Kind.STUDY: 0}


def wire() -> None:
    """Fill the registries of the apps below; once, when apps are ready."""
    for kind in Kind:
        KIND_DEFAULTS[kind.value] = KindDefaults(
            _APPROVALS[kind], tuple(required_sections(kind)), template_for(kind)
        )
    hooks.add(SPACE_FACTS, "documents", documents_by_kind_and_status)
    hooks.add(SPACE_COUNTS, "documents", counts_by_space)
    hooks.add(SPACE_HOLDS, "documents", documents_held)
    hooks.add(SPACE_HOLDS, "questions", questions_held)
    hooks.add(SPACE_HOLDS, "diagrams", diagrams_held)
    hooks.add(FLOOR_RAISED, "documents", documents_raise)
    hooks.add(FLOOR_EFFECTS, "documents", floor_effects)
    hooks.add(PARTNER_EFFECTS, "documents", partner_effects)
    hooks.add(SETTINGS_EFFECTS, "sections", section_effects)
    hooks.add(OBJECTS_CALLED, "documents", documents_called)
