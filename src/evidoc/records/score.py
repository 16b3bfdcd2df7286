"""What a run gave, item by item, and what the scorers say of it."""

from __future__ import annotations

from evidoc.records.record import Record
from evidoc.records.reply import ReplyStatus, Truncation, Usage


class Scored(Record, frozen=True, kw_only=True):
    """What one scorer says of one reply: numbers by metric, reasons where there is none, notes for people.

    `supposed` is the number, or the reason why there is none, of a metric that the run may not have at all: it holds where
    another reply of the run has a number for it.
    """

    metrics: dict[str, float] = {}
    unscored: dict[str, str] = {}
    detail: dict[str, str] = {}
    supposed: dict[str, float | str] = {}


class Run(Record, frozen=True, kw_only=True):
    """One system's reply to one item: a row of `replies.jsonl`.

    `text` is the final answer; `reasoning` is what was thought before it and is never scored (case
    E02). `tries` counts requests (case E06).
    """

    item: str
    system: str
    status: ReplyStatus
    text: str = ""
    reasoning: str = ""
    seconds: float = 0.0
    tries: int = 1
    usage: Usage = Usage()
    prompt: str = ""
    view: str = ""
    access: str = ""
    truncated: Truncation = Truncation()
    detail: str = ""


class Signature(Record, frozen=True, kw_only=True):
    """What a number was computed by, so that two of them can be compared."""

    scorer: str
    version: str
    options: str = ""


class Score(Record, frozen=True, kw_only=True):
    """One item's numbers: a row of `scores.jsonl`; a metric without a number has its reason in `unscored`."""

    item: str
    outcome: ReplyStatus
    metrics: dict[str, float | None]
    unscored: dict[str, str]
    detail: dict[str, str]
