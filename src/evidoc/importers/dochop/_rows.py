"""The rows of DocHop's TSV: read line by line, each whole or refused with its reason.

Columns: index, image (base64), question, answer, task (or orig_task, category), depth, chart_num, example_id.
Source: formats.md, section 6.
"""

from __future__ import annotations

import base64
import binascii
import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from evidoc.errors import InvalidRecord
from evidoc.importers import Refused
from evidoc.records.csv_rows import long_rows

_MOST_BYTES = 64_000_000  # of one field; a page of 300 dpi has about 1 MB
_TASKS = ("task", "orig_task", "category")
_NEEDED = ("question", "answer")


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its question and answer, its labels, and the page as it was encoded; `image` is None where there is none."""

    number: int
    index: str
    question: str
    answer: str
    task: str
    depth: int | None
    charts: int | None
    example: str
    image: bytes | None


def read_rows(path: Path) -> Iterator[Row | Refused]:
    """Give the rows in order; a damaged one does not stop the rest.

    A short image field is the index of another row, whose image it has.

    Raises:
        InvalidRecord: The file cannot be read, is no UTF-8, or has no columns `question` and `answer`.
    """
    images: dict[str, str] = {}
    if path.is_dir():
        raise InvalidRecord(f"{path} is a folder; give the TSV file in it")
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            lines = csv.DictReader(file, delimiter="\t")
            missing = [name for name in _NEEDED if name not in (lines.fieldnames or ())]
            if missing:
                raise InvalidRecord(f"{path}: no column {', '.join(missing)}; DocHop's TSV has index, image, question, answer …")
            for number, fields in enumerate(long_rows(lines, longest=_MOST_BYTES), 1):
                yield _row(number, fields, images)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InvalidRecord(f"{path}: not a TSV file in UTF-8: {error}; export it again") from error


def _row(number: int, fields: Mapping[str | None, str | None], images: dict[str, str]) -> Row | Refused:
    values = {name: (value or "").strip() for name, value in fields.items() if name is not None and not isinstance(value, list)}
    empty = [name for name in _NEEDED if not values.get(name)]
    if empty:
        return Refused(number, f"no {' and no '.join(empty)}")
    index = values.get("index") or str(number - 1)
    try:
        image = _image(values.get("image", ""), index, images)
        depth, charts = (_whole(values.get(name, ""), name) for name in ("depth", "chart_num"))
    except ValueError as error:
        return Refused(number, str(error))
    return Row(
        number=number,
        index=index,
        question=values["question"],
        answer=values["answer"],
        task=next((values[name] for name in _TASKS if values.get(name)), ""),
        depth=depth,
        charts=charts,
        example=values.get("example_id") or index,
        image=image,
    )


def _image(text: str, index: str, images: dict[str, str]) -> bytes | None:
    if not text:
        return None
    if len(text) <= 64 and text in images:
        text = images[text]
    else:
        images[index] = text
        while len(images) > 4:  # others repeat a row that is near
            images.pop(next(iter(images)))
    try:
        return base64.b64decode(
            text.removeprefix("data:image/png;base64,").removeprefix("data:image/jpeg;base64,"), validate=True
        )
    except (binascii.Error, ValueError) as error:
        raise ValueError(f"image is no base64: {error}") from error


def _whole(text: str, name: str) -> int | None:
    if not text:
        return None
    value = float(text) if text.replace(".", "", 1).isdigit() else None
    if value is None or value != int(value):
        raise ValueError(f"{name} is {text[:40]!r}; it is a whole number")
    return int(value)
