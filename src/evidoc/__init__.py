"""evidoc: verified question answering over your documents, where every answer points at its evidence.

The verbs `read`, `curate`, `make`, `check`, `split`, `ask`, `score`, `report`, `compare` and `stats` work on folders;
the nouns are what the folders hold. Each is loaded when it is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from evidoc.errors import EvidocError
    from evidoc.flow.ask import AskOptions, ask
    from evidoc.flow.check import check
    from evidoc.flow.compare import compare
    from evidoc.flow.curate import CurateOptions, curate
    from evidoc.flow.make import MakeOptions, make
    from evidoc.flow.read import ReadOptions, read
    from evidoc.flow.report import ReportOptions, report
    from evidoc.flow.score import ScoreOptions, score
    from evidoc.flow.split import SplitOptions, split
    from evidoc.flow.stats import stats
    from evidoc.flow.work import Progress, Work
    from evidoc.kit import Kit
    from evidoc.records.bench import Bench, RunFolder, open_bench, open_run
    from evidoc.records.corpus import Corpus, open_corpus
    from evidoc.records.document import Block, Document
    from evidoc.records.geometry import Box, Frame, Page
    from evidoc.records.item import Answer, Evidence, Item
    from evidoc.records.reply import Prompt, Reply
    from evidoc.records.score import Score
    from evidoc.records.table import Table

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "AskOptions",
    "Bench",
    "Block",
    "Box",
    "Corpus",
    "CurateOptions",
    "Document",
    "Evidence",
    "EvidocError",
    "Frame",
    "Item",
    "Kit",
    "MakeOptions",
    "Page",
    "Progress",
    "Prompt",
    "ReadOptions",
    "Reply",
    "ReportOptions",
    "RunFolder",
    "Score",
    "ScoreOptions",
    "SplitOptions",
    "Table",
    "Work",
    "ask",
    "check",
    "compare",
    "curate",
    "make",
    "open_bench",
    "open_corpus",
    "open_run",
    "read",
    "report",
    "score",
    "split",
    "stats",
]

_ROOMS = {
    "errors": ("EvidocError",),
    "flow.ask": ("AskOptions", "ask"),
    "flow.check": ("check",),
    "flow.compare": ("compare",),
    "flow.curate": ("CurateOptions", "curate"),
    "flow.make": ("MakeOptions", "make"),
    "flow.read": ("ReadOptions", "read"),
    "flow.report": ("ReportOptions", "report"),
    "flow.score": ("ScoreOptions", "score"),
    "flow.split": ("SplitOptions", "split"),
    "flow.stats": ("stats",),
    "flow.work": ("Progress", "Work"),
    "kit": ("Kit",),
    "records.bench": ("Bench", "RunFolder", "open_bench", "open_run"),
    "records.corpus": ("Corpus", "open_corpus"),
    "records.document": ("Block", "Document"),
    "records.geometry": ("Box", "Frame", "Page"),
    "records.item": ("Answer", "Evidence", "Item"),
    "records.reply": ("Prompt", "Reply"),
    "records.score": ("Score",),
    "records.table": ("Table",),
}


def __getattr__(name: str) -> object:
    """Load a name of the door from the room that has it."""
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(importlib.import_module(f"evidoc.{room}"), name)
    raise AttributeError(f"module 'evidoc' has no attribute {name!r}")
