"""CSV with long cells is read, and nobody else's reading changes for it."""

from __future__ import annotations

import csv

import pytest

from evidoc.records.csv_rows import long_rows

USUAL = 131_072


def test_a_cell_of_any_length_is_read_up_to_what_is_asked() -> None:
    long = "a" * (USUAL + 1)
    assert list(long_rows(csv.reader([f"x,{long}", "y,z"]))) == [["x", long], ["y", "z"]]
    with pytest.raises(csv.Error, match="larger than field limit"):
        list(long_rows(csv.reader([f"x,{long}"]), longest=USUAL))


def test_the_limit_of_the_process_is_the_usual_one_between_rows_and_after_a_fault() -> None:
    """The reader of tables knows by it that a quotation mark is never closed."""
    rows = long_rows(csv.reader(["a,b", "c,d"]))
    next(rows)
    assert csv.field_size_limit() == USUAL
    with pytest.raises(csv.Error):
        list(long_rows(csv.reader(["abc"]), longest=1))
    assert csv.field_size_limit() == USUAL
