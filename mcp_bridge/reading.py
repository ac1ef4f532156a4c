"""Resources, prompts and completions as operations: the checks of the HTTP API run for them too."""

from typing import Any

from rest_framework import serializers

from decisions.models import Document
from mcp_bridge.completions import MOST_VALUES, completions
from mcp_bridge.prompts import prompt_named
from mcp_bridge.resources import DOCUMENT, SPACE, resource_page, resource_read
from mcp_bridge.tool import Tool
from spaces.domain.caller import Caller
from spaces.kernel.operations import OperationViewSet, operation
from spaces.kernel.paging import Page
from spaces.kernel.serializers import Input, Output, Text, arguments_of
from spaces.models import Space

# Longer than any address, cursor or name that was given out; what is longer is refused before it is looked at.
_LONGEST = 2_000


class Cursor(Input):
    cursor = Text(required=False, max_length=_LONGEST)


class Address(Input):
    uri = Text(max_length=_LONGEST)


class PromptAsked(Input):
    name = Text(max_length=_LONGEST)
    arguments = serializers.DictField(child=serializers.CharField(allow_blank=True), default=dict)


class Completed(Input):
    ref = Text(max_length=_LONGEST)
    argument = Text(max_length=_LONGEST)
    value = Text(required=False, max_length=_LONGEST, default="")
    # The arguments that were chosen before.
    chosen = serializers.DictField(child=serializers.CharField(allow_blank=True), default=dict)


class ResourceRow(Output):
    """A space or a document in the list."""

    uri = serializers.CharField()
    name = serializers.CharField()
    title = serializers.CharField()
    description = serializers.CharField()
    last_modified = serializers.DateTimeField()

    def to_representation(self, instance: Any) -> dict[str, Any]:
        shown: dict[str, Any] = super().to_representation(_row(instance))
        return shown


def _row(instance: Space | Document) -> dict[str, Any]:
    if isinstance(instance, Space):
        about = {"uri": SPACE + instance.pk, "name": instance.slug, "title": instance.name}
        return {**about, "description": "The index of a space.", "last_modified": instance.updated_at}
    name = str(instance.reference)
    about = {"uri": DOCUMENT + instance.pk, "name": name, "title": f"{name} {instance.title}"}
    return {**about, "description": f"{instance.status}.", "last_modified": instance.updated_at}


class ResourceText(Output):
    uri = serializers.CharField()
    text = serializers.CharField()


class PromptText(Output):
    text = serializers.CharField()


class Values(Output):
    values = serializers.ListField(child=serializers.CharField())
    more = serializers.BooleanField()


class ReadingViewSet(OperationViewSet):
    """What assistants are offered to read beside the tools."""

    @operation(input=Cursor, output=ResourceRow, paged=True)
    def resources(self, caller: Caller, given: dict[str, Any]) -> Page:
        """Spaces and documents that can be read."""
        return resource_page(caller, given.get("cursor", ""))

    @operation(input=Address, output=ResourceText)
    def resource(self, caller: Caller, given: dict[str, Any]) -> Any:
        """A document's text or a space's index."""
        return resource_read(caller, given["uri"])

    @operation(input=PromptAsked, output=PromptText)
    def prompt(self, caller: Caller, given: dict[str, Any]) -> Any:
        """A prompt, written with its arguments."""
        prompt = prompt_named(given["name"])
        arguments = arguments_of(prompt.takes, textual=True).run_validation(given["arguments"])
        return {"text": prompt.write(caller, arguments)}

    @operation(input=Completed, output=Values)
    def completion(self, caller: Caller, given: dict[str, Any]) -> Any:
        """How a value may go on."""
        found = completions(caller, **given)
        return {"values": found[:MOST_VALUES], "more": len(found) > MOST_VALUES}


def _row_of(name: str, action: str) -> Tool:
    return Tool(name, name, f"{__name__}.ReadingViewSet", action, ReadingViewSet.__doc__ or "")


RESOURCES = _row_of("resources/list", "resources")
RESOURCE = _row_of("resources/read", "resource")
PROMPT = _row_of("prompts/get", "prompt")
COMPLETION = _row_of("completion/complete", "completion")
