"""Comparing two versions of a document."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from decisions.domain.diffs import sections_changed, unified_diff
from decisions.domain.text import only_status_lines_changed, scan
from decisions.models import Document, Version
from decisions.services.versions import version_of


@dataclass(frozen=True)
class VersionPair:
    """Two versions with their texts; version 1 stands beside version 0, which has none."""

    document: Document
    before: int
    old_text: str
    new: Version

    @property
    def sections_changed(self) -> list[str]:
        """The paths of the sections whose own text differs, is new or is gone."""
        paths = sections_changed(scan(self.old_text), scan(self.new.text))
        return [" > ".join(path) for path in paths]

    @cached_property
    def only_status_lines(self) -> bool:
        """Whether nothing but moves lies between them; a first move also adds the log's heading."""
        if self.old_text == self.new.text:
            return False
        if only_status_lines_changed(self.old_text, self.new.text):
            return True
        between = Version.objects.filter(
            document=self.document, number__gt=self.before, number__lte=self.new.number
        )
        return self.before < self.new.number and not between.filter(status_only=False).exists()


def version_pair(document: Document, *, from_version: int = 0, to_version: int = 0) -> VersionPair:
    """Two versions to compare; 0 means the current one, and the one before that."""
    new = version_of(document, to_version)
    before = from_version or new.number - 1
    return VersionPair(document, before, version_of(document, before).text if before else "", new)


def version_diff(
    document: Document, *, from_version: int = 0, to_version: int = 0, context_lines: int = 3
) -> dict[str, Any]:
    """What changed from one version to another; 0 means the current one, and the one before that.

    Version 1 compared with the one before it is compared with nothing: every line is added.
    """
    pair = version_pair(document, from_version=from_version, to_version=to_version)
    label = str(document.reference)
    diff = unified_diff(
        pair.old_text,
        pair.new.text,
        old_label=f"{label} version {pair.before}",
        new_label=f"{label} version {pair.new.number}",
        context_lines=context_lines,
    )
    return {
        "document_id": document.pk,
        "account_id": document.account_id,
        "reference": label,
        "from_version": pair.before,
        "to_version": pair.new.number,
        "diff": diff.text,
        "added": diff.added,
        "removed": diff.removed,
        "sections_changed": pair.sections_changed,
        "only_status_lines": pair.only_status_lines,
    }
