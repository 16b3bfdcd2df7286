"""evidoc agree: what it prints, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.run import evidoc

RATINGS = """\
item,document,gpt,ann,bob
q1,d1,4,4,3
q2,d1,2,1,2
q3,d2,3,3,3
q4,d2,1,2,1
q5,d3,4,4,4
q6,d3,2,,
q7,d4,3,,
"""


@pytest.fixture
def ratings(tmp_path: Path) -> str:
    path = tmp_path / "ratings.csv"
    path.write_text(RATINGS)
    return str(path)


def test_a_table_has_each_figure_with_its_interval(ratings: str) -> None:
    done = evidoc("agree", ratings, "--categories", "1-4", "--resamples", "50", "--weights", "quadratic")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0] == "ratings (ordinal: 1, 2, 3, 4); 7 items of 4 documents, 4 ratings missing"
    assert any(line.startswith("ann – bob") and "Gwet AC2, quadratic" in line for line in lines)
    assert any(line.startswith("Friedman ") and "no difference found is not agreement" in line for line in lines)
    assert lines[-1] == "intervals: 95 %, percentile bootstrap of 50 resamples clustered by document, seed 0"
    assert "-0.000" not in done.out and "nan" not in done.out.lower()


def test_json_has_the_same_for_machines(ratings: str) -> None:
    done = evidoc("agree", ratings, "--json", "--resamples", "0", "--scale", "ordinal", "--raters", "ann, bob")
    found = json.loads(done.out)
    (criterion,) = found["criteria"]
    assert criterion["scale_given"] is True
    assert criterion["compared"][0]["raters"] == ["ann", "bob"]
    assert criterion["compared"][0]["figures"]["percent"] == {
        "value": pytest.approx(0.4), "low": None, "high": None, "n": 5, "clusters": 3, "undefined": 0, "reason": "",
    }  # fmt: skip
    assert "criteria" in done.out and "NaN" not in done.out


def test_a_judge_is_audited_and_corrected(ratings: str) -> None:
    done = evidoc("agree", ratings, "--against", "gpt", "--audit", "--correct", "--categories", "1-4", "--resamples", "40")
    assert "gpt – people (median)" in done.out
    assert "audit sheet, on the scale from 1 to 4; right from (or above) 2.5" in done.out
    assert "judge, corrected by people" in done.out
    assert "the judge counts by" in done.out


def test_a_scale_that_was_not_given_is_said_to_be_guessed(ratings: str) -> None:
    out = evidoc("agree", ratings, "--resamples", "0").out
    assert "(ordinal: 1, 2, 3, 4, as the ratings look)" in out
    assert "note: categories as found" in out


def test_criteria_are_named_and_so_are_their_scales(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("item,criterion,ann,bob\nq1,form,yes,no\nq1,accuracy,1,2\nq2,accuracy,2,2\n")
    done = evidoc("agree", str(path), "--categories", "accuracy=1-4", "--categories", "form=no,yes", "--resamples", "0")
    assert "form (nominal: no, yes); 1 items, 0 ratings missing" in done.out
    assert "accuracy (ordinal: 1, 2, 3, 4); 2 items, 0 ratings missing" in done.out
    assert "only one item" in done.out


def test_what_is_undefined_has_its_reason_in_the_table(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("item,ann,bob,cid\nq1,3,3,3\nq2,3,3,3\n")
    out = evidoc("agree", str(path), "--categories", "1-5", "--resamples", "20").out
    assert "Friedman: undefined (no differences)" in out
    assert any("Krippendorff α" in line and line.endswith("no variation") for line in out.splitlines())


def test_resamples_without_a_number_are_said(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("item,ann,bob\n" + "".join(f"q{number},4,4\n" for number in range(8)) + "q8,4,2\nq9,3,3\n")
    assert "resamples give no number" in evidoc("agree", str(path), "--categories", "1-4", "--resamples", "200").out


def test_a_sample_for_people_is_drawn(tmp_path: Path) -> None:
    rows = tmp_path / "judged.csv"
    rows.write_text("item,setting,score\n" + "".join(f"q{number},s{number % 2},{number % 3 / 2}\n" for number in range(30)))
    out = tmp_path / "out.csv"
    done = evidoc("agree", str(rows), "--each", "6", "--by", "setting,band(score)", "--hide", "score", "--out", str(out))
    assert done.code == 0
    assert f"12 of 30 rows are in {out}; what is hidden is in {tmp_path / 'out.key.csv'}" in done.out
    drawing = ("agree", str(rows), "--sample", "99", "--out", str(out), "--overwrite")
    found = json.loads(evidoc(*drawing, "--by", "setting", "--json").out)
    assert (found["taken"], found["key"]) == (30, None)
    assert "short: 30 rows taken of 99 asked" in evidoc(*drawing).out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--sample", "5"), "give --out to-judge.csv"),
        (("--sample", "5", "--each", "2", "--out", "x.csv"), "--sample and --each both say how many"),
        (("--sample", "5", "--out", "x.csv", "--audit"), "leave --against, --raters, --audit, --correct, --bench out"),
        (("--by", "document"), "say how many rows with --sample or --each"),
        (("--categories", "1"), "'1' is no scale"),
        (("--against", "gtp"), "the raters are gpt, ann, bob"),
    ],
)
def test_wrong_usage_is_one_sentence_and_2(ratings: str, arguments: tuple[str, ...], message: str) -> None:
    done = evidoc("agree", ratings, *arguments)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert message in done.err


def test_bad_rows_are_1(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("item,ann,bob\nq1,1\n")
    done = evidoc("agree", str(path))
    assert done.code == 1
    assert "r.csv:2 has 2 cells under 3 columns" in done.err
