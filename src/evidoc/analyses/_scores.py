"""One metric of a scored run: which one, its value for an item, and the items that have none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from evidoc.analyses._runs import Asked
from evidoc.errors import UnknownName, UsageError
from evidoc.records.bench import RunFolder


def metric_of(folder: RunFolder, every: Sequence[Asked], wanted: str, *, preferred: Sequence[str]) -> str:
    """Give the metric that is wanted, else the first of the preferred that was scored, else the run's first.

    Raises:
        UsageError: The run was not scored.
        UnknownName: It has no such metric.
    """
    known = list(dict.fromkeys(name for one in every if one.score is not None for name in one.score.metrics))
    if not known:
        raise UsageError(f"{folder.folder} has no scores; run evidoc score first")
    if wanted and wanted not in known:
        raise UnknownName(wanted, kind="metric of the run", known=tuple(known))
    return wanted or next((name for name in preferred if name in known), known[0])


def value_of(one: Asked, metric: str) -> float | None:
    """Give an item's value of a metric; None where it has none."""
    return one.score.metrics.get(metric) if one.score is not None else None


def left_out(every: Sequence[Asked], metric: str) -> tuple[str, ...]:
    """Count the items without a value, with the reason."""
    reasons: Counter[str] = Counter()
    for one in every:
        if one.score is None:
            reasons["without a row of scores"] += 1
        elif one.score.metrics.get(metric) is None:
            reasons[one.score.unscored.get(metric, f"{metric} not scored")] += 1
    return tuple(f"{count} items: {reason}" for reason, count in sorted(reasons.items()))
