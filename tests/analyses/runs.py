"""A bench over articles without words, and a scored run over it, in a folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from evidoc.records.bench import Bench, link_to, open_bench
from evidoc.records.item import Evidence, Item, Measures, Task
from evidoc.records.score import Run, Score
from evidoc.records.store import new_header, write_header, write_rows
from tests.build import item_of


def item(number: int, *, task: Task, entities: int, documents: Sequence[str] = ("d-1",)) -> Item:
    evidence = [Evidence(document=document, block=1) for document in documents]
    return replace(
        item_of(f"What is {number}?", evidence=evidence, documents=documents), task=task, measures=Measures(entities=entities)
    )


def bench_of(folder: Path, items: Sequence[Item]) -> Bench:
    bench = folder / "bench"
    bench.mkdir(parents=True)
    write_header(bench / "bench.json", new_header("evidoc.bench", settings={}))
    write_rows(bench / "items.jsonl", items)
    return open_bench(bench)


def run_of(bench: Bench, replies: Sequence[Run], scores: Sequence[Score] | None = None) -> str:
    """Write a run beside a bench; give its folder."""
    folder = bench.folder.parent / "run"
    folder.mkdir()
    header = new_header("evidoc.run", settings={"system": "some/model"}, links={"bench": link_to(bench.folder, start=folder)})
    write_header(folder / "run.json", header)
    write_rows(folder / "replies.jsonl", replies)
    if scores is not None:
        write_rows(folder / "scores.jsonl", scores)
    return str(folder)


def scored(item: Item, metrics: Mapping[str, float | None]) -> Score:
    unscored = {name: "no_judge" for name, value in metrics.items() if value is None}
    return Score(item=item.id, outcome="answered", metrics=dict(metrics), unscored=unscored, detail={})
