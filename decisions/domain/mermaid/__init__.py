"""Mermaid models: whether they parse, and their pictures."""

from decisions.domain.mermaid.drawing import (
    MAX_MODEL_BYTES,
    Drawing,
    Outcome,
    check_mermaid,
    check_mermaid_blocks,
    draw,
    renderer,
)

__all__ = [
    "MAX_MODEL_BYTES",
    "Drawing",
    "Outcome",
    "check_mermaid",
    "check_mermaid_blocks",
    "draw",
    "renderer",
]
