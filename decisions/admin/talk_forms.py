"""The forms of questions and diagrams, and why an act on one is not a person's to do."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from decisions.admin.comparing import ComparedTexts, compared_texts
from decisions.models import Diagram, DiagramVersion
from decisions.querysets import document_for
from decisions.services.diagrams import MAX_NAME, diagram_version
from decisions.services.versions import MAX_MESSAGE
from spaces.admin.acts import ActForm
from spaces.admin.fields import ChoiceField, LineField, WordsField, WordsWidget, offered
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.kernel.ids import uuid_of
from spaces.models import Space
from spaces.querysets import spaces_visible_to


def why_not(require: Callable[[Any, Caller], None], row: Any, caller: Caller) -> str:
    """The sentence an act on this row would be refused with; empty where it would be done."""
    try:
        require(row, caller)
    except DomainError as refusal:
        return refusal.detail
    return ""


class PlacedForm(ActForm):
    """The form of what is made in a space, perhaps about a document of it."""

    space_id = ChoiceField(label=_("Space"))
    document_id = LineField(
        max_length=64,
        required=False,
        label=_("About the document"),
        help_text=_("A reference such as RFC 12, or an ldoc_ id. Empty: about the space."),
    )

    def prepare(self) -> None:
        spaces = _spaces_of(self.caller)
        home = self._space_of_document()
        if home is not None and home.pk not in dict(spaces):
            # A person whom a document names reads its space's name there, and no more of the space.
            spaces.append((home.pk, f"{home.account}: {home.name}"))
        offered(self.fields["space_id"], spaces)

    def _space_of_document(self) -> Space | None:
        """The home of the document that is named by its id, where the person reads it."""
        said = str(self.data.get("document_id") or self.initial.get("document_id") or "")
        if not uuid_of(said, "ldoc"):
            return None
        try:
            return document_for(self.caller, said).space
        except DomainError:
            return None


class QuestionAsk(PlacedForm):
    text = WordsField(label=_("Question"), help_text=_("Markdown; at most 16 KiB."))


class QuestionAnswer(ActForm):
    answer = WordsField(label=_("Answer"), help_text=_("Markdown; at most 16 KiB. It is given once."))


class QuestionReopen(ActForm):
    question = _("Its answer is kept among the earlier ones, and a member answers anew.")


class ModelField(WordsField):
    """A Mermaid model."""

    def __init__(self, **kwargs: Any) -> None:
        widget = WordsWidget(attrs={"rows": 20, "spellcheck": "false", "class": "document-source"})
        super().__init__(strip=False, widget=widget, **kwargs)


def _name(**options: Any) -> LineField:
    return LineField(max_length=MAX_NAME, label=_("Name"), **options)


def _message() -> LineField:
    return LineField(
        max_length=MAX_MESSAGE,
        required=False,
        label=_("Message"),
        help_text=_("One line about this version."),
    )


class DiagramCreate(PlacedForm):
    name = _name()
    model = ModelField(label=_("Model"), help_text=_("Mermaid; at most 128 KiB."))
    message = _message()


class DiagramSave(ActForm):
    """A new model on the version that was read; after a conflict, on the one that was shown beside it."""

    name = _name()
    model = ModelField(label=_("Model"))
    message = _message()
    base_version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)

    # Set by a conflict: the version saved meanwhile, and how the model in the form differs from it.
    theirs: DiagramVersion | None = None
    compared: ComparedTexts | None = None

    def prepare(self) -> None:
        diagram: Diagram = self.target
        current = diagram_version(diagram)
        self.initial = {"name": diagram.name, "model": current.model, "base_version": current.number}

    def refuse(self, refusal: DomainError) -> None:
        if refusal.code == "conflict":
            self.theirs = diagram_version(self.target, number=refusal.facts["current_version"])
            self.compared = compared_texts(self.theirs.model, self.cleaned_data["model"])
            # Mine stays in the form, on the base that is now shown beside it: the next save has seen theirs.
            self.data = {**dict(self.data.items()), "base_version": str(self.theirs.number)}
        super().refuse(refusal)


class GalleryChoice(forms.Form):
    """Which diagrams the gallery shows; what cannot be understood narrows to none."""

    space = ChoiceField(required=False, label=_("Space"))
    document = LineField(required=False, max_length=64, label=_("Document"), help_text=_("Its ldoc_ id."))
    name = LineField(required=False, max_length=MAX_NAME, label=_("Name contains"))

    def __init__(self, data: QueryDict, *, caller: Caller) -> None:
        super().__init__({name: data.get(name, "") for name in self.base_fields})
        offered(self.fields["space"], [("", _("every space")), *_spaces_of(caller)])
        self.chosen: dict[str, str] = self.cleaned_data if self.is_valid() else {}

    def narrowed(self, diagrams: QuerySet[Diagram]) -> QuerySet[Diagram]:
        if not self.is_valid():
            return diagrams.none()
        if space := self.chosen["space"]:
            diagrams = diagrams.filter(space_id=space)
        if document := self.chosen["document"]:
            diagrams = diagrams.filter(document_id=document)
        return diagrams.filter(name__icontains=self.chosen["name"])

    def clean_document(self) -> str:
        said: str = self.cleaned_data["document"]
        if said and not uuid_of(said, "ldoc"):
            raise forms.ValidationError(_("This is no ldoc_ id."), code="invalid")
        return said

    def address(self, **more: str) -> str:
        """The query that shows the same choice, and what is added to it."""
        return "?" + urlencode({name: said for name, said in {**self.chosen, **more}.items() if said})


def _spaces_of(caller: Caller) -> list[tuple[str, str]]:
    spaces = spaces_visible_to(caller).order_by("account__name", "name")
    return [
        (pk, f"{account}: {name}") for pk, account, name in spaces.values_list("pk", "account__name", "name")
    ]
