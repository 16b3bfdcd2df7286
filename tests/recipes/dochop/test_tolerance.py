"""How near a number must be: counts exactly, what is read from charts nearly, before and after an export (DH-65)."""

from __future__ import annotations

from pathlib import Path

import pytest

from evidoc.exporters.dochop import export
from evidoc.flow.make import MakeOptions, make
from evidoc.flow.work import Work
from evidoc.importers.dochop import Imported, load_items
from evidoc.recipes.dochop._questions import templates
from evidoc.records.bench import open_bench
from evidoc.records.item import Item
from evidoc.scorers.dochop import is_right
from tests.recipes.dochop.made import asking, made

NUMBERS = [template.id for template in templates().values() if template.answer_type in ("number", "integer")]


@pytest.mark.parametrize("template", NUMBERS)
def test_counts_are_exact_and_what_is_read_from_charts_is_not_whether_whole_or_decimal(template: str) -> None:
    answer = asking(template).item.answer
    counted = templates()[template].answer_type == "integer"
    assert (answer.tolerance is None, answer.decimals is None) == (counted, counted)


def test_a_whole_total_that_is_read_nearly_is_right() -> None:
    """1598 and 1600 differ as much as -7.03 and -7.07 do, and the first is whole by chance."""
    wholes = [found.item for found in made(96) if _is_whole_measure(found.item)]
    assert wholes
    for item in wholes:
        value = int(str(item.answer.value))
        assert is_right(f"The answer is: {value + max(1, abs(value) // 200)}", item) is (abs(value) >= 100)


def _is_whole_measure(item: Item) -> bool:
    return item.answer.kind == "number" and item.measures.answer_type == "number" and "." not in str(item.answer.value)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_how_near_an_answer_must_be_survives_an_export_and_import(language: str, tmp_path: Path) -> None:
    """A year is a name besides: 2018 is not nearly 2019."""
    recipe = f"dochop(dpi=0, language='{language}')"
    make(None, out=tmp_path / "b", options=MakeOptions(recipes=(recipe,), n=48, seed=1), work=Work(engine="inline"))
    export(tmp_path / "b", out=tmp_path / "out", dpi=10)
    own = {item.question: item for item in open_bench(tmp_path / "b").items()}
    back = [entry.item for entry in load_items(tmp_path / "out" / "DocHop.tsv") if isinstance(entry, Imported)]
    assert len(back) == len(own)
    changed = [(item.question, item.answer) for item in back if _precision(item) != _precision(own[item.question])]
    assert changed == []


def _precision(item: Item) -> tuple[bool, object, object]:
    return item.answer.kind == "number", item.answer.tolerance, item.answer.decimals
