"""Diagrams: versions on their base, pictures kept, and who reads and writes them."""

from typing import Any

import pytest

from decisions.domain.mermaid import Drawing, Outcome
from decisions.models import Diagram, DiagramVersion, Document, Picture
from decisions.services import pictures
from decisions.services.diagrams import (
    SavedDiagram,
    diagram_create,
    diagram_for,
    diagram_list,
    diagram_read,
    diagram_save,
    saved_diagram_read,
)
from decisions.services.document_access import reader_add
from decisions.services.places import place_for
from spaces.domain.access import Access
from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry
from spaces.services.spaces import space_update
from tests.cast import Cast
from tests.records import everything

GOOD = "flowchart TD\nA --> B\n"
BETTER = "flowchart TD\nA --> B\nB --> C\n"
BROKEN = "flowchart TD\nA[open\n"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The models that were drawn, by a renderer that takes no time: "open" does not parse."""
    models: list[str] = []

    def draw(model: str, *, picture_id: str) -> Drawing:
        models.append(model)
        if "[open" in model:
            return Drawing(Outcome.INVALID, line=2, message="never closed")
        return Drawing(Outcome.DRAWN, svg=f"<svg>{model}</svg>")

    monkeypatch.setattr(pictures, "draw", draw)
    return models


def create(
    cast: Cast, actor: str = "member", document: Document | None = None, model: str = GOOD, **options: Any
) -> SavedDiagram:
    caller = cast.caller(actor)
    place = place_for(caller, cast.space.pk, document.pk if document else None)
    options.setdefault("name", "Flow")
    return diagram_create(place=place, model=model, caller=caller, **options)


def save(
    cast: Cast, diagram: Diagram, model: str = BETTER, base: int = 1, actor: str = "member", **options: Any
) -> SavedDiagram:
    caller = cast.caller(actor)
    found = diagram_for(caller, diagram.pk)
    return diagram_save(diagram=found, base_version=base, model=model, caller=caller, **options)


def refused(act: Any, *arguments: Any, **options: Any) -> DomainError:
    before = everything()
    with pytest.raises(DomainError) as told:
        act(*arguments, **options)
    assert everything() == before
    return told.value


def listed(cast: Cast, actor: str = "member", **filters: Any) -> list[str]:
    filters.setdefault("space_id", cast.space.pk)
    return [diagram.pk for diagram in diagram_list(cast.caller(actor), filters).rows]


def test_a_diagram_is_drawn_by_the_renderer_and_its_picture_kept(cast: Cast) -> None:
    diagram = create(cast).diagram
    shown = diagram_read(diagram, include_svg=True)
    assert (shown["model"], shown["version"], shown["svg_version"]) == (GOOD, 1, 1)
    assert shown["findings"] == {"items": [], "total": 0}
    assert shown["svg"].startswith("<svg")


def test_a_model_that_does_not_parse_is_saved_and_the_last_good_picture_shown(cast: Cast) -> None:
    diagram = create(cast).diagram
    saved = save(cast, diagram, BROKEN)
    told = saved_diagram_read(saved)
    assert (told["version"], told["svg_version"], told["unchanged"]) == (2, 1, False)
    (finding,) = told["findings"]["items"]
    assert (finding["rule"], finding["severity"], finding["line"]) == ("diagram-invalid", "error", 2)
    shown = diagram_read(saved.diagram, include_svg=True)
    assert (shown["model"], shown["version"], shown["svg_version"]) == (BROKEN, 2, 1)
    assert shown["svg"] == diagram_read(saved.diagram, number=1, include_svg=True)["svg"] != ""


def test_a_diagram_never_drawn_says_so(cast: Cast, drawn: list[str]) -> None:
    shown = diagram_read(create(cast, model=BROKEN).diagram, include_svg=True)
    assert (shown["svg"], shown["svg_version"], shown["findings"]["total"]) == ("", None, 1)


def test_an_old_version_shows_the_picture_it_had_then(cast: Cast, drawn: list[str]) -> None:
    diagram = create(cast, model=BROKEN).diagram
    save(cast, diagram, GOOD)
    diagram = save(cast, diagram, BETTER, 2).diagram
    told = [diagram_read(diagram, number=number, include_svg=True) for number in (1, 2, 3)]
    assert [shown["svg_version"] for shown in told] == [None, 2, 3]
    assert [shown["svg"] for shown in told] == ["", f"<svg>{GOOD}</svg>", f"<svg>{BETTER}</svg>"]


def test_versions_are_counted_and_recorded_with_person_and_assistant(cast: Cast, drawn: list[str]) -> None:
    diagram = create(cast, "assistant", message="First").diagram
    save(cast, diagram, actor="agent", message="More", name="Better flow")
    versions = DiagramVersion.objects.filter(diagram=diagram).order_by("number")
    assert [(v.number, v.model, v.base_version, v.message, v.byline) for v in versions] == [
        (1, GOOD, 0, "First", "member via Claude Code"),
        (2, BETTER, 1, "More", "member via Build agent"),
    ]
    diagram.refresh_from_db()
    assert (diagram.name, diagram.current_version) == ("Better flow", 2)
    acts = AuditEntry.objects.filter(object_id=diagram.pk).order_by("id").values_list("act", flat=True)
    assert list(acts) == ["diagram.created", "diagram.saved"]


def test_a_stale_base_is_conflict_first_and_writes_and_draws_nothing(cast: Cast, drawn: list[str]) -> None:
    diagram = create(cast).diagram
    save(cast, diagram, actor="author")
    drawn.clear()
    for model, same in ((BROKEN, False), (BETTER, True), ("x" * 200_000, False)):
        told = refused(save, cast, diagram, model, name=" ")
        assert told.code == "conflict"
        assert told.facts["current_version"] == 2
        assert told.facts["saved_by"] == "author"
        assert told.facts["saved_at"].endswith("Z")
        assert told.facts["same_text"] is same
    assert drawn == []


def test_an_equal_model_on_the_current_base_is_unchanged(cast: Cast, drawn: list[str]) -> None:
    diagram = create(cast).diagram
    before = everything()
    saved = save(cast, diagram, GOOD)
    assert (saved.unchanged, saved.version.number) == (True, 1)
    assert everything() == before
    assert drawn == [GOOD]


def test_a_new_name_alone_renames_without_a_version(cast: Cast, drawn: list[str]) -> None:
    diagram = create(cast).diagram
    saved = save(cast, diagram, GOOD, name="Other")
    assert (saved.unchanged, saved.diagram.name, saved.diagram.current_version) == (True, "Other", 1)
    assert AuditEntry.objects.filter(object_id=diagram.pk, act="diagram.renamed").count() == 1


def test_a_model_is_drawn_once_and_anew_by_another_renderer(
    cast: Cast, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    diagram = create(cast).diagram
    save(cast, diagram)
    save(cast, diagram, GOOD, 2)
    assert drawn == [GOOD, BETTER]
    monkeypatch.setattr(pictures, "renderer", lambda: "another")
    assert save(cast, diagram, GOOD, 3).unchanged
    assert drawn == [GOOD, BETTER, GOOD]
    assert Picture.objects.count() == 2


def test_without_a_renderer_a_diagram_is_kept_and_a_later_save_draws_it(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as without:
        without.setattr(pictures, "renderer", lambda: "")
        without.setattr(pictures, "draw", lambda *_, **__: Drawing(Outcome.UNCHECKED, message="none"))
        diagram = create(cast).diagram
    shown = diagram_read(diagram, include_svg=True)
    assert [finding["rule"] for finding in shown["findings"]["items"]] == ["diagram-unchecked"]
    assert shown["svg"] == ""
    assert save(cast, diagram, GOOD).unchanged
    assert diagram_read(diagram)["svg_version"] == 1


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"model": ""}, "invalid_arguments"),
        ({"model": "a\0b"}, "invalid_arguments"),
        ({"model": "é" * 65_536 + "x"}, "too_large"),
        ({"name": " "}, "invalid_arguments"),
        ({"name": "x" * 121}, "invalid_arguments"),
        ({"name": "a\nb"}, "invalid_arguments"),
        ({"message": "a\nb"}, "invalid_arguments"),
    ],
)
def test_names_models_and_messages_are_bounded(
    cast: Cast, drawn: list[str], options: dict[str, str], code: str
) -> None:
    assert refused(create, cast, **options).code == code
    diagram = create(cast).diagram
    assert refused(save, cast, diagram, **options).code == code


def test_the_largest_model_is_taken_and_names_repeat(cast: Cast, drawn: list[str]) -> None:
    largest = "é" * 65_536
    assert create(cast, model=largest).version.size == 128 * 1024
    assert create(cast).diagram.name == create(cast).diagram.name


# actor -> what a diagram is to them: about a document shared with named and partner, about none,
# and about none under an internal floor
ACTORS = {
    "owner": ("writes", "writes", "writes"),
    "manager": ("writes", "writes", "writes"),
    "member": ("writes", "writes", "nothing"),
    "assistant": ("writes", "writes", "nothing"),
    "author": ("writes", "writes", "nothing"),
    "partner": ("reads", "reads", "nothing"),
    "named": ("reads", "nothing", "nothing"),
    "stranger": ("nothing", "nothing", "nothing"),
    "visitor": ("nothing", "nothing", "nothing"),
}


@pytest.mark.parametrize("actor", ACTORS)
@pytest.mark.parametrize("place", range(3), ids=["about a document", "about none", "internal floor"])
def test_each_actor_reads_and_writes_what_the_contract_says(
    cast: Cast, drawn: list[str], actor: str, place: int
) -> None:
    document = None
    if place == 0:
        document = cast.document(level=Access.PARTNER)
        reader_add(document=document, reader=cast.people["named"], caller=cast.caller("author"))
    diagram = create(cast, "owner", document).diagram
    if place == 2:
        floor = {"access_floor": Access.INTERNAL}
        space_update(space=cast.space, changes=floor, caller=cast.caller("owner"))
    expected = ACTORS[actor][place]
    if expected == "writes":
        assert listed(cast, actor) == [diagram.pk]
        assert save(cast, diagram, actor=actor).version.number == 2
        assert create(cast, actor, document).diagram.pk in listed(cast, actor)
    elif expected == "reads":
        assert listed(cast, actor) == [diagram.pk]
        assert refused(save, cast, diagram, actor=actor).code == "forbidden"
        assert refused(create, cast, actor, document).code == "forbidden"
    else:
        assert refused(save, cast, diagram, actor=actor).code == "not_found"
        assert refused(create, cast, actor, document).code in {"forbidden", "not_found"}


def test_a_diagram_about_an_unreadable_document_does_not_exist(cast: Cast, drawn: list[str]) -> None:
    document = cast.document(level=Access.INTERNAL)
    hidden = create(cast, "author", document).diagram
    absent = refused(diagram_for, cast.caller("member"), "ldia_00000000000000000000000000")
    assert refused(diagram_for, cast.caller("member"), hidden.pk).body() == absent.body()
    assert listed(cast) == []
    assert refused(listed, cast, document_id=document.pk).code == "not_found"


def test_a_list_of_one_document_is_of_its_diagrams(cast: Cast, drawn: list[str]) -> None:
    document = cast.document()
    create(cast)
    about = create(cast, "member", document).diagram
    assert listed(cast, document_id=document.pk) == listed(cast, document_id="rfc 1") == [about.pk]
