"""estimate: what a job would ask of models, in calls, tokens and US dollars, before anything is asked."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

from evidoc.checks import Checks
from evidoc.flow.work import refuse_counts_below_one
from evidoc.kit import Kit
from evidoc.models import Price
from evidoc.pages.picture import PictureStore
from evidoc.records.bench import Bench, open_bench
from evidoc.records.item import Item
from evidoc.records.reply import ImagePart, Prompt, Reply
from evidoc.shelf import part
from evidoc.views import Context, Shows, check_access, tokens_of_part


@dataclass(frozen=True, slots=True)
class EstimateOptions:
    """What is to be estimated: asking by `view` and `access`, or `checks` where there are any.

    `sample` items are looked at, spread over the bench. `answer_tokens` is what a reply takes at most; `solvers` and
    `price` are as in the job.
    """

    view: str = "text"
    access: str = "full"
    checks: tuple[str, ...] = ()
    solvers: int = 1
    answer_tokens: int = 4096
    price: Price | None = None
    sample: int = 50


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a job takes: calls, tokens read and at most written, pictures, and US dollars from and to where prices are known.

    Checks stop at their first finding and ask on after the first reply, so that theirs is a lower bound; `is_least` says so.
    """

    items: int
    sampled: int
    calls: int
    input_tokens: int
    output_tokens: int
    pictures: int
    least_cost: float | None
    most_cost: float | None
    is_least: bool


def estimate(bench: Path, *, options: EstimateOptions = EstimateOptions()) -> Estimate:
    """Estimate what asking a bench, or checking it, would take; nothing is asked and nothing written.

    Tokens are counted by rules of thumb: four characters each, an East Asian character one, a picture its pixels by 750.

    Raises:
        UnknownName: There is no such view, access mode or check.
        UsageError: No item is to be looked at.
    """
    refuse_counts_below_one(sample=options.sample)
    opened = open_bench(bench)
    check_access(options.access)
    items = opened.header.counts.get("items") or sum(1 for _ in opened.items())
    with TemporaryDirectory() as folder:
        meter = _Meter()
        sampled = 0
        context = Context(corpus=opened.corpus, access=options.access, pictures=PictureStore(Path(folder)), bench=opened)
        for item in _spread(opened, items, options.sample):
            _meter_item(item, context, meter, options=options)
            sampled += 1
    return _scaled(meter, items=items, sampled=sampled, options=options)


@dataclass
class _Meter:
    """A model that counts what it is asked, and answers nothing."""

    name: str = "meter"
    calls: int = 0
    tokens: int = 0
    pictures: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def answer(self, prompt: Prompt) -> Reply:
        parts = [entry for message in prompt.messages for entry in message.parts]
        with self._lock:
            self.calls += 1
            self.tokens += sum(map(tokens_of_part, parts))
            self.pictures += sum(isinstance(entry, ImagePart) for entry in parts)
        return Reply(status="empty", model=self.name)


def _meter_item(item: Item, context: Context, meter: _Meter, *, options: EstimateOptions) -> None:
    if not options.checks:
        meter.answer(cast(Shows, part("views", options.view).function())(item, context).prompt)
        return
    models = {"solver": (meter,) * options.solvers, "judge": (meter,), "writer": (meter,)}
    kit = Kit(corpus=context.corpus, models=models, pictures=context.pictures, rightness=_unsure)
    for spec in options.checks:
        cast(Checks, part("checks", spec).function())(item, context.corpus, kit)


def _unsure(item: Item, reply: Reply) -> float:
    """Call no reply right, so that a check goes on asking."""
    return 0.0


def _spread(bench: Bench, items: int, sample: int) -> Iterator[Item]:
    """Give items at even distances."""
    step = max(1, items // max(1, sample))
    return islice(islice(bench.items(), 0, None, step), sample)


def _scaled(meter: _Meter, *, items: int, sampled: int, options: EstimateOptions) -> Estimate:
    factor = items / sampled if sampled else 0.0
    calls, tokens = round(meter.calls * factor), round(meter.tokens * factor)
    written = calls * options.answer_tokens
    return Estimate(
        items=items,
        sampled=sampled,
        calls=calls,
        input_tokens=tokens,
        output_tokens=written,
        pictures=round(meter.pictures * factor),
        least_cost=_cost(options.price, tokens, 0),
        most_cost=_cost(options.price, tokens, written),
        is_least=bool(options.checks),
    )


def _cost(price: Price | None, read: int, written: int) -> float | None:
    return None if price is None else round((price.input * read + price.output * written) / 1_000_000, 6)


def names_of(estimated: Estimate) -> Sequence[tuple[str, object]]:
    """Give an estimate as rows for people."""
    rows: list[tuple[str, object]] = [
        ("items", estimated.items),
        ("calls" + (", at least" if estimated.is_least else ""), estimated.calls),
        ("tokens read" + (", at least" if estimated.is_least else ""), estimated.input_tokens),
        ("tokens written, at most for these calls", estimated.output_tokens),
        ("pictures", estimated.pictures),
    ]
    if estimated.least_cost is not None:
        rows.append(("US dollars, from", estimated.least_cost))
        rows.append(("US dollars, to", estimated.most_cost))
    return rows
