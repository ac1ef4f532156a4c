"""Somebody saved first: what the page shows, proposes and puts into the editor, and that nothing is lost."""

from typing import Any

import pytest

from decisions.admin.conflicts import MAX_PLACES
from decisions.domain.kinds import Status
from decisions.models import Document
from decisions.services.versions import version_add
from reviews.services.lifecycle import document_set_status
from reviews.services.needs import Wish
from tests.cast import Cast
from tests.console import address, browser, refusals
from tests.decisions.editing import save, sent_again, shown_text, texts

BASE = "# T\n\none\n\ntwo\n\nthree\n"
THEIRS = BASE.replace("one", "one of theirs")
MINE = BASE.replace("three", "three of mine")
MEETING = BASE.replace("one", "one of mine").replace("three", "three of mine")


def overtaken(cast: Cast, mine: str, theirs: str = THEIRS, base: str = BASE) -> tuple[Document, Any]:
    """A document that somebody else saved first, and the page that my save is answered with."""
    document = cast.document(text=base)
    version_add(document=document, base_version=1, text=theirs, caller=cast.caller("author"))
    return document, save(cast, document, mine, 1, message="Mine")


def go_on(cast: Cast, document: Document, answer: Any, **changes: object) -> Any:
    return browser(cast, "member").post(address(document, "edit"), sent_again(answer, **changes))


def test_a_proposal_of_both_is_put_into_the_editor_and_saved_by_nobody_but_me(cast: Cast) -> None:
    document, answer = overtaken(cast, MINE)
    assert (answer.status_code, answer.context["form"].conflict.fits) == (409, True)
    taken = go_on(cast, document, answer, do="take")
    both = THEIRS.replace("three", "three of mine")
    assert (taken.status_code, shown_text(taken)) == (200, both)
    assert taken.context["form"]["mine"].value().replace("\r\n", "\n") == MINE
    assert texts(document) == [BASE, THEIRS]
    assert go_on(cast, document, taken, do="save").status_code == 302
    assert texts(document) == [BASE, THEIRS, both]


def test_a_place_that_both_changed_takes_what_is_chosen(cast: Cast) -> None:
    document, answer = overtaken(cast, MEETING)
    (place,) = answer.context["form"].places
    assert [side.text for side in place.sides] == ["one of theirs\n", "one of mine\n", "one\n"]
    taken = go_on(cast, document, answer, do="take", **{place.field: "theirs-mine"})
    assert shown_text(taken) == MEETING.replace("one of mine", "one of theirs\none of mine")


@pytest.mark.parametrize("choice", [None, "", "everything"])
def test_without_a_choice_for_each_place_nothing_is_put_together(cast: Cast, choice: str | None) -> None:
    document, answer = overtaken(cast, MEETING)
    (place,) = answer.context["form"].places
    again = go_on(cast, document, answer, do="take", **{place.field: choice})
    assert refusals(again) == {"choice_missing"}
    assert (shown_text(again), again.context["form"].conflict.count) == (MEETING, 1)
    assert texts(document) == [BASE, THEIRS]


def test_what_was_taken_can_be_given_back_for_mine_as_it_was(cast: Cast) -> None:
    document, answer = overtaken(cast, MEETING)
    (place,) = answer.context["form"].places
    taken = go_on(cast, document, answer, do="take", **{place.field: "theirs"})
    back = go_on(cast, document, taken, do="back")
    assert shown_text(back) == MEETING
    assert [each.field for each in back.context["form"].places] == [place.field]
    assert texts(document) == [BASE, THEIRS]


def test_yet_another_save_between_leads_to_the_same_page(cast: Cast) -> None:
    document, answer = overtaken(cast, MINE)
    taken = go_on(cast, document, answer, do="take")
    third = THEIRS.replace("two", "two of a third")
    version_add(document=document, base_version=2, text=third, caller=cast.caller("owner"))
    again = go_on(cast, document, taken, do="save")
    conflict = again.context["form"].conflict
    assert (again.status_code, conflict.base.number, conflict.theirs.number) == (409, 2, 3)
    assert shown_text(again) == THEIRS.replace("three", "three of mine")
    taken = go_on(cast, document, again, do="take")
    go_on(cast, document, taken, do="save")
    assert texts(document)[-1] == third.replace("three", "three of mine")


def test_mine_may_be_saved_over_theirs_as_it_is(cast: Cast) -> None:
    document, answer = overtaken(cast, MINE)
    assert go_on(cast, document, answer, do="save").status_code == 302
    assert texts(document) == [BASE, THEIRS, MINE]


def test_a_move_meanwhile_is_taken_along_whatever_i_wrote(cast: Cast) -> None:
    base = "---\nstatus: draft\n---\n\n# T\n\none\n"
    document = cast.document(text=base)
    wish = Wish(decider_id=cast.people["manager"].pk)
    author = cast.caller("author")
    document_set_status(document=document, base_version=1, status=Status.IN_REVIEW, wish=wish, caller=author)
    moved = texts(document)[1]
    answer = save(cast, document, base + "\nmy last words\n", 1)
    assert answer.context["form"].conflict.fits
    go_on(cast, document, go_on(cast, document, answer, do="take"), do="save")
    assert texts(document)[2] == moved.replace("one\n", "one\n\nmy last words\n")


def test_the_same_text_leaves_nothing_to_save(cast: Cast) -> None:
    document, answer = overtaken(cast, THEIRS)
    assert answer.context["form"].conflict.same
    assert texts(document) == [BASE, THEIRS]


def test_line_ends_of_what_nobody_edited_stay_through_a_proposal(cast: Cast) -> None:
    base = BASE.replace("\n", "\r\n").replace("two\r\n", "two\n")
    theirs = base.replace("one", "one of theirs")
    document, answer = overtaken(cast, MINE, theirs, base)
    go_on(cast, document, go_on(cast, document, answer, do="take"), do="save")
    assert texts(document)[2] == theirs.replace("three", "three of mine")


def test_texts_that_meet_everywhere_are_only_shown(cast: Cast) -> None:
    lines = range(MAX_PLACES + 1)
    base, theirs, mine = (
        "".join(f"{who} {line}\n\nsame\n\n" for line in lines) for who in ("base", "t", "m")
    )
    document, answer = overtaken(cast, mine, theirs, base)
    assert answer.context["form"].places == []
    again = go_on(cast, document, answer, do="take")
    assert refusals(again) == {"choice_missing"}
    assert shown_text(again) == mine


@pytest.mark.parametrize(
    "changes", [{"made_from": 0}, {"made_from": 9}, {"base_version": 9}, {"made_from": "x"}]
)
def test_a_form_that_names_versions_that_are_not_there_changes_nothing(cast: Cast, changes: Any) -> None:
    document, answer = overtaken(cast, MINE)
    again = go_on(cast, document, answer, do="take", **changes)
    assert again.context["form"].errors
    assert shown_text(again) == MINE
    assert texts(document) == [BASE, THEIRS]


def test_the_largest_texts_with_nothing_in_common_are_answered_and_cut(cast: Cast) -> None:
    base, theirs, mine = ("".join(f"{who}{line:x}\n" for line in range(75_000)) for who in ("b", "t", "m"))
    _, answer = overtaken(cast, mine, theirs, base)
    conflict = answer.context["form"].conflict
    assert (answer.status_code, conflict.count) == (409, 1)
    assert len(conflict.theirs_compared.lines) <= 2_000
    assert conflict.theirs_compared.left_out > 70_000
    assert max(len(side.text) for side in answer.context["form"].places[0].sides) < 1_000
