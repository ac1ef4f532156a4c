"""Two changes to one text put together, and what does not fit left to choose."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.merging import CHOICES, Region, RegionKind, merge

LINES = st.lists(st.sampled_from(["a", "b", "c", "", "<<<<<<< mine", "é"]), max_size=10)
TEXTS = st.builds(lambda lines, end: "\n".join(lines) + end, LINES, st.sampled_from(["", "\n"]))

BASE = "# T\n\none\n\ntwo\n\nthree\n"


def kinds(base: str, theirs: str, mine: str) -> list[str]:
    return [region.kind.value for region in merge(base, theirs, mine).regions]


def put_together(base: str, theirs: str, mine: str) -> str:
    return merge(base, theirs, mine).text()


@given(TEXTS, TEXTS, TEXTS)
def test_each_of_the_three_texts_can_be_had_back_from_the_regions(base: str, theirs: str, mine: str) -> None:
    made = merge(base, theirs, mine)
    whole: dict[str, Callable[[Region], str]] = {
        base: lambda region: region.base,
        theirs: lambda region: region.theirs,
        mine: lambda region: region.mine,
    }
    for text, of in whole.items():
        assert "".join(of(region) for region in made.regions) == text
    keys = [region.key for region in made.conflicts]
    assert len(set(keys)) == len(keys)


@given(TEXTS, TEXTS)
def test_a_side_that_changed_nothing_gives_way(base: str, other: str) -> None:
    assert put_together(base, other, base) == other
    assert put_together(base, base, other) == other
    assert put_together(base, other, other) == other


@given(TEXTS, TEXTS, TEXTS)
def test_who_is_called_mine_makes_no_difference_where_nothing_meets(
    base: str, theirs: str, mine: str
) -> None:
    made, turned = merge(base, theirs, mine), merge(base, mine, theirs)
    assert len(made.conflicts) == len(turned.conflicts)
    if not made.conflicts:
        assert made.text() == turned.text()


@given(st.lists(st.booleans(), min_size=2, max_size=12), st.lists(st.booleans(), min_size=2, max_size=12))
def test_edits_of_different_paragraphs_are_both_in_the_proposal(mine: list[bool], theirs: list[bool]) -> None:
    """Each paragraph is changed by nobody, by me or by them; the blank lines between are not touched."""
    count = min(len(mine), len(theirs))
    by_me = [at for at in range(count) if mine[at] and not theirs[at]]
    by_them = [at for at in range(count) if theirs[at] and not mine[at]]

    def text(changed: dict[int, str]) -> str:
        return "".join(f"{changed.get(at, f'paragraph {at}')}\n\n" for at in range(count))

    said = {at: f"my words {at}" for at in by_me} | {at: f"their words {at}" for at in by_them}
    made = merge(text({}), text({at: said[at] for at in by_them}), text({at: said[at] for at in by_me}))
    assert made.conflicts == []
    assert made.text() == text(said)


@given(TEXTS, TEXTS, TEXTS, st.sampled_from(["mine", "theirs"]))
def test_choosing_one_side_everywhere_loses_nothing_it_changed(
    base: str, theirs: str, mine: str, side: str
) -> None:
    made = merge(base, theirs, mine)
    text = made.text({region.key: side for region in made.conflicts})
    kept = mine if side == "mine" else theirs
    changed = {RegionKind.CONFLICT, RegionKind.BOTH, RegionKind(side)}
    for region in made.regions:
        if region.kind in changed:
            assert (region.mine if side == "mine" else region.theirs) in text
    if not any(region.kind.value in {"mine", "theirs"} for region in made.regions):
        assert text == kept


@pytest.mark.parametrize(
    ("theirs", "mine", "result"),
    [
        (
            BASE.replace("one", "1"),
            BASE.replace("three", "3"),
            BASE.replace("one", "1").replace("three", "3"),
        ),
        (BASE + "\nfour\n", BASE.replace("one", "1"), BASE.replace("one", "1") + "\nfour\n"),
        (BASE.replace("one\n\n", ""), BASE.replace("three", "3"), "# T\n\ntwo\n\n3\n"),
        (BASE.replace("two", "2"), BASE.replace("two", "2"), BASE.replace("two", "2")),
    ],
)
def test_changes_that_do_not_meet_fit_into_one_text(theirs: str, mine: str, result: str) -> None:
    assert put_together(BASE, theirs, mine) == result


def test_a_place_that_both_changed_is_left_to_choose() -> None:
    theirs, mine = BASE.replace("two", "zwei"), BASE.replace("two", "deux").replace("one", "1")
    made = merge(BASE, theirs, mine)
    (place,) = made.conflicts
    assert (place.base, place.theirs, place.mine, place.line) == ("two\n", "zwei\n", "deux\n", 5)
    chosen = {choice: made.text({place.key: choice}) for choice in CHOICES}
    mended = BASE.replace("one", "1")
    assert chosen == {
        "theirs": mended.replace("two", "zwei"),
        "mine": mended.replace("two", "deux"),
        "theirs-mine": mended.replace("two", "zwei\ndeux"),
        "mine-theirs": mended.replace("two", "deux\nzwei"),
        "base": mended,
    }
    with pytest.raises(KeyError):
        made.text()


def test_changes_that_touch_are_one_place() -> None:
    assert kinds("a\nb\nc\nd\n", "a\nB\nc\nd\n", "a\nb\nC\nd\n") == ["same", "conflict", "same"]
    assert kinds("a\nb\n", "a\nx\nb\n", "a\ny\nb\n") == ["same", "conflict", "same"]


def test_both_in_a_last_line_without_end_stay_two_lines() -> None:
    made = merge("a\nb", "a\nc", "a\nd")
    (place,) = made.conflicts
    assert made.text({place.key: "theirs-mine"}) == "a\nc\nd"


def test_marks_of_other_tools_in_a_text_are_only_text() -> None:
    base = "<<<<<<< mine\nx\n=======\ny\n>>>>>>> theirs\n\nend\n"
    assert put_together(base, base.replace("end", "END"), base.replace("x", "z")) == base.replace(
        "end", "END"
    ).replace("x", "z")


def test_two_texts_of_the_largest_size_with_nothing_in_common_are_two_places_at_most() -> None:
    base = "".join(f"{number:x}\n" for number in range(90_000))
    theirs = "".join(f"t{number:x}\n" for number in range(80_000))
    mine = "".join(f"m{number:x}\n" for number in range(80_000))
    made = merge(base, theirs, mine)
    assert [region.kind for region in made.regions] == [RegionKind.CONFLICT]
    assert made.text({made.conflicts[0].key: "mine"}) == mine
