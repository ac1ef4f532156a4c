"""Anchors: a quote is found on the piece it was made on, or said to be gone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.anchors import MAX_QUOTE, Anchor, Place, QuoteMissing, Revision, anchor_at, relocate

TEXT = """# Queue limits

## Design

Each queue holds at most 100 messages. A full queue refuses new ones.
Consumers acknowledge in order.

## Risks

A slow consumer fills its queue. Nobody is told.
"""
FULL = "A full queue refuses new ones."


def moved(old: str, quote: str, new: str) -> tuple[str, bool] | None:
    """What the quote reads in the new text, and whether exactly; None where it is gone."""
    place = relocate(anchor_at(old, quote), old, new)
    if place is None:
        return None
    assert place.line == new.count("\n", 0, place.start) + 1
    return new[place.start : place.end], place.exact


def test_an_anchor_keeps_its_surroundings_headings_and_line() -> None:
    anchor = anchor_at(TEXT, FULL)
    assert anchor == Anchor(
        quote=FULL,
        before="h queue holds at most 100 messages. "[-32:],
        after="\nConsumers acknowledge in order.",
        path=("Queue limits", "Design"),
        start=TEXT.index(FULL),
        line=5,
    )
    assert anchor.place == Place(TEXT.index(FULL), TEXT.index(FULL) + len(FULL), 5, exact=True)


@pytest.mark.parametrize("quote", ["A full queue refuses old ones.", " \n", "", "\r\n"])
def test_a_quote_has_to_be_a_piece_of_the_text(quote: str) -> None:
    with pytest.raises(QuoteMissing):
        anchor_at(TEXT, quote)


def test_the_first_of_several_occurrences_is_meant_and_a_longer_quote_means_another() -> None:
    text = "Yes.\n\nNo.\n\nSurely yes. Yes.\n"
    assert anchor_at(text, "Yes.").start == 0
    assert anchor_at(text, "Surely yes. Yes.").line == 5


def test_line_ends_and_a_byte_order_mark_do_not_count() -> None:
    windows = "\ufeff" + TEXT.replace("\n", "\r\n")
    quote = "new ones.\r\nConsumers"
    anchor = anchor_at(windows, quote)
    assert (anchor.quote, anchor.line) == ("new ones.\nConsumers", 5)
    assert relocate(anchor, windows, TEXT) == anchor.place
    assert relocate(anchor, windows, TEXT.replace("\n", "\r")) == anchor.place


def test_headings_of_any_length_are_kept_short() -> None:
    anchor = anchor_at(f"# {'long ' * 1000}\n\nA sentence.\n", "A sentence.")
    assert [len(heading) for heading in anchor.path] == [200]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda text: text, (FULL, True)),
        (lambda text: "Intro.\n" + text, (FULL, True)),
        (lambda text: text.replace("100 messages", "250 entries"), (FULL, True)),
        (
            lambda text: text.replace(" " + FULL, "").replace("Nobody is told.", f"Nobody is told. {FULL}"),
            (FULL, True),
        ),
        (lambda text: text.replace("refuses new", "rejects new"), ("A full queue rejects new ones.", False)),
        (
            lambda text: text.replace("full queue ", "full\nqueue "),
            ("A full\nqueue refuses new ones.", False),
        ),
        (lambda text: text.replace(FULL, "Producers wait."), None),
        (lambda text: text.replace(" " + FULL, ""), None),
        (lambda text: "", None),
    ],
    ids=["same", "above", "beside", "moved", "reworded", "wrapped", "replaced", "removed", "emptied"],
)
def test_a_sentence_is_followed_through_an_edit(change: object, expected: tuple[str, bool] | None) -> None:
    assert callable(change)
    assert moved(TEXT, FULL, change(TEXT)) == expected


def test_a_twin_that_stays_is_not_taken_for_the_one_that_went() -> None:
    block = "## {}\n\nStatus: final. Nothing else is planned for this part.\n\n"
    old = block.format("One") + "Between.\n\n" + block.format("Two")
    quote = "Status: final. Nothing else is planned for this part."
    new = "Between.\n\n" + block.format("Two")
    assert moved(old, quote, new) is None
    assert moved("Yes.\nx\nYes.\n", "Yes.", "No.\nYes.\n") is None


def test_a_twin_that_is_added_does_not_draw_the_anchor_away() -> None:
    old = "Alpha.\n\nThe limit is fixed for now.\n\nOmega.\n"
    new = "The limit is fixed for now.\n\n" + old
    place = relocate(anchor_at(old, "The limit is fixed for now."), old, new)
    assert place is not None
    assert place.line == 5


def test_a_word_inside_another_word_is_not_the_word() -> None:
    old = "We say yes here, to all of it.\n"
    assert moved(old, "yes", "We say, as of yesterday, to all of it.\n") is None


def test_a_number_in_a_rewritten_line_is_not_any_other_number() -> None:
    assert moved("The limit is 5 a day.\n", "5", "Seven people asked 5 times for another limit.\n") is None


def test_many_small_changes_do_not_lead_to_another_sentence() -> None:
    words = ["Each", "queue", "holds", "at", "most", "one", "hundred", "messages", "today"]
    others = ["Every", "shop", "sells", "under", "least", "nine", "thousand", "flowers", "soon"]
    text = " ".join(words) + ".\n"
    anchor = anchor_at(text, text.strip())
    place: Place | None = anchor.place
    found = []
    for index, word in enumerate(others):
        words[index] = word
        new = " ".join(words) + ".\n"
        place = Revision(text, new).carry(anchor, place)
        text = new
        found.append(place is not None)
    assert found[:2] == [True, True]
    assert found[-3:] == [False] * 3


def test_what_was_gone_is_found_when_it_comes_back_as_it_was() -> None:
    anchor = anchor_at(TEXT, FULL)
    without = TEXT.replace(FULL, "")
    assert Revision(TEXT, without).carry(anchor, anchor.place) is None
    assert Revision(without, TEXT).carry(anchor, None) == anchor.place
    assert Revision(without, without + "\n").carry(anchor, None) is None
    assert Revision(without, TEXT + TEXT).carry(anchor, None) is None


SENTENCES = st.lists(
    st.text("abcdefg é漢.,#-*`", min_size=1, max_size=30).map(str.strip) | st.just("The same again."),
    max_size=8,
)
QUOTE = "Every consumer acknowledges what it took, and takes no more than it acknowledges."


@given(SENTENCES, SENTENCES, SENTENCES, SENTENCES, st.sampled_from([" ", "\n", "\n\n"]))
def test_edits_around_a_quote_leave_it_found(
    above: list[str], below: list[str], new_above: list[str], new_below: list[str], between: str
) -> None:
    old = between.join([*above, QUOTE, *below])
    new = between.join([*new_above, QUOTE, *new_below])
    place = relocate(anchor_at(old, QUOTE), old, new)
    assert place is not None
    assert (place.start, place.exact) == (new.index(QUOTE), True)


@given(
    SENTENCES,
    SENTENCES,
    st.dictionaries(st.integers(0, 12), st.sampled_from(["", "never", "each two", "\u2014"]), min_size=1),
    st.sampled_from([" ", "\n"]),
)
def test_edits_inside_a_quote_leave_it_reworded_or_orphaned(
    above: list[str], below: list[str], changes: dict[int, str], between: str
) -> None:
    words = [changes.get(index, word) for index, word in enumerate(QUOTE.split())]
    changed = " ".join(word for word in words if word)
    old, new = between.join([*above, QUOTE, *below]), between.join([*above, changed, *below])
    place = relocate(anchor_at(old, QUOTE), old, new)
    start = len(between.join([*above, ""]))
    if place is not None:
        assert not place.exact
        assert start <= place.start < place.end <= start + len(changed)
    elif len(changes) == 1:
        pytest.fail("one word of thirteen makes no other sentence")


def test_the_longest_quote_is_followed_too() -> None:
    quote = ("A long remark about queues. " * 80)[: MAX_QUOTE - 1] + "!"
    old = f"Above.\n{quote}\nBelow.\n"
    assert moved(old, quote, old.replace("Above.", "Higher.")) == (quote, True)
