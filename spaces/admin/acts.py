"""Acts: what a console page does for a person, each one form and one call of a service."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from spaces.admin.confirming import Preview
from spaces.admin.words import Words
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError


class ActForm(forms.Form):
    """The form of an act on a target (None where the act makes something new)."""

    # Asked before an act that has nothing else to fill in.
    question: ClassVar[Words] = ""
    # Why it cannot be done as things stand, where that is known before anything is filled in.
    closed: str = ""

    def __init__(self, *args: Any, caller: Caller, target: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.caller = caller
        self.target = target
        self.request = request
        self.prepare()

    def prepare(self) -> None:
        """Fill in what depends on the caller and the target; before the form is shown or read."""

    def only_shows(self) -> bool:
        """Whether what was sent asks to see the form anew rather than for the act; what it then shows is put in."""
        return False

    def refuse(self, refusal: DomainError) -> None:
        """Show a refusal where it belongs: at each field it names, else above the form."""
        told = False
        for issue in refusal.issues:
            if issue["path"] in self.fields:
                self.add_error(issue["path"], _in_words(issue["problem"], refusal))
                told = True
        if told:
            return
        field = refusal.path if refusal.path in self.fields else None
        self.add_error(field, _in_words(refusal.detail, refusal))


def _in_words(problem: str, refusal: DomainError) -> forms.ValidationError:
    return forms.ValidationError(f"{problem} {refusal.fix}", code=refusal.code)


@dataclass(frozen=True)
class Done:
    """An act's outcome: what to tell the person, and the page to go to."""

    message: str
    url: str
    # What is shown on the answering page itself and never again: it must not pass through session or cookies.
    secret: str = ""


_SAVE = _("Save")


@dataclass(frozen=True)
class Act:
    """One act: its address under the object's page, its words, its form and what it does.

    `run` takes the caller, the target and the form's clean values, and calls one service. `preview` takes the
    same and tells what would happen: what it answers is shown and confirmed before `run`; None needs no word.
    """

    path: str
    title: Words
    run: Callable[[Caller, Any, dict[str, Any]], Done]
    form: type[ActForm] = ActForm
    button: Words = _SAVE
    dangerous: bool = False
    template: str = "console/act.html"
    preview: Callable[[Caller, Any, dict[str, Any]], Preview | None] | None = None
    # The form's own button where the preview always comes first.
    first_button: Words = ""

    @property
    def name(self) -> str:
        """How its address is named: partners/add is partners_add."""
        return self.path.replace("/", "_").replace("-", "_")
