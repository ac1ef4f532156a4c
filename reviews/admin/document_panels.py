"""Judging on a document's pages: how it stands and what comes next, its moves and its reviews."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from decisions.admin.panels import Panel
from decisions.admin.tabs import Tab
from decisions.models import Document, Version
from reviews.admin.days import days_left
from reviews.admin.judged import Judged, judged_by
from reviews.admin.moves import WARNED, moves_shown
from reviews.admin.next_step import move_url, next_step
from reviews.admin.review_rows import counting_rows, review_rows
from reviews.domain.policy import Decision
from spaces.domain.caller import Caller

# The newest of a document's reviews; its own page has them all.
_RECENT = 6


def judging_panels(*, document: Document, version: Version, caller: Caller) -> list[Panel]:
    """What stands in the head of a document's pages for this person; it tells of its current version."""
    judged = judged_by(caller, document, version)
    shown = {**_shown(document, version, caller, judged), **_standing(judged)}
    return [
        Panel("console/glance.html", {**shown, **_glance(judged)}, "glance"),
        Panel("console/next_step.html", {**shown, "step": next_step(judged)}, "above"),
    ]


def judging_tabs() -> list[Tab]:
    """The page of a document with its approvals, its moves, and all that was asked and answered."""
    return [Tab("judging", _("Reviews"), 30, "console/judging.html", _judging)]


def _judging(
    *, document: Document, version: Version, caller: Caller, query: Mapping[str, str]
) -> dict[str, Any]:
    judged = judged_by(caller, document, version)
    shown = _shown(document, version, caller, judged)
    return {
        "approvals": {**shown, **_standing(judged), **_counting(judged), **_moves(judged)},
        "reviews": {**shown, **_reviews(judged)},
    }


def _shown(document: Document, version: Version, caller: Caller, judged: Judged) -> dict[str, Any]:
    return {
        "document": document,
        "judged": judged,
        "read": version.number,
        "is_member": caller.is_member(document.account_id),
        "manages": caller.manages(document.account_id),
    }


def _glance(judged: Judged) -> dict[str, Any]:
    """Who decides, until when, and who of the reviewers is waited for or blocks, by name."""
    document, approvals = judged.document, judged.standing.approvals
    return {
        "decider": document.decider,
        "due": document.review_by if judged.waiting.who != "nobody" else None,
        "due_in": days_left(document.review_by, judged.standing.settings.today),
        "is_late": document.review_by is not None and document.review_by < judged.standing.settings.today,
        "waits_for": judged.named(approvals.waiting_for),
        "blocked_by": judged.named(approvals.blocked_by),
    }


def _standing(judged: Judged) -> dict[str, Any]:
    approvals = judged.standing.approvals
    barred = {judged.document.author_id, judged.standing.text_author}
    return {
        "approvals": approvals,
        "is_in": len(approvals.approved_by),
        "waiting_for": [judged.standing.name_of(person) for person in approvals.waiting_for],
        "waits_for": judged.named(judged.waiting.people),
        # Their approval is recorded and does not count: said before they give it.
        "is_barred": judged.caller.person_id in barred and not judged.standing.settings.self_approval,
    }


def _counting(judged: Judged) -> dict[str, Any]:
    rows = counting_rows(judged.standing)
    return {
        "approving": [row.review for row in rows if row.review.decision == Decision.APPROVE],
        "blocking": [row.review for row in rows if row.blocks],
    }


def _moves(judged: Judged) -> dict[str, Any]:
    document = judged.document
    moves = moves_shown(judged.standing, judged.caller)
    return {
        "open_moves": [
            {
                "words": move.words,
                "warns": move.to in WARNED,
                "url": move_url(document, move.to, document.current_version),
            }
            for move in moves
            if not move.refusal
        ],
        "closed_moves": [move for move in moves if move.refusal],
    }


def _reviews(judged: Judged) -> dict[str, Any]:
    rows, page = review_rows(judged.standing, {"page_size": _RECENT})
    return {"rows": rows, "has_more": bool(page.next_page_token)}
