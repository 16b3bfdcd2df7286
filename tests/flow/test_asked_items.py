"""Which items are asked: those that were named, and none where a name or a number means nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from evidoc.errors import UnknownName, UsageError
from evidoc.flow.ask import AskOptions, ask
from evidoc.flow.estimate import EstimateOptions, estimate
from evidoc.flow.make import MakeOptions, make
from evidoc.flow.retrieve import RetrieveOptions, retrieve
from evidoc.flow.work import Progress, Work
from evidoc.records.bench import open_run
from tests.systems.benches import bench_in, numbered

INLINE = Work(engine="inline")


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    return bench_in(tmp_path / "bench", numbered(4)).folder


@pytest.mark.parametrize("items", [("i-Question 9?",), ("i-Question 1?", "i-Question 9?")])
def test_an_item_that_the_bench_has_not_is_refused_with_the_nearest_names(
    bench: Path, tmp_path: Path, items: tuple[str, ...]
) -> None:
    with pytest.raises(UnknownName, match=r"no item is called 'i-Question 9\?'.*i-Question"):
        ask(bench, out=tmp_path / "run", options=AskOptions(system="baseline/empty", items=items), work=INLINE)


def test_a_run_that_is_there_stays_where_an_item_is_unknown(bench: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    ask(bench, out=out, options=AskOptions(system="baseline/empty"), work=INLINE)
    before = (out / "replies.jsonl").read_bytes()
    with pytest.raises(UnknownName):
        ask(bench, out=out, options=AskOptions(system="baseline/gold", items=("nope",), overwrite=True), work=INLINE)
    assert (out / "replies.jsonl").read_bytes() == before


def test_an_item_that_is_named_twice_is_asked_once(bench: Path, tmp_path: Path) -> None:
    said: list[Progress] = []
    options = AskOptions(system="baseline/empty", items=("i-Question 1?", "i-Question 1?"))
    ask(bench, out=tmp_path / "run", options=options, work=Work(engine="inline", progress=said.append))
    assert [row.item for row in open_run(tmp_path / "run").replies()] == ["i-Question 1?"]
    assert (said[-1].done, said[-1].total) == (1, 1)


@pytest.mark.parametrize("count", [0, -1])
def test_a_limit_that_leaves_nothing_is_refused_by_every_stage(bench: Path, tmp_path: Path, count: int) -> None:
    out = tmp_path / "out"
    with pytest.raises(UsageError, match=f"limit={count} leaves nothing"):
        ask(bench, out=out, options=AskOptions(system="baseline/empty", limit=count), work=INLINE)
    with pytest.raises(UsageError, match=f"limit={count} leaves nothing"):
        make(bench / "corpus", out=out, options=MakeOptions(limit=count), work=INLINE)
    with pytest.raises(UsageError, match=f"n={count} leaves nothing"):
        make(bench / "corpus", out=out, options=MakeOptions(n=count), work=INLINE)
    with pytest.raises(UsageError, match=f"sample={count} leaves nothing"):
        estimate(bench, options=EstimateOptions(sample=count))
    with pytest.raises(UsageError, match=f"limit={count}"):
        retrieve(bench, options=RetrieveOptions(limit=count), work=INLINE)
    assert not out.exists()
