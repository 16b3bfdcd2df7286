"""SyncTeX files: where TeX has put what stands on each line of its source, as TeX itself wrote it down.

Source: the format as `man 5 synctex` describes it: one record a line, places in scaled points from the top left corner.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO, cast

from evidoc.errors import UnreadableDocument

_POINT = 65_536 * 72.27 / 72  # scaled points in a PDF point
_LONGEST = 4_000  # bytes of one line; names of files are the longest
_MOST_LINES = 20_000_000  # about 1,000 pages have one million
_INPUT = re.compile(r"Input:(\d{1,9}):(.+)")
_RECORD = re.compile(
    r"(?P<kind>[\[(hvkgxr$])(?P<tag>\d{1,9}),(?P<line>\d{1,9})(?:,-?\d{1,9})?:(?P<x>-?\d{1,10}),(?P<y>-?\d{1,10}|=)"
    r"(?::(?P<width>-?\d{1,10})(?:,(?P<height>-?\d{1,10}),(?P<depth>-?\d{1,10}))?)?"
)
_OPEN, _CLOSE = "([", ")]"
_SETTINGS = ("Magnification", "Unit", "X Offset", "Y Offset")


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of a printed line, or with `is_frame` a whole box, that comes of one line of a source file.

    Left, top, right and bottom are in points from the page's top left corner; pages count from 0, lines from 1.
    """

    line: int
    page: int
    left: float
    top: float
    right: float
    bottom: float
    is_frame: bool = False


@dataclass(slots=True)
class _Open:
    """A box of TeX that is being read: its place, and where the last thing in it began."""

    left: float
    top: float
    right: float
    bottom: float
    last: float


@dataclass(slots=True)
class _State:
    names: dict[str, str] = field(default_factory=dict)
    marks: dict[str, list[Mark]] = field(default_factory=dict)
    settings: dict[str, float] = field(
        default_factory=lambda: dict.fromkeys(_SETTINGS, 0.0) | {"Unit": 1.0, "Magnification": 1000.0}
    )
    page: int = -1
    last_y: int = 0
    opened: list[_Open] = field(default_factory=list)


def read_synctex(path: Path) -> dict[str, list[Mark]]:
    """Give the marks of each source file by the file's name without its folder, in the order in which TeX put them.

    Raises:
        UnreadableDocument: The file cannot be opened, is no SyncTeX file, or ends in the middle.
    """
    state = _State()
    try:
        with _opened(path) as file:
            _read(file, state, path)
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableDocument(f"{path}: not readable as SyncTeX: {error}; compile again with -synctex=1") from error
    return {PurePosixPath(state.names[tag]).name: marks for tag, marks in state.marks.items() if tag in state.names}


def _opened(path: Path) -> IO[bytes]:
    return cast("IO[bytes]", gzip.open(path, "rb")) if path.suffix == ".gz" else path.open("rb")


def _read(file: IO[bytes], state: _State, path: Path) -> None:
    first = file.readline(_LONGEST)
    if not first.startswith(b"SyncTeX Version:"):
        raise UnreadableDocument(f"{path}: does not begin as a SyncTeX file; compile again with -synctex=1")
    for line in _lines(file):
        _take(line, state)


def _lines(file: IO[bytes]) -> Iterator[str]:
    for _ in range(_MOST_LINES):
        line = file.readline(_LONGEST)
        if not line or line.startswith(b"Postamble:"):
            return
        yield line.decode("utf-8", "replace").rstrip("\r\n")


def _take(line: str, state: _State) -> None:
    kind = line[:1]
    if kind == "{":
        state.page = int(line[1:]) - 1 if line[1:].isdigit() and len(line) < 9 else state.page + 1
        state.opened.clear()
    elif kind in _CLOSE and kind:
        if state.opened:
            state.opened.pop()
    elif (found := _RECORD.match(line)) is not None:
        _record(found, state)
    elif (named := _INPUT.match(line)) is not None:
        state.names[named[1]] = named[2]
    else:
        name, _, value = line.partition(":")
        if name in state.settings and value.strip().lstrip("-").isdigit() and len(value) < 12:
            state.settings[name] = float(value)


def _record(found: re.Match[str], state: _State) -> None:
    kind = found["kind"]
    state.last_y = state.last_y if found["y"] == "=" else int(found["y"])
    x, y = _points(state, int(found["x"]), "X Offset"), _points(state, state.last_y, "Y Offset")
    width, height, depth = (_points(state, int(found[name] or 0)) for name in ("width", "height", "depth"))
    marks = state.marks.setdefault(found["tag"], [])
    if kind in _OPEN:
        box = _Open(x, y - height, x + width, y + depth, last=x)
        state.opened.append(box)
        if kind == "(" and width > 0 and height > 0:
            marks.append(Mark(int(found["line"]), state.page, box.left, box.top, box.right, box.bottom, is_frame=True))
        return
    if not state.opened:
        return
    around = state.opened[-1]
    left, right = sorted((around.last, x))
    right = max(right, x + width) if kind in "hvr" else right
    if right > left and around.bottom > around.top:
        marks.append(Mark(int(found["line"]), state.page, left, around.top, right, around.bottom))
    around.last = x


def _points(state: _State, scaled: int, offset: str = "") -> float:
    unit, magnified = state.settings["Unit"], state.settings["Magnification"] / 1000
    return (scaled * unit * magnified + (state.settings[offset] if offset else 0.0)) / _POINT
