"""The text of a document: one scan of its lines, and what is read from and written into it."""

from decisions.domain.text.front_matter import FrontMatter
from decisions.domain.text.outline import find_sections, heading_key, outline, section_text
from decisions.domain.text.references import references_in
from decisions.domain.text.scanner import TextScan, scan
from decisions.domain.text.status_log import (
    LOG_HEADING,
    StatusLineText,
    format_status_line,
    parse_status_line,
    parse_status_lines,
)
from decisions.domain.text.status_writer import only_status_lines_changed, service_bytes, with_status
from decisions.domain.text.structure import Block, BlockKind, Heading
from decisions.domain.text.titles import Title, read_title, title_of

__all__ = [
    "LOG_HEADING",
    "Block",
    "BlockKind",
    "FrontMatter",
    "Heading",
    "StatusLineText",
    "TextScan",
    "Title",
    "find_sections",
    "format_status_line",
    "heading_key",
    "only_status_lines_changed",
    "outline",
    "parse_status_line",
    "parse_status_lines",
    "read_title",
    "references_in",
    "scan",
    "section_text",
    "service_bytes",
    "title_of",
    "with_status",
]
