"""Pictures of models, drawn once and kept; and the findings of those that could not be drawn."""

import hashlib
from collections.abc import Collection
from typing import Any

from decisions.domain.mermaid import Drawing, Outcome, draw, renderer
from decisions.models import Picture

# A picture's ids and styles begin so: a letter, and enough of the hash to tell the pictures of a page apart.
_ID_DIGITS = 12

# outcome -> how grave it is and what to do about it; docs/diagrams.md has a section for each
_FINDINGS: dict[Outcome, tuple[str, str]] = {
    Outcome.INVALID: ("error", "Correct the model at this line and save it again."),
    Outcome.UNDRAWN: ("warning", "Make the model simpler, or split it into several diagrams."),
    Outcome.UNFINISHED: ("warning", "Make the model smaller, or split it into several diagrams."),
    Outcome.UNCHECKED: ("info", "Ask who runs the service to install merman; then save the model again."),
}


def picture_keep(*, account_id: str, model: str) -> Picture:
    """The picture kept of a model; drawn now where there is none, or none by the renderer of today.

    Drawing takes up to seconds: call it outside a transaction that holds others up.
    """
    sha256 = hashlib.sha256(model.encode()).hexdigest()
    kept = Picture.objects.filter(account_id=account_id, sha256=sha256).first()
    if kept is not None and kept.renderer == renderer():
        return kept
    drawing = draw(model, picture_id=f"d{sha256[:_ID_DIGITS]}")
    picture, _ = Picture.objects.update_or_create(
        account_id=account_id, sha256=sha256, defaults=_columns(drawing)
    )
    return picture


def pictures_kept(*, account_id: str, hashes: Collection[str]) -> dict[str, Picture]:
    """What is known already of these models, by their hashes; nothing is drawn."""
    if not hashes:
        return {}
    kept = Picture.objects.filter(account_id=account_id, sha256__in=hashes, renderer=renderer())
    return {picture.sha256: picture for picture in kept.defer("svg")}


def _columns(drawing: Drawing) -> dict[str, Any]:
    return {
        "outcome": drawing.outcome.value,
        "line": drawing.line,
        "message": drawing.message,
        "svg": drawing.svg,
        "renderer": renderer(),
    }


def findings_of_picture(picture: Picture) -> dict[str, Any]:
    """What Findings shows of a picture: nothing where it was drawn."""
    outcome = Outcome(picture.outcome)
    if outcome is Outcome.DRAWN:
        return {"items": [], "total": 0}
    severity, fix = _FINDINGS[outcome]
    finding = {
        "rule": outcome.value,
        "severity": severity,
        "line": picture.line,
        "message": picture.message,
        "fix": fix,
    }
    return {"items": [finding], "total": 1}
