"""How a paper fine-tuned its models for naming boxes and entities: reference data, read from `published/` and never recomputed.

Source: DHQ-129, DHQ-130, DHQ-131, P-11; tables 21 and 22 of DocHop-QA.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from itertools import product
from typing import Literal

import msgspec

from evidoc.records.record import Record


class FineTuning(Record, frozen=True, kw_only=True):
    """The best settings of one model: `task` 3 names boxes, task 4 entities; `longest` is in tokens, 0 means none."""

    task: Literal["boxes", "entities"]
    model: str
    learning_rate: float
    batch: int
    longest: int
    patience: int
    warm_up: int
    setup: str = ""
    pictures: str = ""


class Cell(Record, frozen=True, kw_only=True):
    """One cell of the grid that was searched for each model."""

    learning_rate: float
    patience: int
    warm_up: int


class _Search(msgspec.Struct):
    learning_rate: list[float]
    patience: list[int]
    warm_up: list[int]


class _File(msgspec.Struct):
    search: _Search
    entries: list[FineTuning]


def fine_tunings() -> tuple[FineTuning, ...]:
    """Give the best settings of every model, in the paper's order."""
    return tuple(_read().entries)


def searched() -> tuple[Cell, ...]:
    """Give every cell of the grid that was searched."""
    search = _read().search
    return tuple(
        Cell(learning_rate=rate, patience=patience, warm_up=warm_up)
        for rate, patience, warm_up in product(search.learning_rate, search.patience, search.warm_up)
    )


@lru_cache(maxsize=1)
def _read() -> _File:
    text = files("evidoc.analyses").joinpath("published/fine_tuning.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _File)
