"""Which notices of a digest are still to be mailed, judged at the moment of sending."""

from decisions.querysets import documents_visible_to
from integrations.domain.notices import Channel, NoticeKind
from integrations.models import Digest, Notice
from integrations.notices.preferences import preferences_of
from spaces.services.credentials import caller_for_person
from spaces.services.sign_in import verified_address


def sorted_out(digest: Digest) -> tuple[list[Notice], dict[str, list[str]]]:
    """The notices to tell of, oldest first, and the ids of the others by what becomes of them.

    As many statements for one notice as for a full digest.
    """
    person = digest.person
    notices = list(digest.notices.filter(mail="waiting").select_related("document").order_by("pk"))
    caller = caller_for_person(person)
    readable = set(
        documents_visible_to(caller)
        .filter(pk__in={notice.document_id for notice in notices})
        .values_list("pk", flat=True)
    )
    channels = preferences_of(person.pk)
    # One that was mistyped would tell a stranger of documents.
    address = verified_address(person)
    told: list[Notice] = []
    others: dict[str, list[str]] = {}
    for notice in notices:
        if not person.is_active or notice.document_id not in readable:
            others.setdefault("dropped", []).append(notice.pk)
        elif not address or channels[NoticeKind(notice.kind)] is not Channel.BOTH:
            others.setdefault("off", []).append(notice.pk)
        elif notice.seen_at:
            others.setdefault("seen", []).append(notice.pk)
        else:
            told.append(notice)
    return told, others
