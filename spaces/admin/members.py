"""What managers do with the members of an account, and members with their own membership."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from spaces.admin.acts import Act, ActForm, Done
from spaces.admin.confirming import Change, Preview
from spaces.admin.fields import ChoiceField, PersonField, offered
from spaces.admin.pages import list_url, page_url
from spaces.domain.caller import Caller
from spaces.domain.roles import Role, may_give
from spaces.models import Account, Membership
from spaces.services.accounts import member_remove, member_set
from spaces.services.leaving import leaving_effects

_PERSON = gettext_lazy("Person")
_WHO = gettext_lazy("The name they sign in with, or their user_ id.")

_ROLES = list(reversed(Membership.ROLES))

# Rows of one page of members.
SHOWN = 50


def members_page(account: Account, asked: QueryDict) -> "Page[Membership]":
    """A page of an account's members by name, those whose name has the words that were asked for."""
    members = Membership.objects.filter(account=account).select_related("user")
    if words := asked.get("q", "").strip():
        members = members.filter(user__username__icontains=words)
    return Paginator(members.order_by("user__username"), SHOWN).get_page(asked.get("p"))


def roles_offered(caller: Caller, account: Account) -> list[tuple[str, Any]]:
    """The roles this caller may give in the account, the least first."""
    acting = caller.roles.get(account.pk)
    return [each for each in _ROLES if may_give(acting, Role(each[0]))]


def offer_roles(form: ActForm) -> None:
    """Give the form's choice of a role what the caller may give; all where they may give none, and are told so."""
    offered(form.fields["role"], roles_offered(form.caller, form.target) or _ROLES)


class MemberSet(ActForm):
    user = PersonField(label=_PERSON, help_text=_WHO)
    role = ChoiceField(label=gettext_lazy("Role"))

    def prepare(self) -> None:
        offer_roles(self)


class MemberRemove(ActForm):
    question = gettext_lazy("They lose access at once. What ends with it is shown first.")
    user = PersonField(label=_PERSON, help_text=_WHO)


def _leaving(caller: Caller, account: Account, given: dict[str, Any]) -> Preview | None:
    """What ends with the membership; None for whom the service refuses anyway."""
    member = account.memberships.filter(user=given["user"]).select_related("user").first()
    if member is None or not (caller.manages(account.pk) or caller.person_id == member.user_id):
        return None
    effects = leaving_effects(account=account, user=member.user, caller=caller)
    gone = Change(member.user.username, str(member.get_role_display()), _("no member"))
    return Preview([gone], effects)


def _member_set(caller: Caller, account: Account, given: dict[str, Any]) -> Done:
    member_set(account=account, user=given["user"], role=Role(given["role"]), caller=caller)
    done = _("%(name)s is %(role)s of %(account)s now.") % {
        "name": given["user"],
        "role": dict(Membership.ROLES)[given["role"]],
        "account": account,
    }
    return Done(done, page_url(account))


def _member_remove(caller: Caller, account: Account, given: dict[str, Any]) -> Done:
    member_remove(account=account, user=given["user"], caller=caller)
    left = caller.person_id == given["user"].pk
    done = _("%(name)s is no member of %(account)s any more.") % {"name": given["user"], "account": account}
    return Done(done, list_url(Account) if left else page_url(account))


MEMBER_ACTS = (
    Act("members/set", gettext_lazy("Add a member or change a role"), _member_set, MemberSet),
    Act(
        "members/remove",
        gettext_lazy("Remove a member"),
        _member_remove,
        MemberRemove,
        gettext_lazy("Remove"),
        dangerous=True,
        preview=_leaving,
    ),
)
