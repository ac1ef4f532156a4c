"""Where a piece of a text stands in its rendering, and the other way round.

Both are read as the words a reader sees: marks, addresses and tags are not among them, so that the words of a
piece follow each other in both. A piece whose words do not is not found, and no place is made up for it.
"""

from decisions.domain.marking.blocks import Block, Blocks, blocks_of
from decisions.domain.marking.diagrams import Diagram, diagrams_of
from decisions.domain.marking.quotes import Piece, QuoteFinder, Span
from decisions.domain.marking.selection import selected
from decisions.domain.marking.writing import Insertion, Mark, written

__all__ = [
    "Block",
    "Blocks",
    "Diagram",
    "Insertion",
    "Mark",
    "Piece",
    "QuoteFinder",
    "Span",
    "blocks_of",
    "diagrams_of",
    "selected",
    "written",
]
