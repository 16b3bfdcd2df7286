"""DocHop from the grid to items: even cells, exact answers derived anew, evidence where it is said to be."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from evidoc.analyses.overview import analyse
from evidoc.errors import InvalidRecord, UnknownName, UsageError
from evidoc.flow._candidates import in_turns, planned
from evidoc.flow.ask import AskOptions, ask
from evidoc.flow.make import MakeOptions, make
from evidoc.flow.score import ScoreOptions, score
from evidoc.flow.work import Work
from evidoc.kit import Kit, rng_for
from evidoc.models.scripted import Scripted
from evidoc.pages.glyphs import text_in
from evidoc.recipes import dochop
from evidoc.recipes.dochop._ground import Slots
from evidoc.recipes.dochop._narrator import numbered_by_place, read_narrative
from evidoc.recipes.dochop._pools import pool_named, pools
from evidoc.recipes.dochop._questions import CATEGORIES, templates
from evidoc.recipes.dochop._records import ChartSchema, ChartTable, Tree
from evidoc.recipes.dochop._trace import Trace
from evidoc.recipes.dochop._unit import Unit
from evidoc.records.bench import Bench, open_bench
from evidoc.records.corpus import Corpus
from evidoc.records.geometry import coverage
from evidoc.records.item import Item
from evidoc.records.reply import Prompt
from tests.flow.test_make import bytes_of
from tests.recipes.dochop.answers_in_pandas import answer_with_pandas
from tests.recipes.dochop.trace_in_pandas import execute_with_pandas

NOTHING = Corpus(())
INLINE = Work(engine="inline")
N = 48


def made(out: Path, spec: str = "dochop(dpi=0)", *, n: int = N, work: Work = INLINE) -> Bench:
    make(None, out=out, options=MakeOptions(recipes=(spec,), n=n, seed=1), work=work)
    return open_bench(out)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return made(tmp_path_factory.mktemp("dochop") / "bench")


def slots_of(item: Item) -> dict[str, str]:
    return {slot.name: slot.value for slot in item.construction.slots}


def trace_of(item: Item) -> Trace:
    """Build the trace from what the item keeps, its sets by the execution that shares nothing with the rules."""
    kept = slots_of(item)
    schemas = msgspec.json.decode(kept["schemas"], type=tuple[ChartSchema, ...])
    tree = msgspec.json.decode(kept["tree"], type=Tree)
    tables = msgspec.json.decode(kept["tables"], type=tuple[ChartTable, ...])
    sets = execute_with_pandas(tree, schemas, tables)
    satisfied = tuple(tuple(sets[number]) for number in range(len(sets)))
    return Trace(schemas=schemas, tree=tree, tables=tables, satisfied=satisfied, final=satisfied[tree.nodes[-1].id])


def test_the_grid_is_filled_evenly() -> None:
    """DH-50: over 96 cells at n = 960 the fullest has at most 1.5 times what the emptiest has."""
    candidates = planned(NOTHING, ("dochop",), wanted=960)
    first = [candidate.unit for candidate, _ in zip(in_turns(candidates, seed=1), range(960), strict=False)]
    cells = Counter(unit.kind for unit in first)
    assert len(cells) == 96
    assert max(cells.values()) <= 1.5 * min(cells.values())


def first_of_the_published_size() -> list[Unit]:
    """Give the candidates that a making of 2,074 tries first."""
    candidates = planned(NOTHING, ("dochop",), wanted=2074)
    tried = [candidate.unit for candidate, _ in zip(in_turns(candidates, seed=1), range(2074), strict=False)]
    return [unit for unit in tried if isinstance(unit, Unit)]


def test_the_published_size_is_planned_evenly() -> None:
    """DH-50, DH-51, P-18: 2,074 over 96 cells are 21 or 22 of each."""
    cells = Counter(unit.kind for unit in first_of_the_published_size())
    assert (len(cells), min(cells.values()), max(cells.values())) == (96, 21, 22)


def test_a_unit_is_the_same_however_many_are_wanted() -> None:
    """A making that goes on with a higher `--n` keeps what it has."""
    few, many = ({unit.id: unit for unit in dochop.plan(NOTHING, wanted=wanted)} for wanted in (96, 960))
    assert few.items() <= many.items()


def test_no_pool_is_planned_for_more_than_its_share() -> None:
    """DH-04: at most 2 % of the instances are about one topic; there are more than fifty bundled ones in English."""
    names = pools("en")
    turns = Counter(names[unit.turn % len(names)].id for unit in first_of_the_published_size())
    assert max(turns.values()) <= 0.02 * 2074


def test_facts_are_planned_as_often_true_as_false() -> None:
    """DH-52: of each template, depth and direction, before anything is known of an instance; unrelated to one another."""
    facts = [unit for unit in first_of_the_published_size() if unit.category == "fact_checking"]
    for part in ("template", "depth", "charts"):
        true = Counter(getattr(unit, part) for unit in facts if unit.stance.truth)
        every = Counter(getattr(unit, part) for unit in facts)
        assert all(0.42 <= true[name] / every[name] <= 0.58 for name in every), (part, true, every)
    up = [unit for unit in facts if unit.stance.up]
    assert 0.42 <= sum(unit.stance.truth for unit in up) / len(up) <= 0.58
    assert 0.42 <= len(up) / len(facts) <= 0.58


def test_every_template_is_planned() -> None:
    units = list(dochop.plan(NOTHING, wanted=960))
    assert {unit.template for unit in units} == set(templates())
    assert len({unit.id for unit in units}) == len(units)


def test_as_many_are_made_as_are_wanted(bench: Bench) -> None:
    assert bench.header.counts["kept"] == N


def test_items_say_their_category_depth_and_charts(bench: Bench) -> None:
    """DH-45, DH-63: what results are parted by, and what the official file calls the task."""
    items = list(bench.items())
    assert {item.task.category for item in items} == set(CATEGORIES)
    assert {item.measures.depth for item in items} == {2, 3, 4, 5}
    assert {item.measures.charts for item in items} == {2, 3, 4, 6}


def test_the_answer_follows_from_what_the_item_keeps(bench: Bench) -> None:
    """DH-33, DH-49: derived anew by the second implementations of the trace and of the question."""
    for item in bench.items():
        trace = trace_of(item)
        assert "; ".join(trace.final) == slots_of(item)["members"]
        slots = msgspec.json.decode(slots_of(item)["question"], type=Slots)
        assert answer_with_pandas(item.construction.template, slots, trace) == item.answer.value, item.question
        assert item.authority == "rule"


def test_the_page_tells_the_tree_and_leaks_no_member(bench: Bench) -> None:
    """DH-36, DH-37: the tree can be read back from the page's text; who bears the label cannot."""
    for item in bench.items():
        trace = trace_of(item)
        text = "\n\n".join(block.text for block in bench.corpus[item.documents[0].id].blocks if block.kind == "paragraph")
        assert numbered_by_place(read_narrative(text, trace.schemas, pool_named(slots_of(item)["pool"]))) == numbered_by_place(
            trace.tree
        )
        compared = {node.condition.parameters.reference for node in trace.tree.nodes if hasattr(node, "condition")}
        assert not [name for name in trace.final if name in text and name not in compared]


def test_clauses_stand_in_their_boxes_and_marks_in_their_charts(bench: Bench) -> None:
    """X-05: evidence is what the trace uses, with boxes."""
    for item in bench.items():
        document = bench.corpus[item.documents[0].id]
        pdf = bench.corpus.pdf(document)
        assert pdf is not None
        for evidence in item.evidence:
            block = document.block(evidence.block)
            if evidence.function == "clause":
                found = "".join("".join(text_in(pdf, box).split()) for box in evidence.boxes)
                assert found == "".join(evidence.text.split())
            else:
                assert block.kind == "chart"
                assert all(coverage(box, block.boxes[0]) > 0.99 for box in evidence.boxes)
        assert sorted({evidence.hop for evidence in item.evidence})[0] == 0


def test_a_bench_is_counted_by_depth_and_charts(bench: Bench) -> None:
    """DH-63: `evidoc stats` and the report have both; benches without them have no such table."""
    tables = {table.name: [row[0] for row in table.rows] for table in analyse(bench).tables}
    assert (tables["depth"], tables["charts"]) == (["2", "3", "4", "5"], ["2", "3", "4", "6"])


def test_neither_question_nor_answer_is_on_the_page(bench: Bench) -> None:
    """DH-55."""
    for item in bench.items():
        document = bench.corpus[item.documents[0].id]
        assert len(document.pages) == 1
        assert not [block for block in document.blocks if item.question in block.text]


def test_gold_scores_one_and_empty_zero(bench: Bench, tmp_path: Path) -> None:
    for name, value in (("gold", 1.0), ("empty", 0.0)):
        ask(bench.folder, out=tmp_path / name, options=AskOptions(system=f"baseline/{name}"))
        scored = score(tmp_path / name, options=ScoreOptions(scorers=("answer", "citations", "saa", "dochop")))
        assert {one.mean for one in scored.metrics.values()} == {value}


def test_the_same_bytes_come_from_any_engine(bench: Bench, tmp_path: Path) -> None:
    made(tmp_path / "inline", n=6)
    made(tmp_path / "processes", n=6, work=Work(engine="processes", workers=2))
    assert bytes_of(tmp_path / "inline") == bytes_of(tmp_path / "processes")


def test_pages_are_drawn_at_300_dpi_and_data_only_where_it_is_asked_for(tmp_path: Path) -> None:
    """DH-58: 2480 × 3508 px."""
    pictured = made(tmp_path / "pictured", "dochop(categories=['counting'], depths=[2], charts=[2])", n=1)
    (item,) = pictured.items()
    picture = (tmp_path / "pictured" / "images" / f"{item.documents[0].id}.png").read_bytes()
    assert (int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")) == (2480, 3508)
    assert not [block for block in pictured.corpus[item.documents[0].id].blocks if block.table is not None]
    with_data = made(tmp_path / "data", "dochop(categories=['counting'], depths=[2], charts=[2], dpi=0, data=True)", n=1)
    (item,) = with_data.items()
    assert [evidence for evidence in item.evidence if evidence.cells]


def test_a_chinese_instance_is_chinese_throughout(tmp_path: Path) -> None:
    (item,) = made(tmp_path / "zh", "dochop(language='zh', categories=['counting'], depths=[3], charts=[2], dpi=0)", n=1).items()
    assert item.language == "zh"
    assert any("\u4e00" <= letter <= "\u9fff" for letter in item.question + item.contract)


@pytest.mark.parametrize("dpi", [-3, 1, 100_000])
def test_pages_are_not_drawn_at_a_dpi_that_none_can_be_read_at(dpi: int) -> None:
    with pytest.raises(UsageError, match=f"dpi={dpi} is none that pages are drawn at; give 36 to 600, or 0 for no pictures"):
        next(dochop.plan(Corpus(()), wanted=1, dpi=dpi))


def test_what_no_instance_has_is_refused() -> None:
    with pytest.raises(UnknownName, match="counting"):
        list(dochop.plan(NOTHING, categories=("count",)))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="depth 7"):
        list(dochop.plan(NOTHING, depths=(7,)))
    with pytest.raises(UsageError, match="number of charts 5"):
        list(dochop.plan(NOTHING, charts=(5,)))
    with pytest.raises(UsageError, match="no pool of names is in 'fr'"):
        list(dochop.plan(NOTHING, language="fr"))


def test_a_writer_may_tell_the_story_and_never_decides_the_answer() -> None:
    """DH-30, DH-36: what it writes passes the gates or gives way, and the item says which; X-20: the answer is the program's."""

    def writes(prompt: Prompt) -> str:
        told = [line[2:] for line in prompt.text.splitlines() if line.startswith("- ")]
        around = "Nothing here was decided in haste, and everyone who asked was told how it was done. "
        return json.dumps({"title": "How it is done", "paragraphs": [around * 5, " ".join(told), around * 4]})

    unit = next(iter(dochop.plan(NOTHING, wanted=1)))
    kept, silent = (
        dochop.make(unit, NOTHING, Kit(rng=rng_for(7, unit.id), models={"writer": (model,)}), dpi=0).item
        for model in (Scripted(writes, name="teller"), Scripted(lambda prompt: "no", name="mute"))
    )
    assert slots_of(kept)["narrator"] == "teller"
    assert slots_of(silent)["narrator"].startswith("rule, because no narrative was read")
    assert "rule, because" in slots_of(silent)["tables_by"]
    for item in (kept, silent):
        slots = msgspec.json.decode(slots_of(item)["question"], type=Slots)
        assert answer_with_pandas(item.construction.template, slots, trace_of(item)) == item.answer.value
        assert item.authority == "rule"


def test_a_record_with_a_pool_that_is_not_bundled_is_refused() -> None:
    unit = next(iter(dochop.plan(NOTHING, wanted=1)))
    item = dochop.make(unit, NOTHING, Kit(rng=rng_for(7, unit.id)), dpi=0).item
    slots = tuple(msgspec.structs.replace(slot, value="x") if slot.name == "pool" else slot for slot in item.construction.slots)
    odd = msgspec.structs.replace(item, construction=msgspec.structs.replace(item.construction, slots=slots))
    with pytest.raises(InvalidRecord, match="its construction cannot be read"):
        dochop.mistake_in(odd, "The answer is: 1")


def test_the_record_says_how_the_page_looks(bench: Bench) -> None:
    """DH-59, DH-62: the page's template and the type of each chart, by chance of the seed."""
    kinds: Counter[str] = Counter()
    for item in bench.items():
        found = slots_of(item)["chart_types"].split("; ")
        blocks = [block for block in bench.corpus[item.documents[0].id].blocks if block.kind == "chart"]
        assert found == [block.figure.chart_type for block in blocks if block.figure is not None]
        assert len(found) == item.measures.charts
        kinds.update(found)
    assert len(kinds) >= 8


def test_the_same_unit_and_seed_give_the_same_item() -> None:
    unit = next(iter(dochop.plan(NOTHING, wanted=1)))
    first, again = (dochop.make(unit, NOTHING, Kit(rng=rng_for(7, unit.id)), dpi=0).item for _ in range(2))
    assert first == again
