"""link: a Corpus → groups of documents to be asked about together, each with why, and for the others why not."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from evidoc.errors import InvalidRecord, NothingKept, UsageError
from evidoc.flow.work import Progress, Work
from evidoc.linking import Job, Reuse, reuse_of
from evidoc.records.corpus import Corpus, open_corpus
from evidoc.records.groups import LinkedGroup, Unlinked
from evidoc.records.store import read_rows, write_rows
from evidoc.shelf import VERBS, Part, options_of, part


@dataclass(frozen=True, slots=True)
class LinkOptions:
    """By which strategies documents are linked: spec strings, each on the whole corpus; `overwrite` replaces what is there."""

    by: tuple[str, ...] = ("keywords",)
    overwrite: bool = False


@dataclass(frozen=True, slots=True)
class StrategySummary:
    """What one strategy gave: its groups, how often documents are in them, what it left out and what it counted."""

    by: str
    groups: int
    reuse: Reuse
    left_out: dict[str, int]
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class LinkSummary:
    """What linking came to; `left_out` is the file with a row for each thing that could not be used."""

    out: Path
    left_out: Path
    documents: int
    groups: int
    strategies: tuple[StrategySummary, ...]
    seconds: float


_OPTIONS = LinkOptions()
_WORK = Work()


def link(corpus: Path, *, out: Path, options: LinkOptions = _OPTIONS, work: Work = _WORK) -> LinkSummary:
    """Write the groups of a corpus as JSON lines, and beside them `NAME.left_out.jsonl` with documents, reasons and details.

    Strategies stand one after the other, in the order given, each with its groups in its own order. A document without a
    group has at least one reason. Linking again with the same options gives the same bytes, on any engine.

    Raises:
        NothingKept: No strategy found a group; what was left out, and why, is written all the same.
        UsageError: The file holds something else, or a strategy cannot do what its options say.
        MissingDependency: A strategy needs a package that is not installed.
    """
    started = time.monotonic()
    opened = open_corpus(corpus)
    parts = [part("linking", spec) for spec in options.by]
    if not parts:
        raise UsageError("no strategy is to link; name one or more, such as keywords,citations")
    if not options.overwrite:
        _refuse_other_file(out)
    linking = _Linking()
    beside = out.with_name(f"{out.stem}.left_out.jsonl")
    try:
        count = write_rows(out, linking.groups(parts, opened, work))
    except NothingKept:
        write_rows(beside, linking.unlinked)
        raise
    write_rows(beside, linking.unlinked)
    return LinkSummary(
        out=out,
        left_out=beside,
        documents=len(opened),
        groups=count,
        strategies=tuple(linking.strategies),
        seconds=time.monotonic() - started,
    )


@dataclass(slots=True)
class _Linking:
    """The strategies at work, one after the other: their groups pass by, what is counted and left out stays."""

    strategies: list[StrategySummary] = field(default_factory=list)
    unlinked: list[Unlinked] = field(default_factory=list)

    def groups(self, parts: Sequence[Part], opened: Corpus, work: Work) -> Iterator[LinkedGroup]:
        """Give all groups; if there are none, raise while nothing has been written."""
        kept = 0
        for done, each in enumerate(parts, 1):
            yield from self._of_one(each, opened, work)
            kept += self.strategies[-1].groups
            work.progress(Progress("link", done=done, total=len(parts), kept=kept))
        if not kept:
            said = _counted(self.strategies)
            raise NothingKept(f"none of {len(opened)} documents has a partner ({said}); {_advice(parts)}")

    def _of_one(self, each: Part, opened: Corpus, work: Work) -> Iterator[LinkedGroup]:
        """Let one strategy link, and note the documents that it gave neither a group nor a reason."""
        job = Job(name=each.spec, engine=work.engine, workers=work.workers)
        uses: Counter[str] = Counter()
        count = 0
        for count, group in enumerate(_link(each, opened, job), 1):  # noqa: B007  (the last count is the result)
            uses.update(group.documents)
            yield group
        job.leave_out_rest(opened.ids, grouped=uses)
        self.unlinked += job.unlinked
        self.strategies.append(
            StrategySummary(
                by=each.spec,
                groups=count,
                reuse=reuse_of(uses, groups=count),
                left_out=dict(sorted(Counter(row.reason for row in job.unlinked).items())),
                counts=dict(sorted(job.counts.items())),
            )
        )


def _link(each: Part, opened: Corpus, job: Job) -> Iterator[LinkedGroup]:
    return cast("Iterator[LinkedGroup]", each.function()(opened, job))


def _refuse_other_file(out: Path) -> None:
    """Refuse a path that holds something other than groups."""
    if not out.exists():
        return
    try:
        for _ in read_rows(out, LinkedGroup):
            pass
    except (InvalidRecord, OSError) as error:
        raise UsageError(f"{out} holds something else than linked groups; give another --out, or --overwrite") from error


def _advice(parts: Sequence[Part]) -> str:
    """Say what could be tried: a lower threshold where a strategy has one."""
    for each in parts:
        threshold = each.options.get("threshold", options_of(each.module, VERBS["linking"]).get("threshold"))
        if isinstance(threshold, int | float) and threshold > 0:
            return f'try a lower threshold, as in --by "{each.name}(threshold={threshold / 2:g})", or another --by'
    return "give other options or another --by"


def _counted(strategies: Sequence[StrategySummary]) -> str:
    return "; ".join(
        f"{strategy.by}: " + ", ".join(f"{count} {reason}" for reason, count in strategy.left_out.items())
        for strategy in strategies
    )
