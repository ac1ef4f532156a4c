"""What the diagram operations take and return."""

from typing import Any

from rest_framework import serializers

from decisions.api.document_shapes import Findings
from spaces.api.shapes import Paged, PublicId
from spaces.kernel.serializers import Input, Line, Output, Text, Truth, WholeNumber


class DiagramCreate(Input):
    space_id = PublicId("lab", help_text="The lab_ id.")
    name = Line(max_length=120, help_text="What it is called; names may repeat.")
    model = Text(help_text="The Mermaid model; at most 128 KiB.")
    document_id = Line(
        required=False,
        max_length=64,
        help_text="The document it is about: ldoc_ id or RFC 12.",
    )
    message = Line(required=False, max_length=500, help_text="One line about this version.")


class DiagramRef(Input):
    space_id = PublicId("lab", help_text="The lab_ id.")
    diagram_id = PublicId("ldia", help_text="The diagram's ldia_ id.")


class DiagramGet(DiagramRef):
    version = WholeNumber(required=False, min_value=0, help_text="Which version; 0 = the current one.")
    include_svg = Truth(required=False, default=False, help_text="true: the picture too, as SVG.")


class DiagramList(Paged):
    space_id = PublicId("lab", help_text="The lab_ id.")
    document_id = Line(required=False, max_length=64, help_text="Only those about this document.")


class DiagramSave(DiagramRef):
    base_version = WholeNumber(min_value=1, help_text="The version you read; else conflict.")
    model = Text(help_text="The whole new Mermaid model.")
    name = Line(required=False, max_length=120, help_text="A new name; empty keeps it.")
    message = Line(required=False, max_length=500, help_text="One line about what changed.")


class DiagramVersionList(DiagramRef, Paged):
    pass


class DiagramRow(Output):
    diagram_id = serializers.CharField(source="pk")
    account_id = serializers.CharField()
    space_id = serializers.CharField()
    document_id = serializers.CharField(allow_null=True)
    reference = serializers.CharField(source="document.reference", default=None, allow_null=True)
    name = serializers.CharField()
    author = serializers.CharField(source="author_id", help_text="Subject of who made it.")
    version = serializers.IntegerField(source="current_version")
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class DiagramVersionRow(Output):
    version = serializers.IntegerField(source="number")
    message = serializers.CharField()
    author = serializers.CharField(source="author_id")
    saved_by = serializers.CharField(source="byline")
    base_version = serializers.IntegerField()
    saved_at = serializers.DateTimeField(source="created_at")
    sha256 = serializers.CharField()
    size = serializers.IntegerField(help_text="Bytes of UTF-8.")


class _VersionShown(DiagramRow):
    """The row of a mapping's `diagram`, and beside it what else the mapping holds of one version."""

    version = serializers.IntegerField(help_text="The version shown: the base for the next save.")
    current_version = serializers.IntegerField()
    message = serializers.CharField()
    saved_by = serializers.CharField()
    saved_at = serializers.DateTimeField()
    sha256 = serializers.CharField()
    findings = Findings(help_text="Empty where the model was drawn.")
    svg_version = serializers.IntegerField(
        allow_null=True, help_text="The version the picture is of: an older one where this was not drawn."
    )

    def to_representation(self, instance: Any) -> dict[str, Any]:
        diagram = instance["diagram"]
        answer = DiagramRow().to_representation(diagram) | {"current_version": diagram.current_version}
        for name, field in self.fields.items():
            if name in instance:
                value = instance[name]
                answer[name] = None if value is None else field.to_representation(value)
        return answer


class DiagramWhole(_VersionShown):
    model = serializers.CharField()
    svg = serializers.CharField(
        required=False, help_text="Of svg_version, safe to place in a page; empty where none was ever drawn."
    )


class SavedDiagramShape(_VersionShown):
    unchanged = serializers.BooleanField(help_text="true: the model already was the one sent.")
