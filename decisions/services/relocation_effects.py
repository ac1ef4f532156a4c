"""What moving a document to another space would bring about, told before it is moved."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from decisions.domain.references import Reference
from decisions.hooks import RELOCATION_EFFECTS
from decisions.models import Diagram, Document, DocumentListing, Question
from decisions.querysets import documents_visible_to
from decisions.services.foreseeing import decider_effects, named
from decisions.services.numbering import number_foreseen
from decisions.services.relocation import relocation_target, require_movable
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.domain.effects import Effect, effect_on
from spaces.kernel.registry import hooks
from spaces.models import Space


@dataclass(frozen=True)
class Relocation:
    """A move that could be made: where to, the reference it would give, and what follows."""

    target: Space
    reference: Reference
    effects: list[Effect]


def relocation_foreseen(*, document: Document, target_space_id: str, caller: Caller) -> Relocation:
    """What moving it would bring about, as things stand; refused as the move itself would be."""
    target = relocation_target(document, target_space_id, caller)
    parts = Document.objects.filter(parent=document).order_by("part")
    require_movable(document, list(parts), caller)
    kind = document.reference.kind
    reference = Reference(kind, number_foreseen(target.pk, document.kind), 0)
    # Parts that the caller does not read go along as well, and are not told of.
    moved = [document, *parts.filter(pk__in=documents_visible_to(caller))]
    effects = [
        *_told(moved, target, reference),
        *_floor(moved, target),
        *(
            effect
            for told in hooks.run(RELOCATION_EFFECTS, documents=moved, target=target, caller=caller).values()
            for effect in told
        ),
    ]
    return Relocation(target, reference, effects)


def _told(moved: list[Document], target: Space, reference: Reference) -> Iterator[Effect]:
    document, *parts = moved
    words = _("It becomes %(new)s there; %(old)s of %(space)s goes on leading to it.")
    yield Effect(words % {"new": reference, "old": document.reference, "space": document.space.name})
    if parts:
        along = ngettext("%(count)s part goes along.", "%(count)s parts go along.", len(parts))
        yield effect_on(along % {"count": len(parts)}, named(parts))
    about = {"document__in": [each.pk for each in moved]}
    questions = Question.objects.filter(**about).count()
    diagrams = Diagram.objects.filter(**about).count()
    if questions or diagrams:
        also = _("What is about it goes along: questions %(questions)s, diagrams %(diagrams)s.")
        yield Effect(also % {"questions": questions, "diagrams": diagrams})
    if DocumentListing.objects.filter(document=document, space=target).exists():
        yield Effect(_("It is listed there already; its listing becomes its home."))


def _floor(moved: list[Document], target: Space) -> Iterator[Effect]:
    if target.floor_in_force is None:
        return
    floor = Access(target.floor_in_force)
    raised = [each for each in moved if each.level < floor]
    if raised:
        words = ngettext(
            "The floor there is %(floor)s: %(count)s document that is more open is closed to it.",
            "The floor there is %(floor)s: %(count)s documents that are more open are closed to it.",
            len(raised),
        )
        yield effect_on(words % {"floor": floor.word, "count": len(raised)}, named(raised), weighs=True)
    if floor is Access.INTERNAL:
        yield from decider_effects(Document.objects.filter(pk__in=[each.pk for each in raised]))
