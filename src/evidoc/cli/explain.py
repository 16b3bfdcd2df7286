"""evidoc explain."""

from __future__ import annotations

import inspect
from typing import Annotated

import typer

from evidoc.cli._print import say, say_table


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
    say(inspect.getdoc(found.module) or "")
    for verb in shelf.VERBS[room]:
        say()
        say(f"{verb}{_signature(found, verb)}")
        say(inspect.getdoc(getattr(found.module, verb)) or "")
    options = shelf.options_of(found.module, shelf.VERBS[room])
    if options:
        say()
        say_table(
            ("option", "default"),
            [
                (option, "(given by evidoc)" if value is inspect.Parameter.empty else repr(value))
                for option, value in options.items()
            ],
        )


def _signature(part: object, verb: str) -> str:
    return str(inspect.signature(getattr(part.module, verb))).replace("'", "")  # type: ignore[attr-defined]
