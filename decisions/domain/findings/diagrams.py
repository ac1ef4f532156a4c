"""The rule about Mermaid blocks, whose renderer runs in a process of its own."""

from collections.abc import Iterator
from functools import lru_cache

from decisions.domain.findings.model import Hit, Subject
from decisions.domain.mermaid import Drawing, Outcome, check_mermaid_blocks
from decisions.domain.text import Block, BlockKind

# A save waits for the check, so that it is bounded: real documents have a handful of small diagrams.
MAX_BLOCKS = 20
MAX_BLOCK_CHARACTERS = 20_000


def mermaid_invalid(subject: Subject) -> Iterator[Hit]:
    """The first blocks that do not parse, each at its line at fault; what is not checked is not remarked."""
    blocks = [block for block in subject.scan.blocks if _is_mermaid(block)][:MAX_BLOCKS]
    models = {block.first: _model(subject, block) for block in blocks}
    small = {first: model for first, model in models.items() if len(model) <= MAX_BLOCK_CHARACTERS}
    if not small:
        return
    for first, drawing in zip(small, _checked(tuple(small.values())), strict=True):
        if drawing.outcome is Outcome.INVALID:
            yield first + drawing.line, drawing.message


def _is_mermaid(block: Block) -> bool:
    return block.kind is BlockKind.FENCE and block.info.split(maxsplit=1)[:1] == ["mermaid"]


def _model(subject: Subject, block: Block) -> str:
    last = block.last if block.closer else block.last - 1
    return "\n".join(subject.scan.lines[block.first : last]) + "\n"


@lru_cache(maxsize=256)
def _checked(models: tuple[str, ...]) -> list[Drawing]:
    # The next save of a document mostly brings the same diagrams: they cost no second process.
    return check_mermaid_blocks(models)
