"""How each kind of notice reaches a person, by their own choice."""

from collections.abc import Mapping

from django.db import transaction

from integrations.domain.notices import Channel, NoticeKind
from integrations.models import NoticePreference
from spaces.domain.caller import Caller
from spaces.services.audit import audit_record
from spaces.services.rights import require_person


def preferences_of(person_id: str | None) -> dict[NoticeKind, Channel]:
    """The channel of every kind; both where the person chose nothing."""
    chosen = NoticePreference.objects.filter(person_id=person_id).values_list("kind", "channel")
    return dict.fromkeys(NoticeKind, Channel.BOTH) | {
        NoticeKind(kind): Channel(channel) for kind, channel in chosen
    }


@transaction.atomic
def preferences_change(
    *, channels: Mapping[NoticeKind, Channel], caller: Caller
) -> dict[NoticeKind, Channel]:
    """The person's channels after some were changed, by themself in the console."""
    require_person(caller, "What you are told of")
    before = preferences_of(caller.subject)
    changed = {kind: channel for kind, channel in channels.items() if before[kind] is not channel}
    if not changed:
        return before
    for kind, channel in changed.items():
        if channel is Channel.BOTH:
            NoticePreference.objects.filter(person_id=caller.subject, kind=kind).delete()
        else:
            NoticePreference.objects.update_or_create(
                person_id=caller.subject, kind=kind, defaults={"channel": channel.value}
            )
    audit_record(
        caller=caller,
        act="notice_preferences.changed",
        object_id=caller.subject,
        account_id=None,
        before={kind.value: before[kind].value for kind in changed},
        after={kind.value: channel.value for kind, channel in changed.items()},
    )
    return before | changed
