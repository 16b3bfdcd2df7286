"""What knows which command, environment and kind of text that is taken as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from evidoc.readers.latex import (
    _cites,
    _code,
    _floats,
    _formula,
    _front,
    _inline,
    _lists,
    _mentions,
    _pseudo,
    _references,
    _sections,
    _tabular,
    _theorems,
)
from evidoc.readers.latex._state import Close, Walk

# Commands that documents define anew only to set them otherwise; what they mean is known better here
_FREE = frozenset(
    {"emph", "textbf", "bf", "texttt", "num", "unit", "qty", "up", "ac", "st", "and", "tt", "value", "symbol", "gls", "orcid"}
)


@cache
def commands() -> Mapping[str, Callable[[Walk, str], None]]:
    """Give what reads a command, by its name."""
    parts = (_inline, _code, _formula, _sections, _front, _floats, _tabular, _lists, _theorems, _mentions, _cites, _references)
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
    """Give the commands that a document's own definition does not change."""
    return frozenset(name for name in commands() if name not in _FREE)
