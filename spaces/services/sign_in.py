"""What is recorded of how people sign in, whose address is whose, and people a provider vouches for."""

from typing import Any

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction

from spaces.domain.caller import Caller
from spaces.models import User
from spaces.services.accounts import user_create
from spaces.services.audit import audit_record
from spaces.services.credentials import caller_for_person

# Nobody of this service made the person: the provider vouched for them.
_PROVIDER = Caller()


def sign_in_changed(*, user: User, act: str, after: dict[str, Any] | None = None) -> None:
    """Record in the person's own account that they changed how they sign in."""
    audit_record(
        caller=caller_for_person(user),
        act=act,
        object_id=user.pk,
        account_id=user.personal_account.pk,
        after=after,
    )


@transaction.atomic
def address_keep(*, user: User) -> None:
    """Keep the address that came with a person as theirs, not verified; for somebody who has one, nothing.

    Those who run the service gave it, and may have mistyped it: it lets nobody in by a mail.
    """
    if user.email and not EmailAddress.objects.filter(user=user).exists():
        EmailAddress.objects.get_or_create(
            user=user, email=user.email.lower(), defaults={"primary": True, "verified": False}
        )


def address_verify(*, user: User, email: str) -> bool:
    """Whether the address is now the person's and verified: not where it is somebody else's already.

    For who has shown that a mail to it reaches them, or for whom a provider says so.
    """
    address = email.lower()
    if EmailAddress.objects.filter(email=address, verified=True).exclude(user=user).exists():
        return False
    try:
        with transaction.atomic():
            EmailAddress.objects.filter(user=user, primary=True).exclude(email=address).update(primary=False)
            EmailAddress.objects.update_or_create(
                user=user, email=address, defaults={"verified": True, "primary": True}
            )
            if user.email != address:
                user.email = address
                user.save(update_fields=["email"])
    except IntegrityError:
        # Somebody else verified it in this moment.
        return False
    return True


def verified_address(user: User) -> str:
    """Where mail to this person goes; empty where no address of theirs is verified."""
    found = EmailAddress.objects.get_verified(user)
    return str(found.email) if found else ""


@transaction.atomic
def person_take_from_provider(*, username: str, email: str) -> User:
    """A new person whom the provider vouches for, without a password; their address is verified."""
    user = user_create(username=username, email=email, password=None, caller=_PROVIDER)
    address_verify(user=user, email=email)
    return user


def person_with_address(email: str) -> User | None:
    """The one active person whose address this is; None where it is nobody's, or of several.

    It is verified, or it was given to them by those who run the service.
    """
    verified = EmailAddress.objects.filter(email__iexact=email, verified=True).values("user_id")
    found = list(User.objects.filter(pk__in=verified)[:2])
    found += list(User.objects.filter(email__iexact=email).exclude(pk__in=verified)[:2])
    return found[0] if len(found) == 1 and found[0].is_active else None
