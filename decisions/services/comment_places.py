"""Keeping threads at their piece of the text, from each version to the next."""

from decisions.domain.anchors import Revision
from decisions.models import CommentThread, Document, Version


def places_carry(*, document: Document, version: Version) -> None:
    """Carry the places of a document's threads on to its new version, within the save that makes it.

    So that a list reads them from their rows and loads no text. One statement where nothing is anchored; else the
    text before this one is read, and the rows whose place changed are written together.
    """
    anchored = CommentThread.objects.filter(document=document, quoted_start__isnull=False)
    if version.number == 1 or not (threads := list(anchored)):
        return
    before = Version.objects.values_list("text", flat=True).get(document=document, number=version.number - 1)
    revision = Revision(before, version.text)
    changed = []
    for thread in threads:
        place = thread.place
        if (anchor := thread.anchor) is not None:
            thread.place = revision.carry(anchor, place)
        if thread.place != place:
            changed.append(thread)
    CommentThread.objects.bulk_update(changed, ["start", "end", "line", "anchoring"])
