"""The forms of what is done to a document."""

from decisions.models import Document
from spaces.admin.acts import ActForm
from spaces.admin.fields import ChoiceField, PersonField, offered
from spaces.domain.access import Access
from spaces.querysets import spaces_visible_to

# Who reads at each level, in the words of the choice.
LEVELS: dict[Access, str] = {
    Access.PUBLIC: "public: anyone, signed in or not",
    Access.PREVIEW: "preview: anyone with the preview link",
    Access.PARTNER: "partner: members of partner accounts",
    Access.TEAM: "team: members and named people",
    Access.INTERNAL: "internal: managers and the author",
}
LEVEL_CHOICES = [(str(level.value), words) for level, words in LEVELS.items()]


class AccessSet(ActForm):
    access = ChoiceField(choices=LEVEL_CHOICES)

    def prepare(self) -> None:
        self.initial = {"access": str(self.target.access)}
        floor = self.target.space.floor_in_force
        if floor is not None:
            self.fields["access"].help_text = f"The floor of its space: {Access(floor).word}."

    def clean_access(self) -> Access:
        return Access(int(self.cleaned_data["access"]))


class ReaderAdd(ActForm):
    reader = PersonField(label="Person", help_text="The name they sign in with, or their user_ id.")


class ReaderRemove(ActForm):
    question = "They stop reading it by being named, at once."
    reader = PersonField(label="Person")


class PreviewRenew(ActForm):
    question = "A new link is made. The one there was, if any, stops working."


class PreviewRemove(ActForm):
    question = "Whoever holds the link no longer reads by it."


class ListingAdd(ActForm):
    target_space_id = ChoiceField(
        label="Space", help_text="It is listed there too; its rules stay those of its home."
    )

    def prepare(self) -> None:
        document: Document = self.target
        spaces = (
            spaces_visible_to(self.caller)
            .filter(account_id=document.account_id)
            .exclude(pk=document.space_id)
        )
        offered(self.fields["target_space_id"], spaces.order_by("name").values_list("pk", "name"))


class ListingRemove(ListingAdd):
    question = "It is no longer listed there. Its home stays what it is."
