"""Invitations: who may send which, what is kept of them, and how they end."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import IntegrityError, transaction
from django.utils import timezone

from spaces.domain.roles import Role
from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry, Invitation, Membership, User
from spaces.services.accounts import member_remove, member_set
from spaces.services.invitations import (
    invitation_accept,
    invitation_accept_as_new,
    invitation_behind,
    invitation_create,
    invitation_withdraw,
)
from tests.cast import Cast
from tests.records import everything
from tests.spaces.invited import digest, invite, link, send_again

PASSWORD = "a long enough password"


def refused(code: str, call: Any, **options: Any) -> DomainError:
    """The refusal of a call that changed nothing."""
    before = everything()
    with pytest.raises(DomainError) as raised:
        call(**options)
    assert raised.value.code == code
    assert everything() == before
    return raised.value


def test_an_invitation_is_mailed_with_a_link_of_which_only_a_digest_is_kept(cast: Cast) -> None:
    invitation = invite(cast, "New@Example.com")
    (sent,) = mail.outbox
    assert sent.to == ["new@example.com"]
    assert "manager" in sent.subject
    secret = link().split("/")[-2]
    kept = repr(list(Invitation.objects.values_list())) + repr(list(AuditEntry.objects.values_list()))
    assert len(secret) >= 43
    assert secret not in kept
    assert secret in sent.alternatives[0][0]
    assert invitation.mailed_at is not None
    entry = AuditEntry.objects.get(act="invitation.sent")
    assert (entry.byline, entry.after) == ("manager", {"email": "new@example.com", "role": "member"})


@pytest.mark.parametrize(
    ("by", "role", "code"),
    [
        ("manager", Role.OWNER, "forbidden"),
        ("member", Role.MEMBER, "forbidden"),
        ("stranger", Role.MEMBER, "forbidden"),
        ("assistant", Role.MEMBER, "person_required"),
        ("agent", Role.MEMBER, "person_required"),
    ],
)
def test_who_may_not_give_a_role_invites_nobody_to_it(cast: Cast, by: str, role: Role, code: str) -> None:
    caller = cast.caller(by)
    before = everything()
    with pytest.raises(DomainError) as raised:
        invite_as(cast, caller, role)
    assert raised.value.code == code
    assert everything() == before
    assert mail.outbox == []


def invite_as(cast: Cast, caller: Any, role: Role) -> None:
    invitation_create(account=cast.account, email="new@example.com", role=role, caller=caller)


@pytest.mark.parametrize(
    ("by", "role"), [("owner", Role.OWNER), ("owner", Role.ADMIN), ("manager", Role.ADMIN)]
)
def test_a_manager_invites_up_to_their_own_rights(cast: Cast, by: str, role: Role) -> None:
    assert invite(cast, by=by, role=role).role == role


def test_nothing_tells_whether_an_address_is_somebody_s_here(cast: Cast) -> None:
    invite(cast, "nobody@example.com")
    invite(cast, "stranger@example.com")
    invite(cast, "member@example.com")
    bodies = {each.body.replace(each.body[each.body.index("http") :].split()[0], "") for each in mail.outbox}
    assert len(mail.outbox) == 3
    assert len(bodies) == 1


def test_an_address_has_one_open_invitation_until_it_expires(cast: Cast) -> None:
    first = invite(cast)
    told = refused("already_done", invite, cast=cast, email="NEW@example.com")
    assert told.path == "email"
    with time_machine.travel(timezone.now() + timedelta(days=7, seconds=1)):
        second = invite(cast)
    first.refresh_from_db()
    assert first.withdrawn_at is not None
    assert second.is_open


@pytest.mark.parametrize("email", ["", "nobody", "a@b@c.example", "a@example.com\nBcc: b@example.com"])
def test_what_is_no_address_is_refused(cast: Cast, email: str) -> None:
    assert refused("invalid_arguments", invite, cast=cast, email=email).path == "email"
    assert mail.outbox == []


def test_a_personal_account_invites_nobody(cast: Cast) -> None:
    cast.account = cast.people["member"].personal_account
    refused("forbidden", invite, cast=cast, by="member")


def test_sent_again_the_new_link_is_good_for_a_week_and_the_old_one_for_nothing(cast: Cast) -> None:
    invitation = invite(cast)
    old = digest()
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        assert invitation_behind(old) is None
        again = send_again(cast, invitation, by="owner")
        assert invitation_behind(old) is None
        found = invitation_behind(digest())
        assert found == again
        assert again.invited_by == cast.people["owner"]
    assert AuditEntry.objects.get(act="invitation.sent_again").byline == "owner"


def test_a_withdrawn_invitation_lets_nobody_in(cast: Cast) -> None:
    invitation = invite(cast)
    invitation_withdraw(invitation_id=invitation.pk, caller=cast.caller("owner"))
    stranger = cast.caller("stranger")
    refused("not_found", invitation_accept, digest=digest(), caller=stranger)
    refused("already_done", send_again, cast=cast, invitation=invitation)
    entry = AuditEntry.objects.get(act="invitation.withdrawn")
    assert (entry.byline, entry.before) == ("owner", {"email": "new@example.com"})


@pytest.mark.parametrize("by", ["member", "stranger", "partner"])
def test_who_is_no_manager_finds_no_invitation_to_touch(cast: Cast, by: str) -> None:
    invitation = invite(cast)
    caller = cast.caller(by)
    refused("not_found", invitation_withdraw, invitation_id=invitation.pk, caller=caller)
    refused("not_found", send_again, cast=cast, invitation=invitation, by=by)


def test_mails_to_one_address_are_bounded(cast: Cast) -> None:
    invitation = invite(cast)
    for _ in range(4):
        send_again(cast, invitation)
    told = refused("throttled", send_again, cast=cast, invitation=invitation)
    assert told.facts["retry_after"] > 0
    assert len(mail.outbox) == 5
    invite(cast, "other@example.com")


def test_a_mail_server_that_is_down_leaves_an_invitation_to_send_again(cast: Cast, settings: Any) -> None:
    settings.EMAIL_BACKEND = "tests.spaces.sign_in.no_mail.NoMail"
    invitation = invite(cast)
    assert invitation.mailed_at is None
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert send_again(cast, invitation).mailed_at is not None


def test_a_signed_in_person_accepts_as_themself_and_once(cast: Cast) -> None:
    invite(cast, role=Role.ADMIN)
    stranger = cast.people["stranger"]
    first = invitation_accept(digest=digest(), caller=cast.caller("stranger"))
    assert (first.user, first.role) == (stranger, Role.ADMIN)
    before = everything()
    assert invitation_accept(digest=digest(), caller=cast.caller("stranger")) == first
    assert everything() == before
    refused("not_found", invitation_accept, digest=digest(), caller=cast.caller("named"))
    entry = AuditEntry.objects.get(act="invitation.accepted")
    assert (entry.byline, entry.account_id) == ("stranger", cast.account.pk)
    assert entry.after == {
        "person": stranger.pk,
        "role": "admin",
        "invited_by": cast.people["manager"].pk,
    }


def test_who_was_removed_does_not_come_back_by_the_old_link(cast: Cast) -> None:
    invite(cast)
    invitation_accept(digest=digest(), caller=cast.caller("stranger"))
    member_remove(account=cast.account, user=cast.people["stranger"], caller=cast.caller("owner"))
    refused("not_found", invitation_accept, digest=digest(), caller=cast.caller("stranger"))


def test_a_member_is_told_so_and_the_invitation_stays_open(cast: Cast) -> None:
    invite(cast, role=Role.ADMIN)
    refused("already_done", invitation_accept, digest=digest(), caller=cast.caller("member"))
    assert invitation_behind(digest()) is not None


@pytest.mark.parametrize("actor", ["assistant", "agent"])
def test_an_assistant_accepts_nothing(cast: Cast, actor: str) -> None:
    invite(cast)
    caller = cast.caller(actor)
    refused("person_required", invitation_accept, digest=digest(), caller=caller)


@pytest.mark.parametrize("end", ["removed", "demoted", "inactive"])
def test_an_invitation_stands_while_its_sender_may_still_give_the_role(cast: Cast, end: str) -> None:
    invitation = invite(cast)
    manager = cast.people["manager"]
    if end == "removed":
        member_remove(account=cast.account, user=manager, caller=cast.caller("owner"))
    elif end == "demoted":
        member_set(account=cast.account, user=manager, role=Role.MEMBER, caller=cast.caller("owner"))
    else:
        User.objects.filter(pk=manager.pk).update(is_active=False)
    refused("not_found", invitation_accept, digest=digest(), caller=cast.caller("stranger"))
    send_again(cast, invitation, by="owner")
    invitation_accept(digest=digest(), caller=cast.caller("stranger"))


def test_a_new_person_comes_with_the_address_verified_and_their_own_account(cast: Cast) -> None:
    invite(cast)
    membership = invitation_accept_as_new(digest=digest(), username="nina", password=PASSWORD)
    nina = User.objects.get(username="nina")
    assert (membership.user, membership.role, nina.email) == (nina, Role.MEMBER, "new@example.com")
    address = EmailAddress.objects.get(user=nina)
    assert (address.email, address.verified, address.primary) == ("new@example.com", True, True)
    assert nina.personal_account.is_personal
    assert nina.check_password(PASSWORD)
    acts = AuditEntry.objects.filter(byline__in=["nina", "visitor"]).values_list("act", flat=True)
    assert set(acts) == {"person.created", "invitation.accepted"}


def test_an_address_that_is_somebody_s_verified_one_stays_theirs(cast: Cast) -> None:
    invite(cast, "stranger@example.com")
    invitation_accept_as_new(digest=digest(), username="nina", password=PASSWORD)
    assert User.objects.get(username="nina").email == ""
    assert not EmailAddress.objects.filter(user__username="nina").exists()
    assert EmailAddress.objects.get(email="stranger@example.com").user == cast.people["stranger"]


@pytest.mark.parametrize("name", ["member", "MEMBER", "nina@example.com", "user_01J00000000000000000000000"])
def test_a_name_is_nobody_else_s_and_no_address_or_id(cast: Cast, name: str) -> None:
    invite(cast)
    options = {"digest": digest(), "username": name, "password": PASSWORD}
    assert refused("invalid_arguments", invitation_accept_as_new, **options).path == "username"


def test_accepting_by_the_link_verifies_the_address_it_went_to(cast: Cast) -> None:
    EmailAddress.objects.filter(user=cast.people["stranger"]).update(verified=False)
    invite(cast, "stranger@example.com")
    invitation_accept(digest=digest(), caller=cast.caller("stranger"))
    assert EmailAddress.objects.get(user=cast.people["stranger"]).verified


def test_the_database_itself_keeps_invitations_single_and_ended_one_way(cast: Cast) -> None:
    invitation = invite(cast)
    row = {"account": cast.account, "invited_by": cast.people["owner"], "expires_at": timezone.now()}
    for number, wrong in enumerate(
        (
            {"email": invitation.email, "role": "member"},
            {"email": "Upper@example.com", "role": "member"},
            {"email": "a@example.com", "role": "god"},
            {"email": "b@example.com", "role": "member", "accepted_at": timezone.now()},
        )
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Invitation.objects.create(**row, **wrong, digest=str(number))
    assert Membership.objects.filter(account=cast.account).count() == 4
