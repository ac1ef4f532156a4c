"""Making documents: number, first status, first text, access."""

from typing import Any

import pytest
from django.db import transaction

from decisions.domain.kinds import KINDS, Kind
from decisions.models import Document, StatusLine
from decisions.services.documents import document_create
from spaces.domain.access import Access
from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry
from spaces.services.settings import settings_change
from spaces.services.spaces import space_create, space_update
from tests.cast import Cast
from tests.records import everything


def refused(cast: Cast, **options: Any) -> DomainError:
    before = everything()
    with pytest.raises(DomainError) as told, transaction.atomic():
        cast.document(**options)
    assert everything() == before
    return told.value


def test_a_document_without_text_starts_from_its_kinds_template(cast: Cast) -> None:
    for kind in Kind:
        document = cast.document(kind=kind, title="Queue limits")
        text = document.versions.get().text
        assert f"# {document.reference}: Queue limits" in text
        assert f"status: {KINDS[kind].first_status}" in text
        assert document.status == KINDS[kind].first_status
        line = StatusLine.objects.get(document=document)
        assert (line.status, line.person, line.app, line.recorded) == (document.status, "author", "", True)


def test_the_first_line_of_the_log_names_the_assistant(cast: Cast) -> None:
    document = cast.document(caller=cast.caller("assistant"))
    line = StatusLine.objects.get(document=document)
    assert (line.person, line.app) == ("member", "Claude Code")
    assert document.versions.get().byline == "member via Claude Code"


def test_a_spaces_own_template_is_used(cast: Cast) -> None:
    template = {"templates": {"rfc": "# {{reference}} — {{title}}\n\nBy {{author}} on {{date}}.\n"}}
    settings_change(space=cast.space, changes=template, caller=cast.caller("owner"))
    assert cast.document().versions.get().text.startswith("# RFC 1 — Queue limits\n\nBy @author on 20")


def test_a_given_text_is_stored_as_sent(cast: Cast) -> None:
    text = "\ufeff# Other title \r\n\r\n- 2026-01-01 accepted by @ghost\r\ntrailing  \t"
    document = cast.document(text=text)
    assert document.versions.get().text == text
    assert document.title == "Queue limits"


def test_numbers_count_per_space_and_kind(cast: Cast) -> None:
    other = space_create(account_id=cast.account.pk, name="Other", caller=cast.caller("owner"))
    made = [cast.document(kind=kind) for kind in (Kind.RFC, Kind.RFC, Kind.PRD)]
    made.append(cast.document(space=other))
    assert [str(document.reference) for document in made] == ["RFC 1", "RFC 2", "PRD 1", "RFC 1"]


def test_a_refused_create_uses_up_no_number(cast: Cast) -> None:
    refused(cast, text="a\0b")
    assert cast.document().number == 1


def test_parts_count_per_parent_and_have_no_parts(cast: Cast) -> None:
    parent, other = cast.document(), cast.document()
    parts = [cast.document(parent_id=parent.pk) for _ in range(2)]
    parts.append(cast.document(parent_id="rfc-2"))
    assert [str(part.reference) for part in parts] == ["RFC 1.1", "RFC 1.2", "RFC 2.1"]
    assert parts[2].parent_id == other.pk
    assert refused(cast, parent_id=parts[0].pk).path == "parent_id"


def test_a_part_stays_in_the_space_and_kind_of_its_parent(cast: Cast) -> None:
    parent = cast.document()
    other = space_create(account_id=cast.account.pk, name="Other", caller=cast.caller("owner"))
    assert refused(cast, kind=Kind.PRD, parent_id=parent.pk).path == "parent_id"
    assert refused(cast, space=other, parent_id=parent.pk).code == "not_found"


def test_an_unreadable_parent_is_told_like_an_absent_one(cast: Cast) -> None:
    parent = cast.document(level=Access.INTERNAL)
    member = cast.caller("member")
    told = [
        refused(cast, parent_id=parent_id, caller=member).body()
        for parent_id in (parent.pk, "ldoc_00000000000000000000000000")
    ]
    assert told[0] == told[1]
    assert told[0]["error"] == "not_found"


def test_a_refused_part_of_a_part_tells_nothing_of_a_parent_one_may_not_read(cast: Cast) -> None:
    parent = cast.document("The secret plan")
    part = cast.document("A part", parent_id=parent.pk)
    Document.objects.filter(pk=parent.pk).update(access=Access.INTERNAL)
    told = refused(cast, parent_id=part.pk, caller=cast.caller("member"))
    assert "secret" not in str(told.body())


@pytest.mark.parametrize(
    ("options", "code", "path"),
    [
        ({"title": ""}, "invalid_arguments", "title"),
        ({"title": " \t"}, "invalid_arguments", "title"),
        ({"title": "x" * 256}, "invalid_arguments", "title"),
        ({"message": "a\nb"}, "invalid_arguments", "message"),
        ({"message": "x" * 501}, "invalid_arguments", "message"),
        ({"text": "a\0b"}, "invalid_arguments", "text"),
        ({"text": "x" * (512 * 1024 + 1)}, "too_large", "text"),
        ({"text": "ж" * (256 * 1024 + 1)}, "too_large", "text"),
    ],
)
def test_what_cannot_be_stored_is_refused(cast: Cast, options: dict[str, str], code: str, path: str) -> None:
    told = refused(cast, **options)
    assert (told.code, told.path) == (code, path)


def test_each_actor_creates_at_the_levels_they_may(cast: Cast) -> None:
    """An assistant only team and internal; a person every level; outsiders nothing."""
    for actor in ("author", "assistant", "agent", "partner", "named", "stranger"):
        caller = cast.caller(actor)
        for level in Access:
            if actor in ("partner", "named", "stranger"):
                assert refused(cast, access=level, caller=caller).code == "forbidden"
            elif actor != "author" and level < Access.TEAM:
                assert refused(cast, access=level, caller=caller).code == "person_required"
            else:
                assert cast.document(access=level, caller=caller).level is level


def test_the_floor_holds_for_what_is_asked_and_for_the_default(cast: Cast) -> None:
    owner = cast.caller("owner")
    space_update(space=cast.space, changes={"access_floor": Access.TEAM}, caller=owner)
    told = refused(cast, access=Access.PARTNER)
    assert (told.code, told.facts["floor"]) == ("below_access_floor", "team")
    settings_change(space=cast.space, changes={"default_access": {"rfc": "public"}}, caller=owner)
    assert cast.document().level is Access.TEAM
    assert cast.document(access=Access.INTERNAL).level is Access.INTERNAL


def test_an_assistants_document_starts_at_team_where_the_default_is_more_open(cast: Cast) -> None:
    settings_change(
        space=cast.space, changes={"default_access": {"rfc": "public"}}, caller=cast.caller("owner")
    )
    assert cast.document().level is Access.PUBLIC
    assert cast.document(caller=cast.caller("agent")).level is Access.TEAM


def test_a_space_held_from_before_a_floor_was_raised_does_not_slip_under_it(cast: Cast) -> None:
    held = cast.space
    space_update(space=cast.space, changes={"access_floor": Access.INTERNAL}, caller=cast.caller("owner"))
    assert held.floor_in_force is None
    document = document_create(space=held, kind=Kind.RFC, title="x", caller=cast.caller("author")).document
    assert document.level is Access.INTERNAL


def test_an_entry_tells_who_made_what_and_never_the_text(cast: Cast) -> None:
    document = cast.document(text="# A text nobody should find in a log", caller=cast.caller("assistant"))
    entry = AuditEntry.objects.get(object_id=document.pk)
    assert (entry.act, entry.byline, entry.assistant_id) == (
        "document.created",
        "member via Claude Code",
        "client-1",
    )
    assert entry.after["reference"] == "RFC 1"
    assert "nobody should find" not in str(entry.after)
