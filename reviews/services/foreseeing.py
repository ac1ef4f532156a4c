"""What a change would mean for the approvals of documents that are still to be decided."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from decisions.domain.kinds import Kind
from decisions.domain.transitions import TRANSITIONS, Need
from decisions.models import Document, Version
from decisions.querysets import documents_visible_to
from decisions.services.foreseeing import named
from reviews.domain.policy import Approvals
from reviews.models import Review
from reviews.services.approvals import JUDGED_BY, standing_by
from reviews.services.people import members_of, readers_among
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.domain.effects import Effect, effect_on
from spaces.models import Space
from spaces.services.settings import SettingsInForce, settings_of

# Documents that are judged anew for a preview; those that changed last come first.
MAX_JUDGED = 300

# Which documents approvals are needed for, by kind and status.
_DECIDABLE = Q()
for _kind, _statuses in TRANSITIONS.items():
    _waiting = [
        status.value
        for status, moves in _statuses.items()
        if any(Need.APPROVALS in each.needs for each in moves)
    ]
    _DECIDABLE |= Q(kind=_kind.value, status__in=_waiting)


@dataclass(frozen=True)
class _Judged:
    """A document with how it stands now and how it would."""

    document: Document
    now: Approvals
    then: Approvals


def settings_effects(
    *, space: Space, before: SettingsInForce, after: SettingsInForce, caller: Caller
) -> list[Effect]:
    """Documents that would lack approvals, and those that would have enough, under other settings."""
    kinds = [kind.value for kind in Kind if before.approvals[kind] != after.approvals[kind]]
    if before.self_approval != after.self_approval:
        kinds = [kind.value for kind in Kind]
    documents = documents_visible_to(caller).filter(_DECIDABLE, space=space, kind__in=kinds)
    return _judged_effects(documents, lambda document: after, lambda document: before)


def floor_effects(*, floors: Mapping[str, Access], caller: Caller) -> list[Effect]:
    """Documents that would lack approvals because who gave them could read them no longer."""
    closed = [space_id for space_id, level in floors.items() if level is Access.INTERNAL]
    if not closed:
        return []
    documents = (
        documents_visible_to(caller)
        .filter(_DECIDABLE, space_id__in=closed, access__lt=Access.INTERNAL)
        .select_related("space__account", "space__settings")
    )
    return _judged_effects(
        documents,
        lambda document: settings_of(document.space),
        lambda document: settings_of(document.space),
        access=Access.INTERNAL,
    )


def relocation_effects(*, documents: Sequence[Document], target: Space, caller: Caller) -> list[Effect]:
    """What the settings and the floor of another space would make of the approvals, and the asks that end."""
    ids = [document.pk for document in documents]
    effects = _judged_effects(
        Document.objects.filter(_DECIDABLE, pk__in=ids).select_related("space__account", "space__settings"),
        lambda document: settings_of(target),
        lambda document: settings_of(document.space),
        access=None if target.floor_in_force is None else Access(target.floor_in_force),
    )
    # Said whether there are any or not: an ask is between an assistant and whom it asks.
    asks = Effect(_("What assistants asked about it and was not spent is outdated and has to be asked anew."))
    return [*effects, asks]


_SettingsFor = Callable[[Document], SettingsInForce]


def _judged_effects(
    documents: QuerySet[Document], then: _SettingsFor, now: _SettingsFor, *, access: Access | None = None
) -> list[Effect]:
    first = list(documents.order_by("-updated_at", "-id")[: MAX_JUDGED + 1])
    judged = _judged(first[:MAX_JUDGED], then, now, access)
    effects = []
    for differs, words, weighs in _DIFFERENCES:
        found = [each.document for each in judged if differs(each)]
        if found:
            told = words(len(found)) % {"count": len(found)}
            effects.append(effect_on(told, named(found), weighs=weighs))
    if len(first) > MAX_JUDGED:
        words_of_cut = _(
            "Only the %(count)s open documents that changed last were looked at; there are more."
        )
        effects.append(Effect(words_of_cut % {"count": MAX_JUDGED}))
    return effects


# Whether a document is of this sort, how many of them are told, and whether they lose something by it.
_DIFFERENCES: tuple[tuple[Callable[[_Judged], bool], Callable[[int], str], bool], ...] = (
    (
        lambda judged: judged.now.met and not judged.then.met,
        lambda count: ngettext(
            "%(count)s document that could be decided now would lack an approval.",
            "%(count)s documents that could be decided now would lack an approval.",
            count,
        ),
        True,
    ),
    (
        lambda judged: not judged.now.met and judged.then.missing > judged.now.missing,
        lambda count: ngettext(
            "%(count)s document that cannot be decided yet would lack more approvals than now.",
            "%(count)s documents that cannot be decided yet would lack more approvals than now.",
            count,
        ),
        True,
    ),
    (
        lambda judged: not judged.now.met and judged.then.met,
        lambda count: ngettext(
            "%(count)s document that lacks approvals now would have enough.",
            "%(count)s documents that lack approvals now would have enough.",
            count,
        ),
        False,
    ),
)


def _judged(
    documents: list[Document], then: _SettingsFor, now: _SettingsFor, access: Access | None
) -> list[_Judged]:
    """Each document judged twice, all of one account; three statements for any number of them."""
    if not documents:
        return []
    members = members_of(documents[0].account_id)
    reviews, authors = _reviews_of(documents), _text_authors(documents)

    def approvals(document: Document, settings: SettingsInForce, level: Access) -> Approvals:
        readers = readers_among(members, document.author_id, level)
        evidence = (authors[document.pk], tuple(reviews[document.pk]))
        return standing_by(document, settings, readers, *evidence).approvals

    return [
        _Judged(
            document,
            approvals(document, now(document), document.level),
            approvals(document, then(document), max(document.level, access or document.level)),
        )
        for document in documents
    ]


def _reviews_of(documents: Iterable[Document]) -> dict[str, list[Review]]:
    found: dict[str, list[Review]] = defaultdict(list)
    rows = Review.objects.filter(document__in=documents, is_current=True).order_by("pk").only(*JUDGED_BY)
    for review in rows:
        found[review.document_id].append(review)
    return found


def _text_authors(documents: Iterable[Document]) -> dict[str, str]:
    current = Version.objects.filter(document__in=documents, number=F("document__current_version"))
    return dict(current.values_list("document_id", "text_author_id"))
