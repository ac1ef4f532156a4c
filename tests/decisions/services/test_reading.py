"""Reading one document: its versions, sections, outline, and how references lead to it."""

import pytest

from decisions.domain.kinds import Kind, Status
from decisions.models import Alias, Document
from decisions.querysets import document_for
from decisions.services.listings import document_link
from decisions.services.reading import INCLUDES, document_read
from decisions.services.version_diffs import version_diff
from decisions.services.versions import version_add
from spaces.kernel.errors import DomainError
from spaces.services.spaces import space_create
from tests.cast import Cast

TEXT = """# Queue limits

Intro.

## Design

Design text.

### Storage

Rows.

## Design

Again.

```
## Storage in code
```
"""


@pytest.fixture
def document(cast: Cast) -> Document:
    made = cast.document(text=TEXT)
    return document_for(cast.caller("member"), made.pk)


def test_a_document_is_read_with_its_text_and_findings(cast: Cast, document: Document) -> None:
    shown = document_read(document, cast.caller("member"))
    assert shown["text"] == TEXT
    assert (shown["version"], shown["saved_by"], shown["in_force"]) == (1, "author", False)
    assert {finding["rule"] for finding in shown["findings"]["items"]} >= {"section-missing"}
    assert "outline" not in shown


def test_only_what_is_asked_for_is_included(cast: Cast, document: Document) -> None:
    member = cast.caller("member")
    for name in INCLUDES:
        shown = document_read(document, member, include=[name])
        assert name in shown
        assert "text" not in shown
    assert "text" not in document_read(document, member, include=[])


def test_the_outline_leaves_out_headings_in_code(cast: Cast, document: Document) -> None:
    outline = document_read(document, cast.caller("member"), include=["outline"])["outline"]
    assert [entry["path"] for entry in outline] == [
        "Queue limits",
        "Queue limits > Design",
        "Queue limits > Design > Storage",
        "Queue limits > Design",
    ]
    assert [entry["line"] for entry in outline] == [1, 5, 9, 13]


def test_a_section_is_read_alone_by_its_path(cast: Cast, document: Document) -> None:
    for path in ("Storage", "Design > Storage", "queue limits > design > storage"):
        assert (
            document_read(document, cast.caller("member"), section=path)["text"] == "### Storage\n\nRows.\n\n"
        )


@pytest.mark.parametrize("path", ["Design", "Absent", "Storage in code", ">", "Design > Absent"])
def test_a_section_that_is_not_there_or_not_alone_is_refused_with_those_there_are(
    cast: Cast, document: Document, path: str
) -> None:
    with pytest.raises(DomainError) as refused:
        document_read(document, cast.caller("member"), section=path)
    assert (refused.value.code, refused.value.path) == ("invalid_arguments", "section")
    assert "Queue limits > Design" in refused.value.fix


def test_any_version_is_read_and_one_that_is_not_there_is_not_found(cast: Cast, document: Document) -> None:
    member = cast.caller("member")
    version_add(document=document, base_version=1, text="# Two\n", caller=member)
    now = document_for(member, document.pk)
    assert document_read(now, member)["text"] == "# Two\n"
    assert document_read(now, member, number=1)["text"] == TEXT
    for absent in (3, 2**31, 2**63, 10**30):
        with pytest.raises(DomainError) as refused:
            document_read(now, member, number=absent)
        assert refused.value.code == "not_found"


@pytest.mark.parametrize(
    "spelling",
    ["RFC 1", "rfc 1", "rfc-1", "RFC1", "rfc/1", "RFC-0001", "rfc_1", " RFC 1 ", "RFC #1"],
)
def test_every_spelling_of_a_reference_leads_to_the_document(cast: Cast, spelling: str) -> None:
    document = cast.document()
    assert document_for(cast.caller("member"), spelling, cast.space.pk).pk == document.pk


def test_a_part_is_reached_by_its_own_reference(cast: Cast) -> None:
    part = cast.document(parent_id=cast.document().pk)
    for spelling in ("RFC 1.1", "rfc-1.1", "rfc/1/1"):
        assert document_for(cast.caller("member"), spelling, cast.space.pk).pk == part.pk


def test_a_former_reference_goes_on_leading_to_the_document(cast: Cast) -> None:
    document = cast.document(kind=Kind.ADR)
    Alias.objects.create(space=cast.space, kind="adr", number=40, part=0, document=document)
    member = cast.caller("member")
    assert document_for(member, "ADR 40", cast.space.pk).pk == document.pk
    assert document_for(member, "ADR 1", cast.space.pk).pk == document.pk


def test_a_reference_needs_its_space_and_an_id_does_not(cast: Cast) -> None:
    document = cast.document()
    member = cast.caller("member")
    for spelling, space_id, path in (
        ("RFC 1", None, "space_id"),
        ("memo 1", cast.space.pk, "document_id"),
        ("RFC 0", cast.space.pk, "document_id"),
        ("RFC 1.2.3", cast.space.pk, "document_id"),
        ("'; --", cast.space.pk, "document_id"),
    ):
        with pytest.raises(DomainError) as refused:
            document_for(member, spelling, space_id)
        assert (refused.value.code, refused.value.path) == ("invalid_arguments", path)
    assert document_for(member, document.pk.lower()).pk == document.pk


def test_an_id_with_a_space_is_there_only_where_it_is_listed(cast: Cast) -> None:
    document = cast.document()
    other = space_create(account_id=cast.account.pk, name="Other", caller=cast.caller("owner"))
    member = cast.caller("member")
    with pytest.raises(DomainError) as refused:
        document_for(member, document.pk, other.pk)
    assert refused.value.code == "not_found"
    document_link(document=document, target_space_id=other.pk, caller=member)
    assert document_for(member, document.pk, other.pk).pk == document.pk


def test_in_force_is_accepted_or_published_without_a_superseded_parent(cast: Cast) -> None:
    member = cast.caller("member")
    parent = cast.document()
    part = cast.document(parent_id=parent.pk)
    for own, above, binds in (
        (Status.DRAFT, Status.ACCEPTED, False),
        (Status.ACCEPTED, Status.DRAFT, True),
        (Status.ACCEPTED, Status.SUPERSEDED, False),
        (Status.REJECTED, Status.ACCEPTED, False),
    ):
        Document.objects.filter(pk=part.pk).update(status=own)
        Document.objects.filter(pk=parent.pk).update(status=above)
        assert document_read(document_for(member, part.pk), member)["in_force"] is binds


def test_a_diff_compares_any_two_versions(cast: Cast, document: Document) -> None:
    member = cast.caller("member")
    version_add(document=document, base_version=1, text=TEXT.replace("Rows.", "Files."), caller=member)
    now = document_for(member, document.pk)
    diff = version_diff(now)
    assert (diff["from_version"], diff["to_version"], diff["added"], diff["removed"]) == (1, 2, 1, 1)
    assert "-Rows.\n+Files.\n" in diff["diff"]
    assert diff["sections_changed"] == ["Queue limits > Design > Storage"]
    assert diff["only_status_lines"] is False
    back = version_diff(now, from_version=2, to_version=1)
    assert "-Files.\n+Rows.\n" in back["diff"]
    assert version_diff(now, from_version=2, to_version=2)["diff"] == ""


def test_the_first_version_is_compared_with_nothing(document: Document) -> None:
    diff = version_diff(document)
    assert (diff["from_version"], diff["to_version"], diff["removed"]) == (0, 1, 0)
    assert diff["added"] == len(TEXT.splitlines())


def test_a_diff_tells_where_only_status_lines_changed(cast: Cast) -> None:
    document = cast.document()
    text = document.versions.get().text
    version_add(
        document=document,
        base_version=1,
        text=text.rstrip("\n") + "\n- 2026-11-30 in_review by @author\n",
        caller=cast.caller("author"),
    )
    document.refresh_from_db()
    assert version_diff(document)["only_status_lines"] is True


def test_a_diff_with_an_absent_version_is_not_found(document: Document) -> None:
    for versions in ({"from_version": 9}, {"to_version": 9}, {"to_version": 10**30}):
        with pytest.raises(DomainError) as refused:
            version_diff(document, **versions)
        assert refused.value.code == "not_found"
