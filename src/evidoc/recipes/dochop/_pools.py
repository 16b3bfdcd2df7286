"""The pools that evidoc brings, one table of a TOML file each in `pools/`, checked when they are loaded.

Source: DH-01 to DH-05.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from functools import cache
from importlib.resources import files
from itertools import combinations

from evidoc.errors import InvalidRecord, UnknownName
from evidoc.recipes.dochop._pool_rules import faults_of_pool, overlap
from evidoc.recipes.dochop._records import Dimension, Metric, Pool

MOST_ALIKE = 0.5  # Jaccard overlap of the names of two pools; DH-04
_CALENDARS = "calendars.toml"
_FIELDS = frozenset({
    "domain", "topic", "entity", "kicker", "calendar", "entities", "dimensions", "metrics", "language",
})  # fmt: skip

Table = Mapping[str, object]


@cache
def pools(language: str = "") -> tuple[Pool, ...]:
    """Give the bundled pools, sorted by id; those of one language where it is named.

    Raises:
        InvalidRecord: A pool has faults, or two are too much alike; the message has all of them.
    """
    found = tuple(sorted(_bundled(), key=lambda pool: pool.id))
    faults = [f"{pool.id}: {fault}" for pool in found for fault in faults_of_pool(pool)]
    faults += [f"{first} and {second} share {share:.0%} of their names" for first, second, share in alike(found)]
    if faults:
        raise InvalidRecord(f"pools: {'; '.join(faults)}; mend them")
    return tuple(pool for pool in found if language in ("", pool.language))


def pool_named(name: str) -> Pool:
    """Give the bundled pool with an id.

    Raises:
        UnknownName: There is none.
    """
    known = {pool.id: pool for pool in pools()}
    if name not in known:
        raise UnknownName(name, kind="pool", known=tuple(known))
    return known[name]


def alike(found: Sequence[Pool], *, most: float = MOST_ALIKE) -> list[tuple[str, str, float]]:
    """Give the pairs of pools that share more of their names than may be (DH-04)."""
    pairs = ((first, second, overlap(first, second)) for first, second in combinations(found, 2))
    return [(first.id, second.id, share) for first, second, share in pairs if share > most]


def pool_of(name: str, table: Table, *, calendars: Mapping[str, Sequence[str]]) -> Pool:
    """Read one pool as a file states it.

    Raises:
        InvalidRecord: A field is missing, unknown, or not of its form.
    """
    if odd := sorted(set(table) ^ (_FIELDS | {"language"} & set(table))):
        odd = [field for field in odd if field != "language"]
        if odd:
            raise InvalidRecord(
                f"pool {name}: fields {', '.join(odd)} are missing or unknown; known: {', '.join(sorted(_FIELDS))}"
            )
    calendar = calendars.get(str(table["calendar"]), ())
    singular, plural = _pair(str(table["entity"]), place=f"pool {name}: entity")
    return Pool(
        id=name,
        domain=str(table["domain"]),
        topic=str(table["topic"]),
        singular=singular,
        plural=plural,
        entities=_texts(table["entities"]),
        metrics=tuple(_metric(line, place=f"pool {name}") for line in _texts(table["metrics"])),
        dimensions=tuple(_dimension(line, place=f"pool {name}") for line in _texts(table["dimensions"])),
        timestamps=tuple(calendar[2:]),
        period=calendar[0] if calendar else "",
        periods=calendar[1] if calendar else "",
        kicker=str(table["kicker"]),
        language=str(table.get("language", "en")),
    )


def _bundled() -> Iterable[Pool]:
    folder = files("evidoc.recipes.dochop").joinpath("pools")
    calendars = tomllib.loads(folder.joinpath(_CALENDARS).read_text(encoding="utf-8"))
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".toml") and entry.name != _CALENDARS:
            for name, table in tomllib.loads(entry.read_text(encoding="utf-8")).items():
                yield pool_of(name, table, calendars=calendars)


def _texts(value: object) -> tuple[str, ...]:
    return tuple(str(entry).strip() for entry in value) if isinstance(value, list | tuple) else ()


def _pair(text: str, *, place: str) -> tuple[str, str]:
    first, slash, second = text.partition(" / ")
    if not slash:
        raise InvalidRecord(f"{place} is {text!r}; write singular / plural")
    return first.strip(), second.strip()


def _dimension(line: str, *, place: str) -> Dimension:
    names, _, members = line.partition(":")
    name, plural = _pair(names, place=f"{place}: dimension")
    return Dimension(name=name, plural=plural, members=tuple(entry.strip() for entry in members.split(",")))


def _metric(line: str, *, place: str) -> Metric:
    parts = [part.strip() for part in line.split("|")]
    try:
        name, unit, low, high, decimals, sign, dimension = parts
        return Metric(
            name=name,
            unit=unit,
            low=Decimal(low),
            high=Decimal(high),
            decimals=int(decimals),
            additive=sign == "+",
            dimension=dimension,
        )
    except (ValueError, InvalidOperation) as error:
        form = "name | unit | low | high | decimals | + or - | dimension"
        raise InvalidRecord(f"{place}: metric {line!r} does not read; write {form}") from error
