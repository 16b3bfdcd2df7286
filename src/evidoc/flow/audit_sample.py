"""audit sample: a table of judged answers → a balanced part of it for people to judge blind (X-35, SD-52, DHQ-78)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from evidoc.errors import NothingKept, UnknownName, UsageError
from evidoc.flow._own_folder import refuse_file
from evidoc.flow._quota_draw import Share, drawn, shares_of, shortfalls
from evidoc.flow._ratings import Row, read_rows
from evidoc.records.record import Record, content_id
from evidoc.reports.csv_files import write_named
from evidoc.statistics.judge_audit import level_of

_BANDS = {0.0: "incorrect", 0.5: "partial", 1.0: "correct"}  # SD-52
_ID = "sample_id"
_BAND = re.compile(r"band\((.+)\)")


@dataclass(frozen=True, slots=True)
class SampleOptions:
    """How many rows are drawn, and what they are balanced by.

    `by` names columns; `band(score)` is the column's score from 0 to 1 as incorrect, partial or correct. The first column
    comes first: its values differ by one at most while there are rows, those of the next as far as that allows. `each`
    gives a number for each value of the first instead of `n`. `hide` names columns that go into a key file instead.
    `overwrite` replaces files that are there.
    """

    n: int = 100
    each: int | None = None
    by: tuple[str, ...] = ()
    hide: tuple[str, ...] = ()
    seed: int = 0
    overwrite: bool = False


class SampleSummary(Record, frozen=True, kw_only=True):
    """What was drawn; `short` says in words which quotas could not be met."""

    out: str
    key: str | None
    rows: int
    asked: int
    taken: int
    seed: int
    shares: tuple[Share, ...]
    short: tuple[str, ...]


_OPTIONS = SampleOptions()


def draw_sample(paths: Sequence[Path], *, out: Path, options: SampleOptions = _OPTIONS) -> SampleSummary:
    """Write a balanced sample of rows, in an order that tells nothing, as CSV or (by its suffix) JSON lines.

    Each row has a `sample_id`; where columns are hidden, a key file beside has whole rows under the same ids. Which
    rows are drawn follows from the seed and the rows alone, not from their order.

    Raises:
        UsageError: The file is there, a column is not, a score of a band is not from 0 to 1, or the numbers are not possible.
        InvalidRecord: A file is not of the shape.
        NothingKept: There are no rows to draw.
    """
    key = out.with_suffix(f".key{out.suffix}") if options.hide else None
    refuse_file(out, key, overwrite=options.overwrite)
    rows = [row for path in paths for row in read_rows(path)]
    _check(rows, options)
    strata = [_stratum(row, options.by) for row in rows]
    values = len({stratum[0] for stratum in strata}) if options.by else 1
    asked = options.n if options.each is None else options.each * values
    chosen = _draw(rows, strata, asked=asked, options=options)
    shares = shares_of(strata, [strata[index] for index in chosen], asked=asked, by=options.by)
    named = _with_ids([rows[index].columns for index in chosen])
    _write(out, named, hide=options.hide)
    if key:
        _write(key, named, hide=())
    return SampleSummary(
        out=str(out),
        key=str(key) if key else None,
        rows=len(rows),
        asked=asked,
        taken=len(chosen),
        seed=options.seed,
        shares=shares,
        short=shortfalls(shares, asked=asked, taken=len(chosen)),
    )


def _check(rows: Sequence[Row], options: SampleOptions) -> None:
    if options.n < 1 or (options.each is not None and options.each < 1):
        raise UsageError(f"a sample of {options.n if options.each is None else options.each} takes nothing; give at least 1")
    if options.each is not None and not options.by:
        raise UsageError("each is a number for each value of a column; name the column with --by")
    columns = tuple(dict.fromkeys(name for row in rows for name in row.columns))
    if _ID in columns:
        raise UsageError(f"the files have a column {_ID}, which samples get; draw from the whole table, or rename it")
    for name in (*map(_column, options.by), *options.hide):
        if name not in columns:
            raise UnknownName(name, kind="column", known=columns)


def _stratum(row: Row, by: Sequence[str]) -> tuple[str, ...]:
    return tuple(_value(row, name) for name in by)


def _value(row: Row, name: str) -> str:
    text = row.columns.get(_column(name), "")
    if not _BAND.fullmatch(name):
        return text or "(none)"
    try:
        return _BANDS[level_of(float(text))]
    except (ValueError, UsageError) as error:
        raise UsageError(f"{row.place}: {_column(name)} is {text!r}; a band needs a score from 0 to 1") from error


def _column(name: str) -> str:
    found = _BAND.fullmatch(name)
    return found[1].strip() if found else name


def _draw(rows: Sequence[Row], strata: Sequence[tuple[str, ...]], *, asked: int, options: SampleOptions) -> list[int]:
    keys = [msgspec.json.encode(row.columns).decode() for row in rows]
    chosen = drawn(keys, strata, asked=asked, each=options.each, seed=options.seed)
    if not chosen:
        raise NothingKept("there are no rows to draw from; give a table of judged answers")
    return chosen


def _with_ids(rows: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """Name each row by what it is; equal rows are told apart by their number."""
    seen: Counter[str] = Counter()
    named = []
    for row in rows:
        name = content_id("s", row)
        seen[name] += 1
        named.append({_ID: name if seen[name] == 1 else f"{name}-{seen[name]}", **row})
    return named


def _write(out: Path, rows: Sequence[Mapping[str, str]], *, hide: Sequence[str]) -> None:
    columns = [name for name in dict.fromkeys(name for row in rows for name in row) if name not in hide]
    write_named(out, columns, rows)
