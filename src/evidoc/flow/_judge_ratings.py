"""What judges gave the items that people rated: the marks of a bench, or the scores of a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from evidoc.analyses._marks import marked
from evidoc.flow._ratings import Rated
from evidoc.records.bench import open_bench, open_run
from evidoc.statistics.judge_audit import level_of

CORRECTNESS = "correctness"
_JUDGED = "judged"  # the metric of the scorer that asks a judge


def judges_of(folder: Path, people: Sequence[Rated]) -> list[Rated]:
    """Give the judges' ratings of the items, by the criteria, that people rated; their document is that of people's rows."""
    documents = {one.item: one.document for one in people}
    criteria = {one.criterion for one in people}
    found = _of_run(folder) if (folder / "run.json").is_file() else _of_bench(folder)
    return [
        Rated(item, rater, rating, criterion, documents[item], str(folder))
        for item, rater, criterion, rating in found
        if item in documents and criterion in criteria
    ]


def _of_bench(folder: Path) -> Iterator[tuple[str, str, str, str]]:
    for one in marked(open_bench(folder)):
        for judge, marks in one.marks.items():
            for criterion, value in marks.items():
                yield one.item.id, judge, criterion, f"{value:g}"


def _of_run(folder: Path) -> Iterator[tuple[str, str, str, str]]:
    """Give the judged score of each answer as one of the three levels that people choose from."""
    for score in open_run(folder).scores():
        value = score.metrics.get(_JUDGED)
        if value is not None:
            yield score.item, _JUDGED, CORRECTNESS, f"{level_of(value):g}"
