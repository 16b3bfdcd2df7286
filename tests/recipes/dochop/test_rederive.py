"""Every answer worked out again from the page's text and the charts' values, by a program that knows nothing of the recipe."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache

import msgspec
import pytest

from evidoc.recipes import Brought
from evidoc.records.item import Item, Slot
from tests.recipes.dochop.made import asking, made
from tests.recipes.dochop.rederive import rederived

ONE_A_CELL = 96


@lru_cache(maxsize=1)
def all_cells() -> Sequence[Brought]:
    return made(ONE_A_CELL)


def text_of(brought: Brought) -> str:
    return "\n\n".join(block.text for block in brought.documents[0].blocks if block.kind == "paragraph")


def with_tables(item: Item, tables: object) -> Item:
    slots = tuple(
        Slot(name=slot.name, value=json.dumps(tables)) if slot.name == "tables" else slot for slot in item.construction.slots
    )
    return msgspec.structs.replace(item, construction=msgspec.structs.replace(item.construction, slots=slots))


def test_answers_of_all_cells_are_derived_again() -> None:
    """DH-33, DH-49, DH-62: one of each category, depth and number of charts; 2,074 of a whole making agreed as well."""
    assert len(all_cells()) == ONE_A_CELL
    wrong = [found.item.question for found in all_cells() if rederived(found.item, text_of(found)) != found.item.answer.value]
    assert wrong == []


@pytest.mark.parametrize("template", [f"Q{number:02}" for number in range(1, 42)])
def test_answers_of_all_templates_are_derived_again(template: str) -> None:
    found = asking(template)
    assert rederived(found.item, text_of(found)) == found.item.answer.value


def test_a_value_that_is_changed_changes_answers() -> None:
    """DH-33: no record can be altered unseen; each value of a page is put beyond the range of its chart in turn."""
    found = asking("Q14")
    tables = json.loads(next(slot.value for slot in found.item.construction.slots if slot.name == "tables"))
    changed = 0
    for table in tables:
        for row in table["values"]:
            for place, value in enumerate(row):
                row[place] = "999983"
                changed += rederived(with_tables(found.item, tables), text_of(found)) != found.item.answer.value
                row[place] = value
    assert changed >= len(found.item.evidence[-1].boxes)  # at least every value that is added up
