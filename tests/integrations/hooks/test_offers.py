"""Offered links: what a pull request says it implements, until a member takes or declines it."""

import pytest
from django.utils import timezone

from decisions.models import Document
from integrations.models import PullRequest, PullRequestLink, PullRequestOffer
from integrations.services.offers import offer_decline, offer_list, offer_take
from integrations.services.pull_request_links import pull_request_link, pull_request_unlink
from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry
from spaces.services.spaces import space_create
from tests.integrations.fake_github import PullRequest as Remote
from tests.integrations.hooks.hearing import Hearing
from tests.integrations.sync.scenes import link_to
from tests.records import everything


def offered(hearing: Hearing) -> PullRequestOffer:
    said(hearing, hearing.scene.remote(), "Implements RFC 1")
    return PullRequestOffer.objects.select_related("pull_request").get(document=hearing.scene.document)


def said(hearing: Hearing, remote: Remote, words: str) -> None:
    """What a pull request's text says now reaches the service."""
    remote.describe(words)
    hearing.deliver(hearing.last)
    hearing.work()


def test_a_pull_request_that_implements_a_document_is_offered_and_read(hearing: Hearing) -> None:
    offer = offered(hearing)
    assert (offer.outcome, str(offer.pull_request)) == ("open", "acme/web#1")
    assert offer.pull_request.state == "open"
    assert not PullRequestLink.objects.exists(), "nothing is linked without a member"
    assert hearing.scene.document.implementation == "none"


def test_a_reference_is_offered_to_each_document_of_the_account_that_is_called_so(hearing: Hearing) -> None:
    cast = hearing.scene.cast
    other = space_create(account_id=cast.account.pk, name="Other", caller=cast.caller("owner"))
    second = cast.document("Elsewhere", space=other)
    foreign = space_create(account_id=cast.partner_account.pk, name="Theirs", caller=cast.caller("partner"))
    cast.document("Foreign", space=foreign, caller=cast.caller("partner"))
    offered(hearing)
    documents = set(PullRequestOffer.objects.values_list("document_id", flat=True))
    assert documents == {hearing.scene.document.pk, second.pk}


def test_no_document_no_row(hearing: Hearing) -> None:
    said(hearing, hearing.scene.remote(), "Implements RFC 99")
    assert not PullRequest.objects.exists()


def test_what_is_linked_or_was_answered_is_not_offered_again(hearing: Hearing) -> None:
    remote = hearing.scene.remote()
    said(hearing, remote, "Implements RFC 1")
    offer = PullRequestOffer.objects.get()
    author = hearing.scene.cast.caller("author")
    offer_decline(document=hearing.scene.document, offer_id=offer.pk, caller=author)
    said(hearing, remote, "Implements RFC 1, really")
    assert PullRequestOffer.objects.get().outcome == "declined"
    row = PullRequest.objects.get()
    assert row.next_read_at is None, "nobody looks at it any more"
    second = hearing.scene.cast.document("Linked by hand")
    hearing.scene.link(document=second)
    said(hearing, remote, "Implements RFC 2")
    assert not PullRequestOffer.objects.filter(document=second).exists()


def test_taking_links_it_once(hearing: Hearing) -> None:
    offer = offered(hearing)
    document, member = hearing.scene.document, hearing.scene.cast.caller("member")
    link = offer_take(document=document, offer_id=offer.pk, caller=member)
    again = offer_take(document=document, offer_id=offer.pk, caller=member)
    assert link.pk == again.pk
    offer.refresh_from_db()
    assert (offer.outcome, offer.closed_byline) == ("taken", "member")
    assert offer_list(document=document, caller=member) == []
    assert AuditEntry.objects.filter(act="pull_request_offer.taken").count() == 1
    with pytest.raises(DomainError) as refused:
        offer_decline(document=document, offer_id=offer.pk, caller=member)
    assert refused.value.code == "already_done"


def test_what_was_declined_is_not_taken(hearing: Hearing) -> None:
    offer = offered(hearing)
    document, member = hearing.scene.document, hearing.scene.cast.caller("member")
    offer_decline(document=document, offer_id=offer.pk, caller=member)
    before = everything()
    with pytest.raises(DomainError) as refused:
        offer_take(document=document, offer_id=offer.pk, caller=member)
    assert refused.value.code == "already_done"
    assert everything() == before


@pytest.mark.parametrize(
    ("actor", "code"),
    [("named", "forbidden"), ("partner", "forbidden"), ("stranger", "forbidden"), ("visitor", "forbidden")],
)
def test_only_members_see_and_answer_offers(hearing: Hearing, actor: str, code: str) -> None:
    offer = offered(hearing)
    document, caller = hearing.scene.document, hearing.scene.cast.caller(actor)
    before = everything()
    assert offer_list(document=document, caller=caller) == []
    for act in (offer_take, offer_decline):
        with pytest.raises(DomainError) as refused:
            act(document=document, offer_id=offer.pk, caller=caller)
        assert refused.value.code == code
    assert everything() == before


def test_an_offer_of_another_document_is_not_found(hearing: Hearing) -> None:
    offer = offered(hearing)
    other: Document = hearing.scene.cast.document("Other")
    with pytest.raises(DomainError) as refused:
        offer_take(document=other, offer_id=offer.pk, caller=hearing.scene.cast.caller("member"))
    assert refused.value.code == "not_found"


def test_offers_by_rest(hearing: Hearing) -> None:
    offer = offered(hearing)
    client, base = hearing.scene.cast.client("agent"), f"/api/v1/documents/{offer.document_id}/"
    (row,) = client.get(f"{base}pull-request-offers/").json()["items"]
    assert (row["offer_id"], row["pull_request"], row["outcome"]) == (offer.pk, "acme/web#1", "open")
    taken = client.post(f"{base}pull-request-offers/{offer.pk}/take/")
    assert (taken.status_code, taken.json()["state"]) == (200, "open")
    declined = client.post(f"{base}pull-request-offers/{offer.pk}/decline/")
    assert (declined.status_code, declined.json()["error"]) == (409, "already_done")


def test_an_offer_whose_pull_request_is_known_by_a_newer_name_goes_over_to_it(hearing: Hearing) -> None:
    offer = offered(hearing)
    scene = hearing.scene
    repo = scene.github.names.current("acme", "web")
    assert repo is not None
    scene.github.rename_repo(repo, "site")
    scene.link(1, "acme/site", document=scene.cast.document("Other"))
    PullRequest.objects.update(next_read_at=timezone.now())
    link = offer_take(document=scene.document, offer_id=offer.pk, caller=scene.cast.caller("member"))
    assert link.pull_request.repo == "site"
    assert list(PullRequestOffer.objects.values_list("outcome", flat=True)) == ["taken"]


def test_linking_by_hand_takes_the_offer_and_unlinking_does_not_bring_it_back(hearing: Hearing) -> None:
    offer = offered(hearing)
    document, member = hearing.scene.document, hearing.scene.cast.caller("member")
    pull_request_link(document=document, caller=member, url="https://github.com/acme/web/pull/1")
    assert offer_list(document=document, caller=member) == []
    pull_request_unlink(document=document, caller=member, repo="acme/web", number=1)
    assert offer_list(document=document, caller=member) == []
    offer.refresh_from_db()
    assert (offer.outcome, offer.closed_byline) == ("taken", "member")
    assert AuditEntry.objects.filter(act="pull_request_offer.taken", object_id=offer.pk).count() == 1
    assert PullRequest.objects.get().next_read_at is None, "nobody looks at it any more"


def test_what_a_document_links_is_not_offered_to_it_though_two_rows_became_one(hearing: Hearing) -> None:
    offer = offered(hearing)
    member = hearing.scene.cast.caller("member")
    link_to(offer.pull_request, hearing.scene.document, hearing.scene.cast)
    assert offer_list(document=hearing.scene.document, caller=member) == []


def test_an_offer_whose_address_another_took_is_not_taken(hearing: Hearing) -> None:
    offer = offered(hearing)
    scene = hearing.scene
    repo = scene.github.names.current("acme", "web")
    assert repo is not None
    scene.github.rename_repo(repo, "site")
    scene.github.add_repo("acme", "web")
    scene.github.add_pull_request("acme", "web", 1, title="An impostor")
    scene.read(offer.pull_request)
    assert offer.pull_request.trouble == "replaced"
    before = everything()
    with pytest.raises(DomainError) as refused:
        offer_take(document=scene.document, offer_id=offer.pk, caller=scene.cast.caller("member"))
    assert refused.value.code == "not_found"
    assert everything() == before
    member = scene.cast.caller("member")
    assert offer_decline(document=scene.document, offer_id=offer.pk, caller=member).outcome == "declined"
