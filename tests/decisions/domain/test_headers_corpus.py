"""Real documents against a machine-made index of them, and against each other where the index is wrong."""

import csv
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from decisions.domain.headers import ImportedHeader, Problem, map_status, read_header
from decisions.domain.kinds import Kind

CORPUS = Path(os.environ.get("DECISIONS_CORPUS") or Path(__file__).resolve().parents[4] / "shared/corpus")

Row = dict[str, str]

SECTIONS = {"Summary", "Background", "Title", "TITLE", "***Untitled***", "N/A", "n/a", "none", "TBD"}
SECTIONS |= {"标题", "任务名", "一、概述", "总结", "方案描述"}
MARKUP = re.compile(r"\[([^\[\]]*)\]\([^()]*\)|\*+|`")

# Files named for something else than their number: a task of a contest, a product's version.
OTHER_DIGITS = (
    "20230221_deploy_ppocrv3_for_rknpu2", "rtdetrv3", "yolo11", "20220912_sicience_61", "hackthon5th_54",
    "20230302_add_tvm_op_for_paddle_frontend_0", "20230410_paddle2tvm_design_fix_ops1",
    "NuGet.orgVulnerabilitiesPhase1", "2022, Fall - TDP 2.2 Pilot Expansion",
    "2022, Summer - TDP 2.0 Pilot Program", "2023, Winter - TDP 3.0 Pilot Program",
)  # fmt: skip
# The heading is the name people read; the index has a compiler flag that stands below it.
FEATURE_FLAGS = ("3052", "3180", "3185", "3391", "3606", "3691")


def plain(title: str) -> str:
    return " ".join(MARKUP.sub(r"\1", title).split())


def name_of(row: Row) -> str:
    return Path(row["path"]).stem


Shows = Callable[[Row, str], bool]


def number_of_folder(row: Row) -> str:
    return Path(row["path"]).parent.name.partition("-")[0] if name_of(row) == "README" else ""


# Per column: why the index is wrong, and how what was read shows that it is.
NUMBER_FAULTS: dict[str, Shows] = {
    "a year for a number": lambda row, got: not got and bool(re.match(r"20\d\d-\d\d", name_of(row))),
    "a folder's number missed": lambda row, got: not row["number"] and got == number_of_folder(row),
    "zeros lost": lambda row, got: row["number"] == "0" and got == "0000",
    "other digits": lambda row, got: not got and name_of(row) in OTHER_DIGITS,
    "a placeholder": lambda row, got: not got and not row["number"].isdigit(),
    "an impossible date": lambda row, got: not row["number"] and got == "4355",
}
TITLE_FAULTS: dict[str, Shows] = {
    "a section or a placeholder": lambda row, got: row["title"] in SECTIONS and got not in SECTIONS,
    "markup": lambda row, got: plain(row["title"]) == plain(got) or row["title"] == got.strip("`"),
    "none found": lambda row, got: not row["title"] and bool(got),
    "a flag for a title": lambda row, got: bool(got) and name_of(row).startswith(FEATURE_FLAGS),
    "a comment for a title": lambda row, got: got == "ADR Template" and name_of(row) == "adr-template",
    "a later heading": lambda row, got: (row["title"], got) == ("NuGet.exe", "Client certificates in NuGet"),
}
STATUS_FAULTS: dict[str, Shows] = {
    "an example": lambda row, got: not got and row["status_raw"] in ("on hold", "accepted", "Passed"),
    "an option": lambda row, got: got == "Active" and row["status_raw"].startswith("This option"),
    "cut short": lambda row, got: len(row["status_raw"]) >= 50 and got.startswith(row["status_raw"][:50]),
    "stray marks": lambda row, got: got == "Active" and row["status_raw"] == "Active**\\",
    "an impossible date": lambda row, got: got == "implementable" and "/4355-" in row["path"],
    "prose": lambda row, got: got == "Implemented" and row["status_raw"].startswith("This feature"),
}
INDEX_FAULTS = {"number": NUMBER_FAULTS, "title": TITLE_FAULTS, "status_raw": STATUS_FAULTS}

# What agrees letter for letter, the index's own faults counted against the reader (docs/import.md has them).
AGREES_AS_IS = {"number": 0.89, "title": 0.94, "status_raw": 0.99}
AGREES_WHERE_RIGHT = 0.97


@pytest.fixture(scope="module")
def read() -> list[tuple[Row, ImportedHeader]]:
    if not (CORPUS / "INDEX.csv").is_file():
        pytest.skip(f"no corpus: DECISIONS_CORPUS names no folder with an INDEX.csv ({CORPUS.name})")
    with (CORPUS / "INDEX.csv").open(newline="", encoding="utf-8") as index:
        rows = list(csv.DictReader(index))
    return [(row, read_header(row["path"], (CORPUS / row["path"]).read_bytes())) for row in rows]


@pytest.mark.parametrize("column", ["number", "title", "status_raw"])
def test_the_reader_agrees_with_the_index_wherever_that_is_right(
    column: str, read: list[tuple[Row, ImportedHeader]]
) -> None:
    pairs = [(row, getattr(header, column) or "") for row, header in read]
    different = [(row, got) for row, got in pairs if row[column] != got]
    unexplained = [
        (row["path"], row[column], got)
        for row, got in different
        if not any(shows(row, got) for shows in INDEX_FAULTS[column].values())
    ]
    assert 1 - len(different) / len(pairs) >= AGREES_AS_IS[column]
    assert 1 - len(unexplained) / len(pairs) >= AGREES_WHERE_RIGHT, unexplained
    assert unexplained == []


def test_a_kep_and_its_metadata_file_tell_the_same_number(read: list[tuple[Row, ImportedHeader]]) -> None:
    numbers = {row["path"]: header.number for row, header in read if row["path"].startswith("keps/")}
    pairs = [
        (number, numbers[str(Path(path).with_name("kep.yaml"))])
        for path, number in numbers.items()
        if path.endswith("README.md") and str(Path(path).with_name("kep.yaml")) in numbers
    ]
    same = [pair for pair in pairs if pair[0] and pair[0] == pair[1]]
    assert len(same) >= 0.97 * len(pairs), [pair for pair in pairs if pair not in same]


def test_most_status_words_are_known_and_the_rest_are_these(read: list[tuple[Row, ImportedHeader]]) -> None:
    said = [
        (Kind(row["kind"]), header) for row, header in read if header.status_raw and row["kind"] in set(Kind)
    ]
    unknown = [
        header for kind, header in said if map_status(kind, header.status_raw, series=header.series) is None
    ]
    words = {header.status_raw for header in unknown if "|" not in header.status_raw}
    assert len(unknown) <= 0.05 * len(said)
    assert words == {
        "Moved", "Reviewed", "Developing", "In-process", "Unstarted", "imlpemented",
        "[In Review] / Reviewed / Implementing / Implemented",
        "for prototyping. Don't merge to main OpenTelemetry specification until",
    }  # fmt: skip


def test_real_documents_have_the_problems_they_have(read: list[tuple[Row, ImportedHeader]]) -> None:
    problems = {problem for _, header in read for problem in header.problems}
    assert problems <= {Problem.NO_TITLE, Problem.IMPOSSIBLE_DATE, Problem.CUT}
    assert [row["path"] for row, header in read if Problem.IMPOSSIBLE_DATE in header.problems] == [
        "keps/sig-api-machinery/4355-coordinated-leader-election/kep.yaml"
    ]
