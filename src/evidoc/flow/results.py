"""results: scored Runs → one table with the columns of the paper, BLEU over each whole run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from evidoc.answers.bleu import corpus_bleu
from evidoc.errors import UsageError
from evidoc.flow._own_folder import refuse_file
from evidoc.flow._replies import replies_of
from evidoc.flow.score import read_summary, reply_of
from evidoc.records.bench import RunFolder, open_run
from evidoc.reports.csv_files import write_csv
from evidoc.reports.result_table import ResultRow, ResultTable, columns_for, result_table
from evidoc.scorers.rouge_bleu import ROUGE, right_answers, said_text

__all__ = ["results", "row_of", "write_table"]

LABELS = ("system", "view", "access")
_SUFFIXES = (".csv", ".md")


def results(runs: Sequence[Path], *, columns: str = "", out: Path | None = None, overwrite: bool = False) -> ResultTable:
    """Give the table of scored runs; with `out` (a .csv or .md file) write it too.

    `columns` is `generative`, `indices`, `all`, or empty for what the runs were scored by.

    Raises:
        UsageError: A run has not been scored, or `out` is of another kind, or there already and not to be replaced.
        UnknownName: There is no such set of columns.
    """
    if out is not None and out.suffix not in _SUFFIXES:
        raise UsageError(f"{out} is no table file; name a .csv or .md file")
    refuse_file(out, overwrite=overwrite)
    rows = [row_of(run, labels=_labels(open_run(run))) for run in runs]
    table = result_table(rows, labels=LABELS, columns=columns or columns_for(rows))
    if out is not None:
        write_table(table, out)
    return table


def row_of(run: Path, *, labels: tuple[str, ...]) -> ResultRow:
    """Give the means of a scored run; where ROUGE was scored, BLEU of the whole run stands beside them.

    Raises:
        UsageError: The run has not been scored.
    """
    summary = read_summary(run)
    if summary is None:
        raise UsageError(f"{run} has no scores; run evidoc score {run} first")
    means: dict[str, float | None] = {name: one.mean for name, one in summary.metrics.items()}
    if ROUGE[0] in means:
        means["corpus_bleu"] = corpus_bleu(_pairs(open_run(run))) / 100
    return ResultRow(labels=labels, means=means)


def write_table(table: ResultTable, out: Path) -> None:
    """Write a table as CSV, or as Markdown where the file is called so."""
    if out.suffix == ".md":
        out.write_text(table.markdown(), encoding="utf-8")
    else:
        write_csv(out, table.header, table.rows)


def _pairs(run: RunFolder) -> Iterator[tuple[str, str]]:
    """Give what was said and what is right, item by item; what was not asked is left out, and what failed said nothing."""
    for item, row in replies_of(run).beside(run.bench.items()):
        if row is not None and row.status != "not_asked":
            yield said_text(reply_of(row)), right_answers(item)[0]


def _labels(run: RunFolder) -> tuple[str, ...]:
    settings = run.header.settings
    return run.system, settings.get("view", ""), settings.get("access", "")
