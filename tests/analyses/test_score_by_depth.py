"""A run's scores by depth and charts, beside what the paper prints. Source: DH-72, DH-73, DH-75, P-16."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from evidoc.analyses._published_dochop import published
from evidoc.analyses.score_by_depth import analyse
from evidoc.errors import UnknownName
from evidoc.records.analysis import LineOverBars, StatsTable
from evidoc.records.item import Item, Measures, Task
from evidoc.records.score import Run
from tests.analyses.runs import bench_of, item, run_of, scored
from tests.build import shared

PLACES = ((2, 2), (2, 4), (5, 4), (5, 4))
VALUES = (1.0, 1.0, 0.5, 0.0)


def items() -> list[Item]:
    made = [item(number, task=Task(family="dochop"), entities=1) for number in range(len(PLACES))]
    return [
        replace(one, measures=Measures(depth=depth, charts=charts)) for one, (depth, charts) in zip(made, PLACES, strict=True)
    ]


def paper() -> str:
    return shared("papers/dochop.txt").read_text(encoding="utf-8")


def table(tables: tuple[StatsTable, ...], name: str) -> tuple[tuple[object, ...], ...]:
    return next(one.rows for one in tables if one.name == name)


def test_means_are_by_depth_and_by_charts(tmp_path: Path) -> None:
    bench = bench_of(tmp_path, items())
    rows = [scored(one, {"answer": 0.0, "dochop_official": value}) for one, value in zip(items(), VALUES, strict=True)]
    run = run_of(bench, [Run(item=one.id, system="some/model", status="answered") for one in items()], rows)
    found = analyse(bench, run=run)
    assert found.title == "some/model: dochop_official by depth and charts"
    assert [row[:3] for row in table(found.tables, "by_depth")] == [(2, 2, 1.0), (5, 2, 0.25)]
    assert [row[:3] for row in table(found.tables, "by_charts")] == [(2, 1, 1.0), (4, 3, 0.5)]
    by_depth = next(one for one in found.figures if isinstance(one, LineOverBars) and one.name == "by_depth")
    assert (by_depth.labels, by_depth.counts, by_depth.means) == (("2", "5"), (2, 2), (1.0, 0.25))
    assert table(analyse(bench, run=run, metric="answer").tables, "by_depth")[0][2] == 0.0
    with pytest.raises(UnknownName):
        analyse(bench, run=run, metric="accuracy")


def test_items_without_depth_or_charts_are_on_no_axis(tmp_path: Path) -> None:
    plain = [item(1, task=Task(family="pdfqa"), entities=1)]
    bench = bench_of(tmp_path, plain)
    run = run_of(bench, [Run(item=plain[0].id, system="s", status="answered")], [scored(plain[0], {"answer": 1.0})])
    found = analyse(bench, run=run)
    assert {one.name for one in found.tables} == {"published", "published_models"} and found.figures == ()


def test_without_a_run_there_is_what_others_published_and_it_says_so(tmp_path: Path) -> None:
    found = analyse(bench_of(tmp_path, items()))
    assert [one.name for one in found.tables] == ["published", "published_models"]
    assert found.tables[0].title == "Published by DocHop, over its own 2,074 items: accuracy in percent"
    assert "not counted here" in found.note and "no run is given" in found.left_out[0]


def test_published_accuracies_are_those_of_the_paper() -> None:
    """DH-75, P-16."""
    found = {anchor.system: (anchor.low, anchor.high) for anchor in published().anchors}
    text = paper()
    base, reasoned = _numbers(r"GPT-5\.2 improves from ([\d.]+)% to ([\d.]+)% overall when switching to its reasoning", text)
    assert found["GPT-5.2"] == (base, base) and found["GPT-5.2 with reasoning"] == (reasoned, reasoned)
    base, reasoned = _numbers(r"Gemini-2\.5-Flash increases from ([\d.]+)% to ([\d.]+)%", text)
    assert found["Gemini-2.5-Flash"] == (base, base) and found["Gemini-2.5-Flash with reasoning"] == (reasoned, reasoned)
    (reasoned,) = _numbers(r"Gemini-2\.5-Pro Reasoning is the next strongest proprietary baseline at ([\d.]+)%", text)
    assert found["Gemini-2.5-Pro with reasoning"] == (reasoned, reasoned)
    low, high = _numbers(r"Most open-source models achieve overall accuracies in the range of roughly (\d+)–(\d+)%", text)
    assert found["most open models"] == (low, high)
    (people,) = _numbers(r"human annotators achieve over (\d+)% accuracy", text)
    assert found["people"] == (people, None)
    assert len(found) == 7
    assert f"DocHop contains {published().items:,} document instances" in text
    assert published().minutes_of_people == 5 and "approximately five minutes per question" in text


def _numbers(pattern: str, text: str) -> list[float]:
    found = re.search(pattern, text)
    assert found is not None, pattern
    return [float(group) for group in found.groups()]


def test_the_registry_has_the_models_that_the_paper_names_and_no_other() -> None:
    """DH-73: its two paragraphs on evaluated models, and the one on guessing."""
    text = paper()
    start, end = text.index("Evaluated Models. "), text.index("Human and Random Guessing Baselines.")
    listed = re.sub(r"\([A-Z][^()]*\d{4}[a-z]?\)", "", text[start:end])
    listed = listed.replace("Gemini-2.5-Pro/Flash", "Gemini-2.5-Pro, Gemini-2.5-Flash")
    guessing = text[end : text.index("Overall Gap to Human Performance.")]
    left = listed
    for model in published().models:
        printed = f"{model.name} ({'/'.join(model.variants)})" if model.variants else model.name
        assert printed in listed, printed
        assert model.is_open is (listed.index(printed) > listed.index("For open-source baselines"))
        assert model.reasoning is (f"{model.name}-Reasoning" in listed)
        assert model.guesses is (model.name in guessing)
        left = left.replace(printed, "")
    assert not re.search(r"\w*-?\d", left), left
