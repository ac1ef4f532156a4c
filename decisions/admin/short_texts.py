"""What people say in a few paragraphs, as a page shows it."""

from django.utils.safestring import SafeString, mark_safe

from decisions.domain.rendering import render


def shown_words(text: str) -> SafeString:
    """A comment, question or answer as safe HTML; its Markdown is read as a document's is."""
    # render() answers sanitised HTML only.
    return mark_safe(render(text, "markdown").html)  # noqa: S308
