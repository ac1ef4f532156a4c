"""What managers do with the members of an account, and members with their own membership."""

from typing import Any

from django import forms
from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from spaces.admin.acts import Act, ActForm, Done
from spaces.admin.fields import ChoiceField, PersonField, offered
from spaces.admin.pages import list_url, page_url
from spaces.domain.caller import Caller
from spaces.domain.roles import Role, may_give
from spaces.models import Account, Membership, User
from spaces.services.accounts import member_remove, member_set
from spaces.services.leaving import leaving_ends

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
    """It is sent twice where the person is named by hand: what ends is shown before it does."""

    question = gettext_lazy("They lose access at once.")
    user = PersonField(label=_PERSON, help_text=_WHO)

    @cached_property
    def leaving(self) -> User | None:
        """The member that is named so far, if there is one whom the caller may take out."""
        field = self.fields["user"]
        try:
            named = field.clean(self.data.get("user") or self.initial.get("user"))
        except forms.ValidationError:
            return None
        may = named and (self.caller.person_id == named.pk or self.caller.manages(self.target.pk))
        return named if may and self.target.memberships.filter(user=named).exists() else None

    @property
    def ends(self) -> list[str]:
        """What ends with their membership, a sentence each."""
        if self.leaving is None:
            return []
        return leaving_ends(account=self.target, user=self.leaving, caller=self.caller)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if self.leaving is not None and self.data.get("seen") != self.leaving.pk:
            raise forms.ValidationError(_("Read what ends, then confirm."), code="unconfirmed")
        return given


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
        template="console/member_remove.html",
    ),
)
