"""Files of ratings, CSV or JSON lines → ratings with their places.

A row is a rating, or an item with one column a rater, or an item of a rating sheet with one column a criterion
(`accuracy [1-4]`).
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from evidoc.errors import InvalidRecord, UsageError
from evidoc.flow._csv_rows import csv_rows

MISSING = frozenset(("", "-", "na", "n/a", "nan", "null"))  # what people write where there is no rating, in any case
_SHOWN = 5  # faults named in an error
_ABOUT = ("item", "criterion", "document")  # columns of the wide form that are no rater
SCALED = re.compile(r"(.+?) \[(.+)\]")  # the column of a rating sheet that is filled in
OWN_ANSWER, OWN_EVIDENCE = "own answer", "own evidence"  # columns of a sheet that are filled in with words
_SHAPE = "give columns item, rater, rating (one row a rating) or item and one column a rater; criterion and document may be added"


@dataclass(frozen=True, slots=True)
class Rated:
    """One rating as written, and where; an empty text where the rater gave none. `scale` is what a sheet says of it."""

    item: str
    rater: str
    rating: str
    criterion: str = ""
    document: str = ""
    place: str = ""
    scale: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table file: its columns, and where it ends in the file."""

    columns: Mapping[str, str]
    place: str


def read_ratings(paths: Sequence[Path], *, raters: Sequence[str] | None = None) -> list[Rated]:
    """Read ratings from several files, each in either form; `raters` names those that count (None: all).

    Raises:
        UsageError: A file is not there, or a rater that was named is in none.
        InvalidRecord: Rows are not of the shape, or an item is rated twice by one rater; the message names the lines.
    """
    rated: list[Rated] = []
    faults: list[str] = []
    for path in paths:
        rows = list(read_rows(path))
        rated.extend(_ratings_of(rows, path, raters=raters, faults=faults))
    _refuse_unknown(raters, rated)
    faults.extend(_contradictions(rated))
    refuse(faults)
    return rated


def read_rows(path: Path) -> Iterator[Row]:
    """Read the rows of a CSV file (comma, semicolon or tab) or a JSON lines file, every value as text.

    Raises:
        UsageError: The file is not there.
        InvalidRecord: The file has no rows, is not UTF-8, or has lines of another shape; the message names them.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{path} cannot be read ({error.strerror}); give a CSV or JSON lines file") from error
    except UnicodeDecodeError as error:
        raise InvalidRecord(f"{path}: byte {error.start} is not UTF-8; save the file as UTF-8") from error
    faults: list[str] = []
    rows = list(_json_rows(text, path, faults) if text.lstrip().startswith("{") else _csv_rows(text, path, faults))
    refuse(faults)
    if not rows:
        raise InvalidRecord(f"{path} has no rows; {_SHAPE}")
    yield from rows


def refuse(faults: Sequence[str]) -> None:
    """Refuse input with faults, naming the first few and how many there are.

    Raises:
        InvalidRecord: There is one.
    """
    if faults:
        more = f"; and {len(faults) - _SHOWN} more" if len(faults) > _SHOWN else ""
        raise InvalidRecord("; ".join(faults[:_SHOWN]) + more)


def _csv_rows(text: str, path: Path, faults: list[str]) -> Iterator[Row]:
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    header: list[str] | None = None
    try:
        for number, row in csv_rows(io.StringIO(text, newline=""), path, delimiter=delimiter, strict=True):
            cells, place = [cell.strip() for cell in row], f"{path}:{number}"
            if not any(cells):
                continue
            if header is None:
                header = cells
                faults.extend(f"{place}: column {name!r} comes twice; name each once" for name in _twice(header))
            elif len(cells) != len(header):
                faults.append(f"{place} has {len(cells)} cells under {len(header)} columns; give one a column")
            else:
                yield Row(dict(zip(header, cells, strict=True)), place)
    except InvalidRecord as error:
        faults.append(str(error))


def _json_rows(text: str, path: Path, faults: list[str]) -> Iterator[Row]:
    for number, line in enumerate(text.split("\n"), start=1):
        place = f"{path}:{number}"
        if not line.strip():
            continue
        try:
            found = msgspec.json.decode(line, type=dict[str, str | bool | int | float | None])
        except (msgspec.DecodeError, RecursionError) as error:
            faults.append(f"{place} is not a flat JSON object ({error}); give one object a line")
        else:
            yield Row({name.strip(): _text(value) for name, value in found.items()}, place)


def _text(value: str | bool | int | float | None) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value).strip()


def _twice(names: Sequence[str]) -> list[str]:
    return sorted({name for name in names if names.count(name) > 1})


def _ratings_of(rows: Sequence[Row], path: Path, *, raters: Sequence[str] | None, faults: list[str]) -> Iterator[Rated]:
    columns = {name: None for row in rows for name in row.columns}
    if "item" in columns and any(SCALED.fullmatch(name) or name in (OWN_ANSWER, OWN_EVIDENCE) for name in columns):
        yield from _of_sheet(rows, path, raters=raters, faults=faults)
        return
    long = {"rater", "rating"} & columns.keys()
    if "item" not in columns or len(long) == 1 or len(columns.keys() - set(_ABOUT)) == 0:
        raise InvalidRecord(f"{path}: the columns are {', '.join(columns)}; {_SHAPE}")
    for row in rows:
        if not row.columns.get("item"):
            faults.append(f"{row.place} has no item; name what was rated")
        elif long and not row.columns.get("rater"):
            faults.append(f"{row.place} has no rater; name who rated")
        else:
            found = [(row.columns["rater"], row.columns.get("rating", ""))] if long else _wide(row)
            for rater, rating in found:
                if raters is None or rater in raters:
                    yield _rated(row, rater, rating)


def rater_of(row: Row, path: Path) -> str:
    """Give who filled in the row of a sheet: who is named there, else what the file is called."""
    return row.columns.get("rater", "").strip() or path.stem


def _of_sheet(rows: Sequence[Row], path: Path, *, raters: Sequence[str] | None, faults: list[str]) -> Iterator[Rated]:
    for row in rows:
        rater = rater_of(row, path)
        if not row.columns.get("item"):
            faults.append(f"{row.place} has no item; name what was rated")
        elif raters is None or rater in raters:
            for name, rating in row.columns.items():
                scaled = SCALED.fullmatch(name)
                if scaled is not None:
                    rated = _rated(row, rater, rating)
                    yield replace(rated, criterion=scaled[1], scale=scaled[2])


def _wide(row: Row) -> list[tuple[str, str]]:
    return [(name, rating) for name, rating in row.columns.items() if name not in _ABOUT]


def _rated(row: Row, rater: str, rating: str) -> Rated:
    return Rated(
        item=row.columns["item"],
        rater=rater,
        rating="" if rating.lower() in MISSING else rating,
        criterion=row.columns.get("criterion", ""),
        document=row.columns.get("document", ""),
        place=row.place,
    )


def _refuse_unknown(raters: Sequence[str] | None, rated: Sequence[Rated]) -> None:
    known = list(dict.fromkeys(one.rater for one in rated))
    missing = [rater for rater in raters or () if rater not in known]
    if missing:
        raise UsageError(f"no ratings by {', '.join(missing)}; name raters as the files do")


def _contradictions(rated: Sequence[Rated]) -> Iterator[str]:
    seen: dict[tuple[str, str, str], str] = {}
    documents: dict[str, Rated] = {}
    for one in rated:
        key = (one.criterion, one.item, one.rater)
        if key in seen:
            of = f" for {one.criterion}" if one.criterion else ""
            yield f"{one.place}: {one.rater} rated {one.item}{of} before at {seen[key]}; keep one rating"
        seen.setdefault(key, one.place)
        if one.document:
            first = documents.setdefault(one.item, one)
            if first.document != one.document:
                yield f"{one.place}: {one.item} is of {one.document}, but of {first.document} at {first.place}; give one document"
