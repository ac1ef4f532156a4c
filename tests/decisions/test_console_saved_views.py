"""Saved views: ways to look at the list of documents, kept by each person for themselves."""

import pytest

from decisions.models import SavedView
from decisions.services.saved_views import MOST_SAVED, saved_view_create
from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry
from tests.cast import Cast
from tests.console import address, browser, list_of, refusals, rows

VIEWS = list_of("decisions_savedview")
DOCUMENTS = list_of("decisions_document")
ADD = VIEWS + "add/"


def saved(cast: Cast, name: str = "member", called: str = "Drafts", query: str = "status=draft") -> SavedView:
    return saved_view_create(name=called, address=query, caller=cast.caller(name))


def test_a_list_is_saved_and_opened_again_just_as_it_was_narrowed(cast: Cast) -> None:
    client = browser(cast, "member")
    narrowed = client.get(DOCUMENTS, {"status": ["draft", "rejected"], "kind": "rfc", "p": "x"})
    form = client.get(narrowed.context["save_url"])
    kept = form.context["form"].initial["address"]
    answer = client.post(ADD, {"name": "Open RFCs", "address": kept})
    assert answer.url == f"{DOCUMENTS}?kind=rfc&status=draft&status=rejected"
    shown = client.get(answer.url)
    assert [(view.name, view.is_current) for view in shown.context["views"]][-1] == ("Open RFCs", True)
    assert "Open RFCs" in client.get("/console/").content.decode()
    assert AuditEntry.objects.get(act="saved_view.created").account_id is None


def test_nothing_but_filters_is_kept_of_an_address(cast: Cast) -> None:
    client = browser(cast, "member")
    client.post(ADD, {"name": "x", "address": "kind=rfc&next=//elsewhere.example&p=1&q=a%0D%0Ab&digest=1"})
    assert SavedView.objects.get().address == "q=a%0D%0Ab&kind=rfc"


def test_a_view_is_its_persons_alone(cast: Cast) -> None:
    view = saved(cast)
    for name in ("owner", "manager", "author"):
        client = browser(cast, name)
        assert rows(client.get(VIEWS)) == set()
        for act in ("change", "rename", "delete"):
            assert client.get(address(view, act)).status_code == 404
            assert client.post(address(view, act), {"name": "Theirs"}).status_code == 404
    view.refresh_from_db()
    assert view.name == "Drafts"
    assert rows(browser(cast, "member").get(VIEWS)) == {view.pk}


def test_a_view_is_renamed_and_deleted(cast: Cast) -> None:
    view, client = saved(cast), browser(cast, "member")
    client.post(address(view, "rename"), {"name": "My drafts"})
    assert SavedView.objects.get().name == "My drafts"
    assert client.get(address(view)).url == f"{DOCUMENTS}?status=draft"
    client.post(address(view, "delete"))
    assert not SavedView.objects.exists()
    assert set(AuditEntry.objects.values_list("act", flat=True)) >= {
        "saved_view.renamed",
        "saved_view.deleted",
    }


def test_a_name_is_given_once(cast: Cast) -> None:
    saved(cast)
    other = saved(cast, called="Others")
    saved(cast, "owner")
    client = browser(cast, "member")
    again = client.post(ADD, {"name": "Drafts", "address": "kind=rfc"})
    assert refusals(again) == {"invalid_arguments"}
    assert refusals(client.post(address(other, "rename"), {"name": "Drafts"})) == {"invalid_arguments"}
    assert SavedView.objects.filter(person=cast.people["member"]).count() == 2


@pytest.mark.parametrize(
    ("query", "code"), [("", "invalid_arguments"), ("q=" + "x" * 2_000, "invalid_arguments")]
)
def test_what_narrows_nothing_or_is_too_long_is_not_saved(cast: Cast, query: str, code: str) -> None:
    answer = browser(cast, "member").post(ADD, {"name": "x", "address": query})
    assert code in refusals(answer)
    assert not SavedView.objects.exists()


def test_a_person_saves_so_many_and_no_more(cast: Cast) -> None:
    SavedView.objects.bulk_create(
        SavedView(person=cast.people["member"], name=f"View {number}", address="kind=rfc")
        for number in range(MOST_SAVED)
    )
    with pytest.raises(DomainError) as refused:
        saved(cast)
    assert refused.value.code == "too_large"
    assert SavedView.objects.count() == MOST_SAVED


@pytest.mark.parametrize("name", ["assistant", "agent"])
def test_assistants_save_no_views(cast: Cast, name: str) -> None:
    with pytest.raises(DomainError) as refused:
        saved(cast, name)
    assert refused.value.code == "person_required"
    assert not SavedView.objects.exists()


def test_a_view_of_what_is_gone_is_judged_when_it_is_opened(cast: Cast) -> None:
    view = saved(cast, query="space=lab_00000000000000000000000000&kind=rfc")
    cast.document()
    client = browser(cast, "member")
    shown = client.get(client.get(address(view)).url)
    assert rows(shown) == set()
    assert len(shown.context["cl"].filters.problems) == 1


def test_the_name_of_a_view_runs_nothing(cast: Cast) -> None:
    saved(cast, called="<img src=x onerror=alert(1)>")
    client = browser(cast, "member")
    for page in (VIEWS, DOCUMENTS, "/console/"):
        assert "<img src=x" not in client.get(page).content.decode()
