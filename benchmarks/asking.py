"""Asking: what evidoc adds to a system that answers at once, and memory on a ladder of sizes."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.benches import demo_bench, grown
from benchmarks.measure import Row, at_least, at_most, peak_megabytes


def answer_at_once(item: dict[str, object], documents: list[dict[str, object]]) -> str:
    return "42"


def _ask(bench: Path, out: Path) -> None:
    from evidoc.flow.ask import AskOptions, ask
    from evidoc.flow.work import Work

    ask(
        bench,
        out=out,
        options=AskOptions(system="python:benchmarks.asking:answer_at_once"),
        work=Work(engine="threads", workers=8),
    )


def measure() -> list[Row]:
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bench = demo_bench(folder)
        peaks = {}
        for items in (1_000, 5_000, 20_000):
            large = grown(bench, items=items, out=folder / f"bench-{items}")
            peaks[items], seconds = peak_megabytes(_ask, large, folder / f"run-{items}")
            rows.append(
                at_least(
                    f"items a second against a system that answers at once, {items:,} items", items / seconds, "items/s", 1_000
                )
            )
            rows.append(Row(f"peak memory of asking {items:,} items", peaks[items], "MB"))
        rows.append(at_most("growth of memory from 1,000 to 20,000 items", peaks[20_000] - peaks[1_000], "MB", 50))
    return rows
