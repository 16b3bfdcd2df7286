"""The published settings of fine-tuned models are those of the paper. Source: DHQ-129, DHQ-130, DHQ-131, P-11."""

from __future__ import annotations

import re

from evidoc.analyses._fine_tuning import FineTuning, fine_tunings, searched
from tests.build import shared


def table(number: int) -> list[dict[str, str]]:
    """Give the rows of a table of the paper by the headings of its columns."""
    lines = shared("papers/dochop_qa.txt").read_text(encoding="utf-8").splitlines()
    end = next(place for place, line in enumerate(lines) if line.startswith(f"Table {number}:"))
    start = max(place for place in range(end) if "Learning Rate" in lines[place])
    heads = lines[start].split("\t")
    return [dict(zip(heads, line.split("\t"), strict=True)) for line in lines[start + 1 : end] if "\t" in line]


def as_of(row: dict[str, str]) -> tuple[object, ...]:
    """Give a row of the paper as the settings have it."""
    pictures = "" if row.get("Img Emb", "–") == "–" else row["Img Emb"]
    counts = (int(row[head]) for head in ("Batch Size", "Max Len", "Early Stop", "Warm Up"))
    return (row.get("Setup", ""), row.get("Model") or row["Text Emb"], pictures, float(row["Learning Rate"]), *counts)


def settings(one: FineTuning) -> tuple[object, ...]:
    return (one.setup, one.model, one.pictures, one.learning_rate, one.batch, one.longest, one.patience, one.warm_up)


def test_the_settings_for_boxes_are_those_of_table_21() -> None:
    ours = [one for one in fine_tunings() if one.task == "boxes"]
    assert [settings(one) for one in ours] == [as_of(row) for row in table(21)]


def test_the_settings_for_entities_are_those_of_table_22() -> None:
    ours = [one for one in fine_tunings() if one.task == "entities"]
    assert [settings(one) for one in ours] == [as_of(row) for row in table(22)]


def test_thirty_cells_were_searched_with_the_values_that_the_paper_names() -> None:
    """DHQ-129: 5 · 3 · 2 cells; None is 0 here (N-27)."""
    text = shared("papers/dochop_qa.txt").read_text(encoding="utf-8")
    said = re.search(r"learning rate \{(.*?)\}, early stop patience \{(.*?)\}, and warm up \{(.*?)\}", text)
    assert said is not None
    rates, patiences, warm_ups = (
        [0.0 if value == "None" else float(value) for value in group.split(", ")] for group in said.groups()
    )
    cells = searched()
    assert len(cells) == len(set(map(repr, cells))) == 30
    assert list(dict.fromkeys(cell.learning_rate for cell in cells)) == rates
    assert list(dict.fromkeys(cell.patience for cell in cells)) == patiences
    assert list(dict.fromkeys(cell.warm_up for cell in cells)) == warm_ups


def test_every_best_setting_is_a_cell_that_was_searched() -> None:
    cells = {(cell.learning_rate, cell.patience, cell.warm_up) for cell in searched()}
    assert {(one.learning_rate, one.patience, one.warm_up) for one in fine_tunings()} <= cells
