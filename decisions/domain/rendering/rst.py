"""reStructuredText to HTML that is not yet safe, without files, raw HTML or settings from outside."""

from typing import Any

from docutils import nodes
from docutils.core import publish_parts
from docutils.readers.standalone import Reader
from docutils.transforms import Transform

from decisions.domain.rendering.limits import MAX_RST_CHARACTERS, MAX_RST_STEPS, GaveUp, Meter

_SETTINGS = {
    "_disable_config": True,
    "file_insertion_enabled": False,
    "raw_enabled": False,
    # Faults in a text are shown where they stand and stop nothing.
    "report_level": 2,
    "halt_level": 5,
    "warning_stream": False,
    # Faults in docutils come to the caller.
    "traceback": True,
    "embed_stylesheet": False,
    "stylesheet_path": "",
    # Lexers run without a bound on the code's size there.
    "syntax_highlight": "none",
    "math_output": "LaTeX",
    "initial_header_level": 1,
    "doctitle_xform": False,
    "toc_backlinks": False,
}

# A substitution may hold 10,000 characters and be used in four: more uses than real texts have.
_MAX_SUBSTITUTIONS = 200

# Resolving references is quadratic in them: this many take a second.
_MAX_REFERENCES = 2000

# Each unclosed mark makes docutils search the rest of its paragraph, and then show a message.
_MAX_MESSAGES = 500


def rst_html(text: str) -> str:
    """The text as unsanitised HTML. Raises GaveUp past a bound."""
    if len(text) > MAX_RST_CHARACTERS:
        raise GaveUp(f"reStructuredText of more than {MAX_RST_CHARACTERS // 1024} KiB is not rendered")
    parts = publish_parts(text, reader=_MeteredReader(), writer="html5", settings_overrides=_SETTINGS)
    return str(parts["html_body"])


class _BoundReferences(Transform):
    # Just before docutils' own, at 220.
    default_priority = 219

    def apply(self, **kwargs: Any) -> None:
        if sum(isinstance(node, nodes.Referential) for node in self.document.findall()) > _MAX_REFERENCES:
            raise GaveUp(f"it holds more than {_MAX_REFERENCES} references")
        uses = sum(1 for _ in self.document.findall(nodes.substitution_reference))
        if uses > _MAX_SUBSTITUTIONS:
            raise GaveUp(f"it uses substitutions more than {_MAX_SUBSTITUTIONS} times")
        # Two uses in each of forty definitions are a million million.
        for definition in self.document.findall(nodes.substitution_definition):
            if any(definition.findall(nodes.substitution_reference)):
                raise GaveUp("a substitution in it uses another")


class _MeteredReader(Reader):  # type: ignore[type-arg]  # generic in its stubs only
    """Counts the lines read, those of nested blocks at each level again, and the messages; bounds references."""

    def get_transforms(self) -> list[type[Transform]]:
        return [*super().get_transforms(), _BoundReferences]

    def new_document(self) -> nodes.document:
        document = super().new_document()
        lines, messages, note_source = Meter(MAX_RST_STEPS), Meter(_MAX_MESSAGES), document.note_source

        def metered(source: str, offset: int) -> None:
            lines.spend()
            note_source(source, offset)

        # The parser calls this for every line of every block it enters; it offers no other place to count.
        document.note_source = metered  # type: ignore[method-assign]
        document.reporter.attach_observer(lambda message: messages.spend())
        return document
