"""Code in colour: spans with classes, no styles."""

# ruff: noqa: SIM905 - a list of names is read as words, not down a column of quotes

from functools import lru_cache
from html import escape

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES

from decisions.domain.rendering.limits import Meter

# Kept apart from the page's own class names, which a text must not borrow.
CLASS_PREFIX = "tok-"
CLASSES = frozenset(f"{CLASS_PREFIX}{name}" for name in STANDARD_TYPES.values() if name)

# Fixed, since Pygments has hundreds of lexers, some worse than quadratic; these were measured.
LANGUAGES = frozenset(
    """bash c console cpp css diff docker go graphql haskell html http ini java javascript js json
    kotlin makefile objective-c perl php proto protobuf py python rb rs ruby rust scala sh shell solidity sql
    swift toml ts typescript xml yaml yml zig""".split()
)

_FORMATTER = HtmlFormatter(nowrap=True, classprefix=CLASS_PREFIX)


def coloured(code: str, language: str, budget: Meter) -> str:
    """`code` as HTML: in colour if the language is known and the budget not used up, else escaped."""
    cost = len(code) ** 2
    if language not in LANGUAGES or not budget.affords(cost):
        return escape(code)
    budget.spend(cost)
    return highlight(code, _lexer(language), _FORMATTER)


@lru_cache(maxsize=len(LANGUAGES))
def _lexer(language: str) -> Lexer:
    return get_lexer_by_name(language, stripnl=False, ensurenl=False)
