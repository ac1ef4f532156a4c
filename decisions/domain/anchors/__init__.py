"""Where a remark is anchored in a text, and where that piece stands in later versions of it."""

from decisions.domain.anchors.anchor import (
    CONTEXT,
    MAX_QUOTE,
    Anchor,
    Place,
    QuoteMissing,
    anchor_at,
)
from decisions.domain.anchors.revision import Revision, relocate

__all__ = [
    "CONTEXT",
    "MAX_QUOTE",
    "Anchor",
    "Place",
    "QuoteMissing",
    "Revision",
    "anchor_at",
    "relocate",
]
