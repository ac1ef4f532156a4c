"""Access is not narrowed so that the decider of a document in review is shut out."""

import pytest

from decisions.domain.kinds import Status
from decisions.models import Document
from decisions.services.document_access import document_set_access
from spaces.domain.access import Access
from spaces.kernel.errors import DomainError
from spaces.models import Membership
from tests.cast import Cast
from tests.records import everything
from tests.reviews.stage import in_review, staged


def narrow(cast: Cast, document: Document, who: str = "owner") -> Document:
    return document_set_access(document=document, access=Access.INTERNAL, caller=cast.caller(who))


@pytest.mark.parametrize("who", ["owner", "author"])
def test_the_decider_of_a_document_in_review_is_not_shut_out(cast: Cast, who: str) -> None:
    document = in_review(cast, decider="member")
    before = everything()
    with pytest.raises(DomainError) as told:
        narrow(cast, document, who)
    assert (told.value.code, told.value.path) == ("invalid_arguments", "access")
    assert everything() == before


@pytest.mark.parametrize("decider", ["owner", "manager", "author"])
def test_where_the_decider_goes_on_reading_it_is_narrowed(cast: Cast, decider: str) -> None:
    assert narrow(cast, in_review(cast, decider=decider)).level is Access.INTERNAL


def test_outside_a_review_or_with_a_decider_who_left_it_is_narrowed(cast: Cast) -> None:
    assert narrow(cast, staged(cast, status=Status.DRAFT, decider="member")).level is Access.INTERNAL
    document = in_review(cast, decider="member")
    Membership.objects.filter(account=cast.account, user=cast.people["member"]).delete()
    assert narrow(cast, document).level is Access.INTERNAL
