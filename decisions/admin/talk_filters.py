"""The filters of the list of questions."""

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from decisions.admin.filters import place_choices
from decisions.services.questions import STATUSES
from spaces.admin.filters import ListFilters, OneOf


class QuestionFilters(ListFilters):
    """Open questions first of all: those are what somebody can do something about."""

    status = OneOf([("open", _("open")), ("answered", _("answered"))], label=_("Status"))
    space = OneOf(label=_("Space"))

    at_once = ("status", "space")
    conditions = {"status": lambda value: STATUSES[value], "space": lambda value: Q(space_id=value)}

    def prepare(self) -> None:
        spaces, _accounts = place_choices(self.caller)
        self.offer("space", spaces)
