"""Real histories: a sentence is found on the right sentence of the next version, or said to be gone."""

import os
import random
import re
import time
from collections import Counter
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path

import pytest

from decisions.domain.anchors import Anchor, Place, Revision, anchor_at
from decisions.domain.anchors.anchor import flat_text

CORPUS = Path(os.environ.get("DECISIONS_CORPUS") or Path(__file__).resolve().parents[4] / "shared/corpus")

_SENTENCE = re.compile(r"[^.!?\n]{12,300}[.!?](?=\s)")
_SAMPLED = 3

# An independent likeness, difflib's over characters: below it a reader would not call it the same sentence.
_RIGHT = 0.6
# Another sentence that is this much more like the quote, and stands as it did, would have been the right one.
_CLEARLY_BETTER = 0.1


@pytest.fixture(scope="module")
def histories() -> dict[str, list[str]]:
    """The texts of each document, oldest first."""
    if not (CORPUS / "history").is_dir():
        pytest.skip("no corpus here: set DECISIONS_CORPUS to its folder")
    return {
        folder.name: [
            flat_text(path.read_bytes().decode("utf-8", "replace")) for path in sorted(folder.glob("v*"))
        ]
        for folder in sorted((CORPUS / "history").iterdir())
    }


def sentences(text: str) -> list[str]:
    return [found.group().strip() for found in _SENTENCE.finditer(text)]


def likeness(left: str, right: str) -> float:
    return SequenceMatcher(None, left, right, autojunk=False).ratio()


class LineMap:
    """Which line of the old text is which of the new one, by difflib: another algorithm than the service's."""

    def __init__(self, old: str, new: str) -> None:
        before, after = old.split("\n"), new.split("\n")
        shortest = min(len(before), len(after))
        head = next((i for i in range(shortest) if before[i] != after[i]), shortest)
        tail = next((i for i in range(shortest - head) if before[-1 - i] != after[-1 - i]), shortest - head)
        middle = before[head : len(before) - tail], after[head : len(after) - tail]
        self.known = {line: line for line in range(head)}
        for block in SequenceMatcher(None, *middle, autojunk=False).get_matching_blocks():
            self.known |= {head + block.a + i: head + block.b + i for i in range(block.size)}
        shift = len(after) - len(before)
        self.known |= {line: line + shift for line in range(len(before) - tail, len(before))}

    def __getitem__(self, line: int) -> int | None:
        """The new number of an untouched line, from 1."""
        found = self.known.get(line - 1)
        return None if found is None else found + 1


def right(quote: str, old: str, at: Place, new: str, place: Place, mapped: int | None) -> bool:
    """Whether a found place is the right one, judged without the service's own diff and measure."""
    wording = new[place.start : place.end]
    if mapped is not None:
        return place.line == mapped and wording == old[at.start : at.end]
    ours, nearby = likeness(quote, wording), likeness(_around(old, *at[:2]), _around(new, *place[:2]))
    return ours >= _RIGHT and not any(
        likeness(quote, other.group().strip()) >= ours + (0 if place.exact else _CLEARLY_BETTER)
        and likeness(_around(old, *at[:2]), _around(new, *other.span())) > nearby
        for other in _SENTENCE.finditer(new)
        if other.end() <= place.start or other.start() >= place.end
    )


def _around(text: str, start: int, end: int) -> str:
    return text[max(0, start - 100) : end + 100]


def verdict(anchor: Anchor, old: str, at: Place, new: str, place: Place | None, lines: LineMap) -> str:
    mapped = lines[at.line] if "\n" not in old[at.start : at.end] else None
    if place is None:
        # What stands on an untouched line is not gone.
        return "orphaned" if mapped is None else "wrong"
    if not right(anchor.quote, old, at, new, place, mapped):
        return "wrong"
    return "exact" if place.exact else "reworded"


def test_a_comment_on_any_sentence_is_right_in_the_next_version(histories: dict[str, list[str]]) -> None:
    chance, counted, wrong, spent = random.Random(7), Counter[str](), [], 0.0
    for name, texts in histories.items():
        for number, (old, new) in enumerate(pairwise(texts), start=1):
            lines = LineMap(old, new)
            said = sentences(old)
            revision = Revision(old, new)
            for quote in chance.sample(said, min(_SAMPLED, len(said))):
                anchor = anchor_at(old, quote)
                started = time.perf_counter()
                place = revision.carry(anchor, anchor.place)
                spent += time.perf_counter() - started
                outcome = verdict(anchor, old, anchor.place, new, place, lines)
                touched = "untouched" if lines[anchor.line] else "touched"
                counted[f"{touched} {outcome}"] += 1
                if outcome == "wrong":
                    wrong.append((name, number, quote, place and new[place.start : place.end]))
    print(f"\n{dict(counted)}, {spent:.1f} s")  # noqa: T201
    assert wrong == []
    assert counted["untouched exact"] > 1000
    # Most of what was touched is found again: the answer is not to orphan everything.
    found = counted["touched exact"] + counted["touched reworded"]
    assert found > counted["touched orphaned"]


def test_a_comment_is_never_led_astray_through_a_whole_history(histories: dict[str, list[str]]) -> None:
    chance, counted, wrong = random.Random(11), Counter[str](), []
    for name, texts in histories.items():
        first = texts[0]
        said = sentences(first)
        anchors = [anchor_at(first, quote) for quote in chance.sample(said, min(6, len(said)))]
        places: list[Place | None] = [anchor.place for anchor in anchors]
        for number, (old, new) in enumerate(pairwise(texts), start=1):
            revision, lines = Revision(old, new), LineMap(old, new)
            for index, anchor in enumerate(anchors):
                at = places[index]
                places[index] = place = revision.carry(anchor, at)
                if at and verdict(anchor, old, at, new, place, lines) == "wrong":
                    wrong.append((name, number, anchor.quote, place and new[place.start : place.end]))
        counted.update(
            "orphaned" if place is None else "exact" if place.exact else "reworded" for place in places
        )
    print(f"\nafter whole histories: {dict(counted)}")  # noqa: T201
    assert wrong == []
    assert counted["exact"] + counted["reworded"] > 0
