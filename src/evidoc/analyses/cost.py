"""What questions and answers cost: seconds, tokens and US dollars by kind of item, and how many a model wrote.

Source: DHQ-43; table 12 of DocHop-QA. Its four columns, seconds and peak memory of making a question and of matching an answer,
stand in the tables and are empty, which the notes say: a bench keeps no seconds, and nothing measures memory.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from evidoc.analyses._runs import Asked, asked, open_run_of
from evidoc.errors import UsageError
from evidoc.records.analysis import Analysis, Bars, Cell, Series, StatsTable
from evidoc.records.bench import Bench
from evidoc.records.item import Item

By = Literal["type", "path", "concept", "answer"]

_EVERY = "all"
_WRITTEN = re.compile(r"^(question|answer): written \(")  # how a recipe's trace says that a model wrote it
_ASKING = (
    "kind", "questions", "answers", "seconds a question", "seconds an answer", "tokens in a question", "tokens out a question",
    "dollars a question", "dollars an answer", "questions with a price", "peak memory, GB",
)  # fmt: skip
_MAKING = (
    "kind", "items", "questions by a model", "answers by a model", "seconds a question made", "peak memory of that, GB",
    "seconds an answer matched", "peak memory of that, GB",
)  # fmt: skip


def analyse(bench: Bench, *, run: str = "", by: By = "type") -> Analysis:
    """Say what a run's replies took, and how many questions and answers of the bench a model wrote.

    Kinds are those of `by`: the type of question, all its labels, its concept, or its kind of answer. A question counts also
    where the reply failed, so that what failures cost is shared by the answers that came. Seconds are those of the replies:
    one from the cache has those of the first time. Dollars are over the questions whose price is known.

    Raises:
        UsageError: The run is of another bench, or an option cannot be used.
    """
    if by not in get_args(By):
        raise UsageError(f"by={by!r}; take one of {', '.join(get_args(By))}")
    tables, figures, left_out, system = list[StatsTable](), tuple[Bars, ...](), list[str](), ""
    if run:
        folder = open_run_of(bench, run)
        groups, unasked = _grouped(asked(bench, folder), by)
        tables.append(StatsTable(name="asking", title="What replies took", header=_ASKING, rows=tuple(_rows(groups))))
        figures, system = tuple(_figures(groups)), f"{folder.system}: "
        left_out += [f"{unasked} items without a reply"] if unasked else []
        left_out.append("peak memory: a run does not measure it, so the column is empty")
    made = tuple(_made(bench, by))
    if any(row[2] or row[3] for row in made):
        tables.append(StatsTable(name="making", title="What a model wrote of the bench", header=_MAKING, rows=made))
        left_out.append("seconds and peak memory of making: a bench does not keep them, so the four columns are empty")
    return Analysis(
        name="cost",
        title="What questions and answers cost",
        note=f"{system}means by kind of item. An answer's seconds and dollars are those of all questions of its kind, shared.",
        tables=tuple(tables),
        figures=figures,
        left_out=tuple(left_out) if tables else ("no run is given, and no model wrote anything of the bench",),
    )


@dataclass
class _Spent:
    """Sums over the replies of one kind."""

    questions: int = 0
    answers: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: list[float] = field(default_factory=list)
    prices: list[float] = field(default_factory=list)
    priced_answers: int = 0

    def add(self, one: Asked) -> None:
        reply = one.reply
        assert reply is not None
        answered = reply.status == "answered"
        self.questions += 1
        self.answers += answered
        self.seconds.append(reply.seconds)
        self.tokens_in += reply.usage.input
        self.tokens_out += reply.usage.output
        if reply.usage.cost is not None:
            self.prices.append(reply.usage.cost)
            self.priced_answers += answered

    def row(self, kind: str) -> tuple[Cell, ...]:
        return (
            kind,
            self.questions,
            self.answers,
            _share(math.fsum(self.seconds), self.questions, 4),
            _share(math.fsum(self.seconds), self.answers, 4),
            _share(self.tokens_in, self.questions, 1),
            _share(self.tokens_out, self.questions, 1),
            _share(math.fsum(self.prices), len(self.prices), 8),
            _share(math.fsum(self.prices), self.priced_answers, 8),
            len(self.prices),
            None,
        )


def _grouped(every: Iterator[Asked], by: By) -> tuple[Mapping[str, _Spent], int]:
    """Sum up replies by kind, all of them first; give also how many items have none."""
    groups: dict[str, _Spent] = defaultdict(_Spent)
    groups[_EVERY] = _Spent()
    unasked = 0
    for one in every:
        if one.reply is None or one.reply.status == "not_asked":
            unasked += 1
            continue
        groups[_EVERY].add(one)
        groups[_kind(one.item, by)].add(one)
    return groups, unasked


def _kind(item: Item, by: By) -> str:
    task = item.task
    return {"type": task.type, "path": task.path, "concept": task.concept or "no concept", "answer": item.answer.kind}[by]


def _rows(groups: Mapping[str, _Spent]) -> Iterator[tuple[Cell, ...]]:
    return (groups[kind].row(kind) for kind in _ordered(groups))


def _ordered(groups: Mapping[str, object]) -> Sequence[str]:
    return (_EVERY, *sorted(kind for kind in groups if kind != _EVERY))


def _share(total: float, count: int, digits: int) -> float | None:
    return round(total / count, digits) if count else None


def _figures(groups: Mapping[str, _Spent]) -> Iterator[Bars]:
    kinds = [kind for kind in _ordered(groups) if kind != _EVERY]
    for name, title, column in (("seconds", "Seconds a question", 3), ("dollars", "US dollars a question", 7)):
        values = tuple(groups[kind].row(kind)[column] for kind in kinds)
        numbers = tuple(value if isinstance(value, float) else None for value in values)
        if any(numbers):
            yield Bars(
                name=name,
                title=title,
                x="kind of item",
                y=title.lower(),
                labels=tuple(kinds),
                series=(Series(name=name, values=numbers),),
            )


def _made(bench: Bench, by: By) -> Iterator[tuple[Cell, ...]]:
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for item in bench.items():
        written = {found[1] for step in item.construction.trace if (found := _WRITTEN.match(step))}
        for kind in (_EVERY, _kind(item, by)):
            counts[kind][0] += 1
            counts[kind][1] += "question" in written
            counts[kind][2] += "answer" in written
    return ((kind, *counts[kind], None, None, None, None) for kind in _ordered(counts))
