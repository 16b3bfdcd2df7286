"""The whole loop on documents that evidoc brings: read, make, ask three baselines, score, report."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from evidoc.flow._own_folder import DEMO_TITLE, refuse_strange
from evidoc.flow.ask import AskOptions, ask
from evidoc.flow.make import MakeOptions, make
from evidoc.flow.read import ReadOptions, read
from evidoc.flow.report import ReportOptions, report
from evidoc.flow.score import ScoreSummary, score
from evidoc.flow.work import Work
from evidoc.records.record import Record
from evidoc.records.store import write_bytes

SYSTEMS = ("gold", "bm25", "random")
ITEMS = 60
SEED = 7


class DemoSummary(Record, frozen=True, kw_only=True):
    """Where the report is, and the leaderboard's rows: system, answer, evidence F1, both."""

    index: str
    items: int
    rows: tuple[tuple[str, float | None, float | None, float | None], ...]


def demo(out: Path, *, date: str, work: Work, say: Callable[[str], None]) -> DemoSummary:
    """Run every stage into folders below `out`, saying what each did; what an earlier demo left there is replaced.

    Raises:
        UsageError: `out` is a folder with other things in it.
    """
    refuse_strange(out, kind="demo")
    write_bytes(out / "commands.txt", _commands(out).encode())  # first: by it the folder is known
    sources = _copy_documents(out / "documents")
    say(f"documents: {len(sources)} files in {out / 'documents'}")
    corpus, bench = out / "corpus", out / "bench"
    reading = read([out / "documents"], out=corpus, options=ReadOptions(overwrite=True), work=work)
    say(f"read: {reading.documents} documents with {reading.pages} pages")
    making = make(corpus, out=bench, options=MakeOptions(recipes=("pdfqa",), n=ITEMS, seed=SEED, overwrite=True), work=work)
    say(f"make: {making.kept} items kept of {making.candidates} candidates, each with its evidence on the page")
    scores = {name: _ask_and_score(bench, name, out=out, work=work) for name in SYSTEMS}
    say(f"ask and score: {', '.join('baseline/' + name for name in SYSTEMS)}")
    runs = [out / f"run-{name}" for name in SYSTEMS]
    options = ReportOptions(title="evidoc demo", date=date)
    summary = report(runs, out=out / "report", options=options, work=work)
    return DemoSummary(index=str(summary.index), items=making.kept, rows=tuple(_row(*pair) for pair in scores.items()))


def _copy_documents(folder: Path) -> list[Path]:
    from importlib.resources import as_file, files

    folder.mkdir(exist_ok=True)
    with as_file(files("evidoc.demo") / "documents") as documents:
        return [Path(shutil.copy(path, folder)) for path in sorted(documents.iterdir()) if path.is_file()]


def _ask_and_score(bench: Path, name: str, *, out: Path, work: Work) -> ScoreSummary:
    run = out / f"run-{name}"
    ask(
        bench,
        out=run,
        options=AskOptions(system=f"baseline/{name}", seed=SEED, overwrite=True),
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
    return "\n".join([*lines, f"evidoc report {runs} --out {out}/report --title {DEMO_TITLE}", ""])
