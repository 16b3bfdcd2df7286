"""Audit samples: X-35, SD-52 (100 responses, 25 a setting, bands in balance), DHQ-78 (at least 4 a concept)."""

from __future__ import annotations

import csv
import json
import random
from collections import Counter
from pathlib import Path

import pytest

from evidoc.errors import InvalidRecord, NothingKept, UnknownName, UsageError
from evidoc.flow._ratings import read_rows
from evidoc.flow.audit_sample import SampleOptions, draw_sample

SETTINGS = ("text", "tables", "figures", "mixed")


def _table(folder: Path, *, rows: int = 400, name: str = "judged.csv", order: int | None = None) -> Path:
    rng = random.Random(3)
    found = [
        f"q{number},{rng.choice(SETTINGS)},m{rng.randint(1, 11)},{rng.choice((0, 0.4, 1, 1, 1, 1))},answer {number}\n"
        for number in range(rows)
    ]
    if order is not None:
        random.Random(order).shuffle(found)
    path = folder / name
    path.write_text("item,setting,model,score,answer\n" + "".join(found))
    return path


def _rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def test_each_setting_has_25_and_bands_and_models_are_in_balance(tmp_path: Path) -> None:
    """SD-52."""
    options = SampleOptions(each=25, by=("setting", "band(score)", "model"), seed=1)
    found = draw_sample([_table(tmp_path)], out=tmp_path / "out.csv", options=options)
    rows = _rows(tmp_path / "out.csv")
    assert Counter(row["setting"] for row in rows) == dict.fromkeys(SETTINGS, 25)
    assert sorted(Counter(row["score"] for row in rows).values()) == [33, 33, 34]
    assert min(Counter(row["model"] for row in rows).values()) >= 8 and len({row["model"] for row in rows}) == 11
    assert (found.asked, found.taken, found.rows, found.short) == (100, 100, 400, ())
    assert [share.value for share in found.shares if share.column == "band(score)"] == ["correct", "incorrect", "partial"]


def test_fifty_over_eleven_concepts_have_at_least_four_of_each(tmp_path: Path) -> None:
    """DHQ-78."""
    path = tmp_path / "items.csv"
    path.write_text("item,concept\n" + "".join(f"q{number},c{number % 11}\n" for number in range(300)))
    draw_sample([path], out=tmp_path / "out.csv", options=SampleOptions(n=50, by=("concept",)))
    counts = Counter(row["concept"] for row in _rows(tmp_path / "out.csv"))
    assert len(counts) == 11 and set(counts.values()) == {4, 5}


def test_a_quota_that_cannot_be_met_is_said(tmp_path: Path) -> None:
    """X-35."""
    path = tmp_path / "items.csv"
    path.write_text("item,concept\n" + "".join(f"q{number},{'rare' if number < 2 else 'common'}\n" for number in range(30)))
    each = draw_sample([path], out=tmp_path / "out.csv", options=SampleOptions(each=5, by=("concept",)))
    assert (each.taken, each.asked) == (7, 10)
    assert each.short == ("concept rare: 2 taken of 5 asked, 2 there", "7 rows taken of 10 asked")
    total = draw_sample([path], out=tmp_path / "out.csv", options=SampleOptions(n=10, by=("concept",), overwrite=True))
    assert total.taken == 10 and total.short == ("concept rare: 2 taken of 5 asked, 2 there",)


def test_the_judges_score_and_the_model_go_into_a_key_file(tmp_path: Path) -> None:
    """SD-54: who rates must not see them."""
    options = SampleOptions(n=20, by=("setting",), hide=("model", "score"))
    found = draw_sample([_table(tmp_path)], out=tmp_path / "blind.csv", options=options)
    blind, key = _rows(tmp_path / "blind.csv"), _rows(tmp_path / "blind.key.csv")
    assert list(blind[0]) == ["sample_id", "item", "setting", "answer"]
    assert found.key == str(tmp_path / "blind.key.csv")
    assert [row["sample_id"] for row in blind] == [row["sample_id"] for row in key]
    assert key[0]["model"] and len({row["sample_id"] for row in key}) == 20


def test_the_rows_and_not_their_order_decide_who_is_drawn(tmp_path: Path) -> None:
    options = SampleOptions(n=30, by=("setting", "model"), seed=5, overwrite=True)
    one = tmp_path / "one.csv"
    draw_sample([_table(tmp_path)], out=one, options=options)
    for order in (1, 2):
        shuffled = _table(tmp_path, name="shuffled.csv", order=order)
        draw_sample([shuffled], out=tmp_path / "other.csv", options=options)
        assert (tmp_path / "other.csv").read_bytes() == one.read_bytes()
    draw_sample([_table(tmp_path)], out=tmp_path / "seed.csv", options=SampleOptions(n=30, by=("setting", "model"), seed=6))
    assert (tmp_path / "seed.csv").read_bytes() != one.read_bytes()


def test_the_order_of_a_sample_tells_nothing_of_the_strata(tmp_path: Path) -> None:
    draw_sample([_table(tmp_path)], out=tmp_path / "out.csv", options=SampleOptions(n=40, by=("setting",)))
    settings = [row["setting"] for row in _rows(tmp_path / "out.csv")]
    assert settings != sorted(settings) and settings[:8] != list(SETTINGS) * 2


def test_without_columns_any_row_will_do_and_all_may_be_taken(tmp_path: Path) -> None:
    found = draw_sample([_table(tmp_path, rows=10)], out=tmp_path / "out.jsonl", options=SampleOptions(n=50))
    assert (found.taken, found.key, found.shares, found.short) == (10, None, (), ("10 rows taken of 50 asked",))
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert len(lines) == 10 and lines[0]["sample_id"].startswith("s-")


def test_equal_rows_have_ids_of_their_own_and_empty_values_are_a_stratum(tmp_path: Path) -> None:
    path = tmp_path / "items.csv"
    path.write_text("item,concept\nq1,a\nq1,a\nq2,\n")
    found = draw_sample([path], out=tmp_path / "out.csv", options=SampleOptions(n=3, by=("concept",)))
    assert len({row["sample_id"] for row in _rows(tmp_path / "out.csv")}) == 3
    assert [share.value for share in found.shares] == ["(none)", "a"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (SampleOptions(n=0), "a sample of 0 takes nothing"),
        (SampleOptions(each=0, by=("setting",)), "a sample of 0 takes nothing"),
        (SampleOptions(each=5), "name the column with --by"),
        (SampleOptions(by=("band(answer)",)), r"judged\.csv:2: answer is 'answer 0'; a band needs a score from 0 to 1"),
    ],
)
def test_what_cannot_be_drawn_is_said(tmp_path: Path, options: SampleOptions, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        draw_sample([_table(tmp_path)], out=tmp_path / "out.csv", options=options)
    assert not (tmp_path / "out.csv").exists()


def test_unknown_columns_and_files_of_another_shape_are_said(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="no column is called 'modle'; did you mean model"):
        draw_sample([_table(tmp_path)], out=tmp_path / "out.csv", options=SampleOptions(hide=("modle",)))
    with pytest.raises(UsageError, match="no column is called 'concept'"):
        draw_sample([_table(tmp_path)], out=tmp_path / "out.csv", options=SampleOptions(by=("band(concept)",)))
    drawn = tmp_path / "drawn.csv"
    drawn.write_text("sample_id,item\ns,q1\n")
    with pytest.raises(UsageError, match="a column sample_id, which samples get"):
        draw_sample([drawn], out=tmp_path / "out.csv")
    drawn.write_text("item\n")
    with pytest.raises(InvalidRecord, match="has no rows"):
        draw_sample([drawn], out=tmp_path / "out.csv")
    with pytest.raises(NothingKept, match="no rows to draw from"):
        draw_sample([], out=tmp_path / "out.csv")


def test_a_sheet_for_people_runs_nothing_and_keeps_what_was_there(tmp_path: Path) -> None:
    """Case I06: replies of models stand in it, and a spreadsheet runs what starts as a formula."""
    path = tmp_path / "judged.csv"
    path.write_text('item,answer,score\nq1,"=HYPERLINK(""http://x"")",1\nq2,-5,1\nq3,@x,0\n')
    draw_sample([path], out=tmp_path / "out.csv", options=SampleOptions(hide=("score",)))
    for name in ("out.csv", "out.key.csv"):
        assert {row["answer"] for row in _rows(tmp_path / name)} == {'\'=HYPERLINK("http://x")', "-5", "'@x"}
        again = {row.columns["item"]: row.columns["answer"] for row in read_rows(tmp_path / name)}
        assert again == {"q1": '=HYPERLINK("http://x")', "q2": "-5", "q3": "@x"}
