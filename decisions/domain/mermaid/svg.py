"""The last word on what reaches a page of a picture: an allow-list of elements, attributes and styles."""

# ruff: noqa: SIM905 - a list of names is read as words, not down a column of quotes

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError, fromstring, tostring

_SVG = "{http://www.w3.org/2000/svg}"

# No element that runs, embeds, links, animates or holds HTML; a link (`a`) leaves what it surrounds.
_ELEMENTS = frozenset(
    """circle clipPath defs desc ellipse feDropShadow filter g line linearGradient marker path polygon polyline
    radialGradient rect stop style svg symbol text title tspan use""".split()
)
_UNWRAPPED = frozenset({"a", "switch"})

_ATTRIBUTES = frozenset(
    """alignment-baseline aria-describedby aria-labelledby aria-roledescription class clip-path clip-rule cx cy d
    dominant-baseline dx dy fill fill-opacity fill-rule filter flood-color flood-opacity font-family font-size
    font-style font-weight gradientTransform gradientUnits height href id marker-end marker-mid marker-start
    markerHeight markerUnits markerWidth offset opacity orient overflow points preserveAspectRatio r refX refY role
    rx ry shape-rendering stdDeviation stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset
    stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width style text-anchor
    text-decoration transform transform-origin viewBox visibility width x x1 x2 y y1 y2""".split()
)
# Those whose value is a name in the picture.
_NAMES = ("id", "aria-describedby", "aria-labelledby")
_DATA = ("data-look", "data-color-id", "data-et", "data-edge")

# Nothing that leaves the picture's own box, such as position or z-index.
_PROPERTIES = frozenset(
    """alignment-baseline clip-path clip-rule color display dominant-baseline fill fill-opacity fill-rule filter
    flood-color flood-opacity font-family font-size font-style font-weight letter-spacing line-height marker-end
    marker-start mask max-width mix-blend-mode opacity paint-order rx ry shape-rendering stop-color
    stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
    stroke-opacity stroke-width text-align text-anchor text-decoration text-overflow transform transform-origin
    visibility white-space word-spacing""".split()
)

# On the picture itself these would move it over the page around it.
_NOT_ON_THE_PICTURE = frozenset({"display", "mix-blend-mode", "transform", "transform-origin", "visibility"})

# Escapes, comments, at-rules and markup have no place in a value; functions that fetch or run neither.
_HOSTILE = re.compile(
    r"[\\<>@{}]|/\*|expression|javascript|(?:image|image-set|cross-fade|src|var|attr|env)\(", re.IGNORECASE
)
_LOCAL_URL = re.compile(r"url\(\s*([\"']?)#([\w.:-]+)\1\s*\)")
_ANY_URL = re.compile(r"url\(", re.IGNORECASE)
_AT_RULE = re.compile(r"@[^{};]*(?:;|\{(?:[^{}]*\{[^{}]*\})*[^{}]*\})")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


class UnsafePicture(ValueError):
    """What the renderer made is not a picture that can be shown."""


def inlined(svg: str, picture_id: str) -> str:
    """A picture with nothing in it that runs, embeds, links or reaches past its own box and names.

    Its ids and its styles' selectors begin with `picture_id`, so that many pictures share a page.
    """
    # A document type can define entities that grow without end.
    if "<!DOCTYPE" in svg or "<!ENTITY" in svg:
        raise UnsafePicture("The picture declares a document type.")
    try:
        root = fromstring(svg)  # noqa: S314
    except ParseError as error:
        raise UnsafePicture("The picture is no well-formed SVG.") from error
    if root.tag != f"{_SVG}svg":
        raise UnsafePicture("The picture is no SVG.")
    (kept,) = _kept(root, picture_id)
    kept.set("xmlns", _SVG.strip("{}"))
    kept.set("overflow", "hidden")
    return tostring(kept, encoding="unicode")


def _kept(element: Element, picture_id: str) -> Iterator[Element]:
    """What stays of an element: itself, what it surrounds, or nothing."""
    name = element.tag.removeprefix(_SVG) if isinstance(element.tag, str) else ""
    if name in _ELEMENTS:
        kept = Element(name, dict(_attributes(element, picture_id)))
        kept.tail = element.tail
        if name == "svg":
            # A label in a reader's wider font is not cut; the whole picture's own edge is.
            kept.set("overflow", "visible")
        kept.text = _stylesheet(element.text or "", picture_id) if name == "style" else element.text
        for child in element if name != "style" else ():
            kept.extend(_kept(child, picture_id))
        yield kept
    elif name in _UNWRAPPED:
        kept = Element("g", dict(_attributes(element, picture_id)))
        kept.attrib.pop("href", None)
        for child in element:
            kept.extend(_kept(child, picture_id))
        yield kept


def _attributes(element: Element, picture_id: str) -> Iterator[tuple[str, str]]:
    for name, value in element.attrib.items():
        if name not in _ATTRIBUTES and name not in _DATA:
            continue
        if name in _NAMES:
            yield name, _own(value, picture_id)
        elif name == "href":
            if value.startswith("#"):
                yield name, "#" + _own(value[1:], picture_id)
        elif name == "style":
            yield name, _declarations(value, picture_id, _PROPERTIES)
        elif (safe := _value(value, picture_id)) is not None:
            yield name, safe


def _own(name: str, picture_id: str) -> str:
    """A name of the picture's own, so that it takes none of the page's."""
    return name if name.startswith(picture_id) else f"{picture_id}-{name}"


def _value(value: str, picture_id: str) -> str | None:
    """A value that fetches and runs nothing, with its local addresses in the picture; None for another."""
    if _HOSTILE.search(value):
        return None
    safe = _LOCAL_URL.sub(lambda match: f"url(#{_own(match[2], picture_id)})", value)
    return None if len(_ANY_URL.findall(safe)) != len(_LOCAL_URL.findall(safe)) else safe


def _declarations(style: str, picture_id: str, properties: frozenset[str]) -> str:
    kept = []
    for declaration in style.split(";"):
        name, _, value = declaration.partition(":")
        safe = _value(value.strip(), picture_id)
        if name.strip().lower() in properties and safe is not None and _balanced(value):
            kept.append(f"{name.strip().lower()}:{safe}")
    return ";".join(kept)


def _stylesheet(sheet: str, picture_id: str) -> str:
    """The rules whose every selector is below the picture; none with at-rules, which have names of the page."""
    rules = []
    for selectors, declarations in _RULE.findall(_AT_RULE.sub("", sheet)):
        own = all(_is_below(selector.strip(), picture_id) for selector in selectors.split(","))
        # A brace inside quotes would end the rule elsewhere than a browser ends it.
        if own and _balanced(selectors) and _balanced(declarations):
            inside = all(re.search(r"\S[\s>]+\S", selector.strip()) for selector in selectors.split(","))
            properties = _PROPERTIES if inside else _PROPERTIES - _NOT_ON_THE_PICTURE
            rules.append(f"{selectors.strip()}{{{_declarations(declarations, picture_id, properties)}}}")
    return "".join(rules)


def _is_below(selector: str, picture_id: str) -> bool:
    # `#id ~ x` and `#id + x` are beside the picture, not in it.
    outside = re.search(r"[~+\\<@]|/\*", re.sub(r"\[[^\]]*\]", "", selector))
    return re.match(rf"#{re.escape(picture_id)}(?![\w-])", selector) is not None and not outside


def _balanced(css: str) -> bool:
    return css.count('"') % 2 == 0 and css.count("'") % 2 == 0
