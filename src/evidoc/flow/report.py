"""report: scored runs of one bench → one HTML page with every case on its pages, and tables as CSV."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from msgspec.structs import replace

from evidoc.errors import NothingKept
from evidoc.flow._own_folder import whole_folder
from evidoc.flow._replies import replies_of
from evidoc.flow._runs import aligned_scores, facts_of, open_scored
from evidoc.flow.score import bench_digest, read_summary
from evidoc.flow.work import Progress, Work
from evidoc.records.bench import Bench, RunFolder
from evidoc.records.record import Record
from evidoc.records.score import Run
from evidoc.records.store import write_bytes
from evidoc.reports.board import Board
from evidoc.reports.cases import Case, build_case
from evidoc.reports.choice import Choice, Chosen
from evidoc.reports.claims import Known, known_of
from evidoc.reports.content import (
    Content,
    RunFacts,
    dimensions_of,
    funnel_of,
    metrics_of,
    pairs_of,
    spreads_of,
    standings_of,
    unscored_of,
)
from evidoc.reports.csv_files import write_csv
from evidoc.reports.dimensions import values_of
from evidoc.reports.documents import document_facts
from evidoc.reports.page import write_page
from evidoc.reports.pictures import EMBED_BUDGET, Pictures, draw_pages
from evidoc.reports.tables import item_header, item_rows, write_tables
from evidoc.statistics.clusters import cluster_of

_HERE = Work(engine="inline")
_KEPT_OPEN = 16  # sets of documents


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """How a report is written.

    `cases` is how many items the case viewer shows, the most telling first; `embed` puts page pictures
    into the HTML file, up to `picture_bytes`, and otherwise beside it. `date` is printed as it is given;
    `seed` is that of the intervals, the same as `score` takes by default.
    """

    title: str = ""
    cases: int = 200
    embed: bool = True
    date: str = ""
    seed: int = 0
    picture_bytes: int = EMBED_BUDGET


class ReportSummary(Record, frozen=True, kw_only=True):
    """What was written where: the folder, the page, the CSV files, and how many items and cases are in it."""

    out: str
    index: str
    tables: tuple[str, ...]
    items: int
    cases: int
    pictures: int


def report(runs: Sequence[Path], *, out: Path, options: ReportOptions = ReportOptions(), work: Work = _HERE) -> ReportSummary:
    """Write `index.html` and CSV files about scored runs of one bench, all of them or none.

    Items and scores are read once, row by row; of texts only those of the shown cases are kept.

    Raises:
        UsageError: The runs are over different items, or the folder holds something else than a report.
        InvalidRecord: A run was not scored, or its scores are not those of its bench.
        NothingKept: The bench has no items.
    """
    opened = open_scored(runs)
    with whole_folder(out, kind="report") as folder:
        summary = _written(opened, folder, options=options, work=work)
    return replace(summary, out=str(out), index=str(out / "index.html"))


def _written(opened: Sequence[RunFolder], out: Path, *, options: ReportOptions, work: Work) -> ReportSummary:
    facts = facts_of(opened)
    board = Board([run.name for run in facts], seed=options.seed)
    choice = Choice(options.cases, references=[system for system, run in enumerate(facts) if run.is_reference])
    metrics = _metrics_of(opened)
    header = item_header(metrics)
    write_csv(out / "items.csv", header, _gathered(opened, facts, board=board, choice=choice, work=work))
    if not len(board):
        raise NothingKept(f"{opened[0].bench.folder}: the bench has no items; make some first")
    cases = _cases(opened, choice.best())
    pictures = _pictures(cases, opened[0].bench, folder=None if options.embed else out, budget=options.picture_bytes)
    content = _content(board, facts, opened[0], options=options, shown=(cases, pictures))
    tables = write_tables(content, out)
    write_bytes(out / "index.html", write_page(content))
    return ReportSummary(
        out=str(out),
        index=str(out / "index.html"),
        tables=("items.csv", *tables),
        items=len(board),
        cases=len(cases),
        pictures=len(pictures.sources),
    )


def _metrics_of(runs: Sequence[RunFolder]) -> tuple[str, ...]:
    """Give the names of all metrics that a run has, if only for one item."""
    found: dict[str, None] = {}
    for run in runs:
        summary = read_summary(run.folder)
        names = summary.metrics if summary is not None else (name for score in run.scores() for name in score.metrics)
        found |= dict.fromkeys(names)
    return tuple(found)


def _gathered(
    runs: Sequence[RunFolder], facts: Sequence[RunFacts], *, board: Board, choice: Choice, work: Work
) -> Iterator[tuple[object, ...]]:
    """Put every item on the board and before the choice; give the rows of `items.csv` on the way."""
    kinds = {document.id: document.kind for document in document_facts(runs[0].bench.corpus)}
    metrics, total = _metrics_of(runs), runs[0].bench.header.counts.get("items")
    for index, (item, scores) in enumerate(aligned_scores(runs)):
        cluster = cluster_of(item)
        board.add(scores, cluster=cluster, labels=values_of(item, kind=kinds.get(cluster, "")))
        choice.offer(Chosen(index=index, item=item, scores=scores))
        named = zip((run.name for run in facts), scores, strict=True)
        yield from item_rows(item, cluster=cluster, named=named, metrics=metrics)
        work.progress(Progress(stage="report", done=index + 1, total=total, kept=index + 1))


def _cases(runs: Sequence[RunFolder], chosen: Sequence[Chosen]) -> tuple[Case, ...]:
    """Fetch the replies and documents of the chosen items alone."""
    bench = runs[0].bench
    items = [one.item for one in chosen]
    replies: list[list[Run | None]] = [[row for _, row in replies_of(run).beside(items)] for run in runs]
    wanted = {context.id for item in items for context in item.documents}
    wanted |= {evidence.document for item in items for evidence in item.evidence}
    documents = {document.id: document for document in document_facts(bench.corpus, only=wanted)}
    said = lru_cache(maxsize=_KEPT_OPEN)(partial(_said, bench))
    return tuple(
        build_case(
            one,
            [column[place] for column in replies],
            documents,
            number=place + 1,
            known=said(tuple(context.id for context in one.item.documents if context.id in documents)),
        )
        for place, one in enumerate(chosen)
    )


def _said(bench: Bench, ids: tuple[str, ...]) -> Known:
    """Give what documents say, so that a reader is shown what an answer says beyond them."""
    return known_of(bench.corpus[document] for document in ids)


def _pictures(cases: Sequence[Case], bench: Bench, *, folder: Path | None, budget: int) -> Pictures:
    pages = ((page.document, page.page) for case in cases for page in case.pages)
    return draw_pages(pages, bench.corpus, folder=folder, budget=budget)


def _content(
    board: Board, facts: tuple[RunFacts, ...], run: RunFolder, *, options: ReportOptions, shown: tuple[tuple[Case, ...], Pictures]
) -> Content:
    bench = run.bench
    name = bench.folder.resolve().name
    standings = standings_of(board, facts)
    ledger = bench.ledger() if (bench.folder / "ledger.jsonl").is_file() else iter(())
    funnel = Counter((str(entry.outcome), _reason(entry.check, entry.reason)) for entry in ledger)
    return Content(
        title=options.title or f"Answers and evidence on {name}",
        date=options.date,
        bench=name,
        bench_digest=bench_digest(run),
        items=len(board),
        documents=board.documents,
        runs=facts,
        metrics=metrics_of(board, facts),
        standings=standings,
        dimensions=dimensions_of(board),
        pairs=pairs_of(board, standings),
        spreads=spreads_of(board),
        unscored=unscored_of(board),
        funnel=funnel_of(funnel),
        bench_settings=bench.header.settings,
        cases=shown[0],
        pictures=shown[1],
    )


def _reason(check: str, reason: str) -> str:
    return f"{check}: {reason}" if check and reason else check or reason
