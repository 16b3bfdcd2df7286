r"""Commands that set, follow and show counters."""

from __future__ import annotations

from collections.abc import Callable

from evidoc.readers.latex._macros import joined
from evidoc.readers.latex._numbers import shown
from evidoc.readers.latex._state import Walk


def show_counter(walk: Walk, name: str) -> None:
    r"""Take in \arabic{counter} and its kin."""
    counter = joined(walk.stream.argument()).strip().lstrip("*")
    walk.prose.take(shown(name, walk.counters.values.get(counter, 0)))


def set_counter(walk: Walk, name: str) -> None:
    r"""Follow \setcounter, \addtocounter, \stepcounter and \refstepcounter."""
    counter = joined(walk.stream.argument()).strip()
    if name in ("stepcounter", "refstepcounter"):
        walk.counters.step(counter)
        if name == "refstepcounter":
            walk.targets[-1] = walk.new_target(counter, walk.number(counter))
        return
    value = walk.plain(walk.stream.argument())
    if value.lstrip("-").isdigit() and len(value) < 8:
        if counter == "secnumdepth":
            walk.section_depth = int(value)
        start = walk.counters.values.get(counter, 0) if name == "addtocounter" else 0
        walk.counters.set(counter, start + int(value))


def new_counter(walk: Walk, name: str) -> None:
    r"""Follow \newcounter{name}[within]."""
    counter = joined(walk.stream.argument()).strip()
    walk.counters.set(counter, 0)
    outer = joined(walk.stream.optional() or []).strip()
    if outer:
        walk.counters.within[counter] = outer


def number_within(walk: Walk, name: str) -> None:
    r"""Follow \numberwithin, \counterwithin and \counterwithout."""
    walk.stream.star()
    walk.stream.optional()
    counter = joined(walk.stream.argument()).strip()
    outer = joined(walk.stream.argument()).strip()
    if counter and counter != outer:
        walk.counters.within[counter] = "" if name == "counterwithout" else outer


def value_of(walk: Walk, name: str) -> None:
    r"""Take in \value{counter} as a number."""
    walk.prose.take(str(walk.counters.values.get(joined(walk.stream.argument()).strip(), 0)))


COMMANDS: dict[str, Callable[[Walk, str], None]] = {
    **dict.fromkeys(("arabic", "alph", "Alph", "roman", "Roman", "fnsymbol"), show_counter),
    **dict.fromkeys(("setcounter", "addtocounter", "stepcounter", "refstepcounter"), set_counter),
    "newcounter": new_counter,
    **dict.fromkeys(("numberwithin", "counterwithin", "counterwithout"), number_within),
    "value": value_of,
}
