"""Mermaid models: what parses, what is drawn, and that no picture does anything in a page."""

import re
from xml.etree.ElementTree import fromstring

import pytest

from decisions.domain import mermaid
from decisions.domain.mermaid import Outcome, check_mermaid, check_mermaid_blocks, draw
from decisions.domain.mermaid.svg import UnsafePicture, inlined

SVG = "{http://www.w3.org/2000/svg}"
FLOW = "flowchart TD\nA[Write it] --> B[Decide it]\n"

FAMILIES = {
    "flowchart": "flowchart LR\nA[One] -->|yes| B{Two}\nsubgraph s [Sub]\nB ==> C[(Store)]\nend\nstyle A fill:#f00\n",
    "sequence": "sequenceDiagram\nactor A\nA->>+B: ask\nNote right of B: think\nB-->>-A: answer\n",
    "class": 'classDiagram\nclass Base{\n+int x\n+run() bool\n}\nBase <|-- Sub\nBase "1" *-- "n" Part : has\n',
    "state": "stateDiagram-v2\n[*] --> Draft\nDraft --> Decided : accept\nDecided --> [*]\n",
    "entities": "erDiagram\nSPACE ||--o{ DOCUMENT : holds\nDOCUMENT {\nint number PK\n}\n",
    "gantt": "gantt\ndateFormat YYYY-MM-DD\nsection Work\nwrite :a, 2026-01-01, 3d\nreview :after a, 2d\n",
    "pie": 'pie\n"open" : 3\n"answered" : 5\n',
    "mindmap": "mindmap\n  root\n    left\n    right\n",
    "history": "gitGraph\ncommit\nbranch fix\ncommit\ncheckout main\nmerge fix\n",
}

NASTY = {
    "script in a label": 'flowchart TD\nA["<script>alert(1)</script>x<img src=x onerror=alert(1)>"] --> B\n',
    "frame in a label": 'flowchart TD\nA["<iframe src=https://evil.example></iframe>x"]\n',
    "links": 'flowchart TD\nA-->B\nclick A "javascript:alert(1)"\nclick B "https://evil.example" _blank\n',
    "callback": "flowchart TD\nA-->B\nclick A call alert(1)\n",
    "loose directive": '%%{init: {"securityLevel": "loose", "htmlLabels": true}}%%\n' + FLOW,
    "theme css": '%%{init: {"themeCSS": "body{display:none} @import url(//evil.example/a.css);"}}%%\n' + FLOW,
    "font": '%%{init: {"fontFamily": "x;}body{display:none}", "themeVariables": {"primaryColor": '
    '"red;}body{background:url(//evil.example)}"}}}%%\n' + FLOW,
    "picture": 'flowchart TD\nA@{ img: "https://evil.example/x.png", label: "x", w: 60, h: 60 }\n',
    "address in a style": "flowchart TD\nA-->B\nstyle B fill:url(https://evil.example/x)\n",
    "participant's links": 'sequenceDiagram\nparticipant A\nlinks A: {"x": "https://evil.example"}\nA->>A: hi\n',
    "described": "flowchart TD\naccTitle: </title><script>alert(1)</script>\naccDescr: x\nA-->B\n",
    "boundary's link": 'C4Context\nPerson(a, "x", "y", "s", $link="javascript:alert(1)")\n',
}

# Each stops the renderer only by a limit: between its own checkpoints, or by its ceilings.
COSTLY = {
    "a chart that counts days": "gantt\ndateFormat YYYY-MM-DD\nsection a\nx: a, 0001-01-01, 9999-12-31\n"
    "excludes weekends\ny: b, after a, 99999999d\n",
    "edges in 128 KiB": "flowchart TD\n" + "".join(f"A{i}-->A{i + 1}\n" for i in range(9_000)),
    "deep groups": "mindmap\n" + "".join(f"{' ' * depth}node\n" for depth in range(1, 400)),
    "deep emphasis": 'flowchart TD\nA["`' + "**a _b " * 15_000 + '`"]\n',
}


def assert_harmless(svg: str, picture_id: str) -> None:
    """Nothing in it runs, embeds, links, fetches, or reaches past the picture."""
    root = fromstring(svg)
    for element in root.iter():
        assert element.tag.startswith(SVG)
        name = element.tag.removeprefix(SVG)
        assert name not in {"script", "foreignObject", "a", "image", "iframe", "animate", "set", "feImage"}
        for attribute, value in element.attrib.items():
            assert not attribute.lower().startswith("on")
            assert attribute != "href" or value.startswith(f"#{picture_id}")
            assert attribute != "id" or value.startswith(picture_id)
            assert "javascript" not in value.lower()
            assert re.findall(r"url\((?!#)", value) == []
        if name == "style":
            sheet = element.text or ""
            assert "@" not in sheet
            assert re.findall(r"url\((?!#)", sheet) == []
            assert re.findall(r"[{;]position:", sheet) == []
            selectors = [one.strip() for rule in re.findall(r"([^{}]+)\{", sheet) for one in rule.split(",")]
            assert [one for one in selectors if not one.startswith(f"#{picture_id}")] == []


@pytest.mark.parametrize("family", FAMILIES)
def test_each_family_is_drawn_as_a_harmless_picture(family: str) -> None:
    drawing = draw(FAMILIES[family], picture_id="d1")
    assert drawing.outcome is Outcome.DRAWN, drawing.message
    assert_harmless(drawing.svg, "d1")
    assert len(list(fromstring(drawing.svg).iter(f"{SVG}text"))) > 0


@pytest.mark.parametrize("attack", NASTY)
def test_no_model_makes_a_picture_that_does_anything(attack: str) -> None:
    drawing = draw(NASTY[attack], picture_id="d1")
    assert drawing.outcome in (Outcome.DRAWN, Outcome.INVALID, Outcome.UNDRAWN)
    if drawing.outcome is Outcome.DRAWN:
        assert_harmless(drawing.svg, "d1")
        assert "evil.example" not in drawing.svg


def test_a_label_is_shown_as_words() -> None:
    svg = draw(FLOW, picture_id="d1").svg
    assert "Write it" in "".join(fromstring(svg).itertext())


@pytest.mark.parametrize(
    ("model", "line"),
    [
        ("flowchart TD\nA[open --> B\n", 2),
        ("flowchart TD\r\nA-->B\r\nC[open\r\n", 3),
        ("sequenceDiagram\nA->>B: é\nC ~~ D\n", 3),
        ("---\ntitle: x\n---\nflowchart TD\nA-->B\nB[\n", 6),
        ("no diagram at all\n", 1),
        ("   \n", 1),
    ],
)
def test_a_model_that_does_not_parse_is_told_with_its_line(model: str, line: int) -> None:
    ((found, message),) = check_mermaid(model)
    assert found == line
    assert message
    drawing = draw(model, picture_id="d1")
    assert (drawing.outcome, drawing.line, drawing.svg) == (Outcome.INVALID, line, "")


def test_a_model_that_parses_has_nothing_to_tell() -> None:
    assert check_mermaid(FLOW) == []


@pytest.mark.parametrize("model", COSTLY.values(), ids=COSTLY)
def test_drawing_gives_up_on_a_model_that_costs_too_much(model: str) -> None:
    drawing = draw(model, picture_id="d1")
    assert drawing.outcome in (Outcome.UNFINISHED, Outcome.UNDRAWN)
    assert (drawing.svg, bool(drawing.message)) == ("", True)


def test_what_was_checked_before_a_costly_model_is_told() -> None:
    costly = COSTLY["a chart that counts days"]
    outcomes = [drawing.outcome for drawing in check_mermaid_blocks([FLOW, "x", "y" * 200_000, costly, FLOW])]
    assert outcomes == [
        Outcome.DRAWN,
        Outcome.INVALID,
        Outcome.UNDRAWN,
        Outcome.UNFINISHED,
        Outcome.UNFINISHED,
    ]
    assert check_mermaid(costly) == []


def test_without_the_renderer_a_model_is_told_to_be_unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mermaid.drawing, "renderer", lambda: "")
    assert draw(FLOW, picture_id="d1").outcome is Outcome.UNCHECKED
    assert check_mermaid("nonsense") == []


def test_the_child_sees_nothing_of_the_services_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    monkeypatch.setenv("PYTHONSTARTUP", "/nowhere")
    monkeypatch.setenv("LD_PRELOAD", "/nowhere/evil.so")
    assert draw(FLOW, picture_id="d1").outcome is Outcome.DRAWN


@pytest.mark.parametrize(
    "hostile",
    [
        '<script xmlns="http://www.w3.org/2000/svg">alert(1)</script>',
        '<g onclick="alert(1)"/>',
        '<a href="javascript:alert(1)"><text>x</text></a>',
        '<image href="https://evil.example/x"/>',
        '<use href="https://evil.example/x#y"/>',
        '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="x"/></foreignObject>',
        '<rect style="fill:url(https://evil.example);position:fixed"/>',
        '<rect style="fill:u\\72l(https://evil.example)"/>',
        '<rect fill="url(https://evil.example)" id="page-header"/>',
        "<style>body{display:none} #d1{position:fixed} #d1 ~ p{fill:red} #d10 p{fill:red}</style>",
        '<style>#d1 a{fill:"} body{display:none} #d1 b{x:"}</style>',
        "<style>#d1 a{fill:red} @import 'https://evil.example';</style>",
        "<style>@media all{body{display:none}} @font-face{src:url(//evil.example)}</style>",
        '<animate attributeName="href" values="javascript:alert(1)"/>',
    ],
)
def test_the_allow_list_holds_whatever_the_renderer_lets_through(hostile: str) -> None:
    svg = inlined(f'<svg xmlns="http://www.w3.org/2000/svg" id="d1">{hostile}<text>kept</text></svg>', "d1")
    assert_harmless(svg, "d1")
    assert "kept" in svg
    assert "evil" not in svg
    assert "display:none" not in svg


def test_styles_of_the_pictures_own_stay() -> None:
    sheet = "#d1 .node{fill:red!important;filter:url(#shadow)}"
    svg = inlined(f'<svg xmlns="http://www.w3.org/2000/svg" id="d1"><style>{sheet}</style></svg>', "d1")
    assert "fill:red!important;filter:url(#d1-shadow)" in svg


def test_a_picture_stays_in_its_own_box() -> None:
    sheet = "#d1{transform:scale(9);overflow:visible;fill:red}#d1.x,#d1 .y{display:none}"
    inner = f'<style>{sheet}</style><svg style="overflow:hidden"/>'
    svg = inlined(f'<svg xmlns="http://www.w3.org/2000/svg" id="d1">{inner}</svg>', "d1")
    root = fromstring(svg)
    assert root.get("overflow") == "hidden"
    assert root.findtext(f"{SVG}style") == "#d1{fill:red}#d1.x,#d1 .y{}"
    assert [label.get("overflow") for label in root.findall(f"{SVG}svg")] == ["visible"]


@pytest.mark.parametrize("text", ["<svg", "<html/>", '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'])
def test_what_is_no_plain_svg_is_refused(text: str) -> None:
    with pytest.raises(UnsafePicture):
        inlined(text, "d1")
