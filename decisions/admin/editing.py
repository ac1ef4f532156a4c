"""The form in which a text is edited, and what becomes of it when somebody else saved first."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from decisions.admin.conflicts import Conflict, Place
from decisions.admin.drafts import ShownDraft, shown_draft
from decisions.admin.text_fields import CarriedField, TextField, message_field
from decisions.domain.line_ends import in_line_feeds, with_line_ends_of
from decisions.models import Document
from decisions.services.texts import MAX_TEXT_BYTES
from decisions.services.versions import version_of
from spaces.admin.acts import ActForm
from spaces.kernel.errors import DomainError

# The button that was pressed; any other saves.
_BUTTON = "do"


class DocumentEdit(ActForm):
    """A new text on the version that was read.

    After a conflict it stands on the version that was saved meanwhile, beside a proposal of both in one; that
    is put into the editor by a button of its own, and saved like any text.
    """

    text = TextField()
    message = message_field()
    base_version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    # In a conflict: the version that mine was made from, and after a proposal was taken, mine as it was.
    made_from = forms.IntegerField(min_value=1, required=False, widget=forms.HiddenInput)
    mine = CarriedField()

    max_bytes = MAX_TEXT_BYTES
    conflict: Conflict | None = None
    draft: ShownDraft | None = None
    # Whether the proposal was just put into the editor.
    taken = False

    def prepare(self) -> None:
        if not self.is_bound:
            current = version_of(self.target)
            # A browser would make the same of it, and the page would then look as if it had been edited.
            self.initial = {"text": in_line_feeds(current.text), "base_version": current.number}
            self._base = current.text

    def only_shows(self) -> bool:
        show = self._SHOWS.get(self.data.get(_BUTTON, ""))
        if show is not None:
            show(self)
        return show is not None

    @property
    def places(self) -> list[Place]:
        return self.conflict.places(self.data) if self.conflict else []

    @property
    def line_end_bytes(self) -> int:
        """What a line end takes in the text that is saved."""
        base = self._base_text()
        return 2 if base.count("\r\n") * 2 > base.count("\n") else 1

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        self._sent: str = given.get("text", "")
        if self._sent and "base_version" in given:
            given["text"] = with_line_ends_of(self._base_text(), self._sent)
        # Carried by the page, no part of what is saved.
        self._made_from, self._kept = given.pop("made_from", None), given.pop("mine", "")
        return given

    def refuse(self, refusal: DomainError) -> None:
        if refusal.code == "conflict":
            base, theirs = self.cleaned_data["base_version"], refusal.facts["current_version"]
            if base < theirs:
                self.conflict = Conflict(self.target, base=base, theirs=theirs, mine=self._sent)
                # Mine stays in the form, on the version now shown beside it: the next save has seen theirs.
                self._put(base_version=theirs, made_from=base)
        super().refuse(refusal)

    def _base_text(self) -> str:
        """The text that was edited; of a version that is not there, the current one."""
        if not hasattr(self, "_base"):
            document: Document = self.target
            said = self["base_version"].value()
            number = int(said) if str(said).isdecimal() else 0
            known = number if number <= document.current_version else 0
            self._base = version_of(document, known).text
        return self._base

    def _show_draft(self) -> None:
        self.draft = shown_draft(self.target, self._sent, self.caller)

    def _take(self) -> None:
        conflict = self._conflict_again(self._sent)
        if conflict is None:
            return
        both = conflict.text(self.data)
        if both is None:
            self.conflict = conflict
            self.add_error(
                None, forms.ValidationError(_("Choose what stands in each place."), code="choice_missing")
            )
            return
        self.taken = True
        self._put(text=both, mine=self._sent)

    def _put_back(self) -> None:
        self.conflict = self._conflict_again(self._kept)
        if self.conflict is not None:
            self._put(text=self._kept, mine="")

    _SHOWS: dict[str, Callable[["DocumentEdit"], None]] = {
        "preview": _show_draft,
        "take": _take,
        "back": _put_back,
    }

    def _conflict_again(self, mine: str) -> Conflict | None:
        """The conflict that the page showed; None, with the reason told, where there was none."""
        try:
            return Conflict(
                self.target,
                base=self._made_from or 0,
                theirs=self.cleaned_data["base_version"],
                mine=mine,
            )
        except DomainError as refusal:
            super().refuse(refusal)
            return None

    def _put(self, **values: Any) -> None:
        """Show these values in the form in place of those that were sent."""
        self.data = {**dict(self.data.items()), **{name: str(value) for name, value in values.items()}}
