"""Diagrams by REST, and the operations behind the diagram tools."""

from typing import Any

from decisions.api.diagram_shapes import (
    DiagramCreate,
    DiagramGet,
    DiagramList,
    DiagramRow,
    DiagramSave,
    DiagramVersionList,
    DiagramVersionRow,
    DiagramWhole,
    SavedDiagramShape,
)
from decisions.models import Diagram
from decisions.services.diagrams import (
    diagram_create,
    diagram_draw,
    diagram_for,
    diagram_list,
    diagram_read,
    diagram_save,
    diagram_versions,
    saved_diagram_again,
    saved_diagram_read,
)
from decisions.services.places import place_for
from spaces.domain.caller import Caller
from spaces.kernel.operations import OperationViewSet, operation
from spaces.kernel.paging import Page
from spaces.services.repeated_calls import Made


def _draw(caller: Caller, given: dict[str, Any]) -> None:
    place = place_for(caller, given["space_id"], given.get("document_id"))
    diagram_draw(place=place, model=given["model"], caller=caller)


_DIAGRAM = Made(lambda saved: saved["diagram"].pk, saved_diagram_again, prepare=_draw)


def _meant(caller: Caller, given: dict[str, Any]) -> Diagram:
    """The diagram that the arguments name, which are taken out of them."""
    return diagram_for(caller, given.pop("diagram_id"), given.pop("space_id"))


class DiagramViewSet(OperationViewSet):
    """Diagrams of spaces: Mermaid models in versions, and their pictures."""

    @operation(input=DiagramList, output=DiagramRow, paged=True)
    def list(self, caller: Caller, given: dict[str, Any]) -> Page:
        """A space's diagrams without their models, newest first."""
        return diagram_list(caller, given)

    @operation(input=DiagramCreate, output=SavedDiagramShape, writes=True, status=201, creates=_DIAGRAM)
    def create(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Make a diagram from a Mermaid model; one that does not parse is kept, with a finding."""
        place = place_for(caller, given.pop("space_id"), given.pop("document_id", None))
        return saved_diagram_read(diagram_create(place=place, caller=caller, **given))

    @operation(input=DiagramGet, output=DiagramWhole)
    def retrieve(self, caller: Caller, given: dict[str, Any]) -> Any:
        """A diagram with one version of its model; its picture where asked for."""
        number = given.get("version", 0)
        return diagram_read(_meant(caller, given), number=number, include_svg=given["include_svg"])

    @operation(input=DiagramSave, output=SavedDiagramShape, writes=True)
    def save(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Save a new version, made from base_version; `conflict` where that is not the current one."""
        return saved_diagram_read(diagram_save(diagram=_meant(caller, given), caller=caller, **given))

    @operation(input=DiagramVersionList, output=DiagramVersionRow, paged=True)
    def versions(self, caller: Caller, given: dict[str, Any]) -> Page:
        """The versions of a diagram without their models, newest first."""
        return diagram_versions(_meant(caller, dict(given)), given)
