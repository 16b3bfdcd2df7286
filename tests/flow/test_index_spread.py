"""How varied the indices of a run are, beside naming always the same. Source: DHQ-132, DHQ-134."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from evidoc.flow.ask import AskOptions, ask
from evidoc.flow.index_spread import IndexSpread, entropy, index_spreads
from evidoc.flow.score import ScoreOptions, score
from evidoc.flow.work import Work
from evidoc.records.item import Answer, ContextDocument, Evidence, Item
from evidoc.records.store import write_rows
from tests.build import document_of, item_of, paragraph
from tests.cli.run import evidoc
from tests.systems.benches import bench_in

DOCUMENT = document_of(*(paragraph(number, f"Fact {number}.") for number in range(20)), name="facts.txt", title="")


def asking(number: int, *blocks: int) -> Item:
    item = item_of(f"{number}?", evidence=[Evidence(document=DOCUMENT.id, block=block) for block in blocks])
    return msgspec.structs.replace(
        item, id=f"i-{number}", scorer="indices", documents=(msgspec.structs.replace(item.documents[0], id=DOCUMENT.id),)
    )


ITEMS = [asking(0, 1, 2), asking(1, 1), asking(2, 3), asking(3, 4)]


def scored(folder: Path, replies: list[str], *, splits: list[str] | None = None) -> Path:
    bench = bench_in(folder / "bench", ITEMS, documents=[DOCUMENT]).folder
    if splits:
        rows = [{"item": item.id, "split": split, "group": "g"} for item, split in zip(ITEMS, splits, strict=True)]
        (bench / "splits.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    said = [{"item": item.id, "text": text} for item, text in zip(ITEMS, replies, strict=True)]
    (folder / "said.jsonl").write_text("".join(json.dumps(row) + "\n" for row in said), encoding="utf-8")
    run = folder / "run"
    ask(bench, out=run, options=AskOptions(system=f"predictions:{folder / 'said.jsonl'}"), work=Work(engine="inline"))
    score(run, options=ScoreOptions(scorers=("indices",)))
    return run


@pytest.mark.parametrize(
    ("counts", "bits"), [({}, 0.0), ({3: 9}, 0.0), ({1: 2, 2: 2}, 1.0), ({1: 1, 2: 1, 3: 1, 4: 1}, 2.0), ({1: 3, 2: 1}, 0.811278)]
)
def test_entropy_is_in_bits(counts: dict[int, int], bits: float) -> None:
    assert entropy(counts) == pytest.approx(bits, abs=1e-6)


def test_a_run_that_always_names_the_same_has_no_entropy_and_the_f1_of_the_constant(tmp_path: Path) -> None:
    """DHQ-132: what a learning rate of 2e-02 does."""
    (found,) = index_spreads([scored(tmp_path, ["[1]"] * 4)], k=1)
    assert (found.entropy, found.distinct) == (0.0, 1)
    assert (found.right_entropy, found.right_distinct) == (1.922, 4)
    assert (found.constant, found.of_training) == ((1,), False)
    assert found.f1 == found.constant_f1 == round((2 / 3 + 1) / 4, 4)


def test_the_constant_is_what_is_right_most_often_in_training(tmp_path: Path) -> None:
    run = scored(tmp_path, ["[1, 2]", "[1]", "[3]", "none"], splits=["test", "test", "test", "train"])
    (found,) = index_spreads([run])
    assert (found.constant, found.of_training) == ((4,), True)
    assert (found.f1, found.constant_f1) == (0.75, 0.25)


def test_indices_that_the_list_has_not_and_replies_that_cannot_be_read_name_nothing(tmp_path: Path) -> None:
    (found,) = index_spreads([scored(tmp_path, ["[999]", "[1, 999]", "hm", ""])])
    assert (found.distinct, found.items) == (1, 4)


def spread_of_broken(tmp_path: Path, broken: Item, *, splits: list[str] | None = None) -> IndexSpread:
    """Score a run, and only then break its first item, as a bench that was edited or damaged is broken."""
    run = scored(tmp_path, ["[1]", "[1]", "[3]", "[4]"], splits=splits)
    write_rows(tmp_path / "bench" / "items.jsonl", [msgspec.structs.replace(broken, id=ITEMS[0].id), *ITEMS[1:]])
    return index_spreads([run])[0]


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (asking(0, 99), "none of the 1 places of evidence lies in an entry of the list"),
        (msgspec.structs.replace(asking(0, 1), documents=(ContextDocument(id="d-gone"),)), "no document is called 'd-gone'"),
        (msgspec.structs.replace(asking(0), answer=Answer(kind="indices", value="none")), "invalid literal for int"),
    ],
    ids=["no-place", "no-document", "no-index"],
)
def test_a_broken_item_is_counted_and_said_and_in_no_number(tmp_path: Path, broken: Item, fault: str) -> None:
    found = spread_of_broken(tmp_path, broken)
    assert (found.items, found.broken, found.f1, found.right_distinct) == (3, 1, 1.0, 3)
    assert found.faults[0].startswith("item i-0: ") and fault in found.faults[0]


def test_a_document_that_is_damaged_breaks_its_items_and_not_the_table(tmp_path: Path) -> None:
    run = scored(tmp_path, ["[1]"] * 4)
    member = tmp_path / "bench" / "corpus" / "documents-00000.jsonl.gz"
    whole = member.read_bytes()
    member.write_bytes(whole[:30] + bytes(30) + whole[60:])
    (found,) = index_spreads([run])
    assert (found.items, found.broken, found.f1, found.constant_f1, found.constant) == (0, 4, None, None, ())
    assert "is damaged" in found.faults[0]
    said = evidoc("results", str(run))
    assert said.code == 0 and "4 items asked and 0 of training are broken" in said.out


def test_a_broken_item_of_training_is_counted_apart(tmp_path: Path) -> None:
    found = spread_of_broken(tmp_path, asking(0, 99), splits=["train", "train", "test", "test"])
    assert (found.broken, found.broken_in_training, found.constant, found.of_training) == (1, 1, (1,), True)
    assert len(found.faults) == 1, "one item, one fault"


def test_the_results_show_it_below_the_table_for_runs_of_indices_alone(tmp_path: Path) -> None:
    run = scored(tmp_path, ["[1]"] * 4)
    said = evidoc("results", str(run))
    assert said.code == 0 and "F1 of the same always" in said.out and "these items" in said.out
    found = json.loads(evidoc("results", str(run), "--json").out)
    assert found["spread"][0]["entropy"] == 0.0 and found["header"][3] == "F1"
    score(run, options=ScoreOptions(scorers=("rouge_bleu",)))
    assert "same always" not in evidoc("results", str(run)).out


def test_runs_in_folders_of_one_name_are_told_apart(tmp_path: Path) -> None:
    runs = [scored(tmp_path / place, ["[1]"] * 4) for place in "ac"]
    assert [found.run for found in index_spreads(runs)] == ["a/run", "c/run"]
