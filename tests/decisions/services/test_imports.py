"""Importing a folder: bytes kept, numbers and statuses taken over, bad files told and passed over."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from decisions.domain.kinds import Kind, Status
from decisions.models import Document, Version
from decisions.services.imports import Outcome, Result, documents_import, importable_files
from decisions.services.texts import MAX_TEXT_BYTES
from decisions.services.versions import version_add
from spaces.models import AuditEntry
from tests.cast import Cast

pytestmark = pytest.mark.django_db

Import = Callable[..., dict[str, Outcome]]


@pytest.fixture
def run(tmp_path: Path, cast: Cast) -> Import:
    """Write the files, import the folder, and give the outcome of each by its path."""

    def write_and_import(kind: Kind = Kind.RFC, actor: str = "owner", **texts: bytes) -> dict[str, Outcome]:
        for name, raw in texts.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(raw)
        outcomes = documents_import(
            root=tmp_path,
            files=importable_files(tmp_path),
            space=cast.space,
            kind=kind,
            caller=cast.caller(actor),
        )
        return {outcome.path: outcome for outcome in outcomes}

    return write_and_import


def document(reference: str) -> Document:
    label, number = reference.split()
    return Document.objects.get(kind=label.lower(), number=int(number))


@pytest.mark.parametrize(
    "raw",
    [
        b"# Plain\n",
        b"\xef\xbb\xbf# Mark\r\n\r\ntext\r\n",
        b"# Old\rlines\r",
        "# Straße \u202e 自行车\n\n".encode(),
        b" \n",
    ],
)
def test_the_bytes_are_kept_as_they_are(raw: bytes, run: Import) -> None:
    outcome = run(**{"a.md": raw})["a.md"]
    assert outcome.result is Result.IMPORTED
    assert Version.objects.get(document=document(outcome.reference)).text.encode() == raw


def test_a_document_takes_number_title_status_format_and_word_along(run: Import) -> None:
    outcomes = run(
        **{
            "bip-0042.mediawiki": b"<pre>\n  BIP: 42\n  Title: Quiet bells\n  Status: Deployed\n</pre>\n",
            "0007-lights.rst": b"RFC: 7\nTitle: Lights\nStatus: Moved\n\nWhy\n===\n",
        }
    )
    bells, lights = document("RFC 42"), document("RFC 7")
    assert (bells.title, bells.status, bells.format, bells.decided_version) == (
        "Quiet bells",
        "accepted",
        "mediawiki",
        1,
    )
    assert (lights.title, lights.status, lights.status_word, lights.decided_version) == (
        "Lights",
        "draft",
        "Moved",
        None,
    )
    assert outcomes["bip-0042.mediawiki"] == Outcome("bip-0042.mediawiki", Result.IMPORTED, "RFC 42")
    assert "Moved" in outcomes["0007-lights.rst"].note


def test_what_is_in_review_elsewhere_has_no_decider_here_and_starts_as_a_draft(run: Import) -> None:
    outcome = run(**{"1-a.md": b"# A\n\n* Status: Last Call\n"})["1-a.md"]
    assert (document("RFC 1").status, document("RFC 1").status_word) == (Status.DRAFT, "Last Call")
    assert "Last Call" in outcome.note


def test_a_file_without_number_never_takes_one_that_another_brings(run: Import) -> None:
    outcomes = run(**{"a.md": b"# A\n", "0001-z.md": b"# Z\n", "0003-y.md": b"# Y\n"})
    assert {name: outcome.reference for name, outcome in outcomes.items()} == {
        "0001-z.md": "RFC 1",
        "0003-y.md": "RFC 3",
        "a.md": "RFC 4",
    }


def test_of_two_files_with_one_number_the_second_gets_another_and_is_told(run: Import) -> None:
    outcomes = run(**{"se/0008-a.md": b"# A\n", "st/0008-b.md": b"# B\n", "se/0009-c.md": b"# C\n"})
    assert outcomes["se/0008-a.md"].reference == "RFC 8"
    assert outcomes["se/0009-c.md"].reference == "RFC 9"
    assert outcomes["st/0008-b.md"].reference == "RFC 10"
    assert "0008" in outcomes["st/0008-b.md"].note


def test_a_file_that_names_no_title_is_called_by_its_name(run: Import) -> None:
    run(**{"0063-fold-it.md": b"- Start Date: 2031-03-06\n\n# Summary\n"})
    assert document("RFC 63").title == "Fold it"


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("RFC 8: Bells", "Bells"),
        ("rfc-0008 - Bells", "Bells"),
        ("RFC 9: Bells", "RFC 9: Bells"),
        ("KEP-8: Bells", "KEP-8: Bells"),
        ("8. Bells", "8. Bells"),
    ],
)
def test_a_title_loses_the_reference_that_the_document_has_anyway(
    heading: str, title: str, run: Import
) -> None:
    run(**{"0008-bells.md": f"# {heading}\n".encode()})
    assert document("RFC 8").title == title


def test_a_readme_takes_its_status_from_the_metadata_beside_it(run: Import) -> None:
    run(
        **{
            "0042-park/README.md": b"# Park\n",
            "0042-park/kep.yaml": b"kep-number: 42\nstatus: implementable\n",
        }
    )
    assert [(row.number, row.title, row.status) for row in Document.objects.all()] == [
        (42, "Park", "accepted")
    ]


def test_running_it_twice_changes_nothing(run: Import) -> None:
    files = {"0001-a.md": b"# A\n", "b.md": b"# B\n", "sub/c.rst": b"C\n===\n"}
    first = run(**files)
    rows = list(Document.objects.values()), Version.objects.count(), AuditEntry.objects.count()
    second = run(**files)
    assert {outcome.result for outcome in second.values()} == {Result.THERE}
    assert {o.path: o.reference for o in second.values()} == {o.path: o.reference for o in first.values()}
    assert (list(Document.objects.values()), Version.objects.count(), AuditEntry.objects.count()) == rows


def test_a_document_that_was_edited_here_is_known_by_its_first_text(run: Import, cast: Cast) -> None:
    run(**{"a.md": b"# A\n"})
    version_add(document=document("RFC 1"), base_version=1, text="# A\n\nmore\n", caller=cast.caller("owner"))
    assert run()["a.md"].result is Result.THERE


def test_a_file_that_changed_since_is_told_and_left_alone(run: Import) -> None:
    run(**{"a.md": b"# A\n"})
    assert run(**{"a.md": b"# A, changed\n"})["a.md"] == Outcome("a.md", Result.CHANGED, "RFC 1")
    assert Version.objects.get().text == "# A\n"


def test_a_bad_file_is_one_outcome_and_stops_no_other(run: Import) -> None:
    outcomes = run(
        **{
            "1-latin.md": b"# Caf\xe9\n",
            "2-nul.md": b"# A\0B\n",
            "3-empty.md": b"",
            "4-large.md": b"# Large\n" + b"x" * MAX_TEXT_BYTES,
            "5-huge.md": b"x" * (3 * MAX_TEXT_BYTES),
            "6-good.md": b"# Good\n",
        }
    )
    assert {name for name, outcome in outcomes.items() if outcome.result is Result.REFUSED} == {
        "1-latin.md", "2-nul.md", "3-empty.md", "4-large.md", "5-huge.md",
    }  # fmt: skip
    assert all(outcome.note for outcome in outcomes.values() if outcome.result is Result.REFUSED)
    assert outcomes["4-large.md"].note.startswith("too_large")
    assert [row.title for row in Document.objects.all()] == ["Good"]


def test_links_hidden_folders_and_other_suffixes_are_left_out(tmp_path: Path) -> None:
    for name in ("a.md", "b.png", "c.RST", ".git/d.md", "sub/e.mediawiki"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / "link.md").symlink_to(tmp_path / "a.md")
    (tmp_path / "folder").symlink_to(tmp_path / "sub", target_is_directory=True)
    os.mkfifo(tmp_path / "pipe.md")
    names = [str(path.relative_to(tmp_path)) for path in importable_files(tmp_path)]
    assert names == ["a.md", "c.RST", "sub/e.mediawiki"]


def test_nobody_outside_the_account_imports_anything(run: Import) -> None:
    outcomes = run(actor="stranger", **{"a.md": b"# A\n"})
    assert outcomes["a.md"].note.startswith("forbidden")
    assert not Document.objects.exists()


def test_an_assistant_does_not_import(run: Import) -> None:
    assert run(actor="agent", **{"a.md": b"# A\n"})["a.md"].note.startswith("person_required")
    assert not Document.objects.exists()
