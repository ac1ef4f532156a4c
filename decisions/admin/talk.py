"""Talking about a document in the console: a table of acts, each one call of a service."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from decisions.admin.tabs import tab_url
from decisions.domain.anchors import MAX_QUOTE
from decisions.domain.marking import selected
from decisions.models import CommentThread, Document
from decisions.services.comments import comment_add, comment_resolve
from decisions.services.versions import version_of
from spaces.admin.acts import Act, ActForm, Done
from spaces.admin.fields import LineField, WordsField, WordsWidget
from spaces.domain.caller import Caller

Given = dict[str, Any]

# The pages of a document that show threads, and that an act goes back to.
_PAGES = [("discussion", "discussion"), ("change", "text")]


def _body(label: Any) -> WordsField:
    return WordsField(
        label=label,
        strip=False,
        widget=WordsWidget(attrs={"rows": 6, "dir": "auto"}),
        help_text=gettext_lazy("Markdown. @name tells somebody of it."),
    )


class TalkForm(ActForm):
    """Words about a document, and the page they are sent from."""

    back = forms.ChoiceField(choices=_PAGES, required=False, widget=forms.HiddenInput)

    def clean_back(self) -> str:
        return self.cleaned_data["back"] or "discussion"


class CommentAdd(TalkForm):
    body = _body(gettext_lazy("Comment"))
    quote = WordsField(
        label=gettext_lazy("About this piece of the text"),
        required=False,
        max_length=MAX_QUOTE,
        widget=WordsWidget(attrs={"rows": 3, "dir": "auto"}),
        help_text=gettext_lazy("Copied from the text. Empty: about the document as a whole."),
    )
    version = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)
    # Where the piece was selected: the line its block begins on, and how often its words stand before it there.
    line = forms.IntegerField(min_value=0, max_value=10**6, required=False, widget=forms.HiddenInput)
    before = forms.IntegerField(min_value=0, max_value=200, required=False, widget=forms.HiddenInput)


class CommentReply(TalkForm):
    body = _body(gettext_lazy("Reply"))
    reply_to = LineField(max_length=40, widget=forms.HiddenInput)


class CommentSettle(TalkForm):
    comment_id = LineField(max_length=40, widget=forms.HiddenInput)


class CommentResolve(CommentSettle):
    question = gettext_lazy("The thread moves to the resolved ones. It can be reopened.")


class CommentReopen(CommentSettle):
    question = gettext_lazy("The thread is open again.")


def _add(caller: Caller, document: Document, given: Given) -> Done:
    version = given["version"] or 0
    quote, start = given["quote"].strip(), None
    if quote:
        # What is copied from the page is not what the text has: its marks are missing.
        place = {"line": given["line"] or 0, "before": given["before"] or 0}
        quote, start = selected(version_of(document, version).text, quote, **place) or (quote, None)
    comment = comment_add(
        document=document,
        body=given["body"],
        version=version,
        quote=quote,
        quote_start=start,
        caller=caller,
    )
    return Done(_("Your comment is there."), _thread_url(document, comment.pk, given["back"]))


def _reply(caller: Caller, document: Document, given: Given) -> Done:
    comment_add(document=document, body=given["body"], reply_to=given["reply_to"], caller=caller)
    return Done(_("Your reply is there."), _thread_url(document, given["reply_to"], given["back"]))


def _resolve(caller: Caller, document: Document, given: Given) -> Done:
    _settled(caller, document, given, resolved=True)
    return Done(_("The thread is resolved."), tab_url(document, given["back"]))


def _reopen(caller: Caller, document: Document, given: Given) -> Done:
    thread = _settled(caller, document, given, resolved=False)
    return Done(_("The thread is open again."), _thread_url(document, thread.pk, given["back"]))


def _settled(caller: Caller, document: Document, given: Given, *, resolved: bool) -> CommentThread:
    return comment_resolve(
        document=document, comment_id=given["comment_id"], resolved=resolved, caller=caller
    )


def _thread_url(document: Document, thread_id: str, page: str) -> str:
    return f"{tab_url(document, page)}#thread-{thread_id}"


TALK_ACTS = (
    Act("comments/add", gettext_lazy("Comment"), _add, CommentAdd, gettext_lazy("Comment")),
    Act("comments/reply", gettext_lazy("Reply"), _reply, CommentReply, gettext_lazy("Reply")),
    Act("comments/resolve", gettext_lazy("Resolve"), _resolve, CommentResolve, gettext_lazy("Resolve")),
    Act("comments/reopen", gettext_lazy("Reopen"), _reopen, CommentReopen, gettext_lazy("Reopen")),
)
