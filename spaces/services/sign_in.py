"""What is recorded of how people sign in, and people whom a provider vouches for."""

from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction

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
def address_take_as_verified(*, user: User) -> None:
    """Keep the address that came with a person as theirs and verified; for somebody who has one, nothing.

    Those who run the service gave it, so nobody waits for a mail to come in. Where another person has
    the same address verified, it is kept as one that is not.
    """
    if not user.email or EmailAddress.objects.filter(user=user).exists():
        return
    taken = EmailAddress.objects.filter(email__iexact=user.email, verified=True).exists()
    EmailAddress.objects.get_or_create(
        user=user, email=user.email.lower(), defaults={"primary": True, "verified": not taken}
    )


@transaction.atomic
def person_take_from_provider(*, username: str, email: str) -> User:
    """A new person whom the provider vouches for, without a password; their address is verified."""
    user = user_create(username=username, email=email, password=None, caller=_PROVIDER)
    address_take_as_verified(user=user)
    return user


def person_with_address(email: str) -> User | None:
    """The one active person whose verified address this is; None where it is nobody's, or of several."""
    verified = EmailAddress.objects.filter(email__iexact=email, verified=True).values("user_id")
    found = list(User.objects.filter(pk__in=verified)[:2])
    # Who never signed in has the address that came with them, and no row for it yet.
    found += list(User.objects.filter(email__iexact=email, emailaddress__isnull=True)[:2])
    return found[0] if len(found) == 1 and found[0].is_active else None
