"""The form that moves a document to another status."""

from datetime import timedelta

from django import forms

from decisions.admin.comparing import ShownRow, compared_texts
from decisions.domain.kinds import DECIDED, Status
from decisions.domain.transitions import Move, Need, move_to
from decisions.models import Document, Version
from decisions.services.versions import version_of
from reviews.admin.moves import WARNED, words_for
from reviews.services.approvals import Standing, standing_of
from spaces.admin.acts import ActForm
from spaces.admin.fields import ChoiceField, LineField, offered
from spaces.kernel.errors import DomainError
from spaces.services.settings import settings_of

# As the programs' interface has it: a status line stays a line.
MAX_NOTE = 300


class DayWidget(LineField.widget):  # type: ignore[misc]
    """A day, picked in the browser's own calendar."""

    input_type = "date"


class StatusSet(ActForm):
    """A move, with the fields that it needs; on the version that was read.

    After a conflict it stands on the version that was shown in between, with all that was filled in.
    """

    status = forms.ChoiceField(
        choices=[(each.value, each.value) for each in Status], widget=forms.HiddenInput
    )
    base_version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)

    move: Move | None = None
    words = ""
    # Set by a conflict: the version saved meanwhile, and how it differs from the one that was read.
    theirs: Version | None = None
    differences: list[ShownRow] = []
    left_out = 0

    def prepare(self) -> None:
        document: Document = self.target
        self.standing: Standing = standing_of(document, settings_of(document.space))
        said = self.data.get("status") if self.is_bound else self.initial.get("status")
        self.initial.setdefault("base_version", document.current_version)
        if said not in list(Status):
            return
        now = Status(document.status)
        self.move = move_to(document.reference.kind, now, Status(said))
        self.words = words_for(Status(said), now)
        if self.move:
            self._ask_for(self.move)
        self.fields["note"] = LineField(
            max_length=MAX_NOTE, required=False, help_text="One line that the status log keeps."
        )

    @property
    def warns(self) -> bool:
        return self.move is not None and self.move.to in WARNED

    def _ask_for(self, move: Move) -> None:
        document: Document = self.target
        if move.to not in DECIDED:
            needed = Need.REVIEW in move.needs
            readers = sorted((reader.username, pk) for pk, reader in self.standing.readers.items())
            self.fields["decider"] = ChoiceField(
                required=needed, help_text="A member who can read the document: who decides it."
            )
            offered(self.fields["decider"], [("", "nobody yet"), *((pk, name) for name, pk in readers)])
            self.initial.setdefault("decider", document.decider_id)
        if Need.REVIEW in move.needs:
            self.fields["review_by"] = forms.DateField(
                widget=DayWidget(), help_text="The day to answer by, in the space's time zone."
            )
            self.initial.setdefault("review_by", self._day_offered())
        if Need.SUCCESSOR in move.needs:
            self.fields["successor_id"] = LineField(
                max_length=64,
                label="Successor",
                help_text="The decided document of this space that takes over, such as RFC 12.",
            )

    def _day_offered(self) -> str:
        """The day on the document if it is still to come, else the space's default, as browsers read it."""
        settings, day = self.standing.settings, self.target.review_by
        if day is None or day < settings.today:
            day = settings.today + timedelta(days=settings.review_days[self.target.kind])
        return str(day.isoformat())

    def clean_status(self) -> Status:
        return Status(self.cleaned_data["status"])

    def refuse(self, refusal: DomainError) -> None:
        if refusal.code == "conflict":
            self._show_theirs(refusal.facts["current_version"])
        super().refuse(refusal)

    def _show_theirs(self, current: int) -> None:
        self.theirs = version_of(self.target, current)
        read: int = self.cleaned_data["base_version"]
        if read < current:
            compared = compared_texts(version_of(self.target, read).text, self.theirs.text)
            self.differences, self.left_out = compared.rows, compared.left_out
        # What was filled in stays, on the version that is shown now: the next attempt has seen it.
        self.data = {**dict(self.data.items()), "base_version": str(current)}
