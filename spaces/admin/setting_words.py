"""What each setting is called, what it does, and for what a change of it holds."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from spaces.admin.words import Words
from spaces.domain.settings import SETTINGS
from spaces.models import Space


@dataclass(frozen=True)
class SettingWords:
    """A setting in words: its name, a sentence of what it does, and one of what a change holds for."""

    label: Words
    meaning: Words
    holds: Words


WORDS: dict[str, SettingWords] = {
    "approvals": SettingWords(
        gettext_lazy("Approvals needed"),
        gettext_lazy("How many people have to approve the current version before a document can be decided."),
        gettext_lazy("Approvals needed: read at each decision; nothing that was decided is touched."),
    ),
    "ai_approval": SettingWords(
        gettext_lazy("Assistants decide"),
        gettext_lazy(
            "ask: an assistant approves or decides only with its person's yes to that very act. auto: it may "
            "do so by itself, under all the rules that bind its person."
        ),
        gettext_lazy("Assistants decide: holds for what assistants do from now on."),
    ),
    "review_days": SettingWords(
        gettext_lazy("Days to review"),
        gettext_lazy("How many days a review is given where nobody names the day it ends."),
        gettext_lazy(
            "Days to review: holds for reviews that begin from now on; those under way keep their day."
        ),
    ),
    "default_access": SettingWords(
        gettext_lazy("Who reads new documents"),
        gettext_lazy("The access a new document starts with; never more open than the floor of the space."),
        gettext_lazy("Who reads new documents: those that are there keep their access."),
    ),
    "required_sections": SettingWords(
        gettext_lazy("Required sections"),
        gettext_lazy("Headings whose absence is a finding, one a line. A draft is never refused for them."),
        gettext_lazy("Required sections: texts are looked at when they are next saved."),
    ),
    "templates": SettingWords(
        gettext_lazy("Templates"),
        gettext_lazy("The text a new document starts from."),
        gettext_lazy("Templates: hold for documents that are made from now on."),
    ),
    "self_approval": SettingWords(
        gettext_lazy("An author's own approval counts"),
        gettext_lazy(
            "Whether the author of a document, or of its current text, may be one of those who approve it."
        ),
        gettext_lazy("An author's own approval: read at each decision; nothing that was decided is touched."),
    ),
    "guidance": SettingWords(
        gettext_lazy("Guidance for assistants"),
        gettext_lazy("A few sentences that every assistant is given that works in this space."),
        gettext_lazy("Guidance for assistants: given to them from now on."),
    ),
    "time_zone": SettingWords(
        gettext_lazy("Time zone"),
        gettext_lazy("Where the day begins and ends for due days, such as Europe/Berlin."),
        gettext_lazy("Time zone: days that are named stay; what “today” is for them changes at once."),
    ),
}


def default_in_words(name: str, kind: str, space: Space) -> str:
    """What holds where the space sets nothing, and where that comes from."""
    if name == "time_zone":
        return _("the account's: %(zone)s") % {"zone": space.account.time_zone or "UTC"}
    return in_words(name, SETTINGS[name].default(kind, space.account.is_personal))


def in_words(name: str, value: Any) -> str:
    """A setting's value as a page shows it."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return "\n".join(value) or _("none")
    return str(value) if value not in ("", None) else _("none")
