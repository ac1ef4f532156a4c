"""The page that makes a document: the template of its space and kind, seen and edited before."""

from typing import Any

import pytest
from django.urls import reverse

from decisions.domain.kinds import Kind
from decisions.domain.templates import template_for
from decisions.models import Document, StatusLine
from spaces.domain.access import Access
from spaces.services.settings import settings_change
from spaces.services.spaces import space_create, space_update
from tests.cast import Cast
from tests.console import browser, refusals
from tests.decisions.editing import shown_text, texts

ADD = "admin:decisions_document_add"
TEMPLATE = "admin:decisions_document_template"


def page(cast: Cast, name: str = "member", **query: object) -> Any:
    return browser(cast, name).get(reverse(ADD), query)


def create(cast: Cast, name: str = "member", **given: object) -> Any:
    form = {"space_id": cast.space.pk, "kind": "adr", "title": "Use queues", **given}
    sent = {
        key: value.replace("\n", "\r\n") if isinstance(value, str) else value for key, value in form.items()
    }
    return browser(cast, name).post(reverse(ADD), sent)


def made() -> str:
    (text,) = texts(Document.objects.get())
    return text


def shown_for(cast: Cast, kind: str = "adr") -> str:
    return f"{cast.space.pk}:{kind}"


def test_the_page_shows_the_template_and_the_access_of_space_and_kind(cast: Cast) -> None:
    space_update(space=cast.space, changes={"access_floor": Access.INTERNAL}, caller=cast.caller("owner"))
    form = page(cast, space_id=cast.space.pk, kind="study").context["form"]
    assert form["text"].value() == template_for(Kind.STUDY)
    assert form["fills_in"].value() is True
    assert "internal" in form.fields["access"].choices[0][1]


def test_an_edited_template_is_filled_in_with_the_number_it_gets(cast: Cast) -> None:
    edited = template_for(Kind.ADR) + "\n## Mine\n\nwords\n"
    create(cast, text=edited, fills_in="on", shown_for=shown_for(cast))
    text = made()
    for piece in ("# ADR 1: Use queues", "status: proposed", "## Mine", "## Status log"):
        assert piece in text
    assert "{{" not in text
    assert StatusLine.objects.get().recorded is True


def test_a_text_of_ones_own_is_kept_byte_for_byte(cast: Cast) -> None:
    text = "# Use queues\n\n{{title}} is a field of ours.\n"
    create(cast, text=text)
    assert made() == text
    assert not StatusLine.objects.exists()


def test_a_template_that_was_shown_for_another_kind_gives_way_to_the_right_one(cast: Cast) -> None:
    create(cast, text=template_for(Kind.RFC), fills_in="on", shown_for=shown_for(cast, "rfc"))
    assert "## Decision" in made()


def test_a_template_with_other_line_ends_keeps_them(cast: Cast) -> None:
    template = "# {{reference}}: {{title}}\r\n\r\nhere\r\n"
    changes = {"templates": {"adr": template}}
    settings_change(space=cast.space, changes=changes, caller=cast.caller("owner"))
    shown = page(cast, space_id=cast.space.pk, kind="adr").context["form"]["text"].value()
    create(cast, text=shown.replace("here", "there"), fills_in="on", shown_for=shown_for(cast))
    assert made().startswith("# ADR 1: Use queues\r\n\r\nthere\r\n\r\n## Status log\r\n")


def test_without_a_script_a_button_shows_the_template_of_what_is_chosen(cast: Cast) -> None:
    answer = create(
        cast, do="template", kind="study", text=template_for(Kind.RFC), shown_for=shown_for(cast, "rfc")
    )
    form = answer.context["form"]
    assert (answer.status_code, shown_text(answer)) == (200, template_for(Kind.STUDY))
    assert (form["title"].value(), form["shown_for"].value()) == ("Use queues", shown_for(cast, "study"))
    assert not Document.objects.exists()


def test_an_edited_text_does_not_give_way_to_a_template(cast: Cast) -> None:
    answer = create(cast, do="template", text="# Mine\n", shown_for=shown_for(cast))
    assert (refusals(answer), shown_text(answer)) == ({"edited"}, "# Mine\n")
    assert not Document.objects.exists()


@pytest.mark.parametrize(
    ("name", "status"), [("member", 200), ("owner", 200), ("partner", 404), ("stranger", 404)]
)
def test_what_a_document_starts_with_is_told_to_members_alone(cast: Cast, name: str, status: int) -> None:
    query = {"space_id": cast.space.pk, "kind": "adr"}
    answer = browser(cast, name).get(reverse(TEMPLATE), query)
    assert answer.status_code == status
    if status == 200:
        assert answer.json()["text"] == template_for(Kind.ADR)
        assert "team" in answer.json()["access"]


@pytest.mark.parametrize("query", [{}, {"kind": "memo"}, {"space_id": "lab_x", "kind": "adr"}])
def test_a_space_or_kind_that_is_none_starts_with_nothing(cast: Cast, query: dict[str, str]) -> None:
    assert browser(cast, "member").get(reverse(TEMPLATE), query).status_code == 404
    assert page(cast, **{"space_id": "lab_x", "kind": "memo", **query}).status_code == 200


def test_a_person_without_an_account_sees_an_empty_page(cast: Cast) -> None:
    space_create(account_id=cast.account.pk, name="Storage", caller=cast.caller("owner"))
    form = page(cast, "stranger").context["form"]
    assert (form.fields["space_id"].choices, form.start) == ([], None)


def test_a_template_that_grows_past_the_limit_is_refused(cast: Cast) -> None:
    answer = create(cast, title="x" * 255, text="{{title}}\n" * 40_000, fills_in="on")
    assert (answer.status_code, refusals(answer)) == (413, {"too_large"})
    assert not Document.objects.exists()
