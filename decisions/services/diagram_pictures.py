"""Which pictures there are of diagrams, without drawing any."""

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from decisions.domain.mermaid import Outcome
from decisions.models import Diagram, DiagramVersion, Picture
from decisions.services.diagrams import diagram_version
from spaces.kernel.errors import not_found


def diagrams_with_pictures(diagrams: QuerySet[Diagram]) -> QuerySet[Diagram]:
    """Each with `drawn_version`: the newest version whose model could be drawn, None where none could."""
    drawn = Picture.objects.filter(
        account_id=OuterRef("diagram__account_id"), sha256=OuterRef("sha256"), outcome=Outcome.DRAWN.value
    )
    versions = DiagramVersion.objects.filter(Exists(drawn), diagram=OuterRef("pk")).order_by("-number")
    return diagrams.annotate(drawn_version=Subquery(versions.values("number")[:1]))


def diagram_picture(diagram: Diagram, *, number: int) -> Picture:
    """The picture of one version of a diagram; `not_found` where that version has none."""
    version = diagram_version(diagram, number=number)
    picture = Picture.objects.filter(
        account_id=diagram.account_id, sha256=version.sha256, outcome=Outcome.DRAWN.value
    ).first()
    if picture is None:
        raise not_found("picture")
    return picture
