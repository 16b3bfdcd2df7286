"""A file that says which PDF has the pages of which structured file: columns `source` and `pdf`, as CSV, TSV or JSON lines."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evidoc.errors import UsageError
from evidoc.flow._inputs import Input
from evidoc.flow._twins import PDF, Twin
from evidoc.records.printable import printable

COLUMNS = ("source", "pdf")
_SEPARATORS = {".csv": ",", ".tsv": "\t", ".tab": "\t"}
_JSON_LINES = (".jsonl", ".ndjson")
_LARGEST = 64 << 20  # bytes
_MOST_FAULTS = 20  # named in one message


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    source: str
    pdf: str


def read_twin_file(path: Path, inputs: Sequence[Input]) -> dict[int, Twin]:
    """Give the twins that a file states, by the position of the structured file.

    Paths in it are relative to its own folder, or else to the current one.

    Raises:
        UsageError: The file has another form, or names files that are not read or not of that kind, or one of
            them twice; every fault is named with its line.
    """
    faults: list[str] = []
    rows = list(_rows(path, _content(path), faults))
    places = _places(inputs)
    twins: dict[int, Twin] = {}
    used: dict[int, int] = {}
    for row in rows:
        source, pdf = (_position(text, path, places) for text in (row.source, row.pdf))
        fault = _fault(row, source, pdf, inputs=inputs, used=used)
        if fault:
            faults.append(f"line {row.line}: {fault}")
        elif source is not None and pdf is not None:
            twins[source] = Twin(pdf, f"named in {printable(path.name)}, line {row.line}")
            used |= {source: row.line, pdf: row.line}
    if faults:
        more = f" and {len(faults) - _MOST_FAULTS} more" if len(faults) > _MOST_FAULTS else ""
        raise UsageError(f"{path}: {'; '.join(faults[:_MOST_FAULTS])}{more}; mend these lines and read again")
    return twins


def _content(path: Path) -> str:
    if path.suffix.lower() not in (*_SEPARATORS, *_JSON_LINES):
        raise UsageError(f"{path}: {path.suffix or 'no suffix'!r} is no form of a twins file; give a .csv, .tsv or .jsonl file")
    try:
        if path.stat().st_size > _LARGEST:
            raise UsageError(f"{path}: over {_LARGEST >> 20} MB; give a file with two columns, source and pdf")
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8 at byte {error.start}; save it as UTF-8") from error
    except OSError as error:
        raise UsageError(f"{path}: cannot be opened: {error.strerror}; give a .csv, .tsv or .jsonl file that exists") from error


def _rows(path: Path, content: str, faults: list[str]) -> Iterator[_Row]:
    if path.suffix.lower() in _JSON_LINES:
        yield from _json_rows(content, faults)
    else:
        yield from _table_rows(content, _SEPARATORS[path.suffix.lower()], path, faults)


def _table_rows(content: str, separator: str, path: Path, faults: list[str]) -> Iterator[_Row]:
    reader = csv.reader(io.StringIO(content, newline=""), delimiter=separator)
    try:
        head = [name.strip().lower() for name in next(reader, [])]
        if not set(COLUMNS) <= set(head):
            raise UsageError(f"{path}: line 1: columns {', '.join(head) or 'none'}; give the columns source and pdf")
        source, pdf = (head.index(name) for name in COLUMNS)
        for cells in reader:
            if not any(map(str.strip, cells)):
                continue
            if len(cells) <= max(source, pdf):
                faults.append(f"line {reader.line_num}: {len(cells)} of {len(head)} columns")
                continue
            yield _Row(reader.line_num, cells[source].strip(), cells[pdf].strip())
    except csv.Error as error:
        raise UsageError(f"{path}: line {reader.line_num}: {error}; give one pair of files a line") from error


def _json_rows(content: str, faults: list[str]) -> Iterator[_Row]:
    for number, line in enumerate(content.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            faults.append(f"line {number}: no JSON")
            continue
        values = [record.get(name) for name in COLUMNS] if isinstance(record, dict) else [None]
        if not all(isinstance(value, str) for value in values):
            faults.append(f'line {number}: needs {{"source": "…", "pdf": "…"}}')
            continue
        yield _Row(number, str(values[0]).strip(), str(values[1]).strip())


def _places(inputs: Sequence[Input]) -> dict[str, int]:
    """Give the position of every file, that of the first one for files of the same bytes."""
    absolute = {os.path.abspath(entry.path): position for position, entry in enumerate(inputs)}  # noqa: PTH100
    firsts = {
        path: absolute.get(os.path.abspath(entry.first), position)  # noqa: PTH100  (resolve() would follow links)
        for (path, position), entry in zip(absolute.items(), inputs, strict=True)
        if entry.first is not None
    }
    return absolute | firsts


def _position(text: str, file: Path, places: dict[str, int]) -> int | None:
    tried = (os.path.abspath(file.parent / text), os.path.abspath(text))  # noqa: PTH100
    return next((places[path] for path in tried if path in places), None)


def _fault(row: _Row, source: int | None, pdf: int | None, *, inputs: Sequence[Input], used: dict[int, int]) -> str:
    if not row.source or not row.pdf:
        return f"no {'source' if not row.source else 'pdf'}"
    if source is None or pdf is None:
        return f"{printable(row.source if source is None else row.pdf)} is not among the files to read"
    if inputs[pdf].path.suffix.lower() != PDF:
        return f"{printable(row.pdf)} is no PDF"
    if inputs[source].path.suffix.lower() == PDF:
        return f"{printable(row.source)} is a PDF, and no structured file"
    twice = next((position for position in (source, pdf) if position in used), None)
    return f"{inputs[twice].shown} was named in line {used[twice]} already" if twice is not None else ""
