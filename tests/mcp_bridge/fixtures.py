"""What the conformance suite calls by name, served by the product's own endpoint without a credential.

In tests only: the product's endpoint serves nothing of this, and nothing without a credential.
"""

import json
from collections.abc import Mapping
from typing import Any

import mcp_types as types

from mcp_bridge.answers import Declined, Served
from mcp_bridge.catalogue import Catalogue
from mcp_bridge.endpoint import Endpoint
from mcp_bridge.wire import CACHE_MS, shaped

# A PNG of one pixel, and the shortest WAV there is.
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="

_IMAGE = types.ImageContent(data=PNG, mime_type="image/png")


def _text(text: str) -> types.TextContent:
    return types.TextContent(text=text)


def _embedded(uri: str, text: str) -> types.EmbeddedResource:
    return types.EmbeddedResource(
        resource=types.TextResourceContents(uri=uri, mime_type="text/plain", text=text)
    )


CONTENT: dict[str, list[types.ContentBlock]] = {
    "test_simple_text": [_text("This is a simple text response for testing.")],
    "test_image_content": [_IMAGE],
    "test_audio_content": [types.AudioContent(data=WAV, mime_type="audio/wav")],
    "test_embedded_resource": [
        _embedded("test://embedded-resource", "This is an embedded resource content.")
    ],
    "test_multiple_content_types": [
        _text("Multiple content types test:"),
        _IMAGE,
        _embedded("test://mixed-content-resource", '{"test":"data","value":123}'),
    ],
    "test_error_handling": [_text("This tool intentionally returns an error for testing")],
    "json_schema_2020_12_tool": [_text("{}")],
    # It logs nothing, which is what the suite looks for where no level was asked for.
    "test_logging_tool": [_text("Nothing was logged.")],
}

_NO_ARGUMENTS: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}
_SCHEMA_2020_12: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}

RESOURCES: dict[str, types.TextResourceContents | types.BlobResourceContents] = {
    "test://static-text": types.TextResourceContents(
        uri="test://static-text",
        mime_type="text/plain",
        text="This is the content of the static text resource.",
    ),
    "test://static-binary": types.BlobResourceContents(
        uri="test://static-binary", mime_type="image/png", blob=PNG
    ),
}

_ARGUMENTS = {
    "test_simple_prompt": (),
    "test_prompt_with_arguments": ("arg1", "arg2"),
    "test_prompt_with_embedded_resource": ("resourceUri",),
    "test_prompt_with_image": (),
}


def _messages(name: str, given: Mapping[str, str]) -> list[types.ContentBlock]:
    said = {
        "test_simple_prompt": "This is a simple prompt for testing.",
        "test_prompt_with_arguments": f"Prompt with arguments: arg1='{given.get('arg1')}', arg2='{given.get('arg2')}'",
        "test_prompt_with_embedded_resource": "Please process the embedded resource above.",
        "test_prompt_with_image": "Please analyze the image above.",
    }
    shown: dict[str, list[types.ContentBlock]] = {
        "test_prompt_with_embedded_resource": [
            _embedded(given.get("resourceUri", ""), "Embedded resource content for testing.")
        ],
        "test_prompt_with_image": [_IMAGE],
    }
    return [*shown.get(name, []), _text(said[name])]


class Fixtures:
    """The fixtures, as anybody has them."""

    def listed(self, version: str) -> bytes:
        schemas = {"json_schema_2020_12_tool": _SCHEMA_2020_12}
        tools = [
            types.Tool(name=name, description=f"{name}.", input_schema=schemas.get(name, _NO_ARGUMENTS))
            for name in CONTENT
        ]
        return shaped("tools/list", version, types.ListToolsResult(tools=tools, ttl_ms=CACHE_MS))

    def called(self, name: str, arguments: Mapping[str, Any]) -> bytes | None:
        if name not in CONTENT:
            return None
        result = types.CallToolResult(content=CONTENT[name], is_error=name == "test_error_handling")
        told = result.model_dump(by_alias=True, mode="json", exclude_none=True, exclude={"result_type"})
        return json.dumps(told).encode()

    def resources(self, cursor: str) -> types.ListResourcesResult:
        rows = [
            types.Resource(uri=uri, name=uri, mime_type=read.mime_type) for uri, read in RESOURCES.items()
        ]
        return types.ListResourcesResult(resources=rows)

    def templates(self) -> types.ListResourceTemplatesResult:
        template = types.ResourceTemplate(uri_template="test://template/{id}/data", name="template")
        return types.ListResourceTemplatesResult(resource_templates=[template])

    def resource(self, uri: str) -> types.ReadResourceResult:
        if uri in RESOURCES:
            return types.ReadResourceResult(contents=[RESOURCES[uri]])
        head, _, number = uri.removesuffix("/data").rpartition("/")
        if head != "test://template":
            raise Declined({"error": "not_found", "detail": "There is no such resource."})
        told = {"id": number, "templateTest": True, "data": f"Data for ID: {number}"}
        content = types.TextResourceContents(uri=uri, mime_type="application/json", text=json.dumps(told))
        return types.ReadResourceResult(contents=[content])

    def prompts(self) -> types.ListPromptsResult:
        rows = [
            types.Prompt(
                name=name,
                description=f"{name}.",
                arguments=[
                    types.PromptArgument(name=each, description=f"{each}.", required=True)
                    for each in arguments
                ],
            )
            for name, arguments in _ARGUMENTS.items()
        ]
        return types.ListPromptsResult(prompts=rows)

    def prompt(self, name: str, arguments: Mapping[str, str]) -> types.GetPromptResult | None:
        if name not in _ARGUMENTS:
            return None
        messages = [types.PromptMessage(role="user", content=each) for each in _messages(name, arguments)]
        return types.GetPromptResult(messages=messages)

    def completed(self, params: types.CompleteRequestParams) -> types.CompleteResult:
        return types.CompleteResult(completion=types.Completion(values=["testing"], total=1, has_more=False))


class FixtureEndpoint(Endpoint):
    """The product's endpoint, all its checks but the credential, over the fixtures."""

    def __init__(self) -> None:
        super().__init__(Catalogue(()))

    def _served(self, environ: Any) -> Served:
        return Fixtures()
