"""evidoc list."""

from __future__ import annotations

from typing import Annotated

import typer

from evidoc.cli._options import Json
from evidoc.cli._print import say, say_json, say_table

ROOMS = (
    "readers",
    "curation",
    "linking",
    "recipes",
    "checks",
    "views",
    "systems",
    "models",
    "rubrics",
    "scorers",
    "analyses",
    "retrieval",
    "engines",
    "exporters",
    "importers",
)


def list_parts(
    room: Annotated[
        str,
        typer.Argument(
            metavar="ROOM",
            help="A room: readers, curation, linking, recipes, checks, views, systems, models, rubrics, scorers, analyses, "
            "retrieval, engines, exporters, importers.",
        ),
    ] = "",
    json: Json = False,
) -> None:
    """List the parts of a room, each in one sentence.

    \b
    evidoc list scorers
    """
    from evidoc import shelf
    from evidoc.errors import UnknownName

    if room and room not in ROOMS:
        raise UnknownName(room, kind="room", known=ROOMS)
    parts = [shelf.part(name, part) for name in ([room] if room else ROOMS) for part in shelf.names(name)]
    if json:
        say_json([{"room": part.room, "name": part.name, "summary": part.summary} for part in parts])
        return
    say_table(("room", "part", "what it does"), [(part.room, part.name, part.summary) for part in parts])
    say("more: evidoc explain ROOM.PART")
