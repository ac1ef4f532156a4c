"""Diagrams: Mermaid models in versions, saved on the version they were made from, and their pictures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from decisions.domain.mermaid import MAX_MODEL_BYTES, Outcome
from decisions.models import Diagram, DiagramVersion, Picture
from decisions.querysets import diagrams_visible_to, document_for
from decisions.services.pictures import findings_of_picture, picture_keep
from decisions.services.places import Place, require_member_of, space_listed_for
from decisions.services.versions import require_base, require_one_line, sha256_of
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, invalid, not_found
from spaces.kernel.paging import Page, page_of
from spaces.services.audit import audit_record

MAX_NAME = 120


@dataclass(frozen=True)
class SavedDiagram:
    """A diagram and the version it is at; `unchanged` where its model already was the one sent."""

    diagram: Diagram
    version: DiagramVersion
    picture: Picture
    unchanged: bool = False


def diagram_for(caller: Caller, diagram_id: str, space_id: str | None = None) -> Diagram:
    """A diagram the caller reads; `not_found` for any other, and outside the space that is named."""
    diagrams = diagrams_visible_to(caller, by_id=True).filter(pk=diagram_id)
    if space_id:
        diagrams = diagrams.filter(space_id=space_id)
    diagram = diagrams.select_related("space", "document").first()
    if diagram is None:
        raise not_found("diagram")
    return diagram


def diagram_list(caller: Caller, filters: Mapping[str, Any]) -> Page:
    """A page of a space's diagrams without their models, newest first; of one document where it is named."""
    if document_id := filters.get("document_id"):
        document = document_for(caller, document_id, filters["space_id"])
        diagrams = diagrams_visible_to(caller, by_id=True).filter(
            document=document, space_id=filters["space_id"]
        )
    else:
        space_id = space_listed_for(caller, filters["space_id"])
        diagrams = diagrams_visible_to(caller).filter(space_id=space_id)
    return page_of(diagrams.select_related("document"), order=("-id",), query=filters)


def diagram_draw(*, place: Place, model: str, caller: Caller) -> Picture:
    """The picture of a model that a diagram is about to be made of, for whoever may make it there."""
    require_member_of(place, caller)
    _require_model(model)
    return picture_keep(account_id=place.space.account_id, model=model)


def diagram_create(*, place: Place, name: str, model: str, message: str = "", caller: Caller) -> SavedDiagram:
    """A new diagram at version 1, with what its model's check found; names may repeat."""
    require_member_of(place, caller)
    _require_name(name)
    require_one_line(message)
    _require_model(model)
    # Before the transaction: drawing takes up to seconds, and SQLite has one writer at a time.
    picture = picture_keep(account_id=place.space.account_id, model=model)
    with transaction.atomic():
        diagram = Diagram(
            account_id=place.space.account_id,
            space=place.space,
            document=place.document,
            name=name,
            author_id=caller.subject,
            byline=caller.byline,
            updated_at=timezone.now(),
        )
        diagram.save(force_insert=True)
        version = _version_write(diagram, model, 0, message, caller)
        after = {"space_id": diagram.space_id, "name": name, "sha256": version.sha256}
        if place.document:
            after["document_id"] = place.document.pk
        _record(diagram, caller, "diagram.created", after=after)
    return SavedDiagram(diagram, version, picture)


def diagram_save(
    *, diagram: Diagram, base_version: int, model: str, name: str = "", message: str = "", caller: Caller
) -> SavedDiagram:
    """The diagram's new version, made from `base_version`; the current one where the model is unchanged.

    The base is judged first, and again when the rows are held: a stale one is `conflict` and nothing is
    written. A new name alone renames the diagram without a new version.
    """
    _judge(diagram, base_version, model, name, message, caller)
    picture = picture_keep(account_id=diagram.account_id, model=model)
    with transaction.atomic():
        diagram = _held(diagram, caller)
        current = _judge(diagram, base_version, model, name, message, caller)
        before = {"version": current.number, "sha256": current.sha256, "name": diagram.name}
        diagram.name = name or diagram.name
        unchanged = current.sha256 == picture.sha256
        version = current if unchanged else _version_write(diagram, model, base_version, message, caller)
        after = {"version": version.number, "sha256": version.sha256, "name": diagram.name}
        if not unchanged:
            _record(diagram, caller, "diagram.saved", before=before, after={**after, "message": message})
        elif after != before:
            diagram.save(update_fields=["name"])
            _record(diagram, caller, "diagram.renamed", before=before, after=after)
    return SavedDiagram(diagram, version, picture, unchanged)


def diagram_read(diagram: Diagram, *, number: int = 0, include_svg: bool = False) -> dict[str, Any]:
    """What DiagramWhole shows: one version (0 = current), its findings, and the last good picture up to it."""
    version = diagram_version(diagram, number=number)
    picture = _pictures(diagram).filter(sha256=version.sha256).defer("svg").first()
    drawn = _last_drawn(diagram, version.number)
    shown = {
        **_shown(diagram, version, picture),
        "model": version.model,
        "svg_version": drawn.number if drawn else None,
    }
    if include_svg:
        found = _pictures(diagram).filter(sha256=drawn.sha256).first() if drawn else None
        shown["svg"] = found.svg if found else ""
    return shown


def saved_diagram_read(saved: SavedDiagram) -> dict[str, Any]:
    """What SavedDiagramShape shows of a version that was just saved, or found unchanged."""
    drawn = _last_drawn(saved.diagram, saved.version.number)
    return {
        **_shown(saved.diagram, saved.version, saved.picture),
        "svg_version": drawn.number if drawn else None,
        "unchanged": saved.unchanged,
    }


def saved_diagram_again(caller: Caller, diagram_id: str) -> dict[str, Any]:
    """What SavedDiagramShape shows of a diagram that was made a while ago: as it is now, if it may be read."""
    shown = diagram_read(diagram_for(caller, diagram_id))
    return {**shown, "unchanged": False}


def diagram_versions(diagram: Diagram, query: Mapping[str, Any]) -> Page:
    """A page of a diagram's versions without their models, newest first."""
    return page_of(
        DiagramVersion.objects.filter(diagram=diagram).defer("model"), order=("-number",), query=query
    )


def _shown(diagram: Diagram, version: DiagramVersion, picture: Picture | None) -> dict[str, Any]:
    return {
        "diagram": diagram,
        "version": version.number,
        "message": version.message,
        "saved_by": version.byline,
        "saved_at": version.created_at,
        "sha256": version.sha256,
        "findings": findings_of_picture(picture) if picture else {"items": [], "total": 0},
    }


def _pictures(diagram: Diagram) -> QuerySet[Picture]:
    return Picture.objects.filter(account_id=diagram.account_id)


def _last_drawn(diagram: Diagram, number: int) -> DiagramVersion | None:
    """The newest version up to `number` whose model was drawn, without its model."""
    drawn = _pictures(diagram).filter(sha256=OuterRef("sha256"), outcome=Outcome.DRAWN.value)
    found: DiagramVersion | None = (
        DiagramVersion.objects.filter(Exists(drawn), diagram=diagram, number__lte=number)
        .only("number", "sha256")
        .order_by("-number")
        .first()
    )
    return found


def diagram_version(diagram: Diagram, *, number: int = 0) -> DiagramVersion:
    """One version of a diagram, the current one for 0; `not_found` for a number it has not."""
    version: DiagramVersion | None = DiagramVersion.objects.filter(
        diagram=diagram, number=number or diagram.current_version
    ).first()
    if version is None:
        raise not_found("version")
    return version


def _judge(
    diagram: Diagram, base_version: int, model: str, name: str, message: str, caller: Caller
) -> DiagramVersion:
    """The current version, where this may be saved on it."""
    require_member_of(diagram, caller)
    current = diagram_version(diagram)
    require_base(current, base_version, sha256_of(model), what="diagram")
    if name:
        _require_name(name)
    require_one_line(message)
    _require_model(model)
    return current


def _version_write(
    diagram: Diagram, model: str, base_version: int, message: str, caller: Caller
) -> DiagramVersion:
    version = DiagramVersion(
        diagram=diagram,
        number=base_version + 1,
        model=model,
        message=message,
        author_id=caller.subject,
        assistant_id=caller.assistant_id,
        byline=caller.byline,
        base_version=base_version,
        created_at=timezone.now(),
        sha256=sha256_of(model),
        size=len(model.encode()),
    )
    version.save(force_insert=True)
    diagram.current_version = version.number
    diagram.updated_at = version.created_at
    diagram.save(update_fields=["current_version", "updated_at", "name"])
    return version


def _held(diagram: Diagram, caller: Caller) -> Diagram:
    """The diagram as it is now, held until the transaction ends; gone if the caller no longer reads it."""
    held = (
        diagrams_visible_to(caller, by_id=True)
        .select_for_update(no_key=True, of=("self",))
        .select_related("space", "document")
        .filter(pk=diagram.pk)
        .first()
    )
    if held is None:
        raise not_found("diagram")
    return held


def _require_name(name: str) -> None:
    if not name.strip() or len(name) > MAX_NAME or len(name.splitlines()) > 1:
        raise invalid("name", f"One line of 1 to {MAX_NAME} characters, please.")


def _require_model(model: str) -> None:
    if not model:
        raise invalid("model", "A model is required.")
    if "\0" in model:
        raise invalid("model", "The model holds a NUL character.", fix="Remove it and call again.")
    size = len(model.encode())
    if size > MAX_MODEL_BYTES:
        raise DomainError(
            "too_large",
            f"A model holds at most {MAX_MODEL_BYTES:,} bytes of UTF-8; this one has {size:,}.",
            fix="Split it into several diagrams.",
            path="model",
            limit=MAX_MODEL_BYTES,
            size=size,
        )


def _record(diagram: Diagram, caller: Caller, act: str, **changes: Mapping[str, Any]) -> None:
    audit_record(caller=caller, act=act, object_id=diagram.pk, account_id=diagram.account_id, **changes)
