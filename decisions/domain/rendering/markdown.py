"""Markdown to HTML that is not yet safe: CommonMark, tables, strikethrough, task lists, footnotes."""

from collections.abc import Sequence
from html import escape

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from decisions.domain.rendering.blocks import align_cells, anchor_headings, mark_lines, mark_tasks
from decisions.domain.rendering.code import LANGUAGES, coloured
from decisions.domain.rendering.limits import (
    MAX_BLOCK_DEPTH,
    MAX_COLOURING,
    MAX_STEPS,
    STEPS_PER_BRACKET,
    GaveUp,
    Meter,
)
from decisions.domain.rendering.raw_html import balanced

# Where the meter sits in the parser: before every rule, also where one only asks whether a paragraph ends.
_EVERYWHERE: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}


def markdown_html(text: str) -> str:
    """The text as balanced, unsanitised HTML, its front matter left out. Raises GaveUp past a bound."""
    return balanced(_PARSER.render(text, {"meter": Meter(MAX_STEPS), "colour": Meter(MAX_COLOURING)}))


def _meter_blocks(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    state.env["meter"].spend(to_come=len(state.tokens))
    if state.level >= MAX_BLOCK_DEPTH:
        raise GaveUp("its lists and quotes nest too deep")
    return False


def _meter_tokens(state: StateCore) -> None:
    state.env["meter"].spend(len(state.tokens))


def _meter_inline(state: StateInline, silent: bool) -> bool:
    state.env["meter"].spend(STEPS_PER_BRACKET if state.src[state.pos] == "[" else 1)
    return False


def _fence(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    """A code block in colour, or the source of a diagram for the page to draw."""
    token = tokens[index]
    language = token.info.strip().split(maxsplit=1)[0].lower() if token.info.strip() else ""
    line = f' data-line="{token.attrs.get("data-line", "")}"'
    if language == "mermaid":
        return f'<pre{line} class="mermaid-source"><code>{escape(token.content)}</code></pre>\n'
    code = coloured(token.content, language, env["colour"])
    named = f' class="language-{language}"' if language in LANGUAGES else ""
    return f"<pre{line}><code{named}>{code}</code></pre>\n"


def _parser() -> MarkdownIt:
    # One level of a list counts two, so the parser's own bound, which drops content, is never reached.
    parser = MarkdownIt("commonmark", {"maxNesting": MAX_BLOCK_DEPTH + 10}).enable(["table", "strikethrough"])
    # Inline notes (`^[...]`) parse what is in them once more at each level.
    parser.use(footnote_plugin, inline=False).use(front_matter_plugin)
    parser.block.ruler.before("table", "meter", _meter_blocks, _EVERYWHERE)
    parser.inline.ruler.before("text", "meter", _meter_inline)
    parser.core.ruler.after("block", "meter", _meter_tokens)
    for rule in (anchor_headings, mark_lines, mark_tasks, align_cells):
        parser.core.ruler.push(rule.__name__, rule)
    parser.add_render_rule("fence", _fence)
    return parser


_PARSER = _parser()
