"""Form fields in the console's look, and those that find people and accounts."""

from collections.abc import Iterable
from typing import Any

from django import forms
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminPasswordWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanWidget,
)

from spaces.admin.words import Words
from spaces.kernel.ids import uuid_of
from spaces.models import Account, User


class LineField(forms.CharField):
    widget = UnfoldAdminTextInputWidget


class WordsWidget(UnfoldAdminTextareaWidget):  # type: ignore[misc]
    # Browsers drop a line end right after the opening tag: Django's template adds one, unfold's does not.
    template_name = "django/forms/widgets/textarea.html"


class WordsField(forms.CharField):
    """Several lines; line ends as the browser sends them are made line feeds."""

    widget = WordsWidget

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").replace("\r\n", "\n")


class ChoiceField(forms.ChoiceField):
    widget = UnfoldAdminSelectWidget


class ManyChoicesField(forms.MultipleChoiceField):
    widget = UnfoldAdminCheckboxSelectMultipleWidget


class NumberField(forms.IntegerField):
    widget = UnfoldAdminIntegerFieldWidget


class TruthField(forms.BooleanField):
    widget = UnfoldBooleanWidget


class PasswordField(forms.CharField):
    widget = UnfoldAdminPasswordWidget

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strip=False, **kwargs)


class PersonField(LineField):
    """An active person, by the name they sign in with or their user_ id."""

    def clean(self, value: Any) -> User | None:
        said = super().clean(value)
        if not said:
            return None
        named = {"pk": said} if uuid_of(said, "user") else {"username": said}
        person = User.objects.filter(**named, is_active=True).first()
        if person is None:
            raise forms.ValidationError("There is no such person.", code="not_found")
        return person


class AccountField(LineField):
    """An account, by its acct_ id."""

    def clean(self, value: Any) -> Account | None:
        said = super().clean(value)
        if not said:
            return None
        account = Account.objects.filter(pk=said).first() if uuid_of(said, "acct") else None
        if account is None:
            raise forms.ValidationError("There is no such account.", code="not_found")
        return account


def offered(field: forms.Field, choices: Iterable[tuple[str, Words]]) -> None:
    """Give a choice field the choices this request has."""
    if not isinstance(field, forms.ChoiceField):
        raise TypeError("Only a choice field has choices.")
    field.choices = list(choices)
