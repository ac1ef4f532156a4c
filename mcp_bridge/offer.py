"""All that the server is to one caller: the tools, and what there is to read, to pick and to complete."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import mcp_types as types

from mcp_bridge.answers import Declined
from mcp_bridge.dispatch import Toolbox
from mcp_bridge.prompts import PROMPTS, Prompt
from mcp_bridge.reading import COMPLETION, PROMPT, RESOURCE, RESOURCES
from mcp_bridge.resources import DOCUMENT, SPACE
from mcp_bridge.tool import Tool
from mcp_bridge.wire import CACHE_MS
from spaces.kernel.problems import as_domain_error

_MARKDOWN = "text/markdown"


@dataclass(frozen=True)
class Offer(Toolbox):
    """The server as one caller has it; what they read changes at any time, so that clients keep none of it."""

    def resources(self, cursor: str) -> types.ListResourcesResult:
        if not self._covers(RESOURCES):
            return types.ListResourcesResult(resources=[])
        page = self._read(RESOURCES, {"cursor": cursor})
        return types.ListResourcesResult(
            resources=[_resource(row) for row in page["items"]],
            next_cursor=page["next_page_token"] or None,
            cache_scope="private",
        )

    def templates(self) -> types.ListResourceTemplatesResult:
        covered = _TEMPLATES if self._covers(RESOURCE) else []
        return types.ListResourceTemplatesResult(
            resource_templates=covered, ttl_ms=CACHE_MS, cache_scope="private"
        )

    def resource(self, uri: str) -> types.ReadResourceResult:
        read = self._read(RESOURCE, {"uri": uri})
        content = types.TextResourceContents(uri=read["uri"], mime_type=_MARKDOWN, text=read["text"])
        return types.ReadResourceResult(contents=[content], cache_scope="private")

    def prompts(self) -> types.ListPromptsResult:
        covered = [_prompt(each) for each in PROMPTS] if self._covers(PROMPT) else []
        return types.ListPromptsResult(prompts=covered, ttl_ms=CACHE_MS, cache_scope="private")

    def prompt(self, name: str, arguments: Mapping[str, str]) -> types.GetPromptResult | None:
        prompt = next((each for each in PROMPTS if each.name == name), None)
        if prompt is None:
            return None
        written = self._read(PROMPT, {"name": name, "arguments": dict(arguments)})
        message = types.PromptMessage(role="user", content=types.TextContent(text=written["text"]))
        return types.GetPromptResult(description=prompt.description, messages=[message])

    def completed(self, params: types.CompleteRequestParams) -> types.CompleteResult:
        if not self._covers(COMPLETION):
            return types.CompleteResult(completion=types.Completion(values=[], has_more=False))
        about = params.ref.name if isinstance(params.ref, types.PromptReference) else params.ref.uri
        found = self._read(
            COMPLETION,
            {
                "ref": about,
                "argument": params.argument.name,
                "value": params.argument.value,
                "chosen": dict((params.context and params.context.arguments) or {}),
            },
        )
        completion = types.Completion(values=found["values"], has_more=found["more"])
        return types.CompleteResult(completion=completion)

    def _covers(self, row: Tool) -> bool:
        return row.scopes <= self.caller.scopes

    def _read(self, row: Tool, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """What an operation answers, all of its checks run; Declined with the problem where it does not."""
        if not self._covers(row):
            raise Declined(self._uncovered(row).body())
        try:
            response = row.view(self._request(row, arguments))
        except Exception as error:
            raise Declined(as_domain_error(error).body()) from error
        if response.status_code >= 400:
            raise Declined(response.data)
        answer: dict[str, Any] = response.data
        return answer


def _resource(row: Mapping[str, Any]) -> types.Resource:
    return types.Resource(
        uri=row["uri"],
        name=row["name"],
        title=row["title"],
        description=row["description"],
        mime_type=_MARKDOWN,
        annotations=types.Annotations(last_modified=row["last_modified"]),
    )


def _prompt(prompt: Prompt) -> types.Prompt:
    return types.Prompt(
        name=prompt.name,
        title=prompt.title,
        description=prompt.description,
        arguments=[
            types.PromptArgument(name=name, description=str(field.help_text), required=field.required)
            for name, field in prompt.arguments.items()
        ],
    )


_TEMPLATES = [
    types.ResourceTemplate(
        uri_template=f"{DOCUMENT}{{ldoc_id}}",
        name="document",
        title="A document's text",
        description="The text in force of a decided document, else the current one; it says which.",
        mime_type=_MARKDOWN,
    ),
    types.ResourceTemplate(
        uri_template=f"{SPACE}{{lab_id}}",
        name="space",
        title="A space's index",
        description="What a space is for, its guidance, and its documents by kind with their addresses.",
        mime_type=_MARKDOWN,
    ),
]
