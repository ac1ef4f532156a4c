"""The forms of what is done to a document."""

from typing import Any

from django import forms

from decisions.admin.comparing import MAX_SHOWN_LINES, ShownRow, shown_rows
from decisions.domain.kinds import Kind
from decisions.domain.side_by_side import side_by_side
from decisions.models import Document, Version
from decisions.models.documents import KIND_CHOICES
from decisions.services.versions import MAX_MESSAGE, version_of
from spaces.admin.acts import ActForm
from spaces.admin.fields import ChoiceField, LineField, PersonField, WordsField, WordsWidget, offered
from spaces.domain.access import Access
from spaces.kernel.errors import DomainError
from spaces.querysets import spaces_visible_to

# Who reads at each level, in the words of the choice.
LEVELS: dict[Access, str] = {
    Access.PUBLIC: "public: anyone, signed in or not",
    Access.PREVIEW: "preview: anyone with the preview link",
    Access.PARTNER: "partner: members of partner accounts",
    Access.TEAM: "team: members and named people",
    Access.INTERNAL: "internal: managers and the author",
}
LEVEL_CHOICES = [(str(level.value), words) for level, words in LEVELS.items()]

_TALL = {"rows": 28, "spellcheck": "true", "class": "document-source"}


def _message() -> LineField:
    return LineField(max_length=MAX_MESSAGE, required=False, help_text="One line about this version.")


class TextField(WordsField):
    """A document's text: only its line ends are touched, as every browser does."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strip=False, widget=WordsWidget(attrs=_TALL), **kwargs)


class DocumentCreate(ActForm):
    space_id = ChoiceField(label="Space")
    kind = ChoiceField(choices=KIND_CHOICES)
    title = LineField(max_length=255, help_text="Without its number: the space gives the next one.")
    parent_id = LineField(
        max_length=64,
        required=False,
        label="Part of",
        help_text="A document of the same kind, such as RFC 12.",
    )
    access = ChoiceField(choices=[("", "the space's default"), *LEVEL_CHOICES], required=False)
    text = TextField(required=False, help_text="Empty: the space's template for the kind, filled in.")
    message = _message()

    def prepare(self) -> None:
        spaces = spaces_visible_to(self.caller).filter(account_id__in=self.caller.member_of)
        rows = spaces.order_by("account__name", "name").values_list("pk", "account__name", "name")
        offered(self.fields["space_id"], [(pk, f"{account}: {name}") for pk, account, name in rows])

    def clean_kind(self) -> Kind:
        return Kind(self.cleaned_data["kind"])

    def clean_access(self) -> Access | None:
        chosen = self.cleaned_data["access"]
        return Access(int(chosen)) if chosen else None


class DocumentEdit(ActForm):
    """A new text on the version that was read; after a conflict, on the one that was shown beside it."""

    text = TextField()
    message = _message()
    base_version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)

    # Set by a conflict: the version saved meanwhile, and how the text in the form differs from it.
    theirs: Version | None = None
    differences: list[ShownRow] = []
    left_out = 0

    def prepare(self) -> None:
        current = version_of(self.target)
        self._line_end = _line_end_of(current.text)
        self.initial = {"text": current.text, "base_version": current.number}

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        return text.replace("\n", self._line_end) if self._line_end != "\n" else text

    def refuse(self, refusal: DomainError) -> None:
        if refusal.code == "conflict":
            mine: str = self.cleaned_data["text"]
            self.theirs = version_of(self.target, refusal.facts["current_version"])
            rows = side_by_side(self.theirs.text, mine)
            self.differences, self.left_out = shown_rows(rows), max(0, len(rows) - MAX_SHOWN_LINES)
            # Mine stays in the form, on the base that is now shown beside it: the next save has seen theirs.
            self.data = {**dict(self.data.items()), "base_version": str(self.theirs.number)}
        super().refuse(refusal)


def _line_end_of(text: str) -> str:
    """The line end that most lines of a text have; browsers send all of them alike."""
    windows = text.count("\r\n")
    return "\r\n" if windows * 2 > text.count("\n") else "\n"


class VersionRestore(ActForm):
    question = "Its text is saved again, as the newest version. Nothing in between is lost."
    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    base_version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    message = _message()


class AccessSet(ActForm):
    access = ChoiceField(choices=LEVEL_CHOICES)

    def prepare(self) -> None:
        self.initial = {"access": str(self.target.access)}
        floor = self.target.space.floor_in_force
        if floor is not None:
            self.fields["access"].help_text = f"The floor of its space: {Access(floor).word}."

    def clean_access(self) -> Access:
        return Access(int(self.cleaned_data["access"]))


class ReaderAdd(ActForm):
    reader = PersonField(label="Person", help_text="The name they sign in with, or their user_ id.")


class ReaderRemove(ActForm):
    question = "They stop reading it by being named, at once."
    reader = PersonField(label="Person")


class PreviewRenew(ActForm):
    question = "A new link is made. The one there was, if any, stops working."


class PreviewRemove(ActForm):
    question = "Whoever holds the link no longer reads by it."


class ListingAdd(ActForm):
    target_space_id = ChoiceField(
        label="Space", help_text="It is listed there too; its rules stay those of its home."
    )

    def prepare(self) -> None:
        document: Document = self.target
        spaces = (
            spaces_visible_to(self.caller)
            .filter(account_id=document.account_id)
            .exclude(pk=document.space_id)
        )
        offered(self.fields["target_space_id"], spaces.order_by("name").values_list("pk", "name"))


class ListingRemove(ListingAdd):
    question = "It is no longer listed there. Its home stays what it is."
