"""The command: who imports, what it prints, and that it never stops half way."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from decisions.models import Document
from spaces.models import Space
from tests.cast import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def space(cast: Cast) -> Space:
    return cast.space


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "0001-a.md").write_text("# 1. A\n\n## Status\n\nAccepted\n")
    (tmp_path / "0002-b.md").write_bytes(b"# B \xff\n")
    return tmp_path


def printed(*args: str, **options: object) -> str:
    out = StringIO()
    call_command("import_documents", *args, stdout=out, **options)
    return out.getvalue()


def test_it_imports_for_the_first_owner_and_tells_what_became_of_the_files(
    space: Space, folder: Path
) -> None:
    told = printed(str(folder), space=space.pk, kind="adr").splitlines()
    made = Document.objects.get()
    assert (str(made.reference), made.author.username, made.status) == ("ADR 1", "owner", "accepted")
    assert len([line for line in told if line.startswith("0002-b.md · refused")]) == 1
    assert told[-1].startswith("2 files: 1 imported, 0 already there, 0 changed since")


def test_with_json_it_prints_one_object(space: Space, folder: Path) -> None:
    told = json.loads(printed(str(folder), "--json", space=space.pk, kind="adr"))
    assert (told["space_id"], told["imported"], told["refused"]) == (space.pk, 1, 1)
    assert {row["path"]: row["reference"] for row in told["outcomes"]} == {
        "0001-a.md": "ADR 1",
        "0002-b.md": "",
    }


def test_without_words_it_prints_nothing(space: Space, folder: Path) -> None:
    assert printed(str(folder), space=space.pk, kind="adr", verbosity=0) == ""
    assert Document.objects.count() == 1


def test_a_single_file_can_be_imported(space: Space, folder: Path) -> None:
    printed(str(folder / "0001-a.md"), space=space.pk, kind="rfc")
    assert Document.objects.get().title == "1. A"


@pytest.mark.parametrize(
    "options",
    [
        {"space": "lab_nonsense"},
        {"space": "lab_01JZZZZZZZZZZZZZZZZZZZZZZZ"},
        {"user": "nobody"},
        {"path": "nowhere"},
    ],
)
def test_a_wrong_argument_is_said_before_anything_is_read(
    options: dict[str, str], space: Space, folder: Path
) -> None:
    path = options.pop("path", str(folder))
    with pytest.raises(CommandError):
        printed(path, **{"space": space.pk, **options})
    assert not Document.objects.exists()
