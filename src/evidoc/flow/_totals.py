"""Means over a run's rows of scores, and the records that say them."""

from __future__ import annotations

from array import array
from collections import Counter

import msgspec

from evidoc.errors import EvidocError, InvalidRecord
from evidoc.records.item import Item
from evidoc.records.record import Record
from evidoc.records.score import Score, Signature
from evidoc.reports.reached import OVERLAP_SAID, provider_errors_said
from evidoc.shelf import read_spec
from evidoc.statistics.clusters import cluster_of
from evidoc.statistics.intervals import mean_interval

MAX_UNSCORED = 0.01  # design.md, section 2: above 1 % the run is called incomplete
FAILED = "scorer_failed"  # the key in a row's detail where a scorer raised
WAITING = "waiting"  # the key, after the scorer's name, where a judge's reply is not there yet
_NAN = float("nan")
_OVERLAP_SCORERS = ("rouge_bleu",)  # scorers of words shared, whose numbers seldom come near 1


class MetricSummary(Record, frozen=True, kw_only=True):
    """The mean of a metric over the `n` items with a number, its 95 % interval, and how many items have none.

    Without any number the mean is null, and with fewer than two documents the interval is.
    """

    mean: float | None
    low: float | None
    high: float | None
    n: int
    unscored: int


class ScoreSignature(Record, frozen=True, kw_only=True):
    """What the numbers were computed by: the scorers, the kind of interval, and the bench they are over."""

    scorers: tuple[Signature, ...]
    interval: str
    bench: str
    evidoc: str


class ScoreSummary(Record, frozen=True, kw_only=True):
    """What `evidoc score --json` prints, and `scores.json` keeps.

    `n` and `unscored` of a metric add up to all items of the bench: what the system failed at counts
    0 in `n`, what evidoc could not score is `unscored`. `outcomes` counts items by what became of the
    reply. `complete` is false where more than 1 % of the items have no number for some metric. `waiting`
    items lack a judge's reply that is not there yet. `remarks` are sentences about the judges.
    """

    metrics: dict[str, MetricSummary]
    outcomes: dict[str, int]
    complete: bool
    signature: ScoreSignature
    waiting: int = 0
    remarks: tuple[str, ...] = ()

    @property
    def unscored_by_us(self) -> int:
        """How many items that were asked have no number for some metric."""
        unscored = max((metric.unscored for metric in self.metrics.values()), default=0)
        return max(0, unscored - self.outcomes.get("not_asked", 0))

    def to_json(self) -> dict[str, object]:
        """Give the summary as plain data, ready for JSON."""
        plain: dict[str, object] = msgspec.to_builtins(self)
        return plain


class Totals:
    """Takes rows one by one; keeps eight bytes a number and the number of each row's cluster."""

    def __init__(self) -> None:
        """Start with no rows."""
        self._columns: dict[str, array[float]] = {}
        self._clusters: array[int] = array("q")
        self._codes: dict[str, int] = {}
        self._outcomes: Counter[str] = Counter()
        self._failed = self._waiting = self._overlapping = 0
        self._first_fault = ""

    def add(self, item: Item, row: Score) -> None:
        """Take an item's row."""
        for name, value in row.metrics.items():
            column = self._columns.setdefault(name, array("d"))
            column.extend([_NAN] * (len(self._clusters) - len(column)))
            column.append(_NAN if value is None else value)
        self._clusters.append(self._codes.setdefault(cluster_of(item), len(self._codes)))
        self._outcomes[row.outcome] += 1
        is_marked = any(key.startswith("saa") and key.endswith(".by") and by != "program" for key, by in row.detail.items())
        self._overlapping += read_spec(item.scorer)[0] in _OVERLAP_SCORERS and not is_marked
        self._waiting += any(key.endswith(f".{WAITING}") for key in row.detail)
        if FAILED in row.detail:
            self._failed += 1
            self._first_fault = self._first_fault or f"item {row.item}: {row.detail[FAILED]}"

    def refuse_nothing(self) -> None:
        """Stop where there is nothing to give a mean of.

        Raises:
            InvalidRecord: There are no rows.
            EvidocError: Not one could be scored.
        """
        if not self._clusters:
            raise InvalidRecord("the bench has no items; make it again")
        if self._failed == len(self._clusters):
            raise EvidocError(f"no item could be scored: {self._first_fault}; mend the scorer, or ask for others")

    def summary(self, signature: ScoreSignature, *, seed: int, remarks: tuple[str, ...] = ()) -> ScoreSummary:
        """Give the means with their intervals, and the counts; what they cannot say is added to the remarks."""
        total = len(self._clusters)
        own = (provider_errors_said(self._outcomes), self._overlap_said())
        metrics = {name: self._summed(column, seed=seed) for name, column in self._columns.items()}
        unscored = max([self._failed, self._waiting, *(metric.unscored for metric in metrics.values())])
        return ScoreSummary(
            metrics=metrics,
            outcomes=dict(sorted(self._outcomes.items())),
            complete=unscored <= MAX_UNSCORED * total,
            signature=signature,
            waiting=self._waiting,
            remarks=(*remarks, *filter(None, own)),
        )

    def _overlap_said(self) -> str:
        """Say what SAA means for answers that are compared by their words, where no judge marks them (DHQ-125)."""
        by_program = self._overlapping if "saa" in self._columns else 0
        return f"{by_program:,} of {len(self._clusters):,} items: {OVERLAP_SAID}" if by_program else ""

    def _summed(self, column: array[float], *, seed: int) -> MetricSummary:
        pairs = [(value, cluster) for value, cluster in zip(column, self._clusters, strict=False) if value == value]
        found = mean_interval([value for value, _ in pairs], clusters=[cluster for _, cluster in pairs], seed=seed)
        unscored = len(self._clusters) - found.n
        return MetricSummary(mean=found.mean, low=found.low, high=found.high, n=found.n, unscored=unscored)
