"""Public ids: a prefix and a ULID, stored as a native UUID column."""

import uuid
from functools import partial
from typing import TYPE_CHECKING, Any

from django.core import exceptions
from django.db import models
from ulid import ULID

# Crockford base 32 without I, L, O and U; a ULID's first character holds only three bits.
_ALPHABET = frozenset("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
_LENGTH = 26


def new_id(prefix: str) -> str:
    """A fresh id such as `ldoc_01J…`; ids made in one process sort in the order they were made."""
    return f"{prefix}_{ULID()}"


def uuid_of(value: str, prefix: str) -> uuid.UUID | None:
    """The UUID behind a public id, or None when the text is not an id with this prefix."""
    head, _, tail = value.partition("_")
    tail = tail.upper()
    if head != prefix or len(tail) != _LENGTH or tail[0] > "7" or not _ALPHABET.issuperset(tail):
        return None
    return ULID.from_str(tail).to_uuid()


if TYPE_CHECKING:
    # Set with ids, UUIDs, None and expressions; read as the public id.
    _UUIDField = models.UUIDField[Any, str]
else:
    _UUIDField = models.UUIDField


class PublicIdField(_UUIDField):
    """A UUID column whose Python value is the public id, `<prefix>_<ULID>`.

    Fresh ids are time-ordered, so that indexes grow at their end. A lookup with a text that is no
    id of this prefix raises ValidationError, as UUIDField does.
    """

    def __init__(self, prefix: str, *args: Any, **kwargs: Any) -> None:
        self.prefix = prefix
        kwargs.setdefault("editable", False)
        if kwargs.get("primary_key"):
            # A declared default also spares the UPDATE that Django tries first for a key set by hand.
            kwargs["default"] = partial(new_id, prefix)
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        if kwargs.get("editable") is False:
            del kwargs["editable"]
        if self.primary_key:
            del kwargs["default"]
        return name, path, [self.prefix, *args], kwargs

    def _uuid(self, value: Any) -> uuid.UUID:
        if isinstance(value, uuid.UUID):
            return value
        found = uuid_of(value, self.prefix) if isinstance(value, str) else None
        if found is None:
            raise exceptions.ValidationError(f"This is not a {self.prefix}_ id.", code="invalid")
        return found

    def to_python(self, value: Any) -> str | None:
        if value is None:
            return None
        return f"{self.prefix}_{ULID.from_uuid(self._uuid(value))}"

    def from_db_value(self, value: uuid.UUID | None, *_: Any) -> str | None:
        return None if value is None else f"{self.prefix}_{ULID.from_uuid(value)}"

    def get_prep_value(self, value: Any) -> Any:
        # Expressions and subqueries pass through untouched.
        return self._uuid(value) if isinstance(value, str | uuid.UUID) else value

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        value = self.get_prep_value(value)
        if not isinstance(value, uuid.UUID):
            return value
        return value if connection.features.has_native_uuid_field else value.hex
