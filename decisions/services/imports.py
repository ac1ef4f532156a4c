"""Importing files written elsewhere: one outcome a file, whatever the file is."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from django.db import DatabaseError

from decisions.domain.headers import (
    ImportedHeader,
    complemented,
    map_status,
    name_title,
    read_header,
)
from decisions.domain.headers.markup import FORMAT_OF_SUFFIX
from decisions.domain.kinds import Kind, Status
from decisions.domain.references import Reference
from decisions.domain.text import read_title
from decisions.models import Document, Version
from decisions.services.documents import Imported, document_import
from decisions.services.texts import MAX_TEXT_BYTES, MAX_TITLE
from decisions.services.versions import sha256_of
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.models import Space

SUFFIXES = frozenset({*FORMAT_OF_SUFFIX, ".txt"})

# Twice what a text may hold: its status log does not count to the limit. Larger files are not even read.
MAX_FILE_BYTES = 2 * MAX_TEXT_BYTES

# Some communities keep number and status of a README in a file beside it.
METADATA_BESIDE = {"readme.md": "kep.yaml"}

# Room for the words around it in a version's message of 500 characters; of a longer path the end is kept.
_PATH_IN_MESSAGE = 480


class Result(StrEnum):
    IMPORTED = "imported"
    THERE = "already there"
    CHANGED = "changed since, left alone"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one file; `reference` names the document, `note` what a person should know."""

    path: str
    result: Result
    reference: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    name: str
    header: ImportedHeader

    @property
    def number(self) -> int | None:
        return int(self.header.number) if self.header.number and "." not in self.header.number else None


def importable_files(root: Path) -> list[Path]:
    """The files below a folder that have a document's suffix, in order; a single file is taken as it is.

    Hidden folders are left out, and links are not followed: a repository of strangers may point anywhere.
    """
    if root.is_file():
        return [root]
    found: list[Path] = []
    for folder, subfolders, names in os.walk(root, followlinks=False):
        subfolders[:] = [name for name in subfolders if not name.startswith(".")]
        paths = (Path(folder, name) for name in names if Path(name).suffix.lower() in SUFFIXES)
        found += [path for path in paths if path.is_file() and not path.is_symlink()]
    return sorted(found)


def documents_import(
    *, root: Path, files: Iterable[Path], space: Space, kind: Kind, caller: Caller
) -> Iterator[Outcome]:
    """Import the files, each in a transaction of its own, and tell of each; one bad file stops no other.

    Those whose number is free come first, so that none of the others takes it. What was imported before is
    known by its text, or by its path where the file has changed since; neither is touched again.
    """
    kept, broken = [], []
    for path in files:
        name = _shown_path(path, root)
        try:
            kept.append(_File(path, name, _header(path)))
        except OSError as error:
            broken.append(Outcome(name, Result.REFUSED, note=error.strerror or "It cannot be read."))
    yield from broken
    by_text, by_message = _imported_before(space, kind)
    for file in _in_order(kept, space, kind):
        try:
            text = _read(file.path).decode()
            outcome = _known(file, text, by_text, by_message) or _import(file, text, space, kind, caller)
            by_text.setdefault(sha256_of(text), outcome.reference)
        except (DomainError, DatabaseError, OSError, UnicodeDecodeError) as error:
            outcome = Outcome(file.name, Result.REFUSED, note=_in_words(error))
        yield outcome


def _in_order(files: list[_File], space: Space, kind: Kind) -> list[_File]:
    """The first file of each free number, by number; then all that will get the next number there is."""
    taken = set(Document.objects.filter(space=space, kind=kind.value).values_list("number", flat=True))
    keeps: list[_File] = []
    others: list[_File] = []
    for file in sorted(files, key=lambda file: (file.number or 0, file.name)):
        (others if not file.number or file.number in taken else keeps).append(file)
        taken.add(file.number or 0)
    return keeps + others


def _header(path: Path) -> ImportedHeader:
    # The whole path: the folder of a README may tell its number even where it is the root.
    header = read_header(str(path.absolute()), _read(path))
    beside = METADATA_BESIDE.get(path.name.lower())
    if beside and (metadata := path.with_name(beside)).is_file() and not metadata.is_symlink():
        return complemented(header, read_header(beside, _read(metadata)))
    return header


def _read(path: Path) -> bytes:
    """The file's bytes; of a file that is too large, one more than may be."""
    with path.open("rb") as file:
        return file.read(MAX_FILE_BYTES + 1)


def _imported_before(space: Space, kind: Kind) -> tuple[dict[str, str], dict[str, str]]:
    """The references of the space's documents of the kind, by their first text and by its message."""
    first = Version.objects.filter(document__space=space, document__kind=kind.value, number=1).values_list(
        "sha256", "message", "document__number", "document__part"
    )
    by_text, by_message = {}, {}
    for sha256, message, number, part in first:
        by_text[sha256] = by_message[message] = str(Reference(kind, number, part))
    return by_text, by_message


def _known(file: _File, text: str, by_text: dict[str, str], by_message: dict[str, str]) -> Outcome | None:
    if reference := by_text.get(sha256_of(text)):
        return Outcome(file.name, Result.THERE, reference)
    if reference := by_message.get(_message(file)):
        return Outcome(file.name, Result.CHANGED, reference)
    return None


def _import(file: _File, text: str, space: Space, kind: Kind, caller: Caller) -> Outcome:
    header = file.header
    status, note = _status(header, kind)
    saved = document_import(
        space=space,
        kind=kind,
        title=_title(file, kind),
        text=text,
        imported=Imported(
            format=header.format.value, number=file.number, status=status, status_word=header.status_raw
        ),
        message=_message(file),
        caller=caller,
    )
    notes = [note, *(str(problem) for problem in header.problems)]
    if file.number and saved.document.number != file.number:
        notes.insert(0, f"number {header.number} was taken")
    return Outcome(
        file.name, Result.IMPORTED, str(saved.document.reference), "; ".join(note for note in notes if note)
    )


def _title(file: _File, kind: Kind) -> str:
    """What the document is called, without a reference of our own form: `ADR 8: Bells` is called Bells."""
    if not file.header.title:
        return name_title(str(file.path.absolute()))[:MAX_TITLE]
    named = read_title(file.header.title)
    is_own = named.series == kind.value and named.number == str(file.number)
    return (named.name if is_own and named.name else file.header.title)[:MAX_TITLE]


def _status(header: ImportedHeader, kind: Kind) -> tuple[Status | None, str]:
    status = map_status(kind, header.status_raw, series=header.series)
    if status is Status.IN_REVIEW:
        # A review here has a decider and a day, which no header names.
        return None, f'"{header.status_raw}" there, not in review here until a decider and a day are named'
    unknown = f'status word "{header.status_raw}" is not known'
    return status, unknown if header.status_raw and status is None else ""


def _message(file: _File) -> str:
    return f"Imported from {file.name[-_PATH_IN_MESSAGE:]}"


def _shown_path(path: Path, root: Path) -> str:
    """The path below the root as one line of valid text; names on disk may hold anything."""
    name = str(path.relative_to(root)) if path != root else path.name
    return " ".join(name.encode(errors="replace").decode().split())


def _in_words(error: Exception) -> str:
    match error:
        case DomainError():
            return f"{error.code}: {error.detail}"
        case UnicodeDecodeError():
            return f"It is not UTF-8 at byte {error.start}."
        case OSError():
            return error.strerror or "It cannot be read."
        case _:
            return "The database does not take it."
