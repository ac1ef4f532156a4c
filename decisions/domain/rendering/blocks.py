"""What Markdown tokens are told beyond CommonMark: anchors, lines, task boxes, alignment without styles.

The plugins for anchors and boxes are quadratic in equal headings and in long lists, so they are not used.
"""

import re

from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from decisions.domain.rendering.anchors import Anchors

# Blocks that are told which line of the text they begin on: what a remark about a line stands beside.
_LINED = frozenset(
    ("paragraph_open", "heading_open", "list_item_open", "table_open", "fence", "code_block", "hr")
)

_TASK = re.compile(r"\[([ xX])\][ \t\n]+")
# Its state in a word, for those who hear it.
_BOX = '<input class="task-list-item-checkbox" aria-label="{state}" type="checkbox" disabled{checked}> '

_OPEN = {"state": "to do", "checked": ""}
_DONE = {"state": "done", "checked": " checked"}


def anchor_headings(state: StateCore) -> None:
    """Each heading gets the id that links to it use."""
    anchors = Anchors()
    for opening, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if opening.type == "heading_open":
            parts = (
                child.content for child in inline.children or () if child.type in ("text", "code_inline")
            )
            opening.attrSet("id", anchors.anchor_for("".join(parts)))


def mark_lines(state: StateCore) -> None:
    """Each block says the line of the text it begins on, from 1."""
    for token in state.tokens:
        if token.map and token.type in _LINED:
            token.attrSet("data-line", str(token.map[0] + 1))


def mark_tasks(state: StateCore) -> None:
    """A list item that begins with `[ ]` or `[x]` shows a check box."""
    lists: list[Token] = []
    tokens = state.tokens
    for at, token in enumerate(tokens):
        if token.type.endswith("_list_open"):
            lists.append(token)
        elif token.type.endswith("_list_close"):
            lists.pop()
        elif token.type == "list_item_open" and _is_task(tokens[at + 1 : at + 3]):
            token.attrSet("class", "task-list-item")
            lists[-1].attrSet("class", "contains-task-list")


def _is_task(following: list[Token]) -> bool:
    if [token.type for token in following] != ["paragraph_open", "inline"]:
        return False
    children = following[1].children or []
    task = _TASK.match(following[1].content)
    if not task or not children or not children[0].content.startswith(task[0].rstrip()):
        return False
    children[0].content = children[0].content[len(task[0].rstrip()) :].lstrip()
    box = Token("html_inline", "", 0, content=_BOX.format(**_OPEN if task[1] == " " else _DONE))
    children.insert(0, box)
    return True


def align_cells(state: StateCore) -> None:
    """The alignment of a table's columns as an attribute: the page's policy forbids styles in it."""
    for token in state.tokens:
        if token.type in ("th_open", "td_open"):
            style = token.attrs.pop("style", None)
            if isinstance(style, str):
                token.attrSet("align", style.removeprefix("text-align:"))
