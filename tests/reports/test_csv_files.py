from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import evidoc
from evidoc.reports.csv_files import cell, value_of, write_csv


@pytest.mark.parametrize(
    "text", ['=HYPERLINK("http://x","y")', "-2+3+cmd", "@x", "-- note", "+x", "\t=1", "  =1+1", "|calc", "%0A=1", "=1"]
)
def test_a_cell_that_a_spreadsheet_would_run_becomes_text(text: str) -> None:
    """Case I06: only what starts as a formula is marked, and nothing else is changed."""
    shown = cell(text)
    assert shown == (text if text.startswith("%") else "'" + text)


@pytest.mark.parametrize("text", ["-5.2", "-1,234.56", "+1", "12", ".5", "-.5", "1e-7", "-12%", "plain", "a=b", "", "2019-03-04"])
def test_plain_numbers_and_plain_text_stay_as_they_are(text: str) -> None:
    """Case I06: numbers with a sign stay numbers."""
    assert cell(text) == text


@pytest.mark.parametrize("text", ["+", "-", "+%", "-,", "--5", "-1,23"])
def test_a_sign_without_a_number_is_no_number(text: str) -> None:
    assert cell(text) == "'" + text


def test_numbers_keep_six_decimals_and_nothing_is_empty() -> None:
    assert (cell(0.1 + 0.2), cell(3), cell(None), cell(True)) == ("0.3", "3", "", "True")


def test_halves_of_characters_and_control_codes_do_not_stop_a_file() -> None:
    """Case A03."""
    assert cell("x\ud800\x00y") == "x\ufffd\ufffdy"


def test_a_long_text_is_cut_to_what_a_spreadsheet_cell_holds() -> None:
    assert len(cell("x" * 100_000)) < 32_767


@given(st.text(max_size=30))
def test_no_text_becomes_a_formula(text: str) -> None:
    shown = cell(text)
    assert not shown.lstrip(" \u00a0").startswith(("=", "@")) and shown.encode("utf-8") is not None


def test_a_file_reads_back_as_the_rows_that_were_written(tmp_path: Path) -> None:
    count = write_csv(tmp_path / "t.csv", ("a", "b"), [("x,y", 1.5), ('say "no"\nline', None)])
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file)) == [["a", "b"], ["x,y", "1.5"], ['say "no"\nline', ""]]
    assert count == 2


@given(
    st.text(alphabet="'=+-@| \u00a0\t1a,.%", max_size=8)
    | st.text(alphabet=st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]))
)
def test_what_was_marked_as_text_is_read_back_as_it_was(text: str) -> None:
    """Case I06: sheets go to people and come back; also a text that has such a mark of its own."""
    assert value_of(cell(text)) == text


@pytest.mark.parametrize("text", ["'tis", "'-5", "''", "'", "plain", "-5"])
def test_an_apostrophe_that_marks_nothing_is_left_in_place(text: str) -> None:
    assert value_of(text) == text


def test_csv_is_written_in_one_place() -> None:
    """Case I06: no table leaves evidoc without the marks; the demo's document of figures is a source, and no table of ours."""
    source = Path(evidoc.__file__).parent
    writes = re.compile(r"csv\.(writer|DictWriter)|to_csv|import csv as")
    writing = [path.relative_to(source).as_posix() for path in source.rglob("*.py") if writes.search(path.read_text("utf-8"))]
    assert sorted(writing) == ["demo/_sites.py", "reports/csv_files.py"]
