"""What judges think of a bench: shares, all marks, concepts. Source: DHQ-76, DHQ-77, P-15."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from evidoc.analyses.quality import PUBLISHED, analyse, share_from
from evidoc.errors import UsageError
from evidoc.records.analysis import Bars
from evidoc.records.item import Item, Mark, Verdict
from evidoc.records.record import to_json
from tests.analyses.asked import FIRST, SECOND, bench_of, question, rows
from tests.build import shared

CRITERIA = ("reality_fluency", "accuracy", "completeness")


def judged(item: Item, **judges: tuple[int, int, int]) -> Item:
    """Give an item that judges have marked."""
    return replace(item, verdicts=(verdict(judges),))


def verdict(judges: Mapping[str, tuple[int, int, int]]) -> Verdict:
    marks = [
        Mark(name=name, value=value, judge=judge)
        for judge, values in judges.items()
        for name, value in zip(CRITERIA, values, strict=True)
    ]
    return Verdict(check="quality", kept=True, model="one", marks=tuple(marks))


ITEMS = [
    judged(question("PS", [(FIRST, 1)]), one=(4, 3, 2), two=(4, 4, 4)),
    judged(question("PS", [(FIRST, 2)]), one=(3, 2, 2), two=(1, 1, 1)),
    judged(question("FF", [(SECOND, 1)]), one=(4, 4, 3), two=(3, 3, 3)),
    judged(question("TS", [(SECOND, 2)]), one=(2, 3, 1), two=(4, 2, 3)),
]


@pytest.mark.parametrize(
    ("values", "at_least", "expected"),
    [((1, 2, 3, 4), 3, 0.5), ((3, 3, 3), 3, 1.0), ((2.9,), 3, 0.0), ((), 3, None), ((1, 1, 4), 2, 0.3333)],
)
def test_a_share_counts_marks_of_the_level_and_above(values: tuple[float, ...], at_least: float, expected: float | None) -> None:
    """P-15."""
    assert share_from(values, at_least) == expected


def test_the_published_shares_are_those_of_the_paper() -> None:
    text = shared("papers/dochop_qa.txt").read_text(encoding="utf-8")
    assert "approximately 92%, 87%, and 76% of QA pairs receive a score of 3 or above on Reality/Fluency, Accuracy" in text
    assert dict(zip(CRITERIA, (0.92, 0.87, 0.76), strict=True)) == PUBLISHED


def test_each_judge_has_its_share_by_each_criterion_beside_the_papers(tmp_path: Path) -> None:
    found = rows(analyse(bench_of(tmp_path, ITEMS)), "quality")
    assert [(row[0], row[1], row[2], row[3], row[4], row[7]) for row in found] == [
        ("one", "reality_fluency", 4, 3.25, 0.75, 0.92),
        ("one", "accuracy", 4, 3.0, 0.75, 0.87),
        ("one", "completeness", 4, 2.0, 0.25, 0.76),
        ("two", "reality_fluency", 4, 3.0, 0.75, 0.92),
        ("two", "accuracy", 4, 2.5, 0.5, 0.87),
        ("two", "completeness", 4, 2.75, 0.75, 0.76),
    ]


def test_intervals_draw_documents(tmp_path: Path) -> None:
    """Two documents, in one of which all marks are high and in the other half: the share lies between the two."""
    found = rows(analyse(bench_of(tmp_path, ITEMS)), "quality")
    assert found[0][5:7] == (0.5, 1.0)


def test_concepts_stand_in_the_papers_order_below_each_judge(tmp_path: Path) -> None:
    found = rows(analyse(bench_of(tmp_path, ITEMS)), "quality_concepts")
    assert [(row[2], row[3], row[5]) for row in found if row[:2] == ("one", "accuracy")] == [
        ("PS", 2, 0.5),
        ("FF", 1, 1.0),
        ("TS", 1, 1.0),
    ]


def test_all_marks_of_a_judge_are_bars_for_each_type(tmp_path: Path) -> None:
    """Figures 7 and 8 of the paper: one for questions over paragraphs, one for those over tables."""
    bars = [figure for figure in analyse(bench_of(tmp_path, ITEMS)).figures if isinstance(figure, Bars)]
    assert [bar.title for bar in bars] == [
        "Marks by one: paragraph",
        "Marks by one: table",
        "Marks by two: paragraph",
        "Marks by two: table",
    ]
    assert [(series.name, series.values) for series in bars[0].series] == [
        ("reality_fluency", (0, 0, 1, 2)),
        ("accuracy", (0, 1, 1, 1)),
        ("completeness", (0, 2, 1, 0)),
    ]
    assert (bars[0].labels, len({bar.name for bar in bars})) == (("1", "2", "3", "4"), 4)


def test_what_was_checked_again_counts_for_its_judge(tmp_path: Path) -> None:
    """`evidoc check` writes its verdicts beside the items, which keep the marks of other judges."""
    bench = bench_of(tmp_path, [replace(item, id=f"i-{number}") for number, item in enumerate(ITEMS)])
    row = {"item": "i-0", "verdict": json.loads(to_json(verdict({"one": (1, 1, 1), "three": (4, 4, 4)})))}
    (tmp_path / "verdicts.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    found = {(row[0], row[1]): row[2:5] for row in rows(analyse(bench), "quality")}
    assert found["one", "accuracy"] == (4, 2.5, 0.5)
    assert found["three", "accuracy"] == (1, 4.0, 1.0)
    assert found["two", "accuracy"] == (4, 2.5, 0.5)


def test_another_level_has_no_published_share(tmp_path: Path) -> None:
    found = rows(analyse(bench_of(tmp_path, ITEMS), at_least=4), "quality")
    assert (found[0][4], found[0][7]) == (0.5, None)
    with pytest.raises(UsageError, match="give one of 1 to 4"):
        analyse(bench_of(tmp_path, ITEMS), at_least=5)


def test_items_without_marks_are_counted_and_alone_give_nothing(tmp_path: Path) -> None:
    found = analyse(bench_of(tmp_path, [question("PS", [(FIRST, 1)])]))
    assert (found.tables, found.figures) == ((), ())
    assert found.left_out[0].startswith("1 item (dochop_qa 1): no judge gave a mark; run evidoc check")
