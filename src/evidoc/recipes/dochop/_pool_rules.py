"""What a pool must be: enough names, none that could be taken for another, and metrics that can be drawn and compared.

Source: DH-01 to DH-05.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations

from evidoc.recipes.dochop._records import Metric, Pool

LONGEST_NAME = 28  # characters; DH-02
_ENTITIES, _METRICS, _GROUPS, _DIMENSIONS, _TIMESTAMPS = (6, 12), (4, 8), (2, 5), (1, 3), (4, 12)  # DH-02
_MOST_DECIMALS = 2  # DH-34
_FEWEST_STEPS = 25  # last digits in a range: with fewer, no two values differ by more than a reading margin
_FORBIDDEN = re.compile(r"[.,;:，。；：⟦⟧|{}\[\]\"“”\n]")
_WORD = re.compile(r"\w+")


def faults_of_pool(pool: Pool) -> list[str]:
    """Give all that is wrong with a pool, in the order of its fields."""
    return [*_size_faults(pool), *_name_faults(pool), *_metric_faults(pool), *_wording_faults(pool)]


def overlap(first: Pool, second: Pool) -> float:
    """Give the Jaccard overlap of the names of two pools: entities, metrics and groups (DH-04)."""
    names, others = set(_drawn_names(first)), set(_drawn_names(second))
    union = names | others
    return len(names & others) / len(union) if union else 0.0


def _drawn_names(pool: Pool) -> list[str]:
    members = [member for dimension in pool.dimensions for member in dimension.members]
    return [*pool.entities, *(metric.name for metric in pool.metrics), *members]


def _size_faults(pool: Pool) -> Iterator[str]:
    sizes: list[tuple[str, int, tuple[int, int]]] = [
        ("entities", len(pool.entities), _ENTITIES),
        ("metrics", len(pool.metrics), _METRICS),
        ("dimensions", len(pool.dimensions), _DIMENSIONS),
        ("timestamps", len(pool.timestamps), _TIMESTAMPS),
        *((f"groups of {dimension.name!r}", len(dimension.members), _GROUPS) for dimension in pool.dimensions),
    ]
    for what, size, (fewest, most) in sizes:
        if not fewest <= size <= most:
            yield f"{size} {what}; a pool has {fewest} to {most}"


def _name_faults(pool: Pool) -> Iterator[str]:
    names = [*_drawn_names(pool), *pool.timestamps]
    for name, times in Counter(name.casefold() for name in names).items():
        if times > 1:
            yield f"name {name!r} is there {times} times"
    for name in names:
        if not name or len(name) > LONGEST_NAME:
            yield f"name {name!r} has {len(name)} characters; 1 to {LONGEST_NAME} can be drawn"
        if _FORBIDDEN.search(name):
            yield f"name {name!r} has a punctuation mark that sentences are read by"
    for name in [*_drawn_names(pool)]:
        if any(character.isdigit() for character in name):
            yield f"name {name!r} has a digit, which could be taken for a value"
    yield from _clashes(names)


def _clashes(names: Sequence[str]) -> Iterator[str]:
    """Say which names stand within other ones, so that a text with one seems to have the other."""
    folded = {name.casefold(): name for name in names if name}
    for first, second in permutations(folded, 2):
        if first in second and not (first[0].isdigit() and not first.isdigit()):
            yield f"name {folded[first]!r} is within {folded[second]!r}"


def _metric_faults(pool: Pool) -> Iterator[str]:
    dimensions = {dimension.name for dimension in pool.dimensions}
    for metric in pool.metrics:
        yield from (f"metric {metric.name!r}: {fault}" for fault in _own_faults(metric))
        if metric.dimension not in dimensions:
            yield f"metric {metric.name!r}: dimension {metric.dimension!r} is none of {', '.join(sorted(dimensions))}"
    for name, times in Counter(dimension.name for dimension in pool.dimensions).items():
        if times > 1:
            yield f"dimension {name!r} is there {times} times"


def _own_faults(metric: Metric) -> Iterator[str]:
    if not metric.unit:
        yield "no unit"
    if any(character.isdigit() for character in metric.unit) or _FORBIDDEN.search(metric.unit):
        yield f"unit {metric.unit!r} has a digit or a punctuation mark"
    if not 0 <= metric.decimals <= _MOST_DECIMALS:
        yield f"{metric.decimals} decimals; 0 to {_MOST_DECIMALS} can be read from a chart"
        return
    if metric.low >= metric.high:
        yield f"range {metric.low} to {metric.high} is empty or reversed"
        return
    if (metric.high - metric.low).scaleb(metric.decimals) < _FEWEST_STEPS:
        yield f"range {metric.low} to {metric.high} has fewer than {_FEWEST_STEPS} steps"
    if any(edge.scaleb(metric.decimals) % 1 for edge in (metric.low, metric.high)):
        yield f"range {metric.low} to {metric.high} has more than {metric.decimals} decimals"
    if metric.low < 0:
        yield f"range from {metric.low}; values below 0 have no share, ratio or growth"
    if metric.additive and metric.unit == "%":
        yield "a percentage cannot be summed"


def _wording_faults(pool: Pool) -> Iterator[str]:
    yield from _noun_faults(pool)
    fields = {
        "id": pool.id, "domain": pool.domain, "topic": pool.topic, "singular": pool.singular, "plural": pool.plural,
        "period": pool.period, "periods": pool.periods, "kicker": pool.kicker,
    }  # fmt: skip
    for field, text in fields.items():
        if not text.strip():
            yield f"{field} is empty"
    if pool.language not in ("en", "zh"):
        yield f"language {pool.language!r}; narrators speak en and zh"
    said = f"{pool.topic} {pool.kicker} {pool.singular} {pool.plural} {pool.period} {pool.periods}"
    if any(character.isdigit() for character in said):
        yield "topic, kicker or nouns have a digit"
    for name in _drawn_names(pool):
        if name and _stands_in(name, said, spaced=pool.language != "zh"):
            yield f"name {name!r} stands in the topic, the kicker or a noun"


def _noun_faults(pool: Pool) -> Iterator[str]:
    nouns = {pool.singular, pool.plural, pool.period, pool.periods}
    nouns |= {word for dimension in pool.dimensions for word in (dimension.name, dimension.plural)}
    for unit in sorted({metric.unit for metric in pool.metrics} & nouns):
        yield f"unit {unit!r} is a noun that is counted too"


def _stands_in(name: str, text: str, *, spaced: bool) -> bool:
    if not spaced:
        return name in text
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None
