"""stats: a Bench → what it consists of, by one analysis after the other; tables, figures and a page of both."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from evidoc import shelf
from evidoc.analyses import STANDARD
from evidoc.engines import Failure, run_tasks
from evidoc.errors import NothingKept, UsageError
from evidoc.flow._own_folder import refuse_strange
from evidoc.flow._stats_files import file_names, write_files
from evidoc.flow.work import Progress, Work
from evidoc.records.analysis import Analysis
from evidoc.records.bench import Bench, open_bench
from evidoc.records.record import Record

ALL = "all"
_RUN = "run"  # the option of analyses of what a system answered
_HERE = Work(engine="inline")


@dataclass(frozen=True, slots=True)
class StatsOptions:
    """What is counted: spec strings of analyses, or `all`; nothing means the standard ones.

    `runs` are folders of scored runs. Analyses with an option `run` are done once for each; those that need one are
    among `all` and the standard ones only where a run is given.
    """

    analyses: tuple[str, ...] = ()
    runs: tuple[Path, ...] = ()


class NotDone(Record, frozen=True, kw_only=True):
    """An analysis that gave nothing, and why."""

    analysis: str
    reason: str


class BenchStats(Record, frozen=True, kw_only=True):
    """What a bench consists of: how many items over how many documents, and what each analysis found.

    `specs` are the analyses as spec strings, with the options of each. `files` are the names of the tables and figures in
    the folder, where one was written.
    """

    bench: str
    items: int
    documents: int
    analyses: tuple[Analysis, ...]
    specs: tuple[str, ...] = ()
    not_done: tuple[NotDone, ...] = ()
    files: tuple[str, ...] = ()


def stats(bench: Path, *, out: Path | None = None, options: StatsOptions = StatsOptions(), work: Work = _HERE) -> BenchStats:
    """Analyse a bench in the ways that are asked for; an analysis that fails costs only itself.

    With `out`, a folder is written: `index.html`, one CSV file a table, one SVG file a figure, and `stats.json`. Tables
    and figures that an earlier call wrote there, and this one does not, are deleted.

    Raises:
        NothingKept: The bench has no items, or no analysis gave anything.
        UnknownName: There is no such analysis, or it has no such option.
        UsageError: `out` holds something else than statistics; an analysis needs a run and none is given.
    """
    if out is not None:
        refuse_strange(out, kind="statistics")
    opened = open_bench(bench)
    specs = _specs(options)
    found = _counted(opened)
    done, not_done = _analysed(opened, specs, work=work)
    if not done:
        raise NothingKept(f"{bench}: no analysis gave anything; the first: {not_done[0].analysis}: {not_done[0].reason}")
    found = replace(found, analyses=tuple(done.values()), specs=tuple(done), not_done=not_done)
    if out is None:
        return found
    found = replace(found, files=file_names(found.analyses))
    write_files(out, found)
    return found


def every_analysis(*, with_run: bool) -> tuple[str, ...]:
    """Give the names of all analyses that need no option, or with a run nothing but one; the standard ones first."""
    names = (*STANDARD, *(name for name in shelf.names("analyses") if name not in STANDARD))
    allowed = {_RUN} if with_run else set()
    return tuple(name for name in names if _needed(name) <= allowed)


def _specs(options: StatsOptions) -> tuple[str, ...]:
    """Give the spec strings of what is to be done, with the runs in them.

    Raises:
        UnknownName: There is no such analysis, or it has no such option.
        UsageError: An analysis needs an option that is not given.
    """
    chosen: list[str] = []
    for spec in options.analyses or STANDARD:
        chosen += every_analysis(with_run=bool(options.runs)) if spec == ALL else [spec]
    if options.runs and not options.analyses:
        chosen += [name for name in every_analysis(with_run=True) if _RUN in _needed(name)]
    return tuple(dict.fromkeys(spec for one in chosen for spec in _bound(one, options.runs)))


def _bound(spec: str, runs: Sequence[Path]) -> Iterator[str]:
    """Bind the runs that were given to an analysis that takes one and has none."""
    part = shelf.part("analyses", spec)
    takes = _RUN in shelf.options_of(part.module, ("analyse",)) and _RUN not in part.options
    missing = _needed(part.name) - part.options.keys() - ({_RUN} if runs else set())
    if missing:
        name = sorted(missing)[0]
        raise UsageError(f"{spec}: the option {name!r} is not given; write {part.name}({name}=…)" + _or_run(name))
    if not (takes and runs):
        yield part.spec
        return
    for run in runs:
        yield shelf.Part(part.room, part.name, part.module, {**part.options, _RUN: str(run)}).spec


def _or_run(name: str) -> str:
    return " or give a folder with --run" if name == _RUN else ""


def _needed(name: str) -> set[str]:
    """Give the options of an analysis that have no default."""
    options = shelf.options_of(shelf.part("analyses", name).module, ("analyse",))
    return {option for option, default in options.items() if default is inspect.Parameter.empty}


def _counted(bench: Bench) -> BenchStats:
    """Count the items, and the documents that their evidence is of."""
    documents, items = set[str](), 0
    for item in bench.items():
        items += 1
        documents.update(evidence.document for evidence in item.evidence)
    if not items:
        raise NothingKept(f"{bench.folder}: the bench has no items; make some first")
    return BenchStats(bench=bench.folder.resolve().name, items=items, documents=len(documents), analyses=())


@dataclass(frozen=True, slots=True)
class _Analysing:
    """What an engine calls: one analysis over the bench."""

    folder: Path

    def __call__(self, spec: str) -> Analysis:
        found = shelf.part("analyses", spec).function()(open_bench(self.folder))
        assert isinstance(found, Analysis), f"{spec} gave {type(found).__name__}"
        return found


def _analysed(bench: Bench, specs: Sequence[str], *, work: Work) -> tuple[dict[str, Analysis], tuple[NotDone, ...]]:
    """Do one analysis after the other; give what each found by its spec string, and which found nothing because they failed."""
    done: dict[str, Analysis] = {}
    not_done = []
    outcomes = run_tasks(_Analysing(bench.folder), specs, engine=work.engine, workers=work.workers)
    for spec, outcome in zip(specs, outcomes, strict=True):
        if outcome.value is not None:
            done[spec] = outcome.value
        elif outcome.failure is not None:
            not_done.append(NotDone(analysis=spec, reason=_reason(outcome.failure)))
        work.progress(Progress(stage="stats", done=len(done) + len(not_done), total=len(specs), kept=len(done)))
    return done, tuple(not_done)


def _reason(failure: Failure) -> str:
    """Give our own sentence where we foresaw the failure, else also its kind and place."""
    foreseen = failure.error in {"UsageError", "UnknownName", "MissingDependency", "InvalidRecord", "NothingKept"}
    return failure.message if foreseen else f"{failure.error}: {failure.message} ({failure.place})"
