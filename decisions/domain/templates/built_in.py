"""The built-in template of each kind, one Markdown file a kind."""

from functools import cache
from importlib.resources import files

from decisions.domain.kinds import Kind
from decisions.domain.text import BlockKind, scan

# How the comment under a heading begins where the section is one that reviewers look for.
_REQUIRED = "<!-- Required"


@cache
def template_for(kind: Kind) -> str:
    """The template's text, with `{{…}}` where `fill` puts what it knows."""
    return files(__package__).joinpath(f"{kind}.md").read_text(encoding="utf-8")


@cache
def required_sections(kind: Kind) -> tuple[str, ...]:
    """The headings of level 2 that the template marks as required, in its order."""
    template = scan(template_for(kind))
    marks = {
        block.first
        for block in template.blocks
        if block.kind is BlockKind.COMMENT and template.flat.startswith(_REQUIRED, block.start)
    }
    return tuple(
        heading.text
        for heading in template.headings
        if heading.level == 2 and marks & {heading.body_line, heading.body_line + 1}
    )
