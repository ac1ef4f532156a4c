"""Numbers in names, header values and headings."""

import pytest

from decisions.domain.headers.numbers import number_in_heading, number_in_path, number_in_value


@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("docs/adr/0001-record.md", "0001"),
        ("pep-0012.rst", "0012"),
        ("bip-0002.mediawiki", "0002"),
        ("eip-1.md", "1"),
        ("text/2102-unnamed.md", "2102"),
        ("RFC_7.txt", "7"),
        ("rfc-12.1.md", "12.1"),
        ("rfc-12.1-storage.md", "12.1"),
        ("0007.md", "0007"),
        ("CIP-0004/README.md", "0004"),
        ("keps\\sig\\3178-cleanup\\README.md", "3178"),
        ("3178-cleanup/notes.md", None),
        ("2031-03-09-racks.md", None),
        ("2031-03-09-racks/README.md", None),
        ("20310310_racks.md", None),
        ("2031, Winter - racks.md", None),
        ("racks-2.md", None),
        ("yolo11.md", None),
        ("5th_54.md", None),
        ("NNNN-template.md", None),
        ("README.md", None),
        ("", None),
    ],
)
def test_a_path_tells_a_number_and_never_takes_a_date_for_one(path: str, number: str | None) -> None:
    assert number_in_path(path) == number


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("0161", "0161"),
        (" SE-0211 ", "0211"),
        ("[SE-0211](0211-x.md)", "0211"),
        ("`ST-0008`", "0008"),
        ("12.1", "12.1"),
        ("NNNN", None),
        ("<REQUIRED: number>", None),
        ("0x10", None),
        ("", None),
    ],
)
def test_a_header_value_keeps_its_number_as_written(value: str, number: str | None) -> None:
    assert number_in_value(value) == number


@pytest.mark.parametrize(
    ("heading", "number"),
    [
        ("7. Use a queue", "7"),
        ("KEP-3178: Clean up", "3178"),
        ("[KEP-3178]: Clean up", "3178"),
        ("RFC 12.1 Storage", "12.1"),
        ("RFC: a plan", None),
        ("2031, Winter", None),
        ("3D printing", None),
        ("1.2.3 is out", None),
        ("RFC 822 headers", "822"),
    ],
)
def test_a_heading_tells_a_number_where_it_starts_with_one(heading: str, number: str | None) -> None:
    assert number_in_heading(heading) == number
