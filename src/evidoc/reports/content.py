"""What a report says, section by section, as plain records that the page and the CSV files are written from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from evidoc.records.score import Signature
from evidoc.reports.board import Board, Slice
from evidoc.reports.cases import Case
from evidoc.reports.pictures import Pictures
from evidoc.reports.reached import provider_errors_said, says_little
from evidoc.reports.words import DIMENSIONS, THRESHOLD, Metric, metric, ordered
from evidoc.statistics.intervals import Interval
from evidoc.statistics.paired import Paired, paired_difference

SLICED = 3  # the metrics that slices show, the most telling first
BINS = 10
REFERENCE = "baseline/gold"
_FEW = 10  # documents: with fewer, an interval is rough


@dataclass(frozen=True, slots=True)
class Effort:
    """What a system's replies took; None where nothing was said of it."""

    seconds: float | None = None
    slowest: float | None = None
    input: int = 0
    output: int = 0
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class RunFacts:
    """A run as the report shows it: its name there, how it was made and scored, what it took, what scoring remarked."""

    name: str
    folder: str
    made_with: str
    digest: str
    settings: Mapping[str, str]
    command: str
    scorers: tuple[Signature, ...]
    interval: str
    effort: Effort = Effort()
    remarks: tuple[str, ...] = ()

    @property
    def is_reference(self) -> bool:
        """Whether the replies are the gold answers: the upper bound, and no competitor."""
        return self.settings.get("system", "") == REFERENCE

    @property
    def signature(self) -> str:
        """The scorers in one line."""
        return "; ".join(f"{one.scorer}@{one.version}" + (f"({one.options})" if one.options else "") for one in self.scorers)


@dataclass(frozen=True, slots=True)
class Standing:
    """A system's row in the leaderboard; `system` is its number, which decides colour and mark.

    `unscored` counts items without a number in what the run was scored by; `elsewhere` are metrics of other runs' scorers.
    """

    system: int
    name: str
    is_reference: bool
    means: Mapping[str, Interval]
    unscored: int
    failures: int
    outcomes: Mapping[str, int]
    elsewhere: tuple[str, ...] = ()

    @property
    def trouble(self) -> str:
        """How many replies are provider errors, and what that means for the score; "" where there are none."""
        return provider_errors_said(self.outcomes)

    @property
    def says_little(self) -> bool:
        """Whether so many replies are provider errors that the score says little of the system."""
        return says_little(self.outcomes)

    @property
    def not_asked(self) -> int:
        """How many items were not put to the system."""
        return self.outcomes.get("not_asked", 0)


@dataclass(frozen=True, slots=True)
class Dimension:
    """The slices of one dimension."""

    name: str
    title: str
    slices: tuple[Slice, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """How the leading system differs from another in the headline metric."""

    first: int
    second: int
    found: Paired


@dataclass(frozen=True, slots=True)
class Missing:
    """Items of a system without a number, for one reason: in which metrics, and how many."""

    system: int
    reason: str
    metrics: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class FunnelStep:
    """What became of candidates: how many, and for which reason."""

    outcome: str
    reason: str
    count: int
    share: float


@dataclass(frozen=True)
class Content:
    """A whole report."""

    title: str
    date: str
    bench: str
    bench_digest: str
    items: int
    documents: int
    runs: tuple[RunFacts, ...]
    metrics: tuple[Metric, ...]
    standings: tuple[Standing, ...]
    dimensions: tuple[Dimension, ...]
    pairs: tuple[Pair, ...]
    spreads: Mapping[str, tuple[tuple[int, ...], ...]]
    unscored: tuple[Missing, ...]
    funnel: tuple[FunnelStep, ...]
    bench_settings: Mapping[str, str]
    cases: tuple[Case, ...] = ()
    pictures: Pictures = field(default_factory=Pictures)

    @property
    def opened(self) -> str:
        """The metric whose slices are shown at first: the most telling one in which any system has more than 0."""
        told = (one.name for one in self.sliced if any(row.means[one.name].mean for row in self.competitors))
        return next(told, self.sliced[0].name)

    @property
    def headline(self) -> Metric:
        """The metric by which systems are ranked."""
        return self.metrics[0]

    @property
    def leader(self) -> Standing:
        """The system with the best headline score; the reference only where there is nothing else."""
        return leader_of(self.standings)

    @property
    def remarks(self) -> Mapping[str, tuple[int, ...]]:
        """What scoring remarked, each once, with the numbers of the systems that it is about."""
        found: dict[str, tuple[int, ...]] = {}
        for row in self.standings:
            for remark in self.runs[row.system].remarks:
                if remark != row.trouble:
                    found[remark] = (*found.get(remark, ()), row.system)
        return found

    @property
    def is_lead_sound(self) -> bool:
        """Whether the leading system and the next one were answered by their providers often enough to be compared."""
        second = {pair.second for pair in self.pairs[:1]}
        return not any(row.says_little for row in self.standings if row is self.leader or row.system in second)

    @property
    def competitors(self) -> tuple[Standing, ...]:
        """The systems that slices show: all but the reference, which is right everywhere."""
        return tuple(row for row in self.standings if not row.is_reference) or self.standings

    @property
    def sliced(self) -> tuple[Metric, ...]:
        """The metrics that slices show."""
        return self.metrics[:SLICED]

    @property
    def is_rough(self) -> bool:
        """Whether there are too few documents for exact intervals."""
        return self.documents < _FEW


def metrics_of(board: Board, runs: Sequence[RunFacts]) -> tuple[Metric, ...]:
    """Give the metrics of a board, explained with the thresholds of the scorers that were used."""
    threshold = " or ".join(_of_citations(runs, "threshold")) or THRESHOLD
    within = "False" not in _of_citations(runs, "within_element")
    return tuple(metric(name, threshold=threshold, within_element=within) for name in board.metrics)


def standings_of(board: Board, runs: Sequence[RunFacts]) -> tuple[Standing, ...]:
    """Give the leaderboard, by the headline metric; systems without a value come last."""
    headline = board.metrics[0]
    every = board.means()
    elsewhere = [_elsewhere(board, system, means) for system, means in enumerate(every)]
    rows = [
        Standing(
            system=system,
            name=name,
            is_reference=runs[system].is_reference,
            means=means,
            unscored=max((len(board) - means[metric].n for metric in means if metric not in elsewhere[system]), default=0),
            elsewhere=elsewhere[system],
            failures=sum(count for outcome, count in board.outcomes[system].items() if outcome not in ("answered", "not_asked")),
            outcomes=board.outcomes[system],
        )
        for system, (name, means) in enumerate(zip(board.systems, every, strict=True))
    ]
    return tuple(sorted(rows, key=lambda row: _rank(row.means[headline])))


def _elsewhere(board: Board, system: int, means: Mapping[str, Interval]) -> tuple[str, ...]:
    """Give the metrics of which a run has nothing, not even a reason, while it has others: no scorer of it gives them."""
    known = {name for name, _ in board.reasons[system]} | {name for name, interval in means.items() if interval.n}
    return tuple(name for name in means if name not in known) if known else ()


def leader_of(standings: Sequence[Standing]) -> Standing:
    """Give the first system that is not the reference, or the reference where it stands alone."""
    return next((row for row in standings if not row.is_reference), standings[0])


def dimensions_of(board: Board) -> tuple[Dimension, ...]:
    """Give the slices of every dimension that parts the items at all."""
    metrics = board.metrics[:SLICED]
    found = (Dimension(name=name, title=title, slices=board.slices(name, metrics)) for name, title in DIMENSIONS.items())
    return tuple(dimension for dimension in found if len(dimension.slices) > 1)


def pairs_of(board: Board, standings: Sequence[Standing]) -> tuple[Pair, ...]:
    """Compare the leading system with each other one, item by item; the reference is left out."""
    first = leader_of(standings).system
    others = [row.system for row in standings if row.system != first and not row.is_reference]
    return tuple(Pair(first=first, second=other, found=_compared(board, board.metrics[0], first, other)) for other in others)


def spreads_of(board: Board) -> dict[str, tuple[tuple[int, ...], ...]]:
    """Give, for each metric that is not only 0 or 1, how many items have which score, system by system."""
    found = {}
    for name in board.metrics:
        bins = tuple(_bins(board.values(system, name)) for system in range(len(board.systems)))
        if any(any(counts[1:-1]) for counts in bins):
            found[name] = bins
    return found


def unscored_of(board: Board) -> tuple[Missing, ...]:
    """Give why items have no number: metrics that lack it for the same reason on as many items are named together."""
    found = []
    for system, reasons in enumerate(board.reasons):
        together: dict[tuple[str, int], list[str]] = {}
        for (name, reason), count in reasons.items():
            together.setdefault((reason, count), []).append(name)
        found += [Missing(system, reason, ordered(names), count) for (reason, count), names in sorted(together.items())]
    return tuple(found)


def funnel_of(counts: Mapping[tuple[str, str], int]) -> tuple[FunnelStep, ...]:
    """Order what became of candidates: kept first, then by how many."""
    total = sum(counts.values()) or 1
    ranked = sorted(counts.items(), key=lambda pair: (pair[0][0] != "kept", -pair[1], pair[0]))
    return tuple(FunnelStep(outcome, reason, count, count / total) for (outcome, reason), count in ranked)


def _of_citations(runs: Sequence[RunFacts], option: str) -> list[str]:
    """Give what the citations scorers had for an option; several where runs differ."""
    options = [one.options for run in runs for one in run.scorers if one.scorer == "citations"]
    return sorted({part.partition("=")[2] for text in options for part in text.split(", ") if part.startswith(f"{option}=")})


def _rank(interval: Interval) -> tuple[bool, float]:
    return (interval.mean is None, -(interval.mean or 0.0))


def _compared(board: Board, metric: str, first: int, second: int) -> Paired:
    pairs = [
        (None if a != a else a, None if b != b else b)
        for a, b in zip(board.values(first, metric), board.values(second, metric), strict=True)
    ]
    return paired_difference(pairs, clusters=board.clusters(), seed=board.seed)


def _bins(values: Sequence[float]) -> tuple[int, ...]:
    counts = Counter(min(BINS - 1, int(value * BINS)) for value in values if value == value)
    return tuple(counts[index] for index in range(BINS))
