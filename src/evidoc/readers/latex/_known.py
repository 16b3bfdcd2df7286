"""What knows which command, environment and kind of text that is taken as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from evidoc.readers.latex import (
    _cites,
    _code,
    _counting,
    _floats,
    _formula,
    _front,
    _inline,
    _lists,
    _mentions,
    _notes,
    _pseudo,
    _references,
    _sections,
    _tabular,
    _theorems,
)
from evidoc.readers.latex._state import Close, Walk

# Of what reads text: commands whose own definition by a document says less than is known here
_FIRM = ("label", "footnote", "includegraphics", "\\", "par", "setcounter", "refstepcounter", "begin", "end")
# Of the other parts: commands that documents define anew to set them otherwise
_FREE = frozenset({"textbf", "bf", "bfseries", "and", "sep"})


@cache
def commands() -> Mapping[str, Callable[[Walk, str], None]]:
    """Give what reads a command, by its name."""
    parts = (
        _inline, _counting, _notes, _code, _formula, _sections, _front, _floats, _tabular, _lists, _theorems, _mentions, _cites,
        _references,
    )  # fmt: skip
    found: dict[str, Callable[[Walk, str], None]] = {}
    for part in parts:
        found.update(part.COMMANDS)
    from evidoc.readers.latex import _loop

    return {**found, "begin": _loop.begin, "end": _loop.end}


@cache
def environments() -> Mapping[str, Callable[[Walk, str], Close | None]]:
    """Give what opens an environment, by its name; each gives what closes it."""
    found: dict[str, Callable[[Walk, str], Close | None]] = {}
    for part in (_theorems, _lists, _pseudo, _formula, _front, _floats, _tabular, _references, _sections):
        found.update(part.ENVIRONMENTS)
    return found


@cache
def raw_kinds() -> Mapping[str, Callable[[Walk, str, str], None]]:
    """Give what takes text as it is, by its kind; "" stands for environments."""
    return _code.RAW_KINDS


@cache
def protected() -> frozenset[str]:
    """Give the commands that a document's own definition does not change: what is not only text."""
    parts = (_code, _formula, _sections, _front, _floats, _tabular, _lists, _theorems, _mentions, _cites, _references)
    return frozenset((*_FIRM, *(name for part in parts for name in part.COMMANDS if name not in _FREE)))
