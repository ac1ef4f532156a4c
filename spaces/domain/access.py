"""Who reads a document: the levels, and how far each standing towards a document reaches."""

from enum import IntEnum, StrEnum


class Access(IntEnum):
    """How closed a document is; the numbers are stored, and grow from most open to most closed."""

    PUBLIC = 0
    PREVIEW = 1
    PARTNER = 2
    TEAM = 3
    INTERNAL = 4

    @property
    def word(self) -> str:
        return self.name.lower()

    @classmethod
    def of(cls, word: str) -> "Access":
        return cls[word.upper()]


ACCESS_WORDS = tuple(level.word for level in Access)

# The levels an assistant may set: anything more open is a person's act.
ASSISTANT_LEVELS = (Access.TEAM, Access.INTERNAL)


class Standing(StrEnum):
    """What somebody is to a document. One person may have several standings towards one document."""

    ANYONE = "anyone"
    LINK_HOLDER = "holder of the preview link"
    PARTNER = "member of a partner account"
    NAMED = "named on the document"
    MEMBER = "member of the account"
    AUTHOR = "the author, while a member"
    MANAGER = "manager of the account"


# The most closed level each standing still reads. This table is the whole rule: the test of one document
# and the filter of a list are both made from it.
READS_UP_TO: dict[Standing, Access] = {
    Standing.ANYONE: Access.PUBLIC,
    Standing.LINK_HOLDER: Access.PREVIEW,
    Standing.PARTNER: Access.PARTNER,
    Standing.NAMED: Access.TEAM,
    Standing.MEMBER: Access.TEAM,
    Standing.AUTHOR: Access.INTERNAL,
    Standing.MANAGER: Access.INTERNAL,
}


def readable(level: Access, standings: frozenset[Standing]) -> bool:
    """Whether anybody with these standings reads a document of this level."""
    return any(level <= READS_UP_TO[standing] for standing in standings)
