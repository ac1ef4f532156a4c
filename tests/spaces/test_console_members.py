"""Members and invitations in the console: what is shown, what is asked before somebody goes, what is done."""

import pytest
from django.core import mail
from django.test import TestCase

from decisions.models import Document
from reviews.domain.policy import Decision
from reviews.services.reviews import review_request
from spaces.domain.roles import Role
from spaces.kernel.errors import DomainError
from spaces.models import Invitation, Membership
from spaces.services.accounts import member_set
from spaces.services.leaving import leaving_effects
from tests.cast import Cast
from tests.console import address, browser, confirmed, list_of, refusals, rows
from tests.records import everything
from tests.reviews.console_judging import answer, in_review
from tests.spaces.invited import invite, send_again


def test_the_account_page_shows_managers_members_invitations_and_last_sign_ins(cast: Cast) -> None:
    invitation = invite(cast)
    page = browser(cast, "owner").get(address(cast.account))
    assert [each.user.username for each in page.context["members"]] == [
        "author",
        "manager",
        "member",
        "owner",
    ]
    assert list(page.context["invitations"]) == [invitation]
    assert b"Last signed in" in page.content


def test_a_plain_member_sees_members_and_no_invitation(cast: Cast) -> None:
    invitation = invite(cast)
    client = browser(cast, "member")
    page = client.get(address(cast.account))
    assert len(page.context["members"]) == 4
    assert list(page.context["invitations"]) == []
    assert b"Last signed in" not in page.content
    assert b"new@example.com" not in page.content
    assert rows(client.get(list_of("spaces_invitation"))) == set()
    assert client.get(address(invitation)).status_code == 404


def test_members_are_found_by_name(cast: Cast) -> None:
    page = browser(cast, "member").get(address(cast.account), {"q": "MANA"})
    assert [each.user.username for each in page.context["members"]] == ["manager"]


def test_a_manager_invites_withdraws_and_invites_anew(cast: Cast) -> None:
    client = browser(cast, "manager")
    form = {"email": "new@example.com", "role": "member"}
    with TestCase.captureOnCommitCallbacks(execute=True):
        assert client.post(address(cast.account, "members_invite"), form)["Location"] == address(cast.account)
    invitation = Invitation.objects.get()
    assert [each.to for each in mail.outbox] == [["new@example.com"]]
    assert client.post(address(invitation, "withdraw"))["Location"] == address(cast.account)
    invitation.refresh_from_db()
    assert not invitation.is_open
    assert client.post(address(invitation, "send_again")).status_code == 409
    assert rows(client.get(list_of("spaces_invitation"))) == {invitation.pk}
    client.post(address(cast.account, "members_invite"), form)
    assert Invitation.objects.filter(withdrawn_at__isnull=True).count() == 1


@pytest.mark.parametrize(("name", "roles"), [("owner", 3), ("manager", 2)])
def test_roles_are_offered_as_far_as_one_may_give_them(cast: Cast, name: str, roles: int) -> None:
    for act in ("members_invite", "members_set"):
        form = browser(cast, name).get(address(cast.account, act)).context["form"]
        assert len(form.fields["role"].choices) == roles


def test_a_plain_member_who_invites_is_told_who_could(cast: Cast) -> None:
    client = browser(cast, "member")
    before = everything()
    form = {"email": "new@example.com", "role": "member"}
    answered = client.post(address(cast.account, "members_invite"), form)
    assert (answered.status_code, refusals(answered)) == (403, {"forbidden"})
    assert everything() == before


def ends(cast: Cast, name: str, by: str = "owner") -> list[str]:
    effects = leaving_effects(account=cast.account, user=cast.people[name], caller=cast.caller(by))
    return [effect.words for effect in effects]


def test_what_ends_with_a_membership_is_counted(cast: Cast) -> None:
    assert ends(cast, "member") == []
    for title in ("One", "Two"):
        document = in_review(cast, title=title)
        Document.objects.filter(pk=document.pk).update(decider=cast.people["member"])
    review_request(document=document, reviewers=[cast.people["member"].pk], caller=cast.caller("author"))
    answer(cast, in_review(cast, title="Three"), "member", Decision.CHANGES, "Too vague.")
    cast.key_of("member")
    assert ends(cast, "member") == [
        "1 agent key stops working.",
        "They are the decider of 2 documents in review; managers will decide those.",
        "An open review request to them closes, on 1 document.",
        "The changes they ask for block 1 document no longer.",
    ]
    assert ends(cast, "author") == []


def test_the_documents_are_named_as_far_as_the_reader_reads_them(cast: Cast) -> None:
    document = in_review(cast)
    Document.objects.filter(pk=document.pk).update(decider=cast.people["author"])
    (effect,) = leaving_effects(
        account=cast.account, user=cast.people["author"], caller=cast.caller("author")
    )
    assert [each.pk for each in effect.named] == [document.pk]


def test_a_later_answer_lifts_the_changes_that_are_counted(cast: Cast) -> None:
    document = in_review(cast)
    answer(cast, document, "member", Decision.CHANGES, "Too vague.")
    answer(cast, document, "member", Decision.APPROVE)
    assert ends(cast, "member") == []


def test_invitations_that_end_with_a_manager_are_counted_until_somebody_else_sends_them(cast: Cast) -> None:
    invitation = invite(cast)
    assert len(ends(cast, "manager")) == 1
    send_again(cast, invitation, by="owner")
    assert ends(cast, "manager") == []


def test_others_learn_nothing_of_what_somebody_has_here(cast: Cast) -> None:
    cast.key_of("author")
    with pytest.raises(DomainError) as refused:
        ends(cast, "author", by="member")
    assert refused.value.code == "forbidden"
    client = browser(cast, "member")
    before = everything()
    answered = client.post(address(cast.account, "members_remove"), {"user": "author"})
    assert (answered.status_code, refusals(answered)) == (403, {"forbidden"})
    assert everything() == before
    assert len(ends(cast, "author", by="author")) == 1


def test_what_ends_is_shown_before_somebody_is_removed(cast: Cast) -> None:
    cast.key_of("member")
    client = browser(cast, "owner")
    page = address(cast.account, "members_remove")
    before = everything()
    shown = client.post(page, {"user": "member"}).context["preview"]
    assert [effect.words for effect in shown.effects] == ["1 agent key stops working."]
    assert everything() == before
    assert confirmed(client, page, {"user": "member"})["Location"] == address(cast.account)
    assert not Membership.objects.filter(account=cast.account, user__username="member").exists()


def test_an_admin_is_not_offered_to_touch_an_owner(cast: Cast) -> None:
    def offered() -> list[str]:
        return list(browser(cast, "manager").get(address(cast.account)).context["gives"])

    assert offered() == ["member", "admin"]
    member_set(
        account=cast.account, user=cast.people["manager"], role=Role.OWNER, caller=cast.caller("owner")
    )
    assert offered() == ["member", "admin", "owner"]
