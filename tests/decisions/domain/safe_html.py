"""What rendered HTML may consist of, told without the sanitiser's own lists."""

from html.parser import HTMLParser
from urllib.parse import urlsplit

_RUNS = frozenset(
    [
        *(
            "script",
            "style",
            "iframe",
            "frame",
            "frameset",
            "object",
            "embed",
            "applet",
            "svg",
            "math",
            "form",
        ),
        *(
            "button",
            "select",
            "textarea",
            "option",
            "link",
            "meta",
            "base",
            "template",
            "noscript",
            "noembed",
        ),
        *("xmp", "plaintext", "title", "audio", "video", "canvas", "portal", "marquee", "dialog", "slot"),
    ]
)
_ADDRESSES = frozenset(
    [
        *(
            "href",
            "src",
            "srcset",
            "action",
            "formaction",
            "data",
            "poster",
            "background",
            "cite",
            "longdesc",
        ),
        *("ping", "xlink:href"),
    ]
)
_VOID = frozenset({"br", "hr", "img", "input"})


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.elements.append((tag, values))
        if tag not in _VOID:
            self.open.append(tag)
        if tag in _RUNS or (
            tag == "input" and (values.get("type"), "disabled" in values) != ("checkbox", True)
        ):
            self.faults.append(f"element {tag}")
        for name, value in values.items():
            if _is_unsafe(tag, name, value):
                self.faults.append(f"{tag} {name}={value!r}")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"stray </{tag}>")

    def handle_comment(self, data: str) -> None:
        self.faults.append("comment")

    def handle_decl(self, decl: str) -> None:
        self.faults.append("declaration")

    def unknown_decl(self, data: str) -> None:
        self.faults.append("declaration")

    def handle_pi(self, data: str) -> None:
        self.faults.append("processing instruction")


def _is_unsafe(tag: str, name: str, value: str) -> bool:
    if name.startswith("on") or name in ("style", "name", "srcdoc", "target", "is", "slot"):
        return True
    if name == "id":
        return not value.startswith("user-content-")
    if name == "class":
        return bool(set(value.split()) & {"fixed", "inset-0", "hidden", "btn"})
    if name in _ADDRESSES:
        local = tag == "a" and name == "href" and value.startswith("#user-content-")
        schemes = ("http", "https") if tag == "img" else ("http", "https", "mailto")
        return not local and urlsplit(value).scheme not in schemes
    return False


def elements(html: str) -> list[tuple[str, dict[str, str]]]:
    """Every element and its attributes, in order, after asserting that nothing in it is unsafe or unbalanced."""
    page = _Page()
    page.feed(html)
    page.close()
    assert page.faults == []
    assert page.open == []
    return page.elements
