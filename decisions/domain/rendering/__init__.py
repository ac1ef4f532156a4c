"""A document's text as HTML that is safe to put into a page."""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from decisions.domain.rendering.limits import MAX_CHARACTERS, MAX_HTML_CHARACTERS, GaveUp
from decisions.domain.rendering.markdown import markdown_html
from decisions.domain.rendering.rst import rst_html
from decisions.domain.rendering.sanitizing import sanitized, sanitized_remark


@dataclass(frozen=True, slots=True)
class Rendered:
    """Safe HTML, and where that is only the text as written, a sentence that says why."""

    html: str
    problem: str | None = None


_RENDERERS: dict[str, Callable[[str], str]] = {"markdown": markdown_html, "rst": rst_html}


def render(text: str, format: str) -> Rendered:  # noqa: A002 - the word of the record
    """`text` in a page's terms; a format without a renderer, or a text past a bound, as it was written.

    The HTML holds no script, style, form, frame or foreign id. Links go to http, https, mailto or a place in
    the text (other relative addresses are dropped), images come by http or https. Never raises.
    """
    text = _decodable(text)
    if format == "plain":
        return Rendered(as_written(text))
    renderer = _RENDERERS.get(format)
    if not renderer:
        return Rendered(as_written(text), f"Texts in {format} are shown as they were written.")
    try:
        return Rendered(sanitized(_html(text, renderer)))
    except GaveUp as bound:
        return Rendered(as_written(text), f"Shown as it was written: {bound}.")
    # Three foreign parsers meet any text here, and a page must still show it.
    except Exception:
        return Rendered(as_written(text), "Shown as it was written: it could not be parsed.")


def render_remark(text: str) -> str:
    """What somebody says in Markdown, as safe as a text, without headings or names; never raises."""
    text = _decodable(text)
    try:
        return sanitized_remark(_html(text, markdown_html))
    except Exception:
        # GaveUp or a parser's own fault: the words are shown all the same.
        return as_written(text)


def _decodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode().removeprefix("\ufeff")


def _html(text: str, renderer: Callable[[str], str]) -> str:
    if len(text) > MAX_CHARACTERS:
        raise GaveUp(f"it is longer than {MAX_CHARACTERS} characters")
    html = renderer(text)
    if len(html) > MAX_HTML_CHARACTERS:
        raise GaveUp(f"its HTML is longer than {MAX_HTML_CHARACTERS} characters")
    return html


def as_written(text: str) -> str:
    """The text itself, escaped, its lines kept."""
    return f'<pre class="as-written" dir="auto">{escape(text)}</pre>'
