"""The fields of forms that save a text."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from decisions.services.versions import MAX_MESSAGE
from spaces.admin.fields import LineField, WordsField, WordsWidget

# Spelling is checked by the browser, on its own machine; nothing else may change what is typed.
_TALL = {
    "rows": 28,
    "spellcheck": "true",
    "autocapitalize": "off",
    "autocomplete": "off",
    "dir": "auto",
    "class": "document-source",
}


class TextField(WordsField):
    """A document's text, every line end a line feed: whoever saves it gives the text its own ones back."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Text"))
        super().__init__(strip=False, widget=WordsWidget(attrs=_TALL), **kwargs)


class CarriedField(WordsField):
    """A text that a page only carries along, seen but not edited there."""

    def __init__(self) -> None:
        super().__init__(strip=False, required=False, widget=forms.Textarea(attrs={"hidden": True}))


def message_field() -> LineField:
    """One line about the version that is saved."""
    return LineField(
        label=_("Message"),
        max_length=MAX_MESSAGE,
        required=False,
        help_text=_("One line about this version."),
        widget=LineField.widget(attrs={"dir": "auto", "autocomplete": "off"}),
    )
