"""Means over a run's rows of scores, and the records that say them."""

from __future__ import annotations

from array import array
from collections import Counter

import msgspec

from evidoc.errors import EvidocError, InvalidRecord
from evidoc.flow._columns import Columns
from evidoc.records.item import Item
from evidoc.records.record import Record
from evidoc.records.score import Score, Signature
from evidoc.reports.reached import EXPLAINED_SAID, OVERLAP_SAID, Shown, provider_errors_said
from evidoc.shelf import read_spec
from evidoc.statistics.clusters import cluster_of
from evidoc.statistics.intervals import mean_interval

MAX_UNSCORED = 0.01  # design.md, section 2: above 1 % the run is called incomplete
FAILED = "scorer_failed"  # the key in a row's detail where a scorer raised
WAITING = "waiting"  # the key, after the scorer's name, where a judge's reply is not there yet
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
    items lack a judge's reply that is not there yet. `remarks` are sentences about the judges and about what was not shown.
    `recall_ceiling` is the mean share of the items' evidence that the system was shown, null where no item has any (DHQ-113).
    """

    metrics: dict[str, MetricSummary]
    outcomes: dict[str, int]
    complete: bool
    signature: ScoreSignature
    waiting: int = 0
    remarks: tuple[str, ...] = ()
    recall_ceiling: float | None = None

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
        self._columns = Columns()
        self._clusters: array[int] = array("q")
        self._codes: dict[str, int] = {}
        self._outcomes: Counter[str] = Counter()
        self._failed = self._waiting = self._overlapping = self._explained = 0
        self._first_fault = ""
        self._shown = Shown()

    def add(self, item: Item, row: Score, *, lost: int = 0) -> None:
        """Take an item's row; `lost` pieces of its evidence were cut off before the system was shown them."""
        if row.outcome != "not_asked":
            self._shown.add(evidence=len(item.needed), lost=lost)
        for name, value in row.metrics.items():
            self._columns.put(len(self._clusters), name, value)
        self._clusters.append(self._codes.setdefault(cluster_of(item), len(self._codes)))
        self._outcomes[row.outcome] += 1
        is_marked = any(key.startswith("saa") and key.endswith(".by") and by != "program" for key, by in row.detail.items())
        self._overlapping += read_spec(item.scorer)[0] in _OVERLAP_SCORERS and not is_marked
        self._explained += any(key.endswith(".explained") for key in row.detail)
        self._waiting += any(key.endswith(f".{WAITING}") for key in row.detail)
        if FAILED in row.detail:
            self._failed += 1
            self._first_fault = self._first_fault or f"item {row.item}: {row.detail[FAILED]}"

    def fill(self, place: int, name: str, value: float | None) -> None:
        """Give the row at a place a further number, or say that it has none."""
        self._columns.put(place, name, value)

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
        own = (provider_errors_said(self._outcomes), self._overlap_said(), self._explained_said(), self._shown.said)
        metrics = {name: self._summed(name, seed=seed) for name in self._columns.names}
        unscored = max([self._failed, self._waiting, *(metric.unscored for metric in metrics.values())])
        return ScoreSummary(
            metrics=metrics,
            outcomes=dict(sorted(self._outcomes.items())),
            complete=unscored <= MAX_UNSCORED * total,
            signature=signature,
            waiting=self._waiting,
            remarks=(*remarks, *filter(None, own)),
            recall_ceiling=self._shown.ceiling,
        )

    def _overlap_said(self) -> str:
        """Say what SAA means for answers that are compared by their words, where no judge marks them (DHQ-125)."""
        by_program = self._overlapping if "saa" in self._columns.names else 0
        return f"{by_program:,} of {len(self._clusters):,} items: {OVERLAP_SAID}" if by_program else ""

    def _explained_said(self) -> str:
        """Say how many answers are right and then explained in words that could hide another one (docs/why/stated-answers.md)."""
        return f"{self._explained:,} of {len(self._clusters):,} items: {EXPLAINED_SAID}" if self._explained else ""

    def _summed(self, name: str, *, seed: int) -> MetricSummary:
        pairs = [(value, self._clusters[place]) for place, value in self._columns.numbers(name)]
        found = mean_interval([value for value, _ in pairs], clusters=[cluster for _, cluster in pairs], seed=seed)
        unscored = len(self._clusters) - found.n
        return MetricSummary(mean=found.mean, low=found.low, high=found.high, n=found.n, unscored=unscored)
