"""The form that brings an old version back, with what that changes."""

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from decisions.admin.comparing import ComparedTexts, compared_texts, titled
from decisions.admin.text_fields import message_field
from decisions.models import Document
from decisions.services.versions import version_of
from spaces.admin.acts import ActForm
from spaces.kernel.errors import DomainError


class VersionRestore(ActForm):
    question = _("Its text is saved again, as the newest version. Nothing in between is lost.")
    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    base_version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    message = message_field()

    old_title = _("The current version")

    def prepare(self) -> None:
        self.initial.setdefault("base_version", self.target.current_version)

    @property
    def new_title(self) -> str:
        return titled(self._wanted)

    @cached_property
    def compared(self) -> ComparedTexts | None:
        """What restoring changes of the current text; None where there is no such version."""
        document: Document = self.target
        try:
            old = version_of(document, self._wanted) if self._wanted else None
        except DomainError:
            return None
        return compared_texts(version_of(document).text, old.text) if old else None

    def refuse(self, refusal: DomainError) -> None:
        if refusal.code == "conflict":
            # The page now shows what restoring changes of that version: the next attempt has seen it.
            current = str(refusal.facts["current_version"])
            self.data = {**dict(self.data.items()), "base_version": current}
            self.target.refresh_from_db(fields=["current_version"])
        super().refuse(refusal)

    @property
    def _wanted(self) -> int:
        said = str(self["number"].value() or "")
        return int(said) if said.isdecimal() and len(said) < 10 else 0
