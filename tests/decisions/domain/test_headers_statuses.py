"""Foreign status words and what they become."""

import pytest

from decisions.domain.headers import map_status
from decisions.domain.headers.statuses import MEANING_IN_SERIES, MEANING_OF_WORD, Meaning
from decisions.domain.kinds import KINDS, Kind, Status


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ("Implemented (Swift 2.2)", Status.ACCEPTED),
        ("Final", Status.ACCEPTED),
        ("accepted.", Status.ACCEPTED),
        ("Accepted with revisions", Status.ACCEPTED),
        ("Approved, pending implementation", Status.ACCEPTED),
        ("[Implemented](https://example.org/1)", Status.ACCEPTED),
        ("{Active}", Status.ACCEPTED),
        ("Active review (1 - 9 May)", Status.IN_REVIEW),
        ("Status: Active Review", Status.IN_REVIEW),
        ("Last  Call", Status.IN_REVIEW),
        ("评审中", Status.IN_REVIEW),
        ("Draft", Status.DRAFT),
        ("Returned for revision", Status.DRAFT),
        ("Rejected", Status.REJECTED),
        ("Stagnant", Status.WITHDRAWN),
        ("Deferred until spring", Status.WITHDRAWN),
        ("Inactive", Status.WITHDRAWN),
        ("Inactive (superseded by CIP-0121)", Status.SUPERSEDED),
        ("Superceded entirely by [0072](0072.md)", Status.SUPERSEDED),
        ("This KEP has been replaced by KEP-1", Status.SUPERSEDED),
        ("Accepted, not superseded by anything", Status.ACCEPTED),
    ],
)
def test_a_known_word_becomes_a_status_of_an_rfc(word: str, status: Status) -> None:
    assert map_status(Kind.RFC, word) is status


@pytest.mark.parametrize(
    "word",
    [
        "",
        "Moved",
        "Reviewed",
        "Closed",
        "provisional",
        "imlpemented",
        "Draft | Final",
        "[Open] / Final",
        "9",
        "*",
    ],
)
def test_a_word_that_says_nothing_sure_stays_unknown(word: str) -> None:
    assert map_status(Kind.RFC, word) is None


@pytest.mark.parametrize(
    ("series", "word", "status"),
    [
        ("pep", "Provisional", Status.ACCEPTED),
        ("kep", "provisional", Status.IN_REVIEW),
        ("bip", "Complete", Status.IN_REVIEW),
        ("", "Complete", Status.ACCEPTED),
        ("bip", "Closed", Status.WITHDRAWN),
    ],
)
def test_a_word_means_what_its_community_means_by_it(series: str, word: str, status: Status) -> None:
    assert map_status(Kind.RFC, word, series=series) is status


@pytest.mark.parametrize(
    ("kind", "word", "status"),
    [
        (Kind.ADR, "Draft", Status.PROPOSED),
        (Kind.ADR, "In review", Status.PROPOSED),
        (Kind.ADR, "Deprecated (nothing took its place)", Status.DEPRECATED),
        (Kind.PRD, "Obsolete", Status.WITHDRAWN),
        (Kind.STUDY, "Final", Status.PUBLISHED),
        (Kind.STUDY, "In review", Status.DRAFT),
        (Kind.STUDY, "Rejected", Status.WITHDRAWN),
    ],
)
def test_a_kind_without_the_status_takes_the_nearest_it_has(kind: Kind, word: str, status: Status) -> None:
    assert map_status(kind, word) is status


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("meaning", list(Meaning))
def test_every_meaning_has_a_status_in_every_kind(kind: Kind, meaning: Meaning) -> None:
    words = [word for word, means in MEANING_OF_WORD.items() if means is meaning]
    assert words
    assert {map_status(kind, word.title()) for word in words} <= set(KINDS[kind].statuses)


def test_every_word_in_the_tables_is_in_the_form_in_which_it_is_looked_up() -> None:
    words = [*MEANING_OF_WORD, *(word for own in MEANING_IN_SERIES.values() for word in own)]
    odd = [word for word in words if word != " ".join(word.casefold().split()) or len(word.split()) > 3]
    assert odd == []
