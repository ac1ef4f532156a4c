"""The forms of asking for reviews and answering."""

from django import forms

from decisions.models import Document
from reviews.domain.policy import Decision
from reviews.models import Review
from reviews.services.people import readers_who_count
from reviews.services.reviews import MAX_BECAUSE, MAX_REVIEWERS
from spaces.admin.acts import ActForm
from spaces.admin.fields import LineField, ManyChoicesField, WordsField, offered
from spaces.kernel.ids import uuid_of

# As the programs' interface has it.
MAX_REASON = 4_000


class ReviewersAsk(ActForm):
    reviewers = ManyChoicesField(
        label="Who is asked", help_text=f"1 to {MAX_REVIEWERS} members who can read the document."
    )

    def prepare(self) -> None:
        document: Document = self.target
        waiting = set(
            document.reviews.filter(is_current=True, decision=Decision.PENDING).values_list(
                "reviewer_id", flat=True
            )
        )
        people = sorted(
            (reader.username, pk)
            for pk, reader in readers_who_count(document).items()
            if pk != self.caller.person_id
        )
        offered(
            self.fields["reviewers"],
            [(pk, f"{name} (asked already)" if pk in waiting else name) for name, pk in people],
        )


class _Answer(ActForm):
    """An answer on the version that was read, which need not be the current one any more."""

    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)

    def prepare(self) -> None:
        self.initial.setdefault("version", self.target.current_version)

    @property
    def answered(self) -> int:
        """The version the answer is about; the current one where the address names none."""
        said = str(self["version"].value())
        return int(said) if said.isascii() and said.isdigit() else int(self.target.current_version)

    @property
    def is_outdated(self) -> bool:
        current: int = self.target.current_version
        return self.answered != current


class Approve(_Answer):
    reason = WordsField(max_length=MAX_REASON, required=False, help_text="What you looked at, if you like.")


class AskForChanges(_Answer):
    reason = WordsField(
        max_length=MAX_REASON,
        label="What has to change",
        help_text="It blocks the decision until you answer again on a later version, or a manager dismisses it.",
    )


class ChangesDismiss(ActForm):
    review_id = forms.CharField(max_length=64, widget=forms.HiddenInput)
    because = LineField(
        max_length=MAX_BECAUSE,
        label="Why it no longer blocks",
        help_text="The record keeps it with your name.",
    )

    def prepare(self) -> None:
        said = self.data.get("review_id") if self.is_bound else self.initial.get("review_id")
        self.review = self._named(str(said or ""))

    def _named(self, review_id: str) -> Review | None:
        if not uuid_of(review_id, "lrev"):
            return None
        reviews = Review.objects.filter(document=self.target).select_related("document", "reviewer")
        return reviews.filter(pk=review_id).first()

    def clean_review_id(self) -> Review:
        if self.review is None:
            raise forms.ValidationError("There is no such answer on this document.", code="not_found")
        return self.review
