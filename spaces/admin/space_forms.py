"""The forms of a space's acts."""

from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from spaces.admin.acts import ActForm
from spaces.admin.fields import AccountField, ChoiceField, LineField, WordsField, offered
from spaces.domain.access import Access
from spaces.models import Space
from spaces.querysets import accounts_visible_to, spaces_visible_to
from spaces.services.spaces import space_holds

NO_FLOOR = ("", _("none"))
FLOORS: list[tuple[str, Any]] = [NO_FLOOR, *((str(level.value), level.word) for level in Access)]


class _Described(ActForm):
    name = LineField(max_length=120, label=_("Name"))
    description = WordsField(max_length=4_000, required=False, label=_("Description"))
    kind = ChoiceField(choices=Space.KINDS, label=_("Kind"))
    department = LineField(
        max_length=120, required=False, label=_("Department"), help_text=_("A department space names it.")
    )
    parent_id = ChoiceField(required=False, label=_("Under"))
    access_floor = ChoiceField(
        choices=FLOORS,
        required=False,
        label=_("Access floor"),
        help_text=_(
            "No document here or below is more open. Raising it closes those that are; you see which before it "
            "is done."
        ),
    )

    def clean_access_floor(self) -> Access | None:
        chosen = self.cleaned_data["access_floor"]
        return Access(int(chosen)) if chosen else None

    def clean_parent_id(self) -> str | None:
        return self.cleaned_data["parent_id"] or None


class SpaceCreate(_Described):
    account_id = ChoiceField(label=_("Account"))
    slug = LineField(
        max_length=120, required=False, label=_("Slug"), help_text=_("Empty: made from the name.")
    )
    field_order = ("account_id", "name", "slug")

    def prepare(self) -> None:
        managed = accounts_visible_to(self.caller).filter(pk__in=self.caller.manager_of).order_by("name")
        offered(self.fields["account_id"], managed.values_list("pk", "name"))
        # Those of other accounts are refused by the service: an account's tree is its own.
        parents = spaces_visible_to(self.caller).filter(account__in=managed).select_related("account")
        offered(self.fields["parent_id"], [("", _("no space")), *_labelled(parents)])


class SpaceEdit(_Described):
    def prepare(self) -> None:
        space: Space = self.target
        others = spaces_visible_to(self.caller).filter(account_id=space.account_id).exclude(pk=space.pk)
        offered(
            self.fields["parent_id"],
            [("", _("no space")), *others.order_by("name").values_list("pk", "name")],
        )
        floor = "" if space.access_floor is None else str(space.access_floor)
        stood = {name: getattr(space, name) for name in self.fields}
        self.initial = {**stood, "parent_id": space.parent_id or "", "access_floor": floor}

    def clean(self) -> dict[str, Any]:
        """Only what changed, so that two managers who change different things both get what they meant."""
        given = super().clean() or {}
        return {name: value for name, value in given.items() if name in self.changed_data}


def _labelled(spaces: Any) -> list[tuple[str, str]]:
    return [(space.pk, f"{space.account}: {space}") for space in spaces.order_by("account__name", "name")]


class PartnerAdd(ActForm):
    account = AccountField(
        label=_("Account"), help_text=_("Its acct_ id: their managers find it on the account's page.")
    )


class PartnerRemove(ActForm):
    question = _("Its members stop seeing this space, unless a space above it names them too.")
    account = AccountField(label=_("Account"))


class SpaceDelete(ActForm):
    question = _("Only a space that holds nothing can be deleted. This cannot be undone.")

    def prepare(self) -> None:
        # Others than managers are refused whatever it holds, and are not told.
        if not self.caller.manages(self.target.account_id):
            return
        held = space_holds(self.target)
        if held:
            told = ", ".join(_held_in_words(name, count) for name, count in held.items())
            self.closed = gettext(
                "It still holds %(held)s. Documents can be moved to another space; what is kept for the record "
                "keeps its space too."
            ) % {"held": told}


def _held_in_words(name: str, count: int) -> str:
    """A count of what a space holds; what apps above count beside these is told by its name."""
    words = {
        "documents": ngettext("%(count)s document", "%(count)s documents", count),
        "questions": ngettext("%(count)s question", "%(count)s questions", count),
        "diagrams": ngettext("%(count)s diagram", "%(count)s diagrams", count),
        "spaces": ngettext("%(count)s space below", "%(count)s spaces below", count),
    }
    return words.get(name, f"%(count)s {name}") % {"count": count}
