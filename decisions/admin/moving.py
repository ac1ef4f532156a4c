"""Moving a document to another space: the form, what would happen, and the act."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from decisions.models import Document
from decisions.services.relocation import document_relocate, require_movable
from decisions.services.relocation_effects import relocation_foreseen
from spaces.admin.acts import Act, ActForm, Done
from spaces.admin.confirming import Change, Preview
from spaces.admin.fields import ChoiceField, offered
from spaces.admin.pages import page_url
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.querysets import spaces_visible_to

Given = dict[str, Any]


class Relocation(ActForm):
    question = gettext_lazy(
        "Its author or a manager gives a document another home. Its text, versions, reviews and comments stay as "
        "they are; you see what changes before it is done."
    )
    target_space_id = ChoiceField(label=gettext_lazy("To"))

    def prepare(self) -> None:
        document: Document = self.target
        spaces = (
            spaces_visible_to(self.caller)
            .filter(account_id=document.account_id)
            .exclude(pk=document.space_id)
        )
        offered(self.fields["target_space_id"], spaces.order_by("name", "pk").values_list("pk", "name"))
        try:
            require_movable(document, list(Document.objects.filter(parent=document)), self.caller)
        except DomainError as refusal:
            self.closed = f"{refusal.detail} {refusal.fix}"


def _preview(caller: Caller, document: Document, given: Given) -> Preview:
    foreseen = relocation_foreseen(document=document, caller=caller, **given)
    changes = [
        Change(_("Space"), document.space.name, foreseen.target.name),
        Change(_("Reference"), str(document.reference), str(foreseen.reference)),
    ]
    return Preview(changes, foreseen.effects)


def _relocate(caller: Caller, document: Document, given: Given) -> Done:
    before = document.reference
    moved = document_relocate(document=document, caller=caller, **given)
    told = _("%(before)s lives in %(space)s now, as %(after)s.")
    return Done(
        told % {"before": before, "space": moved.space.name, "after": moved.reference}, page_url(moved)
    )


MOVING = Act(
    "relocate",
    gettext_lazy("Move to another space"),
    _relocate,
    Relocation,
    gettext_lazy("Move it"),
    preview=_preview,
    first_button=gettext_lazy("See what it changes"),
)
