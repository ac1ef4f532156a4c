"""References as people say them, whole and in prose."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.kinds import Kind
from decisions.domain.references import Reference, find_references, parse_reference

NUMBERS = st.integers(1, 999_999_999)
REFERENCES = st.builds(Reference, st.sampled_from(Kind), NUMBERS, st.one_of(st.just(0), NUMBERS))


@st.composite
def spellings(draw: st.DrawFn) -> tuple[str, Reference]:
    """A reference in one of the ways people write it."""
    reference = draw(REFERENCES)
    kind = "".join(draw(st.sampled_from([letter, letter.upper()])) for letter in reference.kind)
    between = draw(st.sampled_from(["", " ", "  ", "-", "_", "/", "#", " #"]))
    number = str(reference.number).zfill(draw(st.integers(0, 9)))
    part = f"{draw(st.sampled_from('./'))}{reference.part}" if reference.part else ""
    around = draw(st.sampled_from(["", " ", "\t", "\n"]))
    return f"{around}{kind}{between}{number}{part}{around}", reference


@given(spellings())
def test_every_spelling_of_a_reference_is_read_as_it(written: tuple[str, Reference]) -> None:
    spelling, reference = written
    assert parse_reference(spelling) == reference


@given(REFERENCES)
def test_what_is_shown_is_read_back(reference: Reference) -> None:
    assert parse_reference(str(reference)) == reference
    assert parse_reference(reference.slug) == reference
    assert re.fullmatch(r"(rfc|prd|adr|study)-[1-9][0-9]*(\.[1-9][0-9]*)?", reference.slug)


@pytest.mark.parametrize(
    ("spelling", "shown", "slug"),
    [
        ("rfc 12.1", "RFC 12.1", "rfc-12.1"),
        ("rfc-12.1", "RFC 12.1", "rfc-12.1"),
        ("RFC12.1", "RFC 12.1", "rfc-12.1"),
        ("rfc/12/1", "RFC 12.1", "rfc-12.1"),
        ("prd-39", "PRD 39", "prd-39"),
        ("PRD-0039", "PRD 39", "prd-39"),
        ("rfc_12", "RFC 12", "rfc-12"),
        ("RFC #12", "RFC 12", "rfc-12"),
        ("study 3", "Study 3", "study-3"),
        (" adr 7 ", "ADR 7", "adr-7"),
    ],
)
def test_the_forms_people_use(spelling: str, shown: str, slug: str) -> None:
    reference = parse_reference(spelling)
    assert (str(reference), reference and reference.slug) == (shown, slug)


@pytest.mark.parametrize(
    "spelling",
    [
        *("", "rfc", "12", "rfc 0", "rfc 000", "rfc 12.0", "rfc 12.", "rfc .1", "rfc 12.1.2", "rfc/12/1/2"),
        *(
            "rfc 1234567890",
            "rfc 1.1234567890",
            "rfc -12",
            "rfc--12",
            "rfc +12",
            "rfc 1e3",
            "rfc 12a",
            "xrfc 12",
        ),
        *(
            "rfcs 12",
            "pep 12",
            "rfc 12 13",
            "rfc twelve",
            "rfc １２",
            "rfc ١",
            "ſtudy 3",
            "rfc\u00a012",
            "rfc\n12",
        ),
        *("rfc 12\x00", "ldoc_12", "rfc:12", "rfc 12.-1"),
    ],
)
def test_anything_else_is_no_reference(spelling: str) -> None:
    assert parse_reference(spelling) is None


@given(st.text(alphabet="rfcpdastuyRFC 0123456789./-_#\n\tſ１", max_size=16) | st.text(max_size=16))
def test_nothing_but_a_spelling_is_read(text: str) -> None:
    spelling = re.compile(r"(?:rfc|prd|adr|study)(?:[-_/]| {0,3}#?)(\d{1,9})(?:[./](\d{1,9}))?", re.I | re.A)
    match = spelling.fullmatch(text.strip(" \t\r\n"))
    plausible = bool(match and int(match[1]) and (match[2] is None or int(match[2])))
    assert (parse_reference(text) is not None) == plausible


def test_references_sort_by_kind_number_and_part() -> None:
    ordered = [
        Reference(Kind.ADR, 9),
        Reference(Kind.RFC, 2),
        Reference(Kind.RFC, 10),
        Reference(Kind.RFC, 10, 2),
    ]
    assert sorted([*ordered[2:], *ordered[:2]]) == ordered


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("See RFC 12, PRD-39.1. Then (adr-3).", [(4, "RFC 12"), (12, "PRD-39.1"), (28, "adr-3")]),
        ("**RFC 12** and _RFC 13_ and [RFC 14](x)", [(2, "RFC 12"), (16, "RFC 13"), (29, "RFC 14")]),
        ("Nach RFC 12\u2019s Regel, «RFC 7»", [(5, "RFC 12"), (22, "RFC 7")]),
        ("RFC 12", [(0, "RFC 12")]),
        ("Study 3 and study-4, not a study 5 people joined", [(0, "Study 3"), (12, "study-4")]),
    ],
)
def test_references_in_prose_are_found_where_they_stand(line: str, found: list[tuple[int, str]]) -> None:
    assert [(start, spelling) for start, spelling, _ in find_references(line)] == found
    assert all(reference == parse_reference(spelling) for _, spelling, reference in find_references(line))


@pytest.mark.parametrize(
    "line",
    [
        "xrfc-12 rfc-12abc rfc-12-draft my_rfc-12 rfc-12_old éRFC 12 RFC 12é",
        "https://example.org/rfc/12 http://a.b/?q=rfc-12 www.example.org/rfc-12 HTTPS://A.B/#RFC12",
        "docs/rfc-12 ./rfc-12.md rfc-12.md [x](#rfc-12) rfc-12@example.org",
        "RFC 12.1.2 RFC 0 RFC 12.0 RFC 1234567890 surfc 12",
    ],
)
def test_addresses_and_longer_names_hold_no_reference(line: str) -> None:
    assert find_references(line) == []


@given(spellings())
def test_a_reference_between_words_is_found(written: tuple[str, Reference]) -> None:
    spelling, reference = written[0].strip(), written[1]
    lower_noun = re.match(r"study *[0-9#]", spelling) and " " in spelling and "#" not in spelling
    found = [reference for _, _, reference in find_references(f"before {spelling}, after")]
    assert found == ([] if lower_noun else [reference])
