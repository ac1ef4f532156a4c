"""Comparing two versions of a document."""

from typing import Any

from decisions.domain.diffs import sections_changed, unified_diff
from decisions.domain.text import only_status_lines_changed, scan
from decisions.models import Document
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
        "only_status_lines": bool(diff.text) and only_status_lines_changed(old_text, new.text),
    }
