"""What is kept of a text beside it: its findings, status lines, references and searched part."""

from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

from decisions.domain.findings import find
from decisions.domain.kinds import Kind
from decisions.domain.text import (
    StatusLineText,
    TextScan,
    parse_status_lines,
    references_in,
    scan,
    service_bytes,
    title_of,
)
from decisions.models import Document, SearchEntry
from spaces.kernel.errors import DomainError, invalid

# product.md §4. Bytes of UTF-8, so that the limit is the same in every script.
MAX_TEXT_BYTES = 512 * 1024

# More references than this are not followed; the largest real document has about a hundred.
MAX_REFERENCES = 500

MAX_TITLE = 255

# What is searched of one text, in characters: its tsvector stays below PostgreSQL's limit of 1 MiB even
# where every word is different.
SEARCHED_CHARACTERS = 100_000


@dataclass(frozen=True)
class TextFacts:
    """What one pass over a text found."""

    # The name in its title line, without reference; empty where there is none.
    title: str
    findings: list[dict[str, Any]]
    findings_total: int
    status_lines: list[StatusLineText]
    # [line, kind, number, part], in the order of the text.
    references: list[list[Any]]


def require_text(text: str) -> None:
    """Pass for a text that may be stored; `too_large` or `invalid_arguments` for another.

    The status log does not count to the limit: no save after a decision fails for want of room.
    """
    if not text:
        raise invalid("text", "A text is required.")
    if "\0" in text:
        raise invalid("text", "The text holds a NUL character.", fix="Remove it and call again.")
    size = len(text.encode())
    if size <= MAX_TEXT_BYTES:
        return
    size -= service_bytes(text)
    if size > MAX_TEXT_BYTES:
        raise DomainError(
            "too_large",
            f"A text holds at most {MAX_TEXT_BYTES:,} bytes of UTF-8; this one has {size:,}.",
            fix="Shorten it, or move a part of it to a part or a document of its own.",
            path="text",
            limit=MAX_TEXT_BYTES,
            size=size,
        )


def text_facts(document: Document, text: str, *, required_sections: list[str], template: str) -> TextFacts:
    """What is to be kept of a text that becomes a version of the document."""
    result = find(
        text,
        kind=Kind(document.kind),
        title=document.title,
        reference=str(document.reference),
        status=document.status,
        required_sections=tuple(required_sections),
        template=template,
        format=document.format,
    )
    scanned = scan(text) if document.format == "markdown" else None
    title = title_of(scanned) if scanned else None
    return TextFacts(
        title=title.name[:MAX_TITLE] if title else "",
        findings=[asdict(finding) for finding in result.findings],
        findings_total=result.total,
        status_lines=parse_status_lines(scanned) if scanned else [],
        references=_references(scanned, document) if scanned else [],
    )


def _references(scanned: TextScan, document: Document) -> list[list[Any]]:
    others = (
        [line, reference.kind.value, reference.number, reference.part]
        for line, _, reference in references_in(scanned)
        if reference != document.reference
    )
    return list(islice(others, MAX_REFERENCES))


def search_entry_write(document: Document, text: str) -> None:
    """Make the document found by this text; of a very long one the first part."""
    found_by = {"title": _searched_title(document), "body": text[:SEARCHED_CHARACTERS]}
    if not SearchEntry.objects.filter(document=document).update(**found_by):
        SearchEntry.objects.create(document=document, **found_by)


def search_entry_retitle(document: Document) -> None:
    """Make the document found by the reference and title it has now."""
    SearchEntry.objects.filter(document=document).update(title=_searched_title(document))


def _searched_title(document: Document) -> str:
    return f"{document.reference} {document.title}"
