"""Comparing two versions of a document."""

from typing import Any

from decisions.domain.diffs import sections_changed, unified_diff
from decisions.domain.text import only_status_lines_changed, scan
from decisions.models import Document, Version
from decisions.services.versions import version_of


def version_diff(
    document: Document, *, from_version: int = 0, to_version: int = 0, context_lines: int = 3
) -> dict[str, Any]:
    """What changed from one version to another; 0 means the current one, and the one before that.

    Version 1 compared with the one before it is compared with nothing: every line is added.
    """
    new = version_of(document, to_version)
    before = from_version or new.number - 1
    old_text = version_of(document, before).text if before else ""
    label = str(document.reference)
    diff = unified_diff(
        old_text,
        new.text,
        old_label=f"{label} version {before}",
        new_label=f"{label} version {new.number}",
        context_lines=context_lines,
    )
    return {
        "document_id": document.pk,
        "account_id": document.account_id,
        "reference": label,
        "from_version": before,
        "to_version": new.number,
        "diff": diff.text,
        "added": diff.added,
        "removed": diff.removed,
        "sections_changed": [" > ".join(path) for path in sections_changed(scan(old_text), scan(new.text))],
        "only_status_lines": bool(diff.text) and _only_status_lines(document, before, new, old_text),
    }


def _only_status_lines(document: Document, before: int, new: Version, old_text: str) -> bool:
    """Whether nothing but moves lies between two versions; a first move also adds the log's heading."""
    if only_status_lines_changed(old_text, new.text):
        return True
    between = Version.objects.filter(document=document, number__gt=before, number__lte=new.number)
    return before < new.number and not between.filter(status_only=False).exists()
