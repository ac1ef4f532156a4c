"""A version together with what is on record of its document, in one statement."""

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from decisions.models import Document, StatusLine, Version
from decisions.models.versions import RecordBeside
from spaces.kernel.errors import not_found


def read_with_record(document: Document, number: int = 0) -> Version:
    """One version with its text (0 is the current one) and its `record`."""
    same = Version.objects.filter(document=OuterRef("document"))
    later = same.filter(number__gt=document.decided_version or 0, status_only=False)
    found: Any = (
        Version.objects.filter(document=document, number=number or document.current_version)
        .annotate(
            current_text_author=Subquery(
                same.filter(number=document.current_version).values("text_author_id")[:1]
            ),
            changed=Exists(later),
            untold_day=Subquery(_untold().values("day")[:1]),
            untold_status=Subquery(_untold().values("status")[:1]),
        )
        .first()
    )
    if found is None:
        raise not_found("version")
    version: Version = found
    version.record = RecordBeside(
        text_author_id=found.current_text_author,
        changed=document.decided_version is not None and found.changed,
        untold=(found.untold_day, found.untold_status) if found.untold_day else None,
    )
    return version


def changed_since_decided(document: Document) -> bool:
    """Whether a version after the decided one changes more than the status."""
    if document.decided_version in (None, document.current_version):
        return False
    later = Version.objects.filter(document=document, number__gt=document.decided_version, status_only=False)
    return later.exists()


def _untold() -> QuerySet[StatusLine]:
    lines = StatusLine.objects.filter(document=OuterRef("document"), recorded=True, line=0)
    return lines.order_by("-position")
