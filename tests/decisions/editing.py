"""Editing a document in the console, as a browser without scripts does."""

from typing import Any

from decisions.models import Document, Version
from tests.cast import Cast
from tests.console import address, browser


def texts(document: Document) -> list[str]:
    """The text of each version, the first one first."""
    return list(Version.objects.filter(document=document).order_by("number").values_list("text", flat=True))


def save(cast: Cast, document: Document, text: str, base: int, name: str = "member", **more: object) -> Any:
    """The answer to the editor's form; line ends are sent as browsers send them."""
    form = {"text": text.replace("\n", "\r\n"), "base_version": base, **more}
    return browser(cast, name).post(address(document, "edit"), form)


def shown_text(answer: Any) -> str:
    """The text in the editor of the answered page, as a browser has it."""
    return str(answer.context["form"]["text"].value()).replace("\r\n", "\n")


def sent_again(answer: Any, **changes: object) -> dict[str, object]:
    """All that the answered page's form would send, with what a person changes of it."""
    form = answer.context["form"]
    fields = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in {**fields, **changes}.items() if value is not None}
