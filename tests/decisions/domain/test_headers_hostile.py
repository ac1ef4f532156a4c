"""Bytes nobody would call a document: nothing raises, and twice the text takes twice the time."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.headers import Problem, map_status, read_header
from decisions.domain.headers.reading import TITLE_LIMIT, WORD_LIMIT
from decisions.domain.kinds import KINDS, Kind
from tests.decisions.domain.header_samples import SAMPLES

PATHS = [
    "a.md",
    "a.rst",
    "a.mediawiki",
    "a.adoc",
    "a.yaml",
    "a.txt",
    "1-a/README.md",
    "",
    "/",
    "a\0b.md",
    "..\\x",
]


INSERTED = [b"", b"\0", b"\xff", b"---\n", b"```\n", b"<!--", b"&a *a", b": ", b"\r", b"#", b"|", b"["]


def check(path: str, raw: bytes) -> None:
    header = read_header(path, raw)
    assert len(header.title) <= TITLE_LIMIT
    assert max(len(header.status_raw), len(header.date_raw)) <= WORD_LIMIT
    shown = header.title + header.status_raw + header.date_raw
    assert not set(shown) & set("\0\n\r\u202e\u2066\ufeff")
    assert header.number is None or header.number.replace(".", "", 1).isdigit()
    map_status(Kind.ADR, header.status_raw, series=header.series)


@given(path=st.sampled_from(PATHS), raw=st.binary(max_size=400))
def test_any_bytes_can_be_read(path: str, raw: bytes) -> None:
    check(path, raw)


@given(path=st.text(max_size=60), text=st.text(max_size=400))
def test_any_path_and_text_can_be_read(path: str, text: str) -> None:
    check(path, text.encode("utf-8", errors="replace"))


@given(st.data())
def test_any_change_to_a_real_header_can_be_read(data: st.DataObject) -> None:
    raw = bytearray(data.draw(st.sampled_from(SAMPLES)).encode())
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(raw)))
        cut = data.draw(st.integers(0, 12))
        raw[at : at + cut] = data.draw(st.sampled_from(INSERTED))
    check(data.draw(st.sampled_from(PATHS)), bytes(raw))


@pytest.mark.parametrize("word", [*"#*_`[|<:-=", "status: ", "[a](", "superseded "])
@given(text=st.text(max_size=80))
def test_any_status_word_can_be_mapped(word: str, text: str) -> None:
    assert map_status(Kind.RFC, word + text) in {None, *KINDS[Kind.RFC].statuses}


def test_bytes_that_are_not_utf_8_or_hold_a_nul_are_named() -> None:
    header = read_header("7-a.md", b"# Caf\xe9 \0 bar\n")
    assert header.problems == (Problem.NOT_UTF8, Problem.NUL)
    assert header.number == "7"


def test_a_title_without_end_is_cut_and_says_so() -> None:
    header = read_header("a.md", b"# " + b"long " * 5_000)
    assert len(header.title) <= TITLE_LIMIT
    assert Problem.CUT in header.problems


# Each is one pattern's or one parser's worst case, had it one.
REPEATED = [
    b"<!--", b"# ", b"#", b"**", b"`", b"```\n", b"~~~\n", b"---\n", b"===\n", b"a\n===\n", b"[a](", b"[",
    b"|", b"| a | b\n", b"Status: ", b"* Status: x\n", b"Key: v\n", b"  more\n", b" ", b"\t", b"\r",
    b"<pre>\n", b"<pre><pre", b"{", b"- [", b"&a ", b"a: &a [*a]\n", b"\xff", b"\0", b"\n",
    b"\xe4\xb8\x80\xe3\x80\x81", b"superseded ", b"....\n", b"***\nx\n***\n",
]  # fmt: skip


@pytest.mark.parametrize("path", ["a.md", "a.rst", "a.mediawiki", "a.adoc", "a.yaml"])
@pytest.mark.parametrize("prefix", [b"", b"---\n# t\n\n* Status: "])
def test_repeated_text_takes_linear_time(path: str, prefix: bytes) -> None:
    for repeated in REPEATED:
        raw = prefix + repeated * (60_000 // len(repeated))
        start = time.process_time()
        check(path, raw)
        # 60 kB take up to 0.1 s; quadratic work on as much takes many seconds.
        assert time.process_time() - start < 2, repeated
