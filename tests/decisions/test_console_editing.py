"""Documents written in the console: through the services, with nothing of anybody's lost."""

import pytest
from django.urls import reverse

from decisions.domain.kinds import Kind, Status
from decisions.models import Document, DocumentListing, Version
from decisions.services.versions import version_add
from spaces.domain.access import Access
from spaces.models import AuditEntry
from spaces.services.spaces import space_create, space_update
from tests.cast import Cast
from tests.console import address, browser, refusals
from tests.decisions.editing import save, texts

ADD = "admin:decisions_document_add"


def test_a_document_is_made_from_the_template_of_its_space(cast: Cast) -> None:
    form = {"space_id": cast.space.pk, "kind": "adr", "title": "Use queues"}
    answer = browser(cast, "member").post(reverse(ADD), form)
    document = Document.objects.get(title="Use queues")
    assert answer["Location"] == address(document)
    assert (document.kind, document.status) == (Kind.ADR, Status.PROPOSED)
    assert "Use queues" in texts(document)[0]
    assert AuditEntry.objects.filter(object_id=document.pk).count() == 1


def test_a_document_is_made_with_the_text_and_access_that_were_given(cast: Cast) -> None:
    form = {
        "space_id": cast.space.pk,
        "kind": "rfc",
        "title": "T",
        "text": "# T\r\n\r\n  kept \r\n",
        "access": "4",
    }
    browser(cast, "member").post(reverse(ADD), form)
    document = Document.objects.get(title="T")
    assert texts(document) == ["# T\n\n  kept \n"]
    assert document.access == Access.INTERNAL


def test_a_partner_makes_no_document(cast: Cast) -> None:
    form = {"space_id": cast.space.pk, "kind": "rfc", "title": "Theirs"}
    assert refusals(browser(cast, "partner").post(reverse(ADD), form)) == {"invalid_choice"}
    assert not Document.objects.exists()


def test_access_below_the_floor_is_refused_at_its_field_and_nothing_is_made(cast: Cast) -> None:
    space_update(space=cast.space, changes={"access_floor": Access.TEAM}, caller=cast.caller("owner"))
    form = {"space_id": cast.space.pk, "kind": "rfc", "title": "Open", "access": "0"}
    answer = browser(cast, "member").post(reverse(ADD), form)
    assert (answer.status_code, refusals(answer)) == (409, {"below_access_floor"})
    assert "access" in answer.context["form"].errors
    assert not Document.objects.exists()


def test_saving_makes_the_next_version_with_its_message(cast: Cast) -> None:
    document = cast.document(text="# T\n\none\n")
    answer = save(cast, document, "# T\n\ntwo\n", 1, message="Count on")
    assert answer["Location"] == f"{address(document)}#saved-1"
    assert texts(document) == ["# T\n\none\n", "# T\n\ntwo\n"]
    assert Version.objects.get(document=document, number=2).message == "Count on"


def test_saving_what_was_read_changes_nothing(cast: Cast) -> None:
    document = cast.document(text="# T\n\none\n")
    assert save(cast, document, "# T\n\none\n", 1).status_code == 302
    assert len(texts(document)) == 1


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_browser_does_not_change_the_line_ends_of_a_text(cast: Cast, end: str) -> None:
    document = cast.document(text=f"# T{end}{end}one{end}")
    save(cast, document, "# T\n\none\ntwo\n", 1)
    assert texts(document)[1] == f"# T{end}{end}one{end}two{end}"


def test_white_space_around_a_text_stays(cast: Cast) -> None:
    document = cast.document(text="# T\n")
    save(cast, document, "\n\n# T\n\n  \n\n", 1)
    assert texts(document)[1] == "\n\n# T\n\n  \n\n"


MINE = "# T\n\nmy own words\n"
THEIRS = "# T\n\ntheir words\n"


def test_a_conflict_shows_theirs_beside_mine_and_saves_nothing(cast: Cast) -> None:
    document = cast.document(text="# T\n\none\n")
    version_add(document=document, base_version=1, text=THEIRS, message="First", caller=cast.caller("author"))
    answer = save(cast, document, MINE, 1, message="Second")
    form = answer.context["form"]
    assert (answer.status_code, refusals(answer)) == (409, {"conflict"})
    assert texts(document)[1:] == [THEIRS]
    assert (form.conflict.theirs.number, form.conflict.theirs.text) == (2, THEIRS)
    assert (form["text"].value().replace("\r\n", "\n"), form["message"].value()) == (MINE, "Second")
    for compared, words in ((form.conflict.theirs_compared, "their"), (form.conflict.mine_compared, "my")):
        added = [line.pieces for line in compared.lines if line.kind == "added"]
        assert any(words in "".join(text for text, _ in pieces) for pieces in added)


def test_after_a_conflict_the_next_save_goes_on_what_was_shown(cast: Cast) -> None:
    document = cast.document(text="# T\n\none\n")
    author = cast.caller("author")
    version_add(document=document, base_version=1, text=THEIRS, caller=author)
    shown = save(cast, document, MINE, 1).context["form"]["base_version"].value()
    assert int(shown) == 2
    version_add(document=document, base_version=2, text="# T\n\nfaster\n", caller=author)
    again = save(cast, document, MINE, int(shown))
    assert refusals(again) == {"conflict"}
    base = int(again.context["form"]["base_version"].value())
    assert save(cast, document, MINE, base).status_code == 302
    assert texts(document)[3] == MINE


@pytest.mark.parametrize("base", ["", "0", "x", "99999999999999999999"])
def test_a_form_without_its_base_is_not_saved(cast: Cast, base: str) -> None:
    document = cast.document()
    browser(cast, "member").post(address(document, "edit"), {"text": MINE, "base_version": base})
    assert len(texts(document)) == 1


def test_a_named_person_reads_and_does_not_write(cast: Cast) -> None:
    document = cast.document()
    browser(cast, "author").post(address(document, "readers_add"), {"reader": "named"})
    answer = save(cast, document, MINE, 1, "named")
    assert (answer.status_code, refusals(answer)) == (403, {"forbidden"})
    assert len(texts(document)) == 1


def test_a_text_that_is_too_large_stays_in_the_form(cast: Cast) -> None:
    document = cast.document()
    large = "# T\n" + "x" * 520_000 + "\n" + "y" * 10_000
    answer = save(cast, document, large, 1)
    assert (answer.status_code, refusals(answer)) == (413, {"too_large"})
    assert len(answer.context["form"]["text"].value()) >= len(large)


def test_an_old_version_is_restored_on_the_base_that_was_read(cast: Cast) -> None:
    document = cast.document(text="# T\n\none\n")
    version_add(document=document, base_version=1, text=THEIRS, caller=cast.caller("author"))
    client = browser(cast, "member")
    stale = client.post(address(document, "restore"), {"number": 1, "base_version": 1})
    assert refusals(stale) == {"conflict"}
    client.post(address(document, "restore"), {"number": 1, "base_version": 2})
    assert texts(document)[2] == "# T\n\none\n"


SHARES = {"author": True, "owner": True, "manager": True, "member": False}


@pytest.mark.parametrize(("name", "may"), SHARES.items())
def test_access_is_set_by_author_and_managers(cast: Cast, name: str, may: bool) -> None:
    document = cast.document()
    answer = browser(cast, name).post(address(document, "access"), {"access": int(Access.PUBLIC)})
    document.refresh_from_db()
    assert answer.status_code == (302 if may else 403)
    assert document.level is (Access.PUBLIC if may else Access.TEAM)


def test_named_people_come_and_go(cast: Cast) -> None:
    document = cast.document()
    client = browser(cast, "author")
    client.post(address(document, "readers_add"), {"reader": cast.people["named"].pk})
    assert browser(cast, "named").get(address(document)).status_code == 200
    assert refusals(client.post(address(document, "readers_add"), {"reader": "nobody"})) == {"not_found"}
    client.post(address(document, "readers_remove"), {"reader": "named"})
    assert browser(cast, "named").get(address(document)).status_code == 404


def test_a_preview_link_is_made_anew_and_ended(cast: Cast) -> None:
    document = cast.document()
    client = browser(cast, "author")
    tokens = []
    for act in ("preview_renew", "preview_renew", "preview_remove"):
        client.post(address(document, act))
        document.refresh_from_db()
        tokens.append(document.preview_token)
    assert tokens[0]
    assert tokens[1] not in (None, tokens[0])
    assert tokens[2] is None


def test_a_document_is_listed_in_another_space_and_taken_off_again(cast: Cast) -> None:
    other = space_create(account_id=cast.account.pk, name="Storage", caller=cast.caller("owner"))
    document = cast.document()
    client = browser(cast, "member")
    client.post(address(document, "listings_add"), {"target_space_id": other.pk})
    assert DocumentListing.objects.filter(document=document, space=other).exists()
    page = client.get(address(document, "details"))
    assert [space.pk for space in page.context["listed_in"]] == [other.pk]
    client.post(address(document, "listings_remove"), {"target_space_id": other.pk})
    assert not DocumentListing.objects.exists()
