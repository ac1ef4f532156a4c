"""The filters of the list of questions."""

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from decisions.admin.filters import place_choices
from decisions.services.questions import STATUSES
from spaces.admin.filters import ListFilters, OneOf, Typed
from spaces.kernel.ids import uuid_of


class QuestionFilters(ListFilters):
    """Open questions first of all: those are what somebody can do something about."""

    status = OneOf([("open", _("open")), ("answered", _("answered"))], label=_("Status"))
    space = OneOf(label=_("Space"))

    document = Typed(label=_("About the document"), max_length=64, help_text=_("Its ldoc_ id"))

    at_once = ("status", "space")
    conditions = {
        "status": lambda value: STATUSES[value],
        "space": lambda value: Q(space_id=value),
        "document": lambda value: Q(document_id=value),
    }

    def clean_document(self) -> str:
        said: str = self.cleaned_data["document"]
        if said and not uuid_of(said, "ldoc"):
            raise forms.ValidationError(_("This is no ldoc_ id."), code="invalid")
        return said

    def prepare(self) -> None:
        spaces, _accounts = place_choices(self.caller)
        self.offer("space", spaces)
