"""Fields that the inputs and outputs of several operations share."""

from typing import Any

from rest_framework import serializers

from spaces.domain.access import ACCESS_WORDS, Access
from spaces.kernel.ids import uuid_of
from spaces.kernel.serializers import Input, Line, WholeNumber, Word


class PublicId(serializers.CharField):
    """A public id with its prefix; anything else reads as an id that was never given."""

    def __init__(self, prefix: str, **kwargs: Any) -> None:
        self.prefix = prefix
        kwargs.setdefault("max_length", 64)
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> str:
        value = super().to_internal_value(data) if isinstance(data, str) else ""
        if uuid_of(value, self.prefix) is None:
            raise serializers.ValidationError(f"This is not a whole {self.prefix}_ id.", code="invalid")
        return value


class AccessWord(Word):
    """An access level by its word, as Access."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=ACCESS_WORDS, **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        return Access.of(super().to_internal_value(data))

    def to_representation(self, value: Any) -> str:
        return Access(value).word


class Paged(Input):
    """The paging arguments of a list of at most 200 rows a page."""

    page_size = WholeNumber(required=False, min_value=0, max_value=200, help_text="0 = 50, at most 200.")
    page_token = Line(required=False, help_text="next_page_token from before.")
