"""What DocHop's authors measured of others: reference data, read from `published/` and never recomputed.

Source: DH-73, DH-75, P-16; the paper's sections on models and results.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

import msgspec

from evidoc.records.analysis import StatsTable
from evidoc.records.record import Record


class Anchor(Record, frozen=True, kw_only=True):
    """An accuracy in percent: one number, a range, or a bound from below where `high` is None."""

    system: str
    low: float
    high: float | None = None


class EvaluatedModel(Record, frozen=True, kw_only=True):
    """A model that was evaluated, in one or several variants, perhaps with reasoning, and with the question alone."""

    name: str
    is_open: bool
    variants: tuple[str, ...] = ()
    reasoning: bool = False
    guesses: bool = False


class Published(Record, frozen=True, kw_only=True):
    """All that the file has; accuracies are over `items`, of which people took so many minutes each."""

    items: int
    minutes_of_people: int
    anchors: tuple[Anchor, ...]
    models: tuple[EvaluatedModel, ...]


@lru_cache(maxsize=1)
def published() -> Published:
    """Give what the paper prints."""
    text = files("evidoc.analyses").joinpath("published/dochop.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Published)


def published_tables() -> Iterator[StatsTable]:
    """Give the published accuracies and the models that they are of, as tables that say so."""
    found = published()
    yield StatsTable(
        name="published",
        title=f"Published by DocHop, over its own {found.items:,} items: accuracy in percent",
        header=("system", "from", "to"),
        rows=tuple((anchor.system, anchor.low, anchor.high) for anchor in found.anchors),
    )
    yield StatsTable(
        name="published_models",
        title="Models that DocHop evaluated",
        header=("model", "variants", "open", "with reasoning too", "with the question alone too"),
        rows=tuple(
            (model.name, ", ".join(model.variants), *map(_yes, (model.is_open, model.reasoning, model.guesses)))
            for model in found.models
        ),
    )


def _yes(claim: bool) -> str:
    return "yes" if claim else "no"
