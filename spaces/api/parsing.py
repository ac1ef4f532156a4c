"""Bodies of the REST API: JSON, bounded in size and depth."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from django.conf import settings
from rest_framework import exceptions
from rest_framework.parsers import JSONParser

from spaces.kernel.errors import DomainError


class ArgumentsParser(JSONParser):
    """JSON of at most DATA_UPLOAD_MAX_MEMORY_SIZE bytes (`too_large`); REST framework itself sets no bound."""

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise DomainError(
                "too_large",
                f"A request holds at most {limit:,} bytes.",
                fix="Send less at once; a text holds at most 524,288 bytes.",
                limit=limit,
            )
        try:
            return super().parse(BytesIO(body), media_type, parser_context)
        except RecursionError:
            raise exceptions.ParseError("JSON parse error - nested too deeply") from None
