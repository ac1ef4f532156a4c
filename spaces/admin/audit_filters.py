"""What the audit log is looked through by: a form whose address can be kept and sent on."""

from typing import Any

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextInputWidget

from spaces.admin.callers import caller_of
from spaces.admin.fields import ChoiceField, LineField
from spaces.querysets import accounts_visible_to


class DayField(forms.DateField):
    """A day, picked in the browser's own calendar."""

    widget = UnfoldAdminTextInputWidget(attrs={"type": "date"})


class AuditFilters(forms.Form):
    """Who did what to what and when; nothing is asked for by a field left empty."""

    account_id = ChoiceField(label=_("Account"), required=False)
    person = LineField(label=_("Person"), required=False, max_length=150, help_text=_("Name or user_ id"))
    assistant = LineField(label=_("Assistant"), required=False, max_length=120, help_text=_("Name or id"))
    act = LineField(
        label=_("Act"), required=False, max_length=60, help_text=_("Such as document.saved, or document")
    )
    object = LineField(
        label=_("Object"), required=False, max_length=60, help_text=_("An id, or a reference: RFC 12")
    )
    since = DayField(label=_("From"), required=False)
    until = DayField(label=_("To"), required=False)

    def __init__(self, sent: QueryDict, *, request: HttpRequest) -> None:
        super().__init__(sent)
        caller = caller_of(request)
        managed = accounts_visible_to(caller).filter(pk__in=caller.manager_of).order_by("name")
        field = self.fields["account_id"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", _("all that you manage")), *managed.values_list("pk", "name")]

    @property
    def asked(self) -> dict[str, Any] | None:
        """What is asked for, by name; None where something in it makes no sense."""
        if not self.is_valid():
            return None
        return {name: value for name, value in self.cleaned_data.items() if value}


NAMES = frozenset(AuditFilters.base_fields)
