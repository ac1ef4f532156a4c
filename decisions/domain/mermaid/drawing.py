"""Drawing models in a process apart, which is stopped where it takes too long."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import metadata
from pathlib import Path

# product.md §7. Bytes of UTF-8.
MAX_MODEL_BYTES = 128 * 1024

# The renderer asks its host for time, memory and concurrency limits: a Gantt chart of a hundred bytes makes it
# count days for ever, between its own checkpoints. The child limits its own processor time and memory (see
# child.py); this is for a machine so busy that it never gets there.
_WALL_SECONDS = 20

# Drawings at once in one process of the service: a burst of them leaves room for everything else.
_AT_ONCE = threading.BoundedSemaphore(2)

_ROOT = Path(__file__).resolve().parents[3]


class Outcome(StrEnum):
    """What became of a model; all but the first are ids of findings."""

    DRAWN = "drawn"
    INVALID = "diagram-invalid"
    UNDRAWN = "diagram-undrawn"
    UNFINISHED = "diagram-unfinished"
    UNCHECKED = "diagram-unchecked"


@dataclass(frozen=True, slots=True)
class Drawing:
    """A model's picture, or why there is none and in which line of the model."""

    outcome: Outcome
    svg: str = ""
    line: int = 1
    message: str = ""


_TOO_LARGE = Drawing(Outcome.UNDRAWN, message=f"The model is over {MAX_MODEL_BYTES:,} bytes.")
_UNFINISHED = Drawing(Outcome.UNFINISHED, message="Drawing the model takes too much time or memory.")
_UNCHECKED = Drawing(Outcome.UNCHECKED, message="The Mermaid renderer is not installed here.")


@cache
def renderer() -> str:
    """The renderer and its version; empty where it is not installed."""
    try:
        return f"merman {metadata.version('merman')}"
    except metadata.PackageNotFoundError:
        return ""


def draw(model: str, *, picture_id: str) -> Drawing:
    """A model's picture, safe to stand in a page; its ids and styles begin with `picture_id`.

    Takes a tenth of a second for a process of its own; gives up after two seconds of computing.
    """
    return _drawings([model], picture_id)[0]


def check_mermaid(model: str) -> list[tuple[int, str]]:
    """Where a model does not parse, as (line, what is wrong); empty for one that does, or that nobody can tell."""
    (drawing,) = check_mermaid_blocks([model])
    return [(drawing.line, drawing.message)] if drawing.outcome is Outcome.INVALID else []


def check_mermaid_blocks(models: Sequence[str]) -> list[Drawing]:
    """What becomes of each of several models, none of them drawn; one process and one limit for all."""
    return _drawings(models, "")


def _drawings(models: Sequence[str], picture_id: str) -> list[Drawing]:
    if not renderer():
        return [_UNCHECKED] * len(models)
    fitting = [model for model in models if len(model.encode()) <= MAX_MODEL_BYTES]
    found = _run(fitting, picture_id) if fitting else iter(())
    return [next(found) if len(model.encode()) <= MAX_MODEL_BYTES else _TOO_LARGE for model in models]


def _run(models: Sequence[str], picture_id: str) -> Iterator[Drawing]:
    """What the child says of each model; from the one on that it did not finish: unfinished."""
    asked = json.dumps({"models": models, "picture_id": picture_id}).encode()
    # Without the environment: what parses hostile text sees none of the service's secrets.
    command = [sys.executable, "-E", "-s", "-B", "-m", "decisions.domain.mermaid.child"]
    try:
        with _AT_ONCE:
            told = subprocess.run(  # noqa: S603
                command,
                input=asked,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=_ROOT,
                env={},
                timeout=_WALL_SECONDS,
                check=False,
            ).stdout
    except subprocess.TimeoutExpired as late:
        told = late.stdout or b""
    answers = [line for line in told.splitlines(keepends=True) if line.endswith(b"\n")]
    for answer in answers[: len(models)]:
        fields = json.loads(answer)
        yield Drawing(Outcome(fields.pop("outcome")), **fields)
    for _ in models[len(answers) :]:
        yield _UNFINISHED
