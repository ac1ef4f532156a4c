"""Which documents a pull request's text says it implements."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from integrations.domain.pull_request_urls import MAX_IMPLEMENTED, implemented_references

SAID = {
    "Implements RFC 12": ["RFC 12"],
    "implements: RFC-12.1 and ADR 3": ["RFC 12.1", "ADR 3"],
    "IMPLEMENTS RFC12": ["RFC 12"],
    "Implement prd-0039: new sign-in": ["PRD 39"],
    "This implemented adr 3, mostly": ["ADR 3"],
    "Implements:RFC 3": ["RFC 3"],
    "Implements RFC 1, RFC 2, and RFC 3; ADR 4 & PRD 5 + PRD 6": [
        *("RFC 1", "RFC 2", "RFC 3", "ADR 4", "PRD 5", "PRD 6"),
    ],
    "- **Implements:** [RFC 12](https://x.test/a_b), **ADR 3**": ["RFC 12", "ADR 3"],
    "Implements [RFC 12] and [ADR 3]": ["RFC 12", "ADR 3"],
    "(implements RFC 1) … and implements RFC 2": ["RFC 1", "RFC 2"],
    "Implements RFC 2\r\n\r\nImplements RFC 1 and RFC 2": ["RFC 2", "RFC 1"],
    "> Implements RFC 1\n\nNo, it implements RFC 2": ["RFC 2"],
    "```\nImplements RFC 1\n```\nImplements RFC 2": ["RFC 2"],
    "Done <!-- Implements RFC 1 --> Implements RFC 2": ["RFC 2"],
    "Implements Study 3": ["Study 3"],
    "Implements RFC 12 and its ADR 2": ["RFC 12"],
    "Implements RFC 12, see ADR 2": ["RFC 12"],
    "Implements RFC 12 for RFC 13, RFC 14": ["RFC 12"],
}

NOTHING_SAID = [
    *("", "RFC 12", "Implements", "Implements RFC", "Implements RFC 0", "Implements PEP 8", "Implements #12"),
    *("Reimplements RFC 12", "implementsRFC 12", "Implementation of RFC 12", "unimplemented RFC 12"),
    *("Implements it, see RFC 12", "Implements the idea of RFC 12", "Implements RFC twelve"),
    *("It does not implement RFC 12", "It doesn't implement RFC 12", "It doesn’t implement RFC 12"),
    *("`Implements RFC 12`", "Implements `RFC 12`", "~~~\nImplements RFC 12\n~~~"),
    *("> Implements RFC 12", ">Implements RFC 12", "  > > Implements RFC 12", "- > Implements RFC 12"),
    *("<!-- Implements RFC 12 -->", "<!--\nImplements RFC 12\n-->", "<!-- Implements RFC 12"),
    *("Implements https://x.test/rfc-12", "Implements x.test/rfc-12", "Implements\nRFC 12"),
    # Latin letters only: the long s is no s.
    "Implementſ RFC 12",
]


@pytest.mark.parametrize(("text", "named"), SAID.items())
def test_what_is_said_to_be_implemented_is_found(text: str, named: list[str]) -> None:
    assert [str(reference) for reference in implemented_references(text)] == named


@pytest.mark.parametrize("text", NOTHING_SAID)
def test_code_quotes_comments_and_other_words_say_nothing(text: str) -> None:
    assert implemented_references(text) == []


def test_a_text_that_names_a_hundred_names_the_first_twenty() -> None:
    text = "Implements " + ", ".join(f"RFC {number}" for number in range(1, 101))
    assert [reference.number for reference in implemented_references(text)] == [
        *range(1, MAX_IMPLEMENTED + 1)
    ]


@given(
    st.lists(
        st.sampled_from(
            [
                "Implements",
                "not ",
                " ",
                ":",
                "RFC 12",
                "adr-3",
                ",",
                "and ",
                "[",
                "](",
                ")",
                "`",
                "```",
                "\n",
                ">",
                "<!--",
            ]
        )
    ).map("".join)
)
def test_any_text_can_be_read_and_names_each_document_once(text: str) -> None:
    found = implemented_references(text)
    assert len(found) == len(set(found))
    assert {str(reference) for reference in found} <= {"RFC 12", "ADR 3"}
