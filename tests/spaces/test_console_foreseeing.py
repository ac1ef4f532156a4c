"""Changes to a space are shown with what they would bring about, and made once they are confirmed."""

import pytest

from decisions.domain.kinds import Kind, Status
from decisions.models import Document
from decisions.services.diagrams import diagram_create
from decisions.services.places import Place
from decisions.services.questions import question_ask
from spaces.domain.access import Access
from spaces.models import AuditEntry, Space, SpacePartner, SpaceSettings
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.console import address, browser, confirmed, refusals


def effects(cast: Cast, act: str, form: dict[str, str], name: str = "owner") -> dict[str, set[str]]:
    """What the preview of an act says, each sentence with the names under it."""
    preview = browser(cast, name).post(address(cast.space, act), form).context["preview"]
    return {effect.words: {each.words for each in effect.named} for effect in preview.effects}


def names_of(told: dict[str, set[str]], words: str) -> set[str]:
    return next(names for sentence, names in told.items() if words in sentence)


def edit_form(cast: Cast, **changes: str) -> dict[str, str]:
    return {"name": cast.space.name, "kind": "space", **changes}


def test_a_raised_floor_names_what_it_closes_and_changes_nothing_before_it_is_confirmed(cast: Cast) -> None:
    below = space_create(
        account_id=cast.account.pk, name="Below", parent_id=cast.space.pk, caller=cast.caller("owner")
    )
    opened = cast.document("Open one", space=below, level=Access.PUBLIC)
    cast.document("Closed one", level=Access.INTERNAL)
    told = effects(cast, "edit", edit_form(cast, access_floor=str(Access.TEAM.value)))
    assert names_of(told, "2 spaces") == {"Platform", "Below"}
    assert names_of(told, "that is public") == {str(opened)}
    assert not any("Closed one" in name for names in told.values() for name in names)
    opened.refresh_from_db()
    assert opened.level is Access.PUBLIC
    assert Space.objects.get(pk=cast.space.pk).access_floor is None


def test_a_floor_says_whose_decisions_fall_to_the_managers(cast: Cast) -> None:
    document = cast.document()
    by_manager = cast.document("By a manager")
    in_review = {"status": Status.IN_REVIEW}
    Document.objects.filter(pk=document.pk).update(decider=cast.people["member"], **in_review)
    Document.objects.filter(pk=by_manager.pk).update(decider=cast.people["manager"], **in_review)
    told = effects(cast, "edit", edit_form(cast, access_floor=str(Access.INTERNAL.value)))
    assert names_of(told, "shut out its decider") == {str(document)}


def test_an_internal_floor_names_questions_and_diagrams_about_no_document(cast: Cast) -> None:
    owner = cast.caller("owner")
    question_ask(place=Place(cast.space), text="Why?", caller=owner)
    diagram_create(place=Place(cast.space), name="Flow", model="flowchart LR\n a-->b\n", caller=owner)
    told = effects(cast, "edit", edit_form(cast, access_floor=str(Access.INTERNAL.value)))
    assert names_of(told, "1 question") == {"Why?"}
    assert names_of(told, "1 diagram") == {"Flow"}


def test_a_space_moved_under_a_floor_shows_what_that_closes(cast: Cast) -> None:
    closed = space_create(
        account_id=cast.account.pk, name="Closed", access_floor=Access.INTERNAL, caller=cast.caller("owner")
    )
    document = cast.document(level=Access.TEAM)
    form = edit_form(cast, parent_id=closed.pk)
    told = effects(cast, "edit", form)
    assert names_of(told, "that is team") == {str(document)}
    confirmed(browser(cast, "owner"), address(cast.space, "edit"), form)
    document.refresh_from_db()
    assert document.level is Access.INTERNAL


def test_an_edit_that_closes_nothing_is_saved_at_once(cast: Cast) -> None:
    answer = browser(cast, "owner").post(address(cast.space, "edit"), edit_form(cast, name="Platforms"))
    assert answer["Location"] == address(cast.space)
    assert Space.objects.get(pk=cast.space.pk).name == "Platforms"


def test_what_changed_meanwhile_is_shown_again_and_not_done(cast: Cast) -> None:
    cast.document("First", level=Access.PUBLIC)
    client, url = browser(cast, "owner"), address(cast.space, "edit")
    form = edit_form(cast, access_floor=str(Access.TEAM.value))
    mark = client.post(url, form).context["preview"].mark
    late = cast.document("Second", level=Access.PUBLIC)
    answer = client.post(url, {**form, "confirmed": mark})
    assert answer.status_code == 200
    assert answer.context["is_stale"]
    late.refresh_from_db()
    assert late.level is Access.PUBLIC


def test_back_to_the_form_keeps_what_was_filled_in(cast: Cast) -> None:
    answer = browser(cast, "owner").post(
        address(cast.space, "settings"), {"approvals.rfc": "7", "change_more": "1"}
    )
    assert answer.context["form"]["approvals.rfc"].value() == "7"
    assert not SpaceSettings.objects.filter(space=cast.space).exists()


def test_new_required_sections_name_the_open_documents_that_lack_them(cast: Cast) -> None:
    lacks = cast.document("Lacks", text="# Lacks\n\n## Rollout\n")
    cast.document("Has", text="# Has\n\n## Rollout\n\n## Cost\n")
    decided = cast.document("Decided", text="# Decided\n")
    Document.objects.filter(pk=decided.pk).update(status=Status.ACCEPTED)
    SpaceSettings.objects.create(space=cast.space, required_sections={"rfc": ["Rollout"]})
    told = effects(cast, "settings", {"required_sections.rfc": "Rollout\nCost"})
    assert names_of(told, "lacks a section") == {str(lacks)}


def test_sections_are_looked_for_in_a_bounded_number_of_texts_and_the_cut_is_told(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    from decisions.services import foreseeing_sections

    monkeypatch.setattr(foreseeing_sections, "MAX_TEXTS", 2)
    for number in range(4):
        cast.document(f"Queue {number}", text="# Queue\n")
    told = effects(cast, "settings", {"required_sections.rfc": "Cost"})
    assert any("2 of 4" in words for words in told)


def test_a_partner_to_be_is_shown_with_what_it_would_read(cast: Cast) -> None:
    SpacePartner.objects.all().delete()
    shared = cast.document("Shared", level=Access.PARTNER)
    cast.document("Ours", level=Access.TEAM)
    form = {"account": cast.partner_account.pk}
    told = effects(cast, "partners_add", form)
    assert names_of(told, "1 document") == {str(shared)}
    assert not SpacePartner.objects.exists()


def test_a_partnership_that_another_one_covers_changes_nothing(cast: Cast) -> None:
    cast.document("Shared", level=Access.PARTNER)
    below = space_create(
        account_id=cast.account.pk, name="Below", parent_id=cast.space.pk, caller=cast.caller("owner")
    )
    cast.document("Shared below", space=below, level=Access.PARTNER)
    client = browser(cast, "owner")
    preview = client.post(address(below, "partners_add"), {"account": cast.partner_account.pk}).context[
        "preview"
    ]
    assert "0 documents" in preview.effects[0].words


@pytest.mark.parametrize("name", ["member", "partner", "stranger"])
@pytest.mark.parametrize(
    ("act", "form"),
    [
        ("edit", {"name": "Platform", "kind": "space", "access_floor": "4"}),
        ("settings", {"approvals.rfc": "9"}),
        ("partners_remove", {}),
        ("templates_rfc", {"text": "# {{title}}"}),
    ],
)
def test_nobody_but_a_manager_is_shown_what_a_change_would_bring_about(
    cast: Cast, act: str, form: dict[str, str], name: str
) -> None:
    if act == "partners_remove":
        form = {"account": cast.partner_account.pk}
    answer = browser(cast, name).post(address(cast.space, act), form)
    assert "preview" not in (answer.context or {})
    if name == "stranger":
        assert answer.status_code == 404
    else:
        assert refusals(answer) == {"forbidden"}


def test_what_is_in_the_way_of_deleting_a_space_is_told_before_it_is_tried(cast: Cast) -> None:
    cast.document()
    page = browser(cast, "owner").get(address(cast.space, "delete"))
    assert "1 document" in page.context["form"].closed
    assert Space.objects.filter(pk=cast.space.pk).exists()


def test_a_template_is_previewed_checked_saved_and_put_back(cast: Cast) -> None:
    client, url = browser(cast, "owner"), address(cast.space, "templates_adr")
    form = {"text": "# {{reference}}: {{title}}\n\n## Context\n"}
    page = client.post(url, form)
    assert "Decision" in " ".join(each["message"] for each in page.context["findings"])
    assert "ADR 1: A title" in page.context["rendered"]
    assert not SpaceSettings.objects.filter(templates__has_key="adr").exists()
    confirmed(client, url, form)
    assert SpaceSettings.objects.get(space=cast.space).templates == {"adr": form["text"]}
    made = cast.document("Queues", kind=Kind.ADR)
    assert "## Context" in made.versions.get().text
    assert "## Consequences" not in made.versions.get().text
    client.post(address(cast.space, "templates_adr_reset"))
    assert SpaceSettings.objects.get(space=cast.space).templates == {}
    assert AuditEntry.objects.filter(act="settings.changed").count() == 2


def test_the_built_in_template_has_no_faults_and_is_not_stored_as_ones_own(cast: Cast) -> None:
    client = browser(cast, "owner")
    for kind in Kind:
        url = address(cast.space, f"templates_{kind}")
        form = {"text": client.get(url).context["form"].built_in}
        assert client.post(url, form).context["findings"] == []
        confirmed(client, url, form)
    assert SpaceSettings.objects.get(space=cast.space).templates == {}
