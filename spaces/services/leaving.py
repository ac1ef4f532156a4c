"""What ends when somebody leaves an account, told before it happens."""

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import ngettext_lazy

from spaces.domain.caller import Caller
from spaces.domain.effects import Effect, Named, effect_on
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


def leaving_effects(*, account: Account, user: User, caller: Caller) -> list[Effect]:
    """What would end with somebody's membership, as far as the caller may read it.

    For whoever may end it: a manager, and the person themself (`forbidden` for others).
    """
    if caller.person_id != user.pk:
        require_manager(caller, account.pk)
    found = _credentials(account, user)
    for effects in hooks.run(MEMBER_LEAVES, account=account, user=user, caller=caller).values():
        found.extend(effects)
    return found


def _credentials(account: Account, user: User) -> list[Effect]:
    now = timezone.now()
    lives = Q(expires_at__isnull=True) | Q(expires_at__gt=now)
    keys = AgentKey.objects.filter(lives, account=account, user=user, revoked_at__isnull=True)
    apps = ConnectedApp.objects.filter(account=account, user=user, revoked_at__isnull=True)
    sent = Invitation.objects.filter(
        account=account,
        invited_by=user,
        accepted_at__isnull=True,
        withdrawn_at__isnull=True,
        expires_at__gt=now,
    )
    told = (
        (_KEYS, [Named(key.name, "spaces_agentkey", key.pk) for key in keys.order_by("pk")]),
        (_INVITATIONS, [Named(each.email, "spaces_invitation", each.pk) for each in sent.order_by("pk")]),
    )
    effects = [effect_on(words % len(named), named, weighs=True) for words, named in told if named]
    if count := apps.count():
        # Which apps somebody uses is nobody else's business.
        effects.append(Effect(_APPS % count, weighs=True))
    return effects
