"""The form that makes a document, with the text it starts from."""

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, JsonResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from decisions.admin.document_forms import LEVEL_CHOICES, LEVELS
from decisions.admin.text_fields import TextField, message_field
from decisions.domain.kinds import Kind
from decisions.domain.line_ends import in_line_feeds, with_line_ends_of
from decisions.models.documents import KIND_CHOICES
from decisions.services.documents import DocumentStart, document_start
from decisions.services.texts import MAX_TITLE
from spaces.admin.acts import ActForm
from spaces.admin.callers import caller_of
from spaces.admin.fields import ChoiceField, LineField, TruthField, offered
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.kernel.ids import uuid_of
from spaces.querysets import spaces_visible_to
from spaces.services.spaces import space_for


class DocumentCreate(ActForm):
    """A document's space, kind and title, and its first text: the template, as it is or edited, or another."""

    space_id = ChoiceField(label=_("Space"))
    kind = ChoiceField(label=_("Kind"), choices=KIND_CHOICES)
    title = LineField(
        label=_("Title"),
        max_length=MAX_TITLE,
        help_text=_("Without its number: the space gives the next one."),
        widget=LineField.widget(attrs={"dir": "auto", "autocomplete": "off"}),
    )
    parent_id = LineField(
        label=_("Part of"),
        max_length=64,
        required=False,
        help_text=_("A document of the same kind, such as RFC 12."),
    )
    access = ChoiceField(label=_("Access"), choices=[("", ""), *LEVEL_CHOICES], required=False)
    text = TextField(
        required=False, help_text=_("The template of the space for the kind. Empty: the same, as it is.")
    )
    fills_in = TruthField(
        label=_("Fill in what is written {{so}}, and begin the status log"),
        required=False,
        help_text=_("As for a text made from a template. Without it, the text is kept byte for byte."),
    )
    message = message_field()
    # For which space and kind the template in the text was shown.
    shown_for = forms.CharField(required=False, widget=forms.HiddenInput)

    # What the chosen kind starts with in the chosen space; None where one of them cannot be chosen.
    start: DocumentStart | None = None

    def prepare(self) -> None:
        spaces = spaces_visible_to(self.caller).filter(account_id__in=self.caller.member_of)
        rows = list(spaces.order_by("account__name", "name").values_list("pk", "account__name", "name"))
        offered(self.fields["space_id"], [(pk, f"{account}: {name}") for pk, account, name in rows])
        self.initial.setdefault("space_id", rows[0][0] if rows else "")
        self.initial.setdefault("kind", Kind.RFC.value)
        chosen = str(self["space_id"].value()), str(self["kind"].value())
        self.start = _start(self.caller, *chosen)
        default = LEVELS[self.start.access] if self.start else ""
        words = gettext("the default of the space, %(level)s") % {"level": default}
        offered(self.fields["access"], [("", words), *LEVEL_CHOICES])
        if self.start and not self.is_bound:
            self.initial.update(
                text=in_line_feeds(self.start.template), fills_in=True, shown_for=":".join(chosen)
            )

    def clean_kind(self) -> Kind:
        return Kind(self.cleaned_data["kind"])

    def clean_access(self) -> Access | None:
        chosen = self.cleaned_data["access"]
        return Access(int(chosen)) if chosen else None

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        text, shown_for = given.get("text", ""), given.pop("shown_for", "")
        template = self._template_of(shown_for)
        self._untouched = not text or text == in_line_feeds(template)
        if self._untouched:
            # Whatever was chosen in the end: the template of that, with its own line ends.
            given["text"] = text = ""
        if given.pop("fills_in", False) and text:
            given["text"], given["template"] = "", with_line_ends_of(template, text)
        return given

    def only_shows(self) -> bool:
        if self.data.get("do") != "template" or self.start is None:
            return False
        if self._untouched:
            chosen = ":".join(str(self[name].value()) for name in ("space_id", "kind"))
            text = in_line_feeds(self.start.template)
            self.data = {**dict(self.data.items()), "text": text, "shown_for": chosen, "fills_in": "on"}
        else:
            refusal = _("The text was edited. Empty it first, if the template is to take its place.")
            self.add_error("text", forms.ValidationError(refusal, code="edited"))
        return True

    def _template_of(self, shown_for: str) -> str:
        """The template that the page had put into the text; empty where it had put in none."""
        space_id, _colon, kind = shown_for.partition(":")
        start = _start(self.caller, space_id, kind)
        return start.template if start else ""


def template_response(request: HttpRequest) -> JsonResponse:
    """What a document starts with in a space, for a page in which space or kind was chosen anew."""
    start = _start(caller_of(request), request.GET.get("space_id", ""), request.GET.get("kind", ""))
    if start is None:
        raise Http404
    words = gettext("the default of the space, %(level)s") % {"level": LEVELS[start.access]}
    return JsonResponse({"text": in_line_feeds(start.template), "access": words})


def _start(caller: Caller, space_id: str, kind: str) -> DocumentStart | None:
    """What a kind starts with in a space; None where the caller makes no such documents."""
    if kind not in list(Kind) or not uuid_of(space_id, "lab"):
        return None
    try:
        return document_start(space=space_for(caller, space_id), kind=Kind(kind), caller=caller)
    except DomainError:
        return None
