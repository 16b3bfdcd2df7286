"""Printing for people: aligned tables, and JSON where it was asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath

import msgspec

from evidoc.records.printable import UNPRINTABLE, printable

_LAYOUT = "\n\t"  # of our own texts of several lines


def say(text: str = "") -> None:
    """Print text; what a terminal cannot write or would obey is escaped, so that no name stops or changes anything (case H10)."""
    print(printable(text, keep=_LAYOUT))


def say_json(record: object) -> None:
    """Print a record as one line of JSON; a path is its text."""
    text = msgspec.json.encode(record, enc_hook=_plain, order="deterministic").decode()
    print(UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


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
    return f"{value:.3f}" if isinstance(value, float) else printable(str(value))


def _is_number(text: str) -> bool:
    return text == "–" or text.replace(".", "", 1).replace("-", "", 1).replace(",", "").isdigit()
