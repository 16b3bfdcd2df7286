"""Reporting: 10,000 items and five systems in one page."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from benchmarks.benches import demo_bench, grown
from benchmarks.measure import Row, at_most, peak_megabytes

SYSTEMS = ("gold", "bm25", "random", "empty")


def _report(runs: list[Path], out: Path) -> None:
    from evidoc.flow.report import ReportOptions, report

    report(runs, out=out, options=ReportOptions(date="2026-01-01"))


def measure() -> list[Row]:
    from evidoc.flow.ask import AskOptions, ask
    from evidoc.flow.score import score
    from evidoc.flow.work import Work

    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bench = demo_bench(folder)
        for items in (1_000, 10_000):
            large = grown(bench, items=items, out=folder / f"bench-{items}")
            runs = []
            for system in SYSTEMS:
                runs.append(folder / f"run-{items}-{system}")
                ask(large, out=runs[-1], options=AskOptions(system=f"baseline/{system}"), work=Work(engine="inline"))
                score(runs[-1])
            runs.append(folder / f"run-{items}-again")
            shutil.copytree(runs[1], runs[-1])
            peak, seconds = peak_megabytes(_report, runs, folder / f"report-{items}")
            rows.append(at_most(f"report over {items:,} items and 5 systems", seconds, "s", 10))
            rows.append(at_most("its peak memory", peak, "MB", 400))
    return rows
