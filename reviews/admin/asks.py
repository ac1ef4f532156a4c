"""Asks in the console: those to me, and those my assistants made."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from reviews.admin.ask_acts import ASK_ACTS, DECIDE
from reviews.admin.ask_page import ask_context
from reviews.admin.days import time_left
from reviews.models import Ask
from reviews.services.ask_listing import asks_in_state, asks_made_by, asks_to
from spaces.admin.acts import Act
from spaces.admin.columns import column, moment
from spaces.admin.filters import ListFilters, OneOf
from spaces.admin.pages import ConsoleAdmin
from spaces.domain.caller import Caller

STATES = ("pending", "approved", "declined", "expired", "outdated", "spent", "withdrawn")

STATE_LOOK = {
    "pending": "info",
    "approved": "success",
    "spent": "success",
    "declined": "danger",
    "expired": "warning",
    "outdated": "warning",
    "withdrawn": "warning",
}


class AskFilters(ListFilters):
    whose = OneOf([("me", _("asked of me")), ("mine", _("made by my assistants"))], label=_("Whose"))
    state = OneOf([(state, state) for state in STATES], label=_("State"))

    at_once = ("whose", "state")
    conditions = {"state": asks_in_state}

    def narrow(self, rows: QuerySet[Ask]) -> QuerySet[Ask]:
        if whose := self.cleaned_data.pop("whose", ""):
            rows = rows.filter(**{"person_id" if whose == "me" else "asked_by_id": self.caller.person_id})
        return super().narrow(rows)


@admin.register(Ask)
class AskAdmin(ConsoleAdmin):
    page_template = "console/ask.html"
    acts = ASK_ACTS
    list_display = ("asked", "state_shown", "left", "document_called", "asks_for", "asked_of", "made")
    list_select_related = ("document", "person", "asked_by")
    filters = AskFilters
    empty_words = _(
        "What assistants ask you to approve, accept or publish is listed here, and what yours asked of others. "
        "An assistant asks where a space leaves such an act to people; there is nothing to do until one does."
    )
    ordering = ("-id",)

    def visible_to(self, caller: Caller) -> QuerySet[Ask]:
        mine = Q(pk__in=asks_to(caller).values("pk")) | Q(pk__in=asks_made_by(caller).values("pk"))
        return Ask.objects.filter(mine).select_related("document", "person", "asked_by")

    def act_view(self, request: HttpRequest, object_id: str | None = None, *, act: Act) -> HttpResponse:
        answered = super().act_view(request, object_id, act=act)
        if request.method == "GET" and act.template == DECIDE:
            return self._signed_in_first(request, answered)
        return answered

    def _signed_in_first(self, request: HttpRequest, answered: HttpResponse) -> HttpResponse:
        """The page of a decision, for somebody who has one to take: after they signed in again."""
        form = getattr(answered, "context_data", {}).get("form")
        if form is not None and form.is_open and form.sign_in_again:
            return HttpResponseRedirect(form.sign_in_again)
        return answered

    def page_context(self, request: HttpRequest, ask: Ask, caller: Caller) -> dict[str, Any]:
        return ask_context(ask, caller)

    @column("Asked for")
    def asked(self, ask: Ask) -> str:
        return f"{ask.act} version {ask.version}"

    @column("State", look=STATE_LOOK)
    def state_shown(self, ask: Ask) -> str:
        return ask.state_now

    @column("Time left")
    def left(self, ask: Ask) -> str:
        return time_left(ask.expires_at, timezone.now()) if ask.state_now in ("pending", "approved") else ""

    @column("Document")
    def document_called(self, ask: Ask) -> str:
        return str(ask.document)

    @column("Who asks")
    def asks_for(self, ask: Ask) -> str:
        return f"{ask.assistant_name} for {ask.asked_by.username}"

    @column("Asked of")
    def asked_of(self, ask: Ask) -> str:
        return ask.person.username

    @column("Asked")
    def made(self, ask: Ask) -> str:
        return moment(ask.created_at)
