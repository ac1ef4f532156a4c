"""Invitations by e-mail: sent, sent again and withdrawn by managers, accepted by whoever has the link."""

import hashlib
import secrets
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from spaces.domain.caller import Caller
from spaces.domain.roles import Role, may_give
from spaces.kernel.errors import DomainError, invalid, not_found
from spaces.kernel.ids import uuid_of
from spaces.kernel.windows import counted_in_window
from spaces.models import Account, Invitation, Membership, User
from spaces.querysets import invitations_visible_to
from spaces.services.accounts import require_may_give, user_create
from spaces.services.audit import audit_record
from spaces.services.credentials import caller_for_person
from spaces.services.invitation_mail import invitation_mail
from spaces.services.rights import require_person
from spaces.services.sign_in import address_verify

# A week holds a holiday; a link that lies in a mailbox for longer is found by somebody else.
LASTS = timedelta(days=7)

# Mails in an hour: to one address, so that nobody is pestered, and from one account, enough for a department.
_HOUR = 3600
_TO_ADDRESS = 5
_FROM_ACCOUNT = 100


@transaction.atomic
def invitation_create(*, account: Account, email: str, role: Role, caller: Caller) -> Invitation:
    """An invitation on its way to an address, whoever has it; nothing tells whether anybody here does.

    One that is still open is `already_done`, and one that has expired gives way.
    """
    require_may_give(account, role, caller)
    address = _address(email)
    Account.objects.select_for_update().get(pk=account.pk)
    earlier = Invitation.objects.filter(
        account=account, email=address, accepted_at__isnull=True, withdrawn_at__isnull=True
    ).first()
    if earlier is not None and earlier.expires_at > timezone.now():
        raise DomainError(
            "already_done",
            "This address has an open invitation.",
            fix="Send that one again, or withdraw it first.",
            path="email",
        )
    _count_mail(account.pk, address)
    if earlier is not None:
        _withdraw(earlier, caller)
    secret = secrets.token_urlsafe(32)
    invitation = Invitation.objects.create(
        account=account,
        email=address,
        role=role,
        digest=link_digest(secret),
        invited_by_id=caller.subject,
        expires_at=timezone.now() + LASTS,
    )
    _record(invitation, "invitation.sent", caller, {"email": address, "role": role})
    _mail_when_committed(invitation, secret)
    return invitation


@transaction.atomic
def invitation_send_again(*, invitation_id: str, caller: Caller) -> Invitation:
    """The invitation with a new link in a new mail, for another week; the links before are good for nothing.

    It is then from whoever sent it again.
    """
    invitation = _open_for(invitation_id, caller)
    require_may_give(invitation.account, Role(invitation.role), caller)
    _count_mail(invitation.account_id, invitation.email)
    secret = secrets.token_urlsafe(32)
    invitation.digest = link_digest(secret)
    invitation.invited_by_id = caller.subject
    invitation.expires_at = timezone.now() + LASTS
    invitation.mailed_at = None
    invitation.save(update_fields=["digest", "invited_by", "expires_at", "mailed_at"])
    _record(invitation, "invitation.sent_again", caller, {"email": invitation.email, "role": invitation.role})
    _mail_when_committed(invitation, secret)
    return invitation


@transaction.atomic
def invitation_withdraw(*, invitation_id: str, caller: Caller) -> Invitation:
    """The invitation, good for nothing from now on. Any manager of the account may do this."""
    invitation = _open_for(invitation_id, caller)
    _withdraw(invitation, caller)
    return invitation


def link_digest(secret: str) -> str:
    """What is kept of a link."""
    return hashlib.sha256(secret.encode()).hexdigest()


def invitation_behind(digest: str) -> Invitation | None:
    """The invitation that a link with this digest opens now; None where it opens nothing.

    It stands as long as whoever sent it may still give the role: who left invites nobody afterwards.
    """
    found = Invitation.objects.select_related("account", "invited_by").filter(digest=digest).first()
    if found is None or found.withdrawn_at or found.accepted_at or found.expires_at <= timezone.now():
        return None
    sender = Membership.objects.filter(
        account_id=found.account_id, user_id=found.invited_by_id, user__is_active=True
    )
    role = sender.values_list("role", flat=True).first()
    return found if may_give(Role(role) if role else None, Role(found.role)) else None


def membership_by(digest: str, *, user_id: str) -> Membership | None:
    """The membership that this person got by this link before and still has; None otherwise."""
    return (
        Membership.objects.select_related("account")
        .filter(
            user_id=user_id,
            account__invitations__digest=digest,
            account__invitations__accepted_by_id=user_id,
        )
        .first()
    )


@transaction.atomic
def invitation_accept(*, digest: str, caller: Caller) -> Membership:
    """The membership of a signed-in person who took the invitation behind a link, as themself.

    Taking it once more answers with the same membership. Who is a member already is told so
    (`already_done`), and the invitation stays open for whom it was meant. Any other link is `not_found`.
    """
    require_person(caller, "Members")
    user = User.objects.get(pk=caller.subject)
    invitation = _locked_behind(digest)
    if invitation is None:
        before = membership_by(digest, user_id=user.pk)
        if before is None:
            raise no_good_link()
        return before
    if invitation.account.memberships.filter(user=user).exists():
        raise DomainError(
            "already_done",
            f"You are a member of {invitation.account} already.",
            fix="Nothing is left to do.",
        )
    if user.email.lower() == invitation.email:
        address_verify(user=user, email=invitation.email)
    return _join(invitation, user)


@transaction.atomic
def invitation_accept_as_new(
    *, digest: str, username: str, password: str | None, vouched_for: str = ""
) -> Membership:
    """The membership of a new person who came by a link, made together with them.

    Their address, verified, is the one that the mail with the link went to, or the one that a provider
    vouches for. Where that is somebody else's verified address, they have none.
    """
    invitation = _locked_behind(digest)
    if invitation is None:
        raise no_good_link()
    if "@" in username or uuid_of(username, "user"):
        raise invalid("username", "A name is no address and no id.", fix="Choose another name.")
    # Nobody here made the person: the entry in the account they join tells who asked them in.
    user = user_create(username=username, password=password, caller=Caller())
    address_verify(user=user, email=vouched_for or invitation.email)
    return _join(invitation, user)


def no_good_link() -> DomainError:
    """The one answer to every link that opens nothing, whatever it was once."""
    return DomainError(
        "not_found",
        "This invitation is not good any more: it was used, withdrawn or replaced, or its week is over.",
        fix="Ask whoever invited you for a new one.",
    )


def _locked_behind(digest: str) -> Invitation | None:
    # The account's row, as all changes of members lock it: two acceptances stand in line here.
    if not Account.objects.select_for_update().filter(invitations__digest=digest).exists():
        return None
    return invitation_behind(digest)


def _join(invitation: Invitation, user: User) -> Membership:
    membership = Membership.objects.create(account=invitation.account, user=user, role=invitation.role)
    invitation.accepted_at = timezone.now()
    invitation.accepted_by = user
    invitation.save(update_fields=["accepted_at", "accepted_by"])
    after = {"person": user.pk, "role": invitation.role, "invited_by": invitation.invited_by_id}
    _record(invitation, "invitation.accepted", caller_for_person(user), after)
    return membership


def _open_for(invitation_id: str, caller: Caller) -> Invitation:
    """A manager's open invitation, locked; `not_found` where it is not theirs to read."""
    require_person(caller, "Members")
    mine = invitations_visible_to(caller).select_related("account").select_for_update(of=("self",))
    invitation = mine.filter(pk=invitation_id).first()
    if invitation is None:
        raise not_found("invitation")
    if not invitation.is_open:
        raise DomainError(
            "already_done", "This invitation was accepted or withdrawn.", fix="Invite the person anew."
        )
    return invitation


def _withdraw(invitation: Invitation, caller: Caller) -> None:
    invitation.withdrawn_at = timezone.now()
    invitation.save(update_fields=["withdrawn_at"])
    _record(invitation, "invitation.withdrawn", caller, {})


def _address(email: str) -> str:
    try:
        validate_email(email)
    except ValidationError as error:
        raise invalid("email", "This is no e-mail address.", fix="Correct the address.") from error
    return email.lower()


def _count_mail(account_id: str, address: str) -> None:
    """Count one mail; `throttled` where there are too many of them."""
    counted = (
        (f"invitation:{account_id}:{link_digest(address)}", _TO_ADDRESS),
        (f"invitation:{account_id}", _FROM_ACCOUNT),
    )
    for key, most in counted:
        times, left = counted_in_window(key, seconds=_HOUR)
        if times > most:
            raise DomainError(
                "throttled",
                "Too many invitations were mailed within an hour.",
                fix="Try again later.",
                retry_after=int(left) + 1,
            )


def _mail_when_committed(invitation: Invitation, secret: str) -> None:
    # The link is nowhere but in this closure and the mail: a queue of tasks would keep it.
    transaction.on_commit(lambda: invitation_mail(invitation, secret))


def _record(invitation: Invitation, act: str, caller: Caller, after: dict[str, str]) -> None:
    audit_record(
        caller=caller,
        act=act,
        object_id=invitation.pk,
        account_id=invitation.account_id,
        before={"email": invitation.email} if act == "invitation.withdrawn" else {},
        after=after,
    )
