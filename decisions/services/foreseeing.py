"""What a change to a space would mean for the documents, questions and diagrams in it."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from decisions.domain.kinds import Status
from decisions.models import Diagram, Document, Question
from decisions.querysets import diagrams_visible_to, documents_visible_to, questions_visible_to
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.domain.effects import MAX_NAMED, Effect, Named, effect_on
from spaces.domain.roles import MANAGERS
from spaces.models import Membership, Space


def named(documents: Iterable[Document]) -> list[Named]:
    """Documents as an effect names them."""
    return [Named(str(each), "decisions_document", each.pk) for each in documents]


def floor_effects(*, floors: Mapping[str, Access], caller: Caller) -> list[Effect]:
    """What more closed floors would close, and whose decisions they would leave to the managers."""
    effects: list[Effect] = []
    for level in sorted(set(floors.values())):
        spaces = [space_id for space_id, floor in floors.items() if floor is level]
        open_ones = documents_visible_to(caller).filter(space_id__in=spaces, access__lt=level)
        effects += _documents_raised(open_ones, level)
        if level is Access.INTERNAL:
            effects += decider_effects(open_ones)
            effects += _talk_closed(spaces, caller)
    return effects


def _documents_raised(documents: QuerySet[Document], level: Access) -> list[Effect]:
    counted = documents.order_by("access").values_list("access").annotate(count=Count("pk"))
    effects = []
    for access, count in counted:
        first = documents.filter(access=access).order_by("-updated_at", "-id")[:MAX_NAMED]
        words = ngettext(
            "%(count)s document that is %(before)s becomes %(after)s.",
            "%(count)s documents that are %(before)s become %(after)s.",
            count,
        ) % {"count": count, "before": Access(access).word, "after": level.word}
        effects.append(effect_on(f"{words} {_lost(Access(access))}", named(first), count=count, weighs=True))
    return effects


def _lost(before: Access) -> str:
    """Who ceases to read a document that is no longer at a level."""
    return {
        Access.PUBLIC: _("Its public page ends."),
        Access.PREVIEW: _("Its preview link stops working."),
        Access.PARTNER: _("Members of partner accounts cease to read it."),
    }.get(before, _("Members and named people cease to read it; managers and its author go on."))


def decider_effects(documents: QuerySet[Document]) -> list[Effect]:
    """Those in review whose decider would not read them at `internal`: managers decide them instead."""
    manages = Membership.objects.filter(
        account_id=OuterRef("account_id"), user_id=OuterRef("decider_id"), role__in=list(MANAGERS)
    )
    shut_out = documents.filter(
        ~Exists(manages), ~Q(decider_id=F("author_id")), status=Status.IN_REVIEW, decider__isnull=False
    )
    return counted_effect(
        shut_out,
        lambda count: ngettext(
            "%(count)s document in review would shut out its decider: its decision falls to the managers.",
            "%(count)s documents in review would shut out their deciders: their decisions fall to the managers.",
            count,
        ),
    )


def counted_effect(documents: QuerySet[Document], words: Callable[[int], str]) -> list[Effect]:
    """The effect on these documents, none where there are none; `words` are given their count."""
    first = list(documents.order_by("-updated_at", "-id")[: MAX_NAMED + 1])
    if not first:
        return []
    count = len(first) if len(first) <= MAX_NAMED else documents.count()
    return [effect_on(words(count) % {"count": count}, named(first), count=count, weighs=True)]


def _talk_closed(spaces: Sequence[str], caller: Caller) -> list[Effect]:
    """Questions and diagrams about no document: under an internal floor they are the managers' alone."""
    questions = questions_visible_to(caller).filter(space_id__in=spaces, document__isnull=True)
    diagrams = diagrams_visible_to(caller).filter(space_id__in=spaces, document__isnull=True)
    effects = []
    if count := questions.count():
        words = ngettext(
            "%(count)s question about no document becomes one for managers only.",
            "%(count)s questions about no document become ones for managers only.",
            count,
        )
        shown = _questions_named(questions.order_by("-id")[:MAX_NAMED])
        effects.append(effect_on(words % {"count": count}, shown, count=count, weighs=True))
    if count := diagrams.count():
        words = ngettext(
            "%(count)s diagram about no document becomes one for managers only.",
            "%(count)s diagrams about no document become ones for managers only.",
            count,
        )
        shown = _diagrams_named(diagrams.order_by("-id")[:MAX_NAMED])
        effects.append(effect_on(words % {"count": count}, shown, count=count, weighs=True))
    return effects


def _questions_named(questions: QuerySet[Question]) -> list[Named]:
    return [Named(str(each), "decisions_question", each.pk) for each in questions]


def _diagrams_named(diagrams: QuerySet[Diagram]) -> list[Named]:
    return [Named(str(each), "decisions_diagram", each.pk) for each in diagrams]


def partner_effects(*, spaces: Sequence[Space], added: bool, caller: Caller) -> list[Effect]:
    """How much the members of one more partner account would read, or those of one less no longer."""
    ids = [space.pk for space in spaces]
    opened = documents_visible_to(caller).filter(space_id__in=ids, access__lte=Access.PARTNER)
    count = opened.count()
    talk_of = {
        "space_id__in": [space.pk for space in spaces if space.floor_in_force != Access.INTERNAL],
        "document__isnull": True,
    }
    words = _partner_reads if added else _partner_loses
    told = words(count) % {"count": count}
    first = opened.order_by("-updated_at", "-id")[:MAX_NAMED] if count else ()
    effects = [effect_on(told, named(first), count=count, weighs=bool(count))]
    questions = questions_visible_to(caller).filter(**talk_of).count()
    diagrams = diagrams_visible_to(caller).filter(**talk_of).count()
    if questions or diagrams:
        also = _("So with questions (%(questions)s) and diagrams (%(diagrams)s) that are about no document.")
        effects.append(Effect(also % {"questions": questions, "diagrams": diagrams}))
    return effects


def _partner_reads(count: int) -> str:
    return ngettext(
        "%(count)s document at partner level or more open becomes readable to its members.",
        "%(count)s documents at partner level or more open become readable to its members.",
        count,
    )


def _partner_loses(count: int) -> str:
    return ngettext(
        "%(count)s document ceases to be listed for its members; a public one stays open to all.",
        "%(count)s documents cease to be listed for its members; public ones stay open to all.",
        count,
    )
