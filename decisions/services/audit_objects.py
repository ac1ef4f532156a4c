"""Which documents a manager means by a reference when looking through the audit log."""

from decisions.domain.references import parse_reference
from decisions.models import Alias
from decisions.querysets import documents_visible_to
from spaces.domain.caller import Caller

# A reference counts in each space anew: more spaces than this have no document of a rare number in common.
_MOST = 200


def documents_called(*, words: str, caller: Caller) -> list[str]:
    """Ids of the documents that are, or once were, called by a reference in any space of the caller's accounts."""
    reference = parse_reference(words)
    if reference is None:
        return []
    called = {"kind": reference.kind.value, "number": reference.number, "part": reference.part}
    readable = documents_visible_to(caller).filter(account_id__in=caller.manager_of)
    now = readable.filter(**called).values_list("pk", flat=True)[:_MOST]
    former = Alias.objects.filter(document__in=readable, **called).values_list("document_id", flat=True)[
        :_MOST
    ]
    return [*now, *former]
