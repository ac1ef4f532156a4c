"""Diagrams in the console: the gallery, their pages and pictures, and saving on what was read."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from decisions.models import Diagram, Document
from decisions.services.diagrams import SavedDiagram, diagram_create, diagram_save
from decisions.services.places import Place
from spaces.domain.access import Access
from tests.cast import Cast
from tests.console import address, browser, list_of, refusals
from tests.records import everything

pytest.importorskip("merman", reason="merman is not installed: no picture can be drawn.")

GALLERY = list_of("decisions_diagram")
MODEL = "flowchart TD\n  A[Writer] --> B[Queue]\n"
BROKEN = "flowchart TD\n  A[Writer --> \n"


def made(cast: Cast, name: str = "Flow", about: Document | None = None, model: str = MODEL) -> SavedDiagram:
    return diagram_create(
        place=Place(cast.space, about), name=name, model=model, caller=cast.caller("author")
    )


def picture(diagram: Diagram, number: int = 1) -> str:
    return f"{address(diagram)}picture/{number}.svg"


def shown(cast: Cast, person: str, **query: str) -> set[str]:
    return {diagram.pk for diagram in browser(cast, person).get(GALLERY, query).context["diagrams"]}


def test_a_diagram_is_made_and_saved_in_the_console(cast: Cast) -> None:
    client = browser(cast, "member")
    client.post(f"{GALLERY}add/", {"space_id": cast.space.pk, "name": "Flow", "model": MODEL})
    diagram = Diagram.objects.get()
    given = {"name": "Flows", "model": MODEL + "  B --> C\n", "base_version": "1", "message": "A reader"}
    assert client.post(address(diagram, "save"), given).status_code == 302
    diagram.refresh_from_db()
    assert (diagram.name, diagram.current_version) == ("Flows", 2)
    page = client.get(address(diagram))
    assert [version.message for version in page.context["versions"]] == ["A reader", ""]
    assert client.get(address(diagram), {"version": "1"}).context["read"]["model"] == MODEL
    assert client.get(address(diagram), {"version": "9"}).status_code == 404


def test_a_save_on_an_old_version_shows_theirs_and_keeps_mine(cast: Cast) -> None:
    diagram = made(cast).diagram
    diagram_save(diagram=diagram, base_version=1, model=MODEL + "  B --> C\n", caller=cast.caller("author"))
    client = browser(cast, "member")
    before = everything()
    mine = MODEL + "  B --> D\n"
    given = {"name": "Flow", "model": mine, "base_version": "1"}
    answer = client.post(address(diagram, "save"), given)
    assert refusals(answer) == {"conflict"}
    assert everything() == before
    form = answer.context["form"]
    assert form.theirs.number == 2
    assert form["model"].value() == mine
    assert form["base_version"].value() == "2"


def test_the_gallery_shows_the_last_version_that_could_be_drawn(cast: Cast) -> None:
    diagram, never = made(cast).diagram, made(cast, "Broken", model=BROKEN).diagram
    diagram_save(diagram=diagram, base_version=1, model=BROKEN, caller=cast.caller("author"))
    drawn = {each.pk: each.drawn_version for each in browser(cast, "member").get(GALLERY).context["diagrams"]}
    assert drawn == {diagram.pk: 1, never.pk: None}
    page = browser(cast, "member").get(address(diagram)).context["read"]
    assert (page["version"], page["svg_version"]) == (2, 1)
    assert page["findings"]["total"] == 1


def test_a_picture_comes_under_a_policy_that_runs_and_loads_nothing(cast: Cast) -> None:
    diagram = made(cast).diagram
    answer = browser(cast, "member").get(picture(diagram))
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer.content.startswith(b"<svg")
    assert answer["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    again = browser(cast, "member").get(picture(diagram), headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_picture_is_absent_for_those_who_do_not_read_the_diagram(cast: Cast) -> None:
    diagram = made(cast, about=cast.document(level=Access.INTERNAL)).diagram
    answer = browser(cast, "author").get(picture(diagram))
    for page in (picture(diagram), address(diagram), address(diagram, "save")):
        refused = browser(cast, "member").get(page, headers={"If-None-Match": answer["ETag"]})
        assert refused.status_code == 404
    assert shown(cast, "member") == set()
    assert shown(cast, "author") == {diagram.pk}


def test_the_gallery_is_narrowed_by_space_document_and_name(cast: Cast) -> None:
    document = cast.document()
    about, other = made(cast, "Flow of writes", about=document).diagram, made(cast, "States").diagram
    assert shown(cast, "member", space=cast.space.pk) == {about.pk, other.pk}
    assert shown(cast, "member", document=document.pk) == {about.pk}
    assert shown(cast, "member", name="STAT") == {other.pk}
    assert shown(cast, "member", document="RFC 1") == set()
    assert shown(cast, "member", space="nowhere") == set()


def test_a_partner_reads_a_diagram_and_why_they_do_not_edit_it(cast: Cast) -> None:
    diagram = made(cast).diagram
    client = browser(cast, "partner")
    assert client.get(address(diagram)).context["not_saved_by_me"]
    before = everything()
    given = {"name": "Flow", "model": BROKEN, "base_version": "1"}
    assert refusals(client.post(address(diagram, "save"), given)) == {"forbidden"}
    assert everything() == before


@pytest.mark.parametrize("name", ["owner", "member"])
def test_the_gallery_costs_the_same_statements_however_many_diagrams_there_are(cast: Cast, name: str) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as sent:
            assert browser(cast, name).get(GALLERY).status_code == 200
        return len(sent)

    document = cast.document()
    made(cast, about=document)
    few = statements()
    for count in range(30):
        made(cast, f"Flow {count}", about=document)
    assert statements() == few


def test_pages_of_the_gallery_follow_each_other_and_a_made_up_one_is_absent(cast: Cast) -> None:
    ids = {made(cast, f"Flow {count}").diagram.pk for count in range(30)}
    client = browser(cast, "member")
    first = client.get(GALLERY, {"space": cast.space.pk})
    second = client.get(GALLERY + first.context["next"])
    seen = [diagram.pk for page in (first, second) for diagram in page.context["diagrams"]]
    assert len(seen) == 30
    assert set(seen) == ids
    assert second.context["next"] == ""
    assert client.get(GALLERY, {"after": "made-up"}).status_code == 404
