"""What a model was trained on, text by text: a Bench, or files of JSON lines, CSV or plain text."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from evidoc.errors import InvalidRecord, UsageError
from evidoc.flow._csv_rows import csv_rows
from evidoc.records.bench import open_bench

_PLAIN = (".txt", ".md")
_DEEPEST = 30  # levels of a JSON value


@dataclass(frozen=True, slots=True)
class Training:
    """One text that was trained on, and where it stands."""

    place: str
    text: str


def training_texts(path: Path) -> Iterator[Training]:
    """Give the texts of a training set: a bench's items one by one, the lines of JSON or CSV, the paragraphs of a text.

    Of a JSON line all strings count, whatever the fields are called.

    Raises:
        UsageError: The path is not there, or is of another kind.
        InvalidRecord: A line is no JSON or no CSV, or the file is not UTF-8 or not whole.
    """
    if path.is_dir():
        yield from _of_bench(path)
        return
    if not path.is_file():
        raise UsageError(f"{path} is not there; give a bench, or a .jsonl, .jsonl.gz, .csv, .txt or .md file")
    name = path.name.removesuffix(".gz")
    try:
        if name.endswith(".jsonl"):
            yield from _of_json_lines(path)
        elif name.endswith(".csv"):
            yield from _of_csv(path)
        elif name.endswith(_PLAIN):
            yield from _of_paragraphs(path)
        else:
            raise UsageError(f"{path} is of no known kind; give a bench, or a .jsonl, .jsonl.gz, .csv, .txt or .md file")
    except UnicodeDecodeError as error:
        raise InvalidRecord(f"{path}: byte {error.start} is not UTF-8; save the file as UTF-8") from error


def _of_bench(folder: Path) -> Iterator[Training]:
    if not (folder / "bench.json").is_file():
        raise UsageError(f"{folder} is no bench; give a bench, or a .jsonl, .csv, .txt or .md file of what was trained on")
    for item in open_bench(folder).items():
        texts = (item.question, item.answer.text, *(evidence.text for evidence in item.evidence))
        yield Training(f"{folder.name}: {item.id}", "\n".join(texts))


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    if path.suffix != ".gz":
        with path.open(encoding="utf-8") as file:
            yield from enumerate(file, 1)
        return
    try:
        with gzip.open(path, "rt", encoding="utf-8") as packed:
            yield from enumerate(packed, 1)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise InvalidRecord(f"{path} is not a whole gzip file ({error}); fetch it or pack it again") from error


def _of_json_lines(path: Path) -> Iterator[Training]:
    for number, line in _lines(path):
        if not line.strip():
            continue
        try:
            read = msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            raise InvalidRecord(f"{path}:{number} is no JSON ({error}); give one value a line") from error
        yield Training(f"{path.name}:{number}", "\n".join(_strings(read, 0)))


def _strings(value: object, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list) and depth < _DEEPEST:
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _strings(inner, depth + 1)


def _of_csv(path: Path) -> Iterator[Training]:
    for number, (_, row) in enumerate(csv_rows((line for _, line in _lines(path)), path), 1):
        yield Training(f"{path.name}, row {number}", "\n".join(row))


def _of_paragraphs(path: Path) -> Iterator[Training]:
    start, lines = 1, list[str]()
    for number, line in _lines(path):
        if line.strip():
            lines.append(line)
            continue
        if lines:
            yield Training(f"{path.name}:{start}", "".join(lines))
        start, lines = number + 1, []
    if lines:
        yield Training(f"{path.name}:{start}", "".join(lines))
