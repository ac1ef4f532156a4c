"""What other required sections would find in the texts of documents that are still open."""

from collections.abc import Iterable, Iterator, Sequence

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from decisions.domain.kinds import DECIDED, Kind
from decisions.domain.text import heading_key, scan
from decisions.models import Document, Version
from decisions.querysets import documents_visible_to
from decisions.services.foreseeing import named
from spaces.domain.caller import Caller
from spaces.domain.effects import Effect, effect_on
from spaces.models import Space
from spaces.services.settings import SettingsInForce

# Texts that are read for a preview, and their bytes: what a page may take a second for.
MAX_TEXTS = 200
MAX_BYTES = 8 * 1024 * 1024


def section_effects(
    *, space: Space, before: SettingsInForce, after: SettingsInForce, caller: Caller
) -> list[Effect]:
    """Open documents that would get a finding, or lose one, when they are next saved."""
    effects: list[Effect] = []
    for kind in Kind:
        old, new = before.required_sections[kind], after.required_sections[kind]
        if _keys(old) != _keys(new):
            effects += _of_kind(space, kind, old, new, caller)
    return effects


def _of_kind(
    space: Space, kind: Kind, old: Sequence[str], new: Sequence[str], caller: Caller
) -> list[Effect]:
    documents = (
        documents_visible_to(caller)
        .filter(space=space, kind=kind, format="markdown")
        .exclude(status__in=list(DECIDED))
    )
    total = documents.count()
    gains: list[Document] = []
    loses: list[Document] = []
    looked_at = 0
    for document, headings in _headings(documents.order_by("-updated_at", "-id")[:MAX_TEXTS]):
        looked_at += 1
        lacked, lacks = _keys(old) - headings, _keys(new) - headings
        if lacks - lacked:
            gains.append(document)
        elif lacked - lacks:
            loses.append(document)
    return [*_told(kind, gains, loses), *_cut(kind, looked_at, total)]


def _headings(documents: Iterable[Document]) -> Iterator[tuple[Document, set[str]]]:
    """Each document with the keys of its current text's headings, until the bytes are used up."""
    by_id = {document.pk: document for document in documents}
    current = Version.objects.filter(document_id__in=by_id, number=F("document__current_version"))
    sizes = dict(current.values_list("document_id", "size"))
    left = MAX_BYTES
    within = []
    for pk in by_id:
        left -= sizes[pk]
        if left < 0:
            break
        within.append(pk)
    texts = dict(current.filter(document_id__in=within).values_list("document_id", "text"))
    for pk in within:
        yield by_id[pk], {heading_key(heading.text) for heading in scan(texts[pk]).headings}


def _keys(names: Sequence[str]) -> set[str]:
    return {heading_key(name) for name in names}


def _told(kind: Kind, gains: list[Document], loses: list[Document]) -> list[Effect]:
    effects = []
    if gains:
        words = ngettext(
            "%(count)s open %(kind)s lacks a section that is then required: it gets a finding when it is next saved.",
            "%(count)s open documents (%(kind)s) lack a section that is then required: they get a finding when "
            "they are next saved.",
            len(gains),
        )
        effects.append(
            effect_on(words % {"count": len(gains), "kind": kind.upper()}, named(gains), weighs=True)
        )
    if loses:
        words = ngettext(
            "%(count)s open %(kind)s loses a finding about a missing section when it is next saved.",
            "%(count)s open documents (%(kind)s) lose a finding about a missing section when they are next saved.",
            len(loses),
        )
        effects.append(effect_on(words % {"count": len(loses), "kind": kind.upper()}, named(loses)))
    return effects


def _cut(kind: Kind, looked_at: int, total: int) -> list[Effect]:
    if looked_at >= total:
        return []
    words = _("Looked at were the %(looked_at)s of %(total)s open documents (%(kind)s) that changed last.")
    return [Effect(words % {"looked_at": looked_at, "total": total, "kind": kind.upper()})]
