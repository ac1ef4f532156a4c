"""What is said of the documents a text names: alike for what is absent and what may not be read."""

import pytest

from decisions.domain.kinds import Kind, Status
from decisions.models import Alias, Document
from decisions.querysets import document_for
from decisions.services.reading import findings_of
from decisions.services.versions import version_of
from spaces.domain.access import Access
from spaces.services.spaces import space_create
from tests.cast import Cast


def told(cast: Cast, document: Document, actor: str = "member") -> list[tuple[int, str, str, str]]:
    """Line, rule, message and fix of the findings about references."""
    caller = cast.caller(actor)
    read = document_for(caller, document.pk)
    found = findings_of(read, version_of(read), caller)["items"]
    return [
        (finding["line"], finding["rule"], finding["message"], finding["fix"])
        for finding in found
        if finding["rule"].startswith("reference-")
    ]


def naming(cast: Cast, *references: str, level: Access = Access.TEAM) -> Document:
    text = "# Naming\n" + "".join(f"\nSee {reference}.\n" for reference in references)
    return cast.document(kind=Kind.STUDY, text=text, level=level)


def test_a_reference_to_what_is_there_is_no_finding(cast: Cast) -> None:
    cast.document()
    part = cast.document(parent_id="RFC 1")
    assert str(part.reference) == "RFC 1.1"
    assert told(cast, naming(cast, "RFC 1", "rfc 1.1", "STUDY 1")) == []


def test_a_reference_to_nothing_is_told_with_its_line(cast: Cast) -> None:
    found = told(cast, naming(cast, "RFC 7", "PRD 9.2"))
    assert [(line, rule) for line, rule, _, _ in found] == [
        (3, "reference-unknown"),
        (5, "reference-unknown"),
    ]


@pytest.mark.parametrize("actor", ["member", "author", "owner"])
def test_what_not_every_reader_can_read_is_told_like_what_is_absent_to_everybody(
    cast: Cast, actor: str
) -> None:
    cast.document("Secret", level=Access.INTERNAL)
    hidden = told(cast, naming(cast, "RFC 1"), actor)
    absent = told(cast, naming(cast, "RFC 2"), actor)
    assert [rule for _, rule, _, _ in hidden] == ["reference-unknown"]
    assert [tuple(str(part).replace("RFC 2", "RFC 1") for part in found) for found in absent] == [
        tuple(str(part) for part in found) for found in hidden
    ]


def test_a_document_at_the_same_or_a_more_open_level_is_no_secret(cast: Cast) -> None:
    cast.document(level=Access.INTERNAL)
    cast.document(level=Access.PUBLIC)
    assert told(cast, naming(cast, "RFC 1", "RFC 2", level=Access.INTERNAL), "owner") == []


def test_what_is_superseded_names_its_successor_only_to_who_may_read_it(cast: Cast) -> None:
    old, new = cast.document("Old"), cast.document("New", level=Access.INTERNAL)
    Document.objects.filter(pk=old.pk).update(status=Status.SUPERSEDED, successor=new)
    naming_it = naming(cast, "RFC 1")
    (to_member,) = told(cast, naming_it, "member")
    (to_owner,) = told(cast, naming_it, "owner")
    assert to_member[1] == to_owner[1] == "reference-superseded"
    assert "RFC 2" in to_owner[2] + to_owner[3]
    assert "RFC 2" not in to_member[2] + to_member[3]


def test_a_former_reference_counts_as_the_document_it_leads_to(cast: Cast) -> None:
    document = cast.document(kind=Kind.ADR)
    Alias.objects.create(space=cast.space, kind="adr", number=40, part=0, document=document)
    naming_it = naming(cast, "ADR 40")
    assert told(cast, naming_it) == []
    Document.objects.filter(pk=document.pk).update(access=Access.INTERNAL)
    assert [rule for _, rule, _, _ in told(cast, naming_it)] == ["reference-unknown"]


def test_a_former_and_a_present_reference_of_one_document_may_stand_in_one_text(cast: Cast) -> None:
    document = cast.document(kind=Kind.ADR)
    for number in (40, 41):
        Alias.objects.create(space=cast.space, kind="adr", number=number, part=0, document=document)
    found = told(cast, naming(cast, "ADR 40", "ADR 1", "ADR 41", "ADR 42"))
    assert [(line, rule) for line, rule, _, _ in found] == [(9, "reference-unknown")]


def test_a_document_of_another_space_is_not_meant(cast: Cast) -> None:
    other = space_create(account_id=cast.account.pk, name="Other", caller=cast.caller("owner"))
    cast.document(space=other)
    assert [rule for _, rule, _, _ in told(cast, naming(cast, "RFC 1"))] == ["reference-unknown"]


def test_findings_come_in_the_order_of_their_lines_with_their_total(cast: Cast) -> None:
    document = cast.document(text="# Queue limits\n\nTODO\n\nSee RFC 77.\n\nTODO\n")
    member = cast.caller("member")
    found = findings_of(document, version_of(document), member)
    lines = [finding["line"] for finding in found["items"]]
    assert lines == sorted(lines)
    assert found["total"] == len(lines)
    assert [finding["rule"] for finding in found["items"]].count("reference-unknown") == 1


def test_no_more_than_500_references_of_a_text_are_followed(cast: Cast) -> None:
    document = cast.document(text="# x\n" + "\n".join(f"RFC {number}" for number in range(2, 1_000)))
    assert len(version_of(document).references) == 500
    assert len(told(cast, document)) == 500
