"""Status words of other communities, and the statuses they stand for here."""

import re
from enum import Enum

from decisions.domain.kinds import KINDS, Kind, Status


class Meaning(Enum):
    """What a foreign word says, as the statuses it becomes: the first of them that the kind has."""

    UNFINISHED = (Status.DRAFT, Status.PROPOSED)
    OPEN = (Status.IN_REVIEW, Status.PROPOSED, Status.DRAFT)
    ADOPTED = (Status.ACCEPTED, Status.PUBLISHED)
    REFUSED = (Status.REJECTED, Status.WITHDRAWN)
    SHELVED = (Status.WITHDRAWN,)
    RETIRED = (Status.DEPRECATED, Status.WITHDRAWN)
    REPLACED = (Status.SUPERSEDED,)


# Words that mean the same wherever they are used. A word not here is unknown, which is a way out and no
# fault: "reviewed", "moved" or "closed" alone do not say whether the answer was yes.
MEANING_OF_WORD: dict[str, Meaning] = {
    "draft": Meaning.UNFINISHED,
    "wip": Meaning.UNFINISHED,
    "work in progress": Meaning.UNFINISHED,
    "idea": Meaning.UNFINISHED,
    "returned for revision": Meaning.UNFINISHED,
    "on hold": Meaning.UNFINISHED,
    "pending": Meaning.UNFINISHED,
    "草案": Meaning.UNFINISHED,
    "草稿": Meaning.UNFINISHED,
    "טיוטה": Meaning.UNFINISHED,
    "proposed": Meaning.OPEN,
    "open": Meaning.OPEN,
    "review": Meaning.OPEN,
    "in review": Meaning.OPEN,
    "under review": Meaning.OPEN,
    "active review": Meaning.OPEN,
    "scheduled for review": Meaning.OPEN,
    "awaiting review": Meaning.OPEN,
    "reviewing": Meaning.OPEN,
    "last call": Meaning.OPEN,
    "final comment period": Meaning.OPEN,
    "评审中": Meaning.OPEN,
    "审核中": Meaning.OPEN,
    "accepted": Meaning.ADOPTED,
    "approved": Meaning.ADOPTED,
    "adopted": Meaning.ADOPTED,
    "active": Meaning.ADOPTED,
    "final": Meaning.ADOPTED,
    "living": Meaning.ADOPTED,
    "published": Meaning.ADOPTED,
    "deployed": Meaning.ADOPTED,
    "done": Meaning.ADOPTED,
    "complete": Meaning.ADOPTED,
    "completed": Meaning.ADOPTED,
    "implementing": Meaning.ADOPTED,
    "implemented": Meaning.ADOPTED,
    "partially implemented": Meaning.ADOPTED,
    "implementable": Meaning.ADOPTED,
    "previewing": Meaning.ADOPTED,
    "已接受": Meaning.ADOPTED,
    "已通过": Meaning.ADOPTED,
    "已实现": Meaning.ADOPTED,
    "אושר": Meaning.ADOPTED,
    "מאושר": Meaning.ADOPTED,
    "rejected": Meaning.REFUSED,
    "declined": Meaning.REFUSED,
    "已拒绝": Meaning.REFUSED,
    "נדחה": Meaning.REFUSED,
    "withdrawn": Meaning.SHELVED,
    "deferred": Meaning.SHELVED,
    "postponed": Meaning.SHELVED,
    "stagnant": Meaning.SHELVED,
    "expired": Meaning.SHELVED,
    "abandoned": Meaning.SHELVED,
    "cancelled": Meaning.SHELVED,
    "canceled": Meaning.SHELVED,
    "inactive": Meaning.SHELVED,
    "已撤回": Meaning.SHELVED,
    "deprecated": Meaning.RETIRED,
    "obsolete": Meaning.RETIRED,
    "retired": Meaning.RETIRED,
    "removed": Meaning.RETIRED,
    "已废弃": Meaning.RETIRED,
    "superseded": Meaning.REPLACED,
    "superceded": Meaning.REPLACED,
    "replaced": Meaning.REPLACED,
    "已取代": Meaning.REPLACED,
}

# Words one community uses in a sense of its own, by the series its documents count in.
MEANING_IN_SERIES: dict[str, dict[str, Meaning]] = {
    # PEP 1: accepted for now, so that it is tried out.
    "pep": {"provisional": Meaning.ADOPTED},
    # The KEP process: written down and not agreed yet.
    "kep": {"provisional": Meaning.OPEN},
    # BIP 3: complete is recommended by its authors, closed is no longer pursued; nobody decides.
    "bip": {"complete": Meaning.OPEN, "closed": Meaning.SHELVED},
    "cip": {"solved": Meaning.ADOPTED},
}

_LINK = re.compile(r"\[([^\[\]]{1,300})\](?:\([^()]{0,600}\))?")
_SUCCESSOR = re.compile(r"(?<!not )(?<!never )\b(?:superseded|superceded|replaced)\b[\w ]{0,20} by\b")
_END_OF_PHRASE = re.compile(r"[^\w \-]")


def map_status(kind: Kind, status_raw: str, *, series: str = "") -> Status | None:
    """The status a foreign word stands for in this kind; None where the word is unknown or names several.

    `series` is the header's: it settles the words that communities use in different senses.
    """
    meaning = _meaning(status_raw, MEANING_IN_SERIES.get(series, {}))
    if meaning is None:
        return None
    return next((status for status in meaning.value if status in KINDS[kind].statuses), None)


def _meaning(status_raw: str, own_words: dict[str, Meaning]) -> Meaning | None:
    text = " ".join(_LINK.sub(r"\1", status_raw).casefold().split()).strip("*_`{}<>\\\"' ")
    text = text.removeprefix("status:").strip()
    # "Draft | Accepted | Rejected": a template that was never filled in.
    if "|" in text or " / " in text:
        return None
    if _SUCCESSOR.search(text):
        return Meaning.REPLACED
    words = _END_OF_PHRASE.split(text, maxsplit=1)[0].split()
    # The longest phrase first: "active review" is not "active".
    for size in range(min(len(words), 3), 0, -1):
        phrase = " ".join(words[:size])
        if found := own_words.get(phrase) or MEANING_OF_WORD.get(phrase):
            return found
    return None
