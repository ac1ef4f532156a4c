"""The texts that new documents start from, edited for a space one kind at a time."""

from functools import partial
from typing import Any, ClassVar

from django.utils.safestring import mark_safe
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from decisions.admin.comparing import compared_texts
from decisions.admin.document_text import FINDING_LOOK
from decisions.domain.findings import find
from decisions.domain.kinds import KINDS, Kind
from decisions.domain.rendering import render
from decisions.domain.templates import fill, template_for
from spaces.admin.acts import Act, ActForm, Done
from spaces.admin.confirming import Change, Preview
from spaces.admin.fields import WordsField, WordsWidget
from spaces.admin.pages import page_url
from spaces.admin.setting_words import WORDS
from spaces.domain.caller import Caller
from spaces.domain.effects import Effect
from spaces.models import Space
from spaces.services.foreseeing import settings_effects
from spaces.services.settings import SettingsInForce, settings_change, settings_of

Given = dict[str, Any]

# Findings that a template has by being one: what it leaves for its author to write.
_OF_TEMPLATES = frozenset({"placeholder-left", "section-empty"})
# Those about a section that matters most stand on its line; on the first where the template has none.
_OF_AUTHORS = frozenset({"consequences-missing", "measure-missing", "conclusion-missing"})


class TemplateEdit(ActForm):
    """The text of one kind, the built-in one beside it."""

    kind: ClassVar[Kind]

    text = WordsField(
        strip=False,
        widget=WordsWidget(
            attrs={"rows": 30, "spellcheck": "true", "class": "document-source", "dir": "auto"}
        ),
        label=gettext_lazy("Text"),
        required=False,
        help_text=gettext_lazy(
            "{{title}}, {{reference}}, {{author}}, {{date}} and {{status}} are filled in. Empty: the built-in text."
        ),
    )

    def prepare(self) -> None:
        settings = settings_of(self.target)
        self.built_in = template_for(self.kind)
        self.is_own = settings.templates[self.kind] != self.built_in
        if not self.initial.get("text"):
            self.initial["text"] = settings.templates[self.kind]

    @property
    def kind_label(self) -> str:
        return KINDS[self.kind].label


def _changes(kind: Kind, text: str) -> Given:
    own = text if text.strip() and text != template_for(kind) else None
    return {"templates": {kind.value: own}}


def _save(caller: Caller, space: Space, given: Given, *, kind: Kind) -> Done:
    settings_change(space=space, changes=_changes(kind, given["text"]), caller=caller)
    told = _("New documents (%(kind)s) in %(space)s start from the text you saved.")
    return Done(told % {"kind": KINDS[kind].label, "space": space}, page_url(space))


def _preview(caller: Caller, space: Space, given: Given, *, kind: Kind) -> Preview:
    """How a document that is made from the text would look and what it would be remarked for."""
    before, after, effects = settings_effects(
        space=space, changes=_changes(kind, given["text"]), caller=caller
    )
    text = _filled(after, kind, caller)
    rendered = render(text, "markdown")
    compared = compared_texts(before.templates[kind], after.templates[kind])
    shown = {
        # render() answers sanitised HTML only.
        "rendered": mark_safe(rendered.html),  # noqa: S308
        "problem": rendered.problem,
        "findings": _findings(text, after, kind),
        "compared": compared,
    }
    sizes = [
        _("%(count)s lines") % {"count": len(each.templates[kind].splitlines())} for each in (before, after)
    ]
    label = f"{WORDS['templates'].label}: {KINDS[kind].label}"
    holds = Effect(str(WORDS["templates"].holds))
    return Preview(
        [Change(label, *sizes)],
        [*effects, holds],
        repr((before, after)),
        "console/template_preview.html",
        shown,
    )


def _filled(settings: SettingsInForce, kind: Kind, caller: Caller) -> str:
    return fill(
        settings.templates[kind],
        title=_("A title"),
        reference=f"{KINDS[kind].label} 1",
        author=caller.person.username if caller.person else "",
        day=settings.today,
        status=KINDS[kind].first_status.value,
    )


def _findings(text: str, settings: SettingsInForce, kind: Kind) -> list[Any]:
    """What is wrong with the template itself; what it leaves to be written is no fault of it."""
    found = find(
        text,
        kind=kind,
        title=_("A title"),
        reference=f"{KINDS[kind].label} 1",
        status=KINDS[kind].first_status.value,
        required_sections=tuple(settings.required_sections[kind]),
    )
    return [
        {
            "severity": each.severity,
            "message": each.message,
            "fix": each.fix,
            "look": FINDING_LOOK[each.severity],
        }
        for each in found.findings
        if each.rule not in _OF_TEMPLATES and not (each.rule in _OF_AUTHORS and each.line > 1)
    ]


class TemplateReset(ActForm):
    question = gettext_lazy(
        "New documents start from the built-in text again. The text of this space stays in the audit log."
    )


def _reset(caller: Caller, space: Space, given: Given, *, kind: Kind) -> Done:
    settings_change(space=space, changes={"templates": {kind.value: None}}, caller=caller)
    told = _("New documents (%(kind)s) in %(space)s start from the built-in text.")
    return Done(told % {"kind": KINDS[kind].label, "space": space}, page_url(space))


def template_acts() -> tuple[Act, ...]:
    """Two acts for each kind: edit its text, and go back to the built-in one."""
    return tuple(act for kind in Kind for act in _acts_of(kind))


def _acts_of(kind: Kind) -> tuple[Act, Act]:
    label = KINDS[kind].label
    form = type(f"{kind.name.title()}TemplateEdit", (TemplateEdit,), {"kind": kind})
    edit = Act(
        f"templates/{kind}",
        format_lazy("{title}: {kind}", title=gettext_lazy("Template"), kind=label),
        partial(_save, kind=kind),
        form,
        template="console/template_edit.html",
        preview=partial(_preview, kind=kind),
    )
    reset = Act(
        f"templates/{kind}/reset",
        format_lazy("{title}: {kind}", title=gettext_lazy("Back to the built-in text"), kind=label),
        partial(_reset, kind=kind),
        TemplateReset,
        gettext_lazy("Use the built-in text"),
        dangerous=True,
    )
    return edit, reset
