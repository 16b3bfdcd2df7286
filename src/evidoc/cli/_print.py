"""Printing for people: aligned tables, and JSON where it was asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath

import msgspec


def say(text: str = "") -> None:
    """Print one line; what the terminal cannot write is escaped, so that no name stops a run (case H10)."""
    print(text.encode("utf-8", "backslashreplace").decode("utf-8"))


def say_json(record: object) -> None:
    """Print a record as one line of JSON; a path is its text."""
    say(msgspec.json.encode(record, enc_hook=_plain, order="deterministic").decode())


def _plain(value: object) -> str:
    if isinstance(value, PurePath):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no JSON form; give the summary plain values")


def say_table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows under their headings, columns aligned: numbers right, words left."""
    lines = [[_cell(value) for value in row] for row in rows]
    if not lines:
        return
    numeric = [all(_is_number(line[column]) for line in lines) for column in range(len(header))]
    widths = [max(len(line[column]) for line in [list(header), *lines]) for column in range(len(header))]
    for line in [list(header), *lines]:
        cells = (
            text.rjust(width) if right else text.ljust(width) for text, width, right in zip(line, widths, numeric, strict=True)
        )
        say("  ".join(cells).rstrip())


def _cell(value: object) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _is_number(text: str) -> bool:
    return text == "–" or text.replace(".", "", 1).replace("-", "", 1).replace(",", "").isdigit()
