"""Files of ratings and the scales they are on: shapes, faults with their lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evidoc.errors import InvalidRecord, UsageError
from evidoc.flow._ratings import read_ratings, read_rows
from evidoc.flow._scales import read_categories, scale_of
from evidoc.reports.csv_files import write_csv


def _file(folder: Path, text: str | bytes, name: str = "ratings.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_a_rating_keeps_its_place_document_and_criterion(tmp_path: Path) -> None:
    path = _file(tmp_path, "item,criterion,document,rater,rating,comment\nq1,accuracy,d1,ann, 4 ,fine\n")
    (rated,) = read_ratings([path])
    assert (rated.item, rated.rater, rated.rating, rated.criterion, rated.document) == ("q1", "ann", "4", "accuracy", "d1")
    assert rated.place == f"{path}:2"


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_delimiter_is_that_of_the_first_line(tmp_path: Path, delimiter: str) -> None:
    text = f"item{delimiter}ann{delimiter}bob\nq1{delimiter}1{delimiter}2\n"
    assert [one.rating for one in read_ratings([_file(tmp_path, text)])] == ["1", "2"]


def test_a_spreadsheets_mark_line_ends_and_quotes_are_understood(tmp_path: Path) -> None:
    path = _file(tmp_path, b'\xef\xbb\xbfitem,ann\r\n"q ""1"", a\nb",3\r\n\r\n')
    (rated,) = read_ratings([path])
    assert (rated.item, rated.rating, rated.place) == ('q "1", a\nb', "3", f"{path}:3")


@pytest.mark.parametrize("missing", ["", " ", "-", "NA", "n/a", "NaN", "null"])
def test_what_people_write_for_nothing_is_a_missing_rating(tmp_path: Path, missing: str) -> None:
    assert [one.rating for one in read_ratings([_file(tmp_path, f"item,ann,bob\nq1,{missing},2\n")])] == ["", "2"]


def test_json_values_are_ratings_of_their_kind(tmp_path: Path) -> None:
    text = '{"item": 7, "ann": true, "bob": null}\n\n{"item": "q2", "ann": 0.5, "bob": "yes"}\n'
    rated = read_ratings([_file(tmp_path, text, "r.jsonl")])
    assert [(one.item, one.rating) for one in rated] == [("7", "true"), ("7", ""), ("q2", "0.5"), ("q2", "yes")]


def test_a_json_row_may_lack_a_rater(tmp_path: Path) -> None:
    text = '{"item": "q1", "ann": 1}\n{"item": "q1b", "bob": 2}\n'
    assert [(one.item, one.rater) for one in read_ratings([_file(tmp_path, text)])] == [("q1", "ann"), ("q1b", "bob")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no rows; give columns item, rater, rating"),
        ("item,ann\n", "has no rows"),
        ("question,ann\nq1,1\n", "the columns are question, ann; give columns item"),
        ("item,rater\nq1,ann\n", "the columns are item, rater; give columns"),
        ("item,document\nq1,d1\n", "the columns are item, document; give columns"),
        ("item,ann,ann\nq1,1,2\n", ":1: column 'ann' comes twice"),
        ("item,ann\nq1,1\nq2\nq3,1,1\n", r":3 has 1 cells under 2 columns.*:4 has 3 cells"),
        ("item,ann\nq1,1\n,2\n", ":3 has no item; name what was rated"),
        ("item,rater,rating\nq1,,2\n", ":2 has no rater; name who rated"),
        ("item,ann\nq1,1\nq1,2\n", r":3: ann rated q1 before at .*:2; keep one rating"),
        ("item,criterion,ann\nq1,form,1\nq1,form,1\n", ":3: ann rated q1 for form before"),
        ("item,document,ann\nq1,d1,1\n\nq1,d2,2\n", "q1 is of d2, but of d1 at"),
        ('item,ann\nq1,"1\n', "is not CSV"),
        ('{"item": "q1", "ann": 1}\n{"item": \n', ":2 is not a flat JSON object"),
        ('{"item": "q1", "ann": [1]}\n', ":1 is not a flat JSON object"),
    ],
)
def test_faults_are_named_with_their_lines(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InvalidRecord, match=message):
        read_ratings([_file(tmp_path, text)])


def test_many_faults_are_counted(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="; and 3 more"):
        read_ratings([_file(tmp_path, "item,ann\n" + "q1\n" * 8)])


def test_a_file_that_is_not_there_or_not_text_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot be read \(No such file or directory\)"):
        read_ratings([tmp_path / "none.csv"])
    with pytest.raises(UsageError, match="cannot be read"):
        read_ratings([tmp_path])
    with pytest.raises(InvalidRecord, match="byte 5 is not UTF-8"):
        read_ratings([_file(tmp_path, b"item,\xff\n")])


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=80))
def test_no_file_is_a_crash(tmp_path: Path, text: str) -> None:
    path = tmp_path / "any.csv"
    path.write_text(text, encoding="utf-8", errors="replace", newline="")
    try:
        read_ratings([path])
    except (InvalidRecord, UsageError) as error:
        assert str(path) in str(error) or "no ratings" in str(error)


def test_categories_are_two_ends_or_names_in_order() -> None:
    assert read_categories("1-4") == read_categories(" 1 .. 4 ") == read_categories("1–4") == ("1", "2", "3", "4")
    assert read_categories("-1-1") == ("-1", "0", "1")
    assert read_categories("wrong, partly,right") == ("wrong", "partly", "right")
    for text in ("", "5-1", "yes", "a,b,a"):
        with pytest.raises(UsageError, match="is no scale; give its ends, 1-5"):
            read_categories(text)


def test_numbers_are_read_as_numbers_and_nothing_else_is() -> None:
    scale = scale_of(["1", "2"], categories=("1", "2", "3"))
    assert [scale.number(rating) for rating in ("1", "2.0", "4", "1_0", "x", "inf")] == [1, 2, None, None, None, None]
    words = scale_of(["no"], kind="ordinal", categories=("no", "yes"))
    assert [words.number(rating) for rating in ("no", "yes", "1")] == [0, 1, None]


def test_a_wide_range_of_whole_numbers_is_not_filled() -> None:
    assert scale_of(["0", "50", "100"]).categories == (0, 50, 100)
    assert scale_of([]).categories == ()


def test_a_comment_and_a_dash_come_back_from_a_sheet_as_they_were_given(tmp_path: Path) -> None:
    """Case I06: the writer of sheets marks what a spreadsheet would run."""
    write_csv(tmp_path / "sheet.csv", ("item", "ann"), [("=1", "-"), ("@q", "+1")])
    assert [(one.item, one.rating) for one in read_ratings([tmp_path / "sheet.csv"])] == [("=1", ""), ("@q", "+1")]


def test_a_rating_beside_a_long_text_is_read(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    path.write_text("item,rater,rating\nx," + "a" * 140_000 + ",1\n", encoding="utf-8")
    assert [len(row.columns["rater"]) for row in read_rows(path)] == [140_000]
