"""A person's notices: the list, and how each kind reaches them."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from integrations.domain.notices import KIND_LABELS, Channel, NoticeKind
from integrations.models import Notice
from integrations.models.notices import KIND_CHOICES
from integrations.notices.preferences import preferences_change, preferences_of
from integrations.notices.reading import (
    MOST_COUNTED,
    notice_see,
    notices_see_all,
    notices_visible_to,
    unseen_count,
)
from reviews.models import Ask
from spaces.admin.acts import Act, ActForm, Done
from spaces.admin.callers import caller_of
from spaces.admin.columns import column, moment
from spaces.admin.fields import ChoiceField
from spaces.admin.filters import ListFilters, OneOf
from spaces.admin.pages import ConsoleAdmin, list_url, page_url
from spaces.domain.caller import Caller

CHANNEL_LABELS = {
    Channel.BOTH: "in the console and by e-mail",
    Channel.CONSOLE: "in the console",
    Channel.OFF: "not at all",
}


def unseen_badge(request: HttpRequest) -> str:
    """How many notices are new, as the menu shows it."""
    count = unseen_count(caller_of(request))
    return f"{MOST_COUNTED}+" if count > MOST_COUNTED else str(count)


class PreferencesEdit(ActForm):
    """One choice for each kind."""

    def prepare(self) -> None:
        chosen = preferences_of(self.caller.person_id)
        for kind, label in KIND_LABELS.items():
            self.fields[kind.value] = ChoiceField(
                label=label,
                choices=[(channel.value, words) for channel, words in CHANNEL_LABELS.items()],
                initial=chosen[kind].value,
            )


def _change(caller: Caller, target: None, given: dict[str, str]) -> Done:
    channels = {NoticeKind(kind): Channel(channel) for kind, channel in given.items()}
    preferences_change(channels=channels, caller=caller)
    return Done("Your choice is saved.", list_url(Notice))


PREFERENCES = Act("preferences", "What you are told of, and how", _change, PreferencesEdit)


class NoticeFilters(ListFilters):
    seen = OneOf([("no", _("not seen yet")), ("yes", _("seen"))], label=_("Seen"))
    kind = OneOf(KIND_CHOICES, label=_("Kind"))

    at_once = ("seen", "kind")
    conditions = {
        "seen": lambda value: Q(seen_at__isnull=value == "no"),
        "kind": lambda value: Q(kind=value),
    }


@admin.register(Notice)
class NoticeAdmin(ConsoleAdmin):
    list_before_template = "console/notices_head.html"
    list_display = ("about", "happened", "told", "state")
    list_display_links = ("about", "happened")
    list_select_related = ("document",)
    filters = NoticeFilters
    empty_words = _(
        "What happens to documents that concern you is told here: reviews asked of you, answers, mentions, "
        "decisions and days that come near. There is nothing to do until something does."
    )
    ordering = ("-id",)

    def visible_to(self, caller: Caller) -> QuerySet[Notice]:
        return notices_visible_to(caller).select_related("document")

    @column("Document")
    def about(self, notice: Notice) -> str:
        return f"{notice.document.reference} {notice.document.title}"

    @column("What happened")
    def happened(self, notice: Notice) -> str:
        return notice.words

    @column("When")
    def told(self, notice: Notice) -> str:
        return moment(notice.created_at)

    @column("State", look={"new": "info"})
    def state(self, notice: Notice) -> str:
        return "seen" if notice.seen_at else "new"

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("preferences/", wrap(self.preferences_view), name="integrations_notice_preferences"),
            path("seen/", wrap(self.seen_view), name="integrations_notice_seen"),
            *super().get_urls(),
        ]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        shown = {"title": "Notices", "unseen": unseen_badge(request), **(extra_context or {})}
        answer: HttpResponse = super().changelist_view(request, shown)
        return answer

    def page_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """To what a notice is about; to open it is to have seen it, which harms nobody who did not mean to."""
        notice: Notice = self.object_for(request, object_id)
        notice_see(notice=notice, caller=caller_of(request))
        return HttpResponseRedirect(Ask(pk=notice.ask_id).url if notice.ask_id else page_url(notice.document))

    def seen_view(self, request: HttpRequest) -> HttpResponse:
        """Marks every notice seen."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        count = notices_see_all(caller=caller_of(request))
        messages.success(request, f"{count} marked as seen." if count else "All are seen already.")
        return HttpResponseRedirect(list_url(Notice))

    def preferences_view(self, request: HttpRequest) -> HttpResponse:
        """How each kind reaches the person."""
        caller, act = caller_of(request), PREFERENCES
        sent = request.POST if request.method == "POST" else None
        form = act.form(sent, caller=caller, target=None, request=request)
        if sent is not None and form.is_valid():
            return self._answer(request, act.run(caller, None, form.cleaned_data))
        context = {"form": form, "act": act, "title": act.title, "back": list_url(Notice)}
        return self.page(request, act.template, context)
