"""Invitations into the accounts one manages."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from spaces.admin.acts import Act, ActForm, Done
from spaces.admin.columns import column
from spaces.admin.fields import ChoiceField, LineField
from spaces.admin.members import offer_roles
from spaces.admin.pages import ConsoleAdmin, page_url
from spaces.domain.caller import Caller
from spaces.domain.roles import Role
from spaces.models import Account, Invitation
from spaces.querysets import invitations_visible_to
from spaces.services.invitations import invitation_create, invitation_send_again, invitation_withdraw


class Invite(ActForm):
    email = LineField(
        max_length=254,
        label=gettext_lazy("E-mail address"),
        help_text=gettext_lazy("Whoever reads the mail can accept it, with or without a sign-in here."),
    )
    role = ChoiceField(label=gettext_lazy("Role"))

    def prepare(self) -> None:
        offer_roles(self)


class SendAgain(ActForm):
    question = gettext_lazy(
        "A new mail with a new link goes out, good for seven days. The links before stop working."
    )


class Withdraw(ActForm):
    question = gettext_lazy("The link in the mail stops working at once.")


def _invite(caller: Caller, account: Account, given: dict[str, Any]) -> Done:
    invitation = invitation_create(
        account=account, email=given["email"], role=Role(given["role"]), caller=caller
    )
    return Done(_mailed(invitation), page_url(account))


def _send_again(caller: Caller, invitation: Invitation, given: dict[str, Any]) -> Done:
    sent = invitation_send_again(invitation_id=invitation.pk, caller=caller)
    return Done(_mailed(sent), page_url(sent.account))


def _mailed(invitation: Invitation) -> str:
    if invitation.mailed_at:
        return _("The invitation of %(email)s is on its way.") % {"email": invitation.email}
    return _("%(email)s is invited, but the mail could not be sent. Send it again later.") % {
        "email": invitation.email
    }


def _withdraw(caller: Caller, invitation: Invitation, given: dict[str, Any]) -> Done:
    invitation_withdraw(invitation_id=invitation.pk, caller=caller)
    done = _("The invitation of %(email)s is withdrawn.") % {"email": invitation.email}
    return Done(done, page_url(invitation.account))


INVITE = Act("members/invite", gettext_lazy("Invite somebody"), _invite, Invite, gettext_lazy("Send"))


@admin.register(Invitation)
class InvitationAdmin(ConsoleAdmin):
    page_template = "console/invitation.html"
    acts = (
        Act(
            "send-again",
            gettext_lazy("Send it again"),
            _send_again,
            SendAgain,
            gettext_lazy("Send"),
        ),
        Act(
            "withdraw",
            gettext_lazy("Withdraw it"),
            _withdraw,
            Withdraw,
            gettext_lazy("Withdraw"),
            dangerous=True,
        ),
    )
    list_display = ("email", "role", "account", "state", "invited_by", "expires_at")
    list_select_related = ("account", "invited_by")
    ordering = ("-pk",)

    def visible_to(self, caller: Caller) -> QuerySet[Invitation]:
        return invitations_visible_to(caller).select_related("account", "invited_by", "accepted_by")

    @column(
        gettext_lazy("State"),
        look={"open": "info", "accepted": "success", "expired": "warning", "withdrawn": "danger"},
    )
    def state(self, invitation: Invitation) -> tuple[str, str]:
        """What became of it, by its key and in words."""
        state = state_of(invitation)
        return state, str(_STATES[state])

    def page_context(self, request: HttpRequest, invitation: Invitation, caller: Caller) -> dict[str, Any]:
        return {"state": _STATES[state_of(invitation)]}


_STATES = {
    "accepted": gettext_lazy("accepted"),
    "withdrawn": gettext_lazy("withdrawn"),
    "expired": gettext_lazy("expired"),
    "open": gettext_lazy("open"),
}


def state_of(invitation: Invitation) -> str:
    """One of accepted, withdrawn, expired and open."""
    if invitation.accepted_at:
        return "accepted"
    if invitation.withdrawn_at:
        return "withdrawn"
    return "expired" if invitation.expires_at <= timezone.now() else "open"
