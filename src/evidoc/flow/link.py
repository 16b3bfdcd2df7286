"""link: a Corpus → groups of documents to be asked about together, each with why, and for the others why not."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from evidoc import __version__
from evidoc.errors import InvalidRecord, NothingKept, UsageError, Waiting
from evidoc.flow._link_asking import asking, refuse_writer_of_none
from evidoc.flow._roles import NO_ROLES, Roles
from evidoc.flow.work import Progress, Work
from evidoc.linking import Job, Reuse, Writer, reuse_of
from evidoc.linking._associations import WORDING
from evidoc.records.corpus import Corpus, corpus_header, open_corpus
from evidoc.records.groups import LinkedGroup, Unlinked
from evidoc.records.store import read_rows, write_rows
from evidoc.shelf import VERBS, Part, options_of, part


@dataclass(frozen=True, slots=True)
class LinkOptions:
    """By which strategies documents are linked: spec strings, each on the whole corpus; `overwrite` replaces what is there.

    `roles` may name a writer, which says of the documents with like profiles what binds them; the other strategies ask nobody.
    """

    by: tuple[str, ...] = ("keywords",)
    overwrite: bool = False
    roles: Roles = NO_ROLES


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
    """What linking came to; `left_out` is the file with a row for each thing that could not be used.

    While replies are `waiting`, neither file is written. `tokens` and `cost` in US dollars are what the writer took so far.
    """

    out: Path
    left_out: Path
    documents: int
    groups: int
    strategies: tuple[StrategySummary, ...]
    seconds: float
    waiting: int = 0
    tokens: int = 0
    cost: float = 0.0


_OPTIONS = LinkOptions()
_WORK = Work()


def link(corpus: Path, *, out: Path, options: LinkOptions = _OPTIONS, work: Work = _WORK) -> LinkSummary:
    """Write the groups of a corpus as JSON lines, and beside them `NAME.left_out.jsonl` with documents, reasons and details.

    Strategies stand one after the other, in the order given, each with its groups in its own order. A document without a
    group has at least one reason. Linking again with the same options gives the same bytes, on any engine. A writer's replies
    are kept in the folder `NAME.asked`: a linking that was stopped goes on with `resume`, and done again it asks only what
    had failed.

    Raises:
        NothingKept: No strategy found a group; what was left out, and why, is written all the same.
        UsageError: The file holds something else, a strategy cannot do what its options say, or none asks the writer.
        MissingDependency: A strategy needs a package that is not installed.
        BudgetSpent: The writer has used what it may; `resume` with a higher limit goes on.
        ResumeMismatch: Asked to resume, but what was stopped is of another corpus or other options.
    """
    started = time.monotonic()
    opened = open_corpus(corpus)
    parts = [part("linking", spec) for spec in options.by]
    if not parts:
        raise UsageError("no strategy is to link; name one or more, such as keywords,citations")
    refuse_writer_of_none(parts, options.roles)
    if not options.overwrite:
        _refuse_other_file(out)
    linking = _Linking()
    settings = _settings(corpus, parts, options.roles)
    with asking(out, options.roles, settings=settings, anew=options.overwrite, work=work) as (writer, budget):
        linking.writer = writer
        _write(out, linking, parts, opened, work)
        used = (budget.tokens, round(budget.cost, 9))
        if writer is not None and writer.journal is not None and not linking.waiting:
            writer.journal.remove()
    if not linking.kept and not linking.waiting:
        said = _counted(linking.strategies)
        raise NothingKept(f"none of {len(opened)} documents has a partner ({said}); {_advice(parts)}")
    return LinkSummary(
        out=out,
        left_out=_beside(out),
        documents=len(opened),
        groups=linking.kept,
        strategies=tuple(linking.strategies),
        seconds=time.monotonic() - started,
        waiting=linking.waiting,
        tokens=used[0],
        cost=used[1],
    )


def _write(out: Path, linking: _Linking, parts: Sequence[Part], opened: Corpus, work: Work) -> None:
    """Write groups and what was left out: no groups where there are none, and nothing while replies are waited for."""
    try:
        write_rows(out, linking.groups(parts, opened, work))
    except NothingKept:
        pass  # said by the caller, once the models are closed
    except Waiting:
        return
    write_rows(_beside(out), linking.unlinked)


def _beside(out: Path) -> Path:
    return out.with_name(f"{out.stem}.left_out.jsonl")


def _settings(corpus: Path, parts: Sequence[Part], roles: Roles) -> dict[str, str]:
    """Give what decides what a writer is asked and what becomes of its replies."""
    return {
        "made_with": f"evidoc {__version__}",
        "corpus": corpus_header(corpus).digest,
        "by": ", ".join(each.spec for each in parts),
        "wording": " ".join(WORDING.versions()),
        **roles.settings,
    }


@dataclass(slots=True)
class _Linking:
    """The strategies at work, one after the other: their groups pass by, what is counted and left out stays."""

    strategies: list[StrategySummary] = field(default_factory=list)
    unlinked: list[Unlinked] = field(default_factory=list)
    writer: Writer | None = None
    kept: int = 0
    waiting: int = 0

    def groups(self, parts: Sequence[Part], opened: Corpus, work: Work) -> Iterator[LinkedGroup]:
        """Give all groups; where there are none, or replies are not there yet, raise before the file takes its name."""
        for done, each in enumerate(parts, 1):
            yield from self._of_one(each, opened, work)
            self.kept += self.strategies[-1].groups
            work.progress(Progress("link", done=done, total=len(parts), kept=self.kept))
        if self.waiting:
            raise Waiting(f"{self.waiting} replies are not there yet")
        if not self.kept:
            raise NothingKept("no strategy found a group")

    def _of_one(self, each: Part, opened: Corpus, work: Work) -> Iterator[LinkedGroup]:
        """Let one strategy link, and note the documents that it gave neither a group nor a reason."""
        job = Job(name=each.spec, engine=work.engine, workers=work.workers, writer=self.writer)
        uses: Counter[str] = Counter()
        count = 0
        for count, group in enumerate(_link(each, opened, job), 1):  # noqa: B007  (the last count is the result)
            uses.update(group.documents)
            yield group
        job.leave_out_rest(opened.ids, grouped=uses)
        self.unlinked += job.unlinked
        self.waiting += job.waiting
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
