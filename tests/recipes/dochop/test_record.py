"""What an item keeps of its making: enough to make it anew, what was verified, and which charts nothing asks about."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
import pytest

from evidoc.analyses.overview import analyse
from evidoc.errors import InvalidRecord
from evidoc.flow.make import MakeOptions, make
from evidoc.flow.work import Work
from evidoc.kit import Kit, rng_for
from evidoc.recipes import dochop
from evidoc.recipes.dochop._kept import kept_of
from evidoc.recipes.dochop._panels import panel_at, panels_of
from evidoc.recipes.dochop._unit import Unit
from evidoc.records.bench import open_bench
from evidoc.records.item import Item, Slot
from tests.recipes.dochop.made import NOTHING, made

SEED = 5


def slots_of(item: Item) -> dict[str, str]:
    return {slot.name: slot.value for slot in item.construction.slots}


def test_an_item_is_made_anew_from_its_seed_and_unit(tmp_path: Path) -> None:
    """DH-62: the same tables, question and answer; the picture and the page are kept by their hashes."""
    make(None, out=tmp_path / "b", options=MakeOptions(recipes=("dochop(dpi=36)",), n=4, seed=SEED), work=Work(engine="inline"))
    items = list(open_bench(tmp_path / "b").items())
    assert len(items) == 4
    for item in items:
        kept = slots_of(item)
        assert kept["seed"] == str(SEED)
        unit = msgspec.json.decode(kept["unit"], type=Unit)
        again = dochop.make(unit, NOTHING, Kit(rng=rng_for(int(kept["seed"]), unit.id), seed=SEED), dpi=36)
        assert msgspec.structs.replace(again.item, verdicts=item.verdicts) == item
        picture = (tmp_path / "b" / "images" / f"{item.documents[0].id}.png").read_bytes()
        assert kept["picture"] == hashlib.sha256(picture).hexdigest()


def test_an_item_without_picture_keeps_no_hash_of_one() -> None:
    assert "picture" not in slots_of(made(96)[0].item)


def test_an_item_says_what_was_verified_and_what_was_given_up_before_it() -> None:
    """DH-62: the log of its verification."""
    kept = [slots_of(found.item) for found in made(96)]
    assert all("every node has its target" in slots["verified"] for slots in kept)
    assert any("no_question" in slots["given_up"] for slots in kept)
    assert any(slots["given_up"] == "" for slots in kept)


def test_charts_that_neither_trace_nor_question_looks_at_are_flagged() -> None:
    """DH-20: as many as the measure says; a chart of two metrics is looked at where one of them is."""
    unused = 0
    for found in made(96):
        kept = kept_of(found.item)
        trace = kept.ground.trace
        looked_at = {
            panel_at(trace.schemas, name) for name in (*trace.used_charts, *(cell.chart for cell in kept.question.cells))
        }
        named = [name for name in slots_of(found.item)["charts_unused"].split("; ") if name]
        assert {panel_at(trace.schemas, name) for name in named} == set(range(len(panels_of(trace.schemas)))) - looked_at
        assert found.item.measures.charts_unused == len(named)
        evidenced = {entry.block for entry in found.item.evidence if entry.function == "chart"}
        assert found.item.measures.charts == len(evidenced) + len(named)
        unused += bool(named)
    assert unused


def test_the_overview_counts_the_charts_that_are_looked_at(tmp_path: Path) -> None:
    """DH-20: coverage, by how many charts the page has."""
    make(None, out=tmp_path / "b", options=MakeOptions(recipes=("dochop(dpi=0)",), n=16, seed=SEED), work=Work(engine="inline"))
    bench = open_bench(tmp_path / "b")
    tables = {table.name: table for table in analyse(bench).tables}
    rows = tables["chart_coverage"].rows
    items = list(bench.items())
    for charts, count, whole, shown, used, _ in rows:
        own = [item.measures for item in items if item.measures.charts == int(str(charts))]
        assert (count, whole) == (len(own), sum(measures.charts_unused == 0 for measures in own))
        assert (shown, used) == (
            len(own) * int(str(charts)),
            len(own) * int(str(charts)) - sum(m.charts_unused or 0 for m in own),
        )
    assert sum(int(str(row[1])) for row in rows) == len(items)


def test_a_record_whose_tree_has_two_ends_is_refused() -> None:
    """DH-17: a damaged record is no other item."""
    item = next(found.item for found in made(96) if len(found.item.construction.trace) == 2)
    tree = slots_of(item)["tree"].replace('"parent":0', '"parent":null')
    slots = tuple(Slot(name=slot.name, value=tree if slot.name == "tree" else slot.value) for slot in item.construction.slots)
    damaged = msgspec.structs.replace(item, construction=msgspec.structs.replace(item.construction, slots=slots))
    with pytest.raises(InvalidRecord, match="2 nodes on which no other builds"):
        kept_of(damaged)
