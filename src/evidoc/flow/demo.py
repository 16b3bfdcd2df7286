"""The whole loop on documents that evidoc brings: read, make, ask three baselines, score, report."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from evidoc.errors import UsageError
from evidoc.flow.ask import AskOptions, ask
from evidoc.flow.make import MakeOptions, make
from evidoc.flow.read import ReadOptions, read
from evidoc.flow.report import ReportOptions, report
from evidoc.flow.score import ScoreSummary, score
from evidoc.flow.work import Work
from evidoc.records.record import Record

SYSTEMS = ("gold", "bm25", "random")
ITEMS = 60
SEED = 7
_FOLDERS = ("documents", "corpus", "bench", "report", *(f"run-{name}" for name in SYSTEMS))


class DemoSummary(Record, frozen=True, kw_only=True):
    """Where the report is, and the leaderboard's rows: system, answer, evidence F1, both."""

    index: str
    items: int
    rows: tuple[tuple[str, float | None, float | None, float | None], ...]


def demo(out: Path, *, date: str, work: Work, say: Callable[[str], None]) -> DemoSummary:
    """Run every stage into folders below `out`, saying what each did.

    Raises:
        UsageError: `out` is a folder with other things in it.
    """
    _clear(out)
    sources = _copy_documents(out / "documents")
    say(f"documents: {len(sources)} files in {out / 'documents'}")
    corpus, bench = out / "corpus", out / "bench"
    reading = read([out / "documents"], out=corpus, options=ReadOptions(), work=work)
    say(f"read: {reading.documents} documents with {reading.pages} pages")
    making = make(corpus, out=bench, options=MakeOptions(recipes=("pdfqa",), n=ITEMS, seed=SEED), work=work)
    say(f"make: {making.kept} items kept of {making.candidates} candidates, each with its evidence on the page")
    scores = {name: _ask_and_score(bench, name, out=out, work=work) for name in SYSTEMS}
    say(f"ask and score: {', '.join('baseline/' + name for name in SYSTEMS)}")
    runs = [out / f"run-{name}" for name in SYSTEMS]
    options = ReportOptions(title="evidoc demo", date=date)
    summary = report(runs, out=out / "report", options=options, work=work)
    (out / "commands.txt").write_text(_commands(out), encoding="utf-8")
    return DemoSummary(index=str(summary.index), items=making.kept, rows=tuple(_row(*pair) for pair in scores.items()))


def _clear(out: Path) -> None:
    """Remove what an earlier demo left, and nothing else."""
    others = [path.name for path in out.iterdir() if path.name not in (*_FOLDERS, "commands.txt")] if out.exists() else []
    if others:
        raise UsageError(f"{out} has other things in it ({', '.join(sorted(others)[:3])}); give a new folder with --out")
    for name in _FOLDERS:
        shutil.rmtree(out / name, ignore_errors=True)


def _copy_documents(folder: Path) -> list[Path]:
    from importlib.resources import as_file, files

    folder.mkdir(parents=True)
    with as_file(files("evidoc.demo") / "documents") as documents:
        return [Path(shutil.copy(path, folder)) for path in sorted(documents.iterdir()) if path.is_file()]


def _ask_and_score(bench: Path, name: str, *, out: Path, work: Work) -> ScoreSummary:
    run = out / f"run-{name}"
    ask(
        bench,
        out=run,
        options=AskOptions(system=f"baseline/{name}", seed=SEED),
        work=Work(engine="inline", progress=work.progress),
    )
    return score(run, work=Work(engine="inline", progress=work.progress))


def _row(name: str, scores: ScoreSummary) -> tuple[str, float | None, float | None, float | None]:
    answer, evidence, both = (scores.metrics[metric].mean for metric in ("answer", "f1", "saa"))
    return f"baseline/{name}", answer, evidence, both


def _commands(out: Path) -> str:
    lines = [
        f"evidoc read {out}/documents --out {out}/corpus",
        f"evidoc make {out}/corpus --recipe pdfqa --n {ITEMS} --seed {SEED} --out {out}/bench",
    ]
    for name in SYSTEMS:
        lines.append(f"evidoc ask {out}/bench --system baseline/{name} --seed {SEED} --out {out}/run-{name}")
        lines.append(f"evidoc score {out}/run-{name}")
    runs = " ".join(f"{out}/run-{name}" for name in SYSTEMS)
    return "\n".join([*lines, f'evidoc report {runs} --out {out}/report --title "evidoc demo"', ""])
