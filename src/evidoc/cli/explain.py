"""evidoc explain."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Annotated

import typer

from evidoc.cli._explained import explained
from evidoc.cli._print import say, say_table

_WITHOUT_OPTIONS = ("readers", "systems", "models", "engines")  # theirs are given by evidoc, or are options of commands


def explain(
    part: Annotated[str, typer.Argument(metavar="ROOM.PART", help="For example scorers.saa or views.page_images.")],
) -> None:
    """Explain one part: what it does, its units and its options.

    \b
    evidoc explain scorers.saa
    """
    from evidoc import shelf
    from evidoc.cli.list_parts import ROOMS
    from evidoc.errors import UnknownName, UsageError

    room, dot, name = part.partition(".")
    if not dot:
        raise UsageError(f"cannot read {part!r}; write ROOM.PART, for example scorers.saa")
    if room not in ROOMS:
        raise UnknownName(room, kind="room", known=ROOMS)
    found = shelf.part(room, name)
    say(f"{room}.{name}")
    say()
    say(explained(inspect.getdoc(found.module) or ""))
    for verb in shelf.VERBS[room]:
        say()
        say(explained(inspect.getdoc(getattr(found.module, verb)) or ""))
    options = shelf.options_of(found.module, shelf.VERBS[room]) if room not in _WITHOUT_OPTIONS else {}
    if options:
        say()
        say(f"Options go in brackets, as in {name}({_example(options)}).")
        say()
        say_table(
            ("option", "default"),
            [
                (option, "(given by evidoc)" if value is inspect.Parameter.empty else _shown(value))
                for option, value in options.items()
            ],
        )


def _example(options: Mapping[str, object]) -> str:
    """Give an option as a spec string would set it, best one whose default says something."""
    name, value = next(((name, value) for name, value in options.items() if value), next(iter(options.items())))
    return f"{name}={_shown(value)}" if value and value is not inspect.Parameter.empty else f"{name}=…"


def _shown(value: object) -> str:
    return repr(value) if isinstance(value, bool | int | float | str | tuple | list | None) else str(value)
