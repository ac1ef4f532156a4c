"""How an id or reference that somebody begins to type may go on, within what they read."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import CharField, Q, QuerySet
from django.db.models.functions import Cast

from decisions.domain.kinds import Kind
from decisions.querysets import documents_visible_to
from mcp_bridge.prompts import PROMPTS
from mcp_bridge.resources import DOCUMENT, SPACE
from spaces.domain.caller import Caller
from spaces.kernel.ids import uuid_of
from spaces.querysets import spaces_visible_to

# The protocol's own bound.
MOST_VALUES = 100

_ULID_LENGTH = 26
_REFERENCE = re.compile(
    r"(?P<kind>[a-z]*)[ /-]*(?P<number>\d{0,9})(?P<dot>[./]?)(?P<part>\d{0,9})", re.I | re.ASCII
)

Complete = Callable[[Caller, str, Mapping[str, str]], list[str]]


def completions(
    caller: Caller, *, ref: str, argument: str, value: str, chosen: Mapping[str, str]
) -> list[str]:
    """Values that go on as this one begins, one more than may be told; none for an argument that has no such."""
    complete = _COMPLETED.get((ref, argument))
    return complete(caller, value.strip(), chosen) if complete else []


def _space_ids(caller: Caller, value: str, chosen: Mapping[str, str]) -> list[str]:
    """Ids that begin so, and those of spaces whose name does."""
    begun = _ids_from("lab", value)
    named = Q(name__istartswith=value) | Q(slug__istartswith=value)
    # An empty Q is every row, and is lost in an `or`.
    narrowed = named if begun is None else begun and (begun | named)
    spaces = spaces_visible_to(caller).filter(narrowed)
    return _first(spaces.order_by("-pk").values_list("pk", flat=True))


def _document_ids(caller: Caller, value: str, chosen: Mapping[str, str]) -> list[str]:
    begun = _ids_from("ldoc", value)
    if begun is None:
        return []
    return _first(documents_visible_to(caller).filter(begun).order_by("-pk").values_list("pk", flat=True))


def _document_words(caller: Caller, value: str, chosen: Mapping[str, str]) -> list[str]:
    """References within the space that was chosen before; ids where none was."""
    begun = _ids_from("ldoc", value)
    space_id = chosen.get("space_id", "")
    if uuid_of(space_id, "lab") is None or (value and begun is not None):
        return _document_ids(caller, value, chosen)
    called = _called_from(value)
    if called is None:
        return []
    documents = (
        documents_visible_to(caller)
        .annotate(number_text=Cast("number", CharField()), part_text=Cast("part", CharField()))
        .filter(called, space_id=space_id)
        .order_by("kind", "number", "part")
        .only("kind", "number", "part")
    )
    return [str(document.reference) for document in documents[: MOST_VALUES + 1]]


def _first(ids: QuerySet[Any, Any]) -> list[str]:
    return list(ids[: MOST_VALUES + 1])


def _ids_from(prefix: str, value: str) -> Q | None:
    """Rows whose public id begins so, as a range of the column's own order; None where none can."""
    head = f"{prefix}_"
    if head.startswith(value.lower()):
        return Q()
    if not value.lower().startswith(head):
        return None
    begun = value[len(head) :].upper()
    lowest, highest = (head + begun.ljust(_ULID_LENGTH, digit) for digit in "0Z")
    if uuid_of(lowest, prefix) is None:
        return None
    return Q(pk__gte=lowest, pk__lte=highest)


def _called_from(value: str) -> Q | None:
    """Documents whose reference begins so, however its parts are set apart; None where none can."""
    spelled = _REFERENCE.fullmatch(value)
    if spelled is None:
        return None
    kind, number, dot, part = spelled.group("kind").lower(), *spelled.group("number", "dot", "part")
    kinds = [each.value for each in Kind if (each.value == kind if number else each.value.startswith(kind))]
    called = Q(kind__in=kinds)
    if dot:
        return called & Q(number_text=number, part__gt=0, part_text__startswith=part)
    return called & Q(number_text__startswith=number)


_COMPLETED: dict[tuple[str, str], Complete] = {
    (f"{DOCUMENT}{{ldoc_id}}", "ldoc_id"): _document_ids,
    (f"{SPACE}{{lab_id}}", "lab_id"): _space_ids,
    **{(prompt.name, "space_id"): _space_ids for prompt in PROMPTS if "space_id" in prompt.arguments},
    **{
        (prompt.name, "document_id"): _document_words
        for prompt in PROMPTS
        if "document_id" in prompt.arguments
    },
}
