"""Scoring: items a second of the box metrics alone, and of a whole run."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.benches import demo_bench, grown
from benchmarks.measure import Row, at_least, cpu_seconds, peak_megabytes


def _run(bench: Path, out: Path) -> None:
    from evidoc.flow.ask import AskOptions, ask
    from evidoc.flow.work import Work

    ask(bench, out=out, options=AskOptions(system="baseline/gold"), work=Work(engine="inline"))


def _score(run: Path) -> None:
    from evidoc.flow.score import score

    score(run)


def measure() -> list[Row]:
    from evidoc.kit import Kit
    from evidoc.records.bench import open_bench, open_run
    from evidoc.records.reply import Reply
    from evidoc.scorers import citations

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bench = grown(demo_bench(folder), items=10_000, out=folder / "large")
        _run(bench, folder / "run")
        opened = open_bench(bench)
        kit = Kit(corpus=opened.corpus)
        pairs = [
            (item, Reply(text=row.text)) for item, row in zip(opened.items(), open_run(folder / "run").replies(), strict=True)
        ]
        seconds = cpu_seconds(lambda: [citations.score(item, reply, kit) for item, reply in pairs])
        peak, whole = peak_megabytes(_score, folder / "run")
    return [
        at_least("box metrics, items a second and core", len(pairs) / seconds, "items/s", 20_000),
        Row("evidoc score, items a second (answer, citations, both)", len(pairs) / whole, "items/s"),
        Row("peak memory of scoring 10,000 items", peak, "MB"),
    ]
