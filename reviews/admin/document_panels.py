"""Judging on a document's page: what comes next, how it stands, its moves and its reviews."""

from typing import Any

from decisions.admin.panels import Panel
from decisions.models import Document, Version
from reviews.admin.judged import Judged, judged_by
from reviews.admin.moves import WARNED, moves_shown
from reviews.admin.next_step import move_url, next_step
from reviews.admin.review_rows import counting_rows, review_rows
from reviews.domain.policy import Decision
from spaces.domain.caller import Caller

# The newest of a document's reviews; its own page has them all.
_RECENT = 6


def judging_panels(*, document: Document, version: Version, caller: Caller) -> list[Panel]:
    """The panels of a document's page for this person; they tell of its current version."""
    judged = judged_by(caller, document, version)
    shown = {
        "document": document,
        "judged": judged,
        "read": version.number,
        "is_member": caller.is_member(document.account_id),
        "manages": caller.manages(document.account_id),
    }
    return [
        Panel("console/next_step.html", {**shown, "step": next_step(judged)}, "above"),
        Panel("console/approvals.html", {**shown, **_standing(judged), **_moves(judged)}),
        Panel("console/reviews.html", {**shown, **_reviews(judged)}),
    ]


def _standing(judged: Judged) -> dict[str, Any]:
    approvals = judged.standing.approvals
    rows = counting_rows(judged.standing)
    barred = {judged.document.author_id, judged.standing.text_author}
    return {
        "approvals": approvals,
        "is_in": len(approvals.approved_by),
        "approving": [row.review for row in rows if row.review.decision == Decision.APPROVE],
        "blocking": [row.review for row in rows if row.blocks],
        "waiting_for": [judged.standing.name_of(person) for person in approvals.waiting_for],
        "waits_for": judged.named(judged.waiting.people),
        # Their approval is recorded and does not count: said before they give it.
        "is_barred": judged.caller.person_id in barred and not judged.standing.settings.self_approval,
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
