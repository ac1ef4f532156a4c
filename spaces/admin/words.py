"""What a page says in the reader's language."""

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

# A text, or one that is put into the reader's language when the page is made.
Words: TypeAlias = "str | StrPromise"
