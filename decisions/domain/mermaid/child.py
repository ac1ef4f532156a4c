"""The program that draws: models in on stdin, a line of JSON for each out, under limits of its own.

Runs apart from the service: a model that makes the renderer loop, fill the memory or crash ends this process alone.
"""

import contextlib
import json
import resource
import sys
from typing import Any

from decisions.domain.mermaid.svg import UnsafePicture, inlined

# Processor time for all models of a run: the largest of our samples of real diagrams takes a fifth of this.
CPU_SECONDS = 2

# The renderer needs about 100 MB of address space; its own ceilings stop a model below 500 MB in all we tried.
_MEMORY_BYTES = 1024**3

# The renderer's own ceilings for what strangers send. The picture's is lower than its profile's 12 MB: it goes
# into pages and answers.
_RESOURCES = {"profile": "constrained"}
_MAX_SVG_BYTES = 2 * 1024 * 1024

_MAX_MESSAGE = 300

_NOT_PARSED = {"MERMAN_PARSE_ERROR", "MERMAN_NO_DIAGRAM"}


def main() -> None:
    _limit()
    asked = json.loads(sys.stdin.buffer.read())
    for model in asked["models"]:
        sys.stdout.write(json.dumps(drawn(model, asked["picture_id"])) + "\n")
        sys.stdout.flush()


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    # Some systems have no such limit.
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))


def drawn(model: str, picture_id: str) -> dict[str, Any]:
    """The fields of a model's Drawing; with an empty `picture_id` it is parsed and not drawn."""
    try:
        # Here and not above: where it is not installed, or not for this machine, that is an answer too.
        import merman  # noqa: PLC0415
    except ImportError:
        return {"outcome": "diagram-unchecked", "message": "The Mermaid renderer does not run here."}
    options: dict[str, Any] = {"resources": _RESOURCES}
    if picture_id:
        # resvg-safe: labels as SVG text instead of HTML, no scripts, no fonts, no pictures from elsewhere.
        options["svg"] = {"pipeline": "resvg-safe", "diagram_id": picture_id}
        options["resources"] = {**_RESOURCES, "limits": {"max_svg_bytes": _MAX_SVG_BYTES}}
    request = merman.MermanOperationRequestV4(
        operation_id="svg" if picture_id else "semantic-json",
        source=model,
        uri=None,
        options_json=json.dumps(options),
        control=None,
    )
    try:
        result = merman.Merman().execute(request)
        svg = inlined(result.data.decode(), picture_id) if picture_id else ""
    except merman.MermanError.Binding as error:
        return _refused(error, model)
    except UnsafePicture as error:
        return {"outcome": "diagram-undrawn", "message": str(error)}
    return {"outcome": "drawn", "svg": svg}


def _refused(error: Any, model: str) -> dict[str, Any]:
    message = " ".join(error.message.split())[:_MAX_MESSAGE]
    if error.code_name not in _NOT_PARSED:
        return {"outcome": "diagram-undrawn", "message": message}
    span = error.diagnostic.span if error.diagnostic else None
    line = model.encode()[: span.start].count(b"\n") + 1 if span else 1
    return {"outcome": "diagram-invalid", "line": line, "message": message}


if __name__ == "__main__":
    main()
