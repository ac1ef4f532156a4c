"""Who a text speaks to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from integrations.domain.mentions import MAX_MENTIONED, mentions_in

SPOKEN_TO = {
    "Ask @bo about it": ["bo"],
    "(@bo), @ana: and @cy": ["bo", "ana", "cy"],
    "Ask @bo.": ["bo.", "bo"],
    "@bo.smith+x is one name": ["bo.smith+x"],
    "@bo@example.com is one name": ["bo@example.com"],
    "@user_01JDQ3V5Z8X6W4T2R0P9N7M5K3 too": ["user_01JDQ3V5Z8X6W4T2R0P9N7M5K3"],
    "@bo and @bo": ["bo"],
    "Grüße an @jürgen": ["jürgen"],
    "- 2026-11-30 agreed with @bo": ["bo"],
}

NOBODY = [
    "bo@example.com",
    "see https://example.com/@bo",
    "`@bo`",
    "```\n@bo\n```",
    "<!-- @bo -->",
    "---\nowner: '@bo'\n---\n",
    "@ bo",
    "",
    # A record of what bo did, not a word to bo.
    "## Status log\n\n- 2026-11-30 in_review by @bo via Claude Code: decider @ana",
]


@pytest.mark.parametrize(("text", "names"), SPOKEN_TO.items())
def test_a_name_after_an_at_sign_is_mentioned(text: str, names: list[str]) -> None:
    assert mentions_in(f"# Title\n\n{text}\n") == names


@pytest.mark.parametrize("text", NOBODY)
def test_addresses_code_comments_and_records_mention_nobody(text: str) -> None:
    assert mentions_in(text) == []


def test_a_text_that_names_everybody_mentions_the_first_fifty() -> None:
    names = [f"person{number}" for number in range(200)]
    assert mentions_in(" ".join(f"@{name}" for name in names)) == names[:MAX_MENTIONED]


@given(st.lists(st.sampled_from(["@bo", "@", "`", "\n", " ", "a", "@@", "/", "<!--", "-->", "\u202e"])))
def test_any_text_can_be_read_and_names_are_made_of_name_characters(pieces: list[str]) -> None:
    names = mentions_in("".join(pieces))
    assert len(names) == len(set(names))
    assert all(name and not set(name) & set(" `\n/<>\u202e") for name in names)
