"""What ends when somebody leaves an account, told before it happens."""

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import ngettext_lazy

from spaces.domain.caller import Caller
from spaces.kernel.registry import MEMBER_LEAVES, hooks
from spaces.models import Account, AgentKey, ConnectedApp, Invitation, User
from spaces.services.rights import require_manager

_KEYS = ngettext_lazy("%d agent key stops working.", "%d agent keys stop working.")
_APPS = ngettext_lazy(
    "%d app that they connected to this account is refused.",
    "%d apps that they connected to this account are refused.",
)
_INVITATIONS = ngettext_lazy(
    "%d open invitation of theirs is good for nothing, until somebody else sends it again.",
    "%d open invitations of theirs are good for nothing, until somebody else sends them again.",
)


def leaving_ends(*, account: Account, user: User, caller: Caller) -> list[str]:
    """A sentence for each sort of thing that ends with this membership, as far as the caller may read it.

    For whoever may end it: a manager, and the person themself (`forbidden` for others).
    """
    if caller.person_id != user.pk:
        require_manager(caller, account.pk)
    found = _credentials(account, user)
    for sentences in hooks.run(MEMBER_LEAVES, account=account, user=user, caller=caller).values():
        found.extend(sentences)
    return found


def _credentials(account: Account, user: User) -> list[str]:
    now = timezone.now()
    lives = Q(expires_at__isnull=True) | Q(expires_at__gt=now)
    of_theirs = {"account": account, "user": user, "revoked_at__isnull": True}
    told = (
        (_KEYS, AgentKey.objects.filter(lives, **of_theirs).count()),
        (_APPS, ConnectedApp.objects.filter(**of_theirs).count()),
        (
            _INVITATIONS,
            Invitation.objects.filter(
                account=account,
                invited_by=user,
                accepted_at__isnull=True,
                withdrawn_at__isnull=True,
                expires_at__gt=now,
            ).count(),
        ),
    )
    return [words % count for words, count in told if count]
