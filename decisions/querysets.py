"""Which documents, questions and diagrams a caller may read: the only doors to them.

The list and the single test are made from the same table, READS_UP_TO, and a test demands that they agree
for every level, floor and kind of actor.
"""

from collections.abc import Collection, Iterator

from django.db.models import Exists, OuterRef, Q, QuerySet

from decisions.domain.kinds import BINDING, Status
from decisions.domain.references import parse_reference
from decisions.models import (
    Alias,
    Diagram,
    Document,
    DocumentListing,
    DocumentUserObjectPermission,
    Question,
    SavedView,
)
from decisions.models.named_people import READ_DOCUMENT
from spaces.domain.access import READS_UP_TO, Access, Standing, readable
from spaces.domain.caller import Caller
from spaces.kernel.errors import invalid, not_found
from spaces.kernel.ids import uuid_of
from spaces.models import Account, Space, SpaceSettings
from spaces.querysets import partner_space_ids


def _named(caller: Caller) -> QuerySet[DocumentUserObjectPermission]:
    # A credential that names an account sees only that account: being named elsewhere does not count for it.
    if caller.account_id or caller.person_id is None:
        return DocumentUserObjectPermission.objects.none()
    return DocumentUserObjectPermission.objects.filter(
        user_id=caller.person_id, permission__codename=READ_DOCUMENT
    )


def _standings_as_filters(caller: Caller, *, by_id: bool) -> Iterator[tuple[Standing, Q]]:
    """Each standing the caller can have, and the documents towards which they have it."""
    if caller.roles:
        yield Standing.MEMBER, Q(account_id__in=caller.member_of)
        yield Standing.AUTHOR, Q(account_id__in=caller.member_of, author_id=caller.person_id)
    if caller.manager_of:
        yield Standing.MANAGER, Q(account_id__in=caller.manager_of)
    if caller.person_id and not caller.account_id:
        yield Standing.PARTNER, Q(space_id__in=partner_space_ids(caller))
        yield Standing.NAMED, Q(pk__in=_named(caller).values("content_object_id"))
    # What is open to all is read by its id or page; no list or search of another account shows it.
    if by_id:
        yield Standing.ANYONE, Q()
        if caller.preview_token:
            yield Standing.LINK_HOLDER, Q(preview_token=caller.preview_token)


def documents_visible_to(caller: Caller, *, by_id: bool = False) -> QuerySet[Document]:
    """The documents a caller reads; `by_id` adds those that are open to anyone who knows where they are."""
    reads = Q(pk__in=[])
    for standing, documents in _standings_as_filters(caller, by_id=by_id):
        reach = READS_UP_TO[standing]
        reads |= documents if reach is max(Access) else documents & Q(access__lte=reach)
    return Document.objects.filter(reads)


def standings_towards(document: Document, caller: Caller) -> frozenset[Standing]:
    """What a caller is to one document."""
    account = document.account_id
    token = caller.preview_token
    holds = {
        Standing.ANYONE: True,
        Standing.LINK_HOLDER: bool(token) and token == document.preview_token,
        Standing.MEMBER: caller.is_member(account),
        Standing.AUTHOR: caller.is_member(account) and document.author_id == caller.person_id,
        Standing.MANAGER: caller.manages(account),
        Standing.PARTNER: partner_space_ids(caller).filter(space_id=document.space_id).exists(),
        Standing.NAMED: _named(caller).filter(content_object=document).exists(),
    }
    return frozenset(standing for standing, held in holds.items() if held)


def stands_among(document: Document, caller: Caller, standings: Collection[Standing]) -> bool:
    """Whether a caller is one of these to a document, found out with one statement."""
    towards = Q(pk__in=[])
    for standing, documents in _standings_as_filters(caller, by_id=False):
        if standing in standings:
            towards |= documents
    return Document.objects.filter(towards, pk=document.pk).exists()


def may_read(document: Document, caller: Caller) -> bool:
    """Whether a caller reads one document, by any of their standings towards it."""
    return readable(document.level, standings_towards(document, caller))


def in_force(documents: QuerySet[Document]) -> QuerySet[Document]:
    """Those that bind now: accepted or published, and no part of a superseded document."""
    return documents.filter(status__in=list(BINDING)).exclude(parent__status=Status.SUPERSEDED)


def binds(document: Document) -> bool:
    """Whether one document is in force; its parent has to be loaded."""
    parent = document.parent
    return document.status in BINDING and (parent is None or parent.status != Status.SUPERSEDED)


# All that reading one document needs to know beside its row, and of people and parents no more than that:
# half of what such a statement costs is its columns.
_READ_WITH = ("author", "decider", "parent", "space__account", "space__settings")
_READ_COLUMNS = (
    *(field.name for field in Document._meta.concrete_fields),
    "author__username",
    "decider__username",
    "parent__status",
    *(f"space__{field.name}" for field in Space._meta.concrete_fields if field.name != "description"),
    *(f"space__account__{field.name}" for field in Account._meta.concrete_fields),
    *(f"space__settings__{field.name}" for field in SpaceSettings._meta.concrete_fields),
)


def document_for(
    caller: Caller, document_id: str, space_id: str | None = None, *, path: str = "document_id"
) -> Document:
    """The document a caller means by an id or, within a space, by a reference or a former one.

    `not_found`, with the same work and words, for what does not exist and for what they may not read; what
    is neither id nor reference is refused as the argument `path`.
    """
    documents = documents_visible_to(caller, by_id=True)
    if uuid_of(document_id, "ldoc"):
        found = documents.filter(pk=document_id)
        if space_id:
            listed = DocumentListing.objects.filter(document=OuterRef("pk"), space_id=space_id)
            found = found.filter(Q(space_id=space_id) | Exists(listed))
    else:
        found = documents.filter(_is_called(document_id, space_id, path))
    document = found.select_related(*_READ_WITH).only(*_READ_COLUMNS).first()
    if document is None:
        raise not_found("document")
    return document


def _is_called(spelling: str, space_id: str | None, path: str) -> Q:
    reference = parse_reference(spelling)
    if reference is None:
        raise invalid(
            path,
            "This is neither an ldoc_ id nor a reference.",
            fix="Send an ldoc_ id, or a reference such as RFC 12 together with space_id.",
        )
    if not space_id:
        raise invalid("space_id", "A reference needs the space it counts in.", fix="Send space_id too.")
    called = {
        "space_id": space_id,
        "kind": reference.kind.value,
        "number": reference.number,
        "part": reference.part,
    }
    return Q(**called) | Q(pk__in=Alias.objects.filter(**called).values("document_id"))


def _of_spaces(caller: Caller, *, by_id: bool) -> Q:
    """What follows its document; or, about none, what a space's members and partners read.

    Under an `internal` floor what is about no document is the managers' alone.
    """
    of_space = Q(document__isnull=True)
    shared = Q(account_id__in=caller.member_of) | Q(space_id__in=partner_space_ids(caller))
    return (
        Q(document__in=documents_visible_to(caller, by_id=by_id))
        | of_space & Q(account_id__in=caller.manager_of)
        | of_space & shared & ~Q(space__floor_in_force=Access.INTERNAL)
    )


def questions_visible_to(caller: Caller, *, by_id: bool = False) -> QuerySet[Question]:
    """The questions a caller reads; `by_id` as for documents."""
    return Question.objects.filter(_of_spaces(caller, by_id=by_id))


def diagrams_visible_to(caller: Caller, *, by_id: bool = False) -> QuerySet[Diagram]:
    """The diagrams a caller reads; `by_id` as for documents."""
    return Diagram.objects.filter(_of_spaces(caller, by_id=by_id))


def saved_views_of(caller: Caller) -> QuerySet[SavedView]:
    """The person's own saved views: nobody else's, whatever one manages."""
    return (
        SavedView.objects.filter(person_id=caller.person_id) if caller.person_id else SavedView.objects.none()
    )
