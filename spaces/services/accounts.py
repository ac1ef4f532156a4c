"""People, accounts and memberships."""

from zoneinfo import available_timezones

from django.db import IntegrityError, transaction

from spaces.domain.caller import Caller
from spaces.domain.roles import Role, may_give
from spaces.kernel.errors import DomainError, invalid, not_found
from spaces.models import Account, Membership, User
from spaces.services.audit import audit_record
from spaces.services.connected_apps import connected_apps_end
from spaces.services.keys import agent_keys_end
from spaces.services.rights import require_manager, require_person


@transaction.atomic
def user_create(*, username: str, email: str = "", password: str | None, caller: Caller) -> User:
    """A new person with a personal account of their own; without a password they cannot sign in yet."""
    # Whatever its capitals: people sign in and are mentioned without regard to them.
    if User.objects.filter(username__iexact=username).exists():
        raise _name_taken()
    try:
        with transaction.atomic():
            user = User.objects.create_user(username, email, password)
    except IntegrityError as error:
        # Somebody else took it in this moment.
        raise _name_taken() from error
    audit_record(
        caller=caller,
        act="person.created",
        object_id=user.pk,
        account_id=user.personal_account.pk,
        after={"username": username},
    )
    return user


@transaction.atomic
def account_create(*, name: str, owner: User, time_zone: str = "UTC", caller: Caller) -> Account:
    """A new team account with its first owner."""
    if time_zone not in available_timezones():
        raise invalid("time_zone", "This is no known time zone.", fix="Use a name such as Europe/Berlin.")
    account = Account.objects.create(name=name, time_zone=time_zone)
    Membership.objects.create(account=account, user=owner, role=Role.OWNER)
    audit_record(
        caller=caller,
        act="account.created",
        object_id=account.pk,
        account_id=account.pk,
        after={"name": name, "owner": owner.pk},
    )
    return account


@transaction.atomic
def member_set(*, account: Account, user: User, role: Role, caller: Caller) -> Membership:
    """The membership after a manager added a person or changed their role.

    A personal account has no other members (`forbidden`); the last owner stays one (`forbidden`), and only
    an owner makes or unmakes owners.
    """
    require_may_give(account, role, caller)
    Account.objects.select_for_update().get(pk=account.pk)
    before = Membership.objects.filter(account=account, user=user).first()
    if before:
        # Who may not give the role somebody has does not take it from them either.
        require_may_give(account, Role(before.role), caller)
    if before and before.role == Role.OWNER and role is not Role.OWNER:
        _require_other_owner(account, user)
    membership, _ = Membership.objects.update_or_create(account=account, user=user, defaults={"role": role})
    audit_record(
        caller=caller,
        act="member.set",
        object_id=user.pk,
        account_id=account.pk,
        before={"role": before.role} if before else {},
        after={"role": role},
    )
    return membership


@transaction.atomic
def member_remove(*, account: Account, user: User, caller: Caller) -> None:
    """Take a person out of an account: they stop counting at once, and their keys and apps for it end for good.

    A manager removes others, anybody may leave; the last owner cannot (`forbidden`).
    """
    require_person(caller, "Members")
    if caller.person_id != user.pk:
        require_manager(caller, account.pk)
    Account.objects.select_for_update().get(pk=account.pk)
    membership = Membership.objects.filter(account=account, user=user).first()
    if membership is None:
        raise not_found("member")
    if membership.role == Role.OWNER:
        if caller.roles.get(account.pk) is not Role.OWNER:
            raise _forbidden("Only an owner removes owners.", "Ask an owner of the account.")
        _require_other_owner(account, user)
    membership.delete()
    agent_keys_end(user=user, account=account, caller=caller)
    connected_apps_end(user=user, account=account, caller=caller)
    audit_record(
        caller=caller,
        act="member.removed",
        object_id=user.pk,
        account_id=account.pk,
        before={"role": membership.role},
    )


def require_may_give(account: Account, role: Role, caller: Caller) -> None:
    """Pass for a manager who may bring people into the account with this role; else `forbidden`."""
    require_person(caller, "Members")
    require_manager(caller, account.pk)
    if account.is_personal:
        raise _forbidden("A personal account is one person's.", "Create a team account and add people there.")
    if not may_give(caller.roles.get(account.pk), role):
        raise _forbidden("Only an owner makes or unmakes owners.", "Ask an owner of the account.")


def _require_other_owner(account: Account, user: User) -> None:
    others = Membership.objects.filter(account=account, role=Role.OWNER).exclude(user=user)
    if not others.exists():
        raise _forbidden("An account keeps at least one owner.", "Make somebody else an owner first.")


def _name_taken() -> DomainError:
    return invalid("username", "This name is taken.", fix="Choose another name.")


def _forbidden(detail: str, fix: str) -> DomainError:
    return DomainError("forbidden", detail, fix=fix)
