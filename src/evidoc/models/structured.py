"""Answers as JSON: asked for by schema, read by a ladder from strict to repaired, and asked once more with the fault.

Source: X-36; cases E02, E04, E10.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

import msgspec

from evidoc.errors import InvalidRecord
from evidoc.models._fitting import Fitted, Written, fit
from evidoc.models._loose_json import read_loosely
from evidoc.models._model import Model
from evidoc.models._schema import schema_of
from evidoc.records.reply import Message, Prompt, Reply, TextPart, Usage
from evidoc.records.thinking import part_thinking
from evidoc.wording import Wording

__all__ = ["How", "Read", "Structured", "ask_json", "read_json", "schema_of"]

T = TypeVar("T", bound=msgspec.Struct)

How = Literal[
    "strict", "embedded", "repaired", "unparsable",
    "empty", "refused", "filtered", "truncated", "unreadable", "provider_error", "not_asked",
]  # fmt: skip
_WORDING = Wording("evidoc.models")
_LONGEST = 100_000  # characters of a reply that are searched for JSON
_MOST_CANDIDATES = 10
_DEEPEST = 100  # brackets within each other; no answer needs more
_FENCE = re.compile(r"```[\w-]*[ \t]*\n?(.*?)```", re.DOTALL)
_MARKS = re.compile(r'\\.|["{}\[\]]', re.DOTALL)
_LONGEST_FAULT = 300


@dataclass(frozen=True)
class Read(Generic[T]):
    """What was read of one text: the record and how strictly, with notes of what was changed; or the fault."""

    value: T | None
    how: How
    notes: tuple[str, ...] = ()
    fault: str = ""


@dataclass(frozen=True)
class Structured(Generic[T]):
    """What a model answered as a record, or why there is none; every reply it took is kept.

    `how` is `strict`, `embedded` in other text or a fence, or `repaired` where there is a value; `unparsable` after
    all tries, or the status of the last reply, where there is none.
    """

    value: T | None
    replies: tuple[Reply, ...] = field(default=())
    how: How = "unparsable"
    notes: tuple[str, ...] = ()
    fault: str = ""

    @property
    def usage(self) -> Usage:
        """What all replies took together."""
        return sum((reply.usage for reply in self.replies), Usage())


def ask_json(model: Model, prompt: Prompt, kind: type[T], *, tries: int = 3) -> Structured[T]:
    """Ask for a record of a kind, in at most `tries` replies.

    The prompt gets the kind's schema. A reply that cannot be read is shown to the model with the fault; one that
    was cut is asked for again with twice the limit of tokens, and never read. What was refused, filtered or not
    answered at all is not asked again.

    Raises:
        Waiting: A reply is not there yet.
        BudgetSpent: The job has used what it may.
    """
    schema = schema_of(kind)
    asked = msgspec.structs.replace(prompt, answer_schema=schema)
    replies: list[Reply] = []
    read: Read[T] = Read(None, "not_asked", fault="no try is left")
    while len(replies) < tries:
        reply = model.answer(asked)
        replies.append(reply)
        read = _read(reply, kind)
        following = _following(asked, prompt, reply=reply, read=read)
        if following is None:
            break
        asked = following
    return Structured(read.value, tuple(replies), read.how, read.notes, read.fault)


def read_json(text: str, kind: type[T]) -> Read[T]:
    """Read a record out of a text: strictly, from a fence or other text around it, and at last with repairs.

    Of several readable ones the last counts. Names that stand in an object twice are a fault, as either value
    could be meant.
    """
    final = part_thinking(text).text.strip()
    if len(final) > _LONGEST:
        return Read(None, "unparsable", fault=f"the reply has {len(final):,} characters; the limit is {_LONGEST:,}")
    candidates = _candidates(final)
    attempts: tuple[tuple[How, Sequence[str], Callable[[str], object]], ...] = (
        ("strict", (final,), _strictly),
        ("embedded", candidates, _strictly),
        ("repaired", (*candidates, final), read_loosely),
    )
    faults: list[str] = []
    for how, texts, reader in attempts:
        for candidate in reversed(texts):
            try:
                fitted: Fitted[T] = fit(reader(candidate), kind)
            except InvalidRecord as error:
                faults.append(str(error))
                continue
            return Read(fitted.value, "repaired" if fitted.notes else how, fitted.notes)
    return Read(None, "unparsable", fault=_said(faults))


def _read(reply: Reply, kind: type[T]) -> Read[T]:
    if reply.status == "answered":
        return read_json(reply.text, kind)
    return Read(None, reply.status, fault=reply.detail)


def _following(asked: Prompt, prompt: Prompt, *, reply: Reply, read: Read[T]) -> Prompt | None:
    """Give the prompt to ask next, or None where there is an answer or no use in asking."""
    if read.how == "truncated":
        return msgspec.structs.replace(asked, max_tokens=2 * asked.max_tokens)
    if read.how not in ("unparsable", "empty"):
        return None
    filled = {"fault": read.fault or "it is empty", "schema": asked.answer_schema}
    again = (
        *((Message(role="assistant", parts=(TextPart(text=reply.text),)),) if reply.text.strip() else ()),
        Message(role="user", parts=(TextPart(text=_WORDING.words("again", filled=filled)),)),
    )
    return msgspec.structs.replace(asked, messages=(*prompt.messages, *again))


def _strictly(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_once, parse_float=Written, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(f"it is not JSON: {error}") from error


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidRecord(f"it is ambiguous: {twice!r} stands there twice")
    return found


def _no_constant(name: str) -> object:
    raise InvalidRecord(f"it is not JSON: {name} is no number")


def _candidates(text: str) -> tuple[str, ...]:
    """Give what may be JSON in a text: the contents of fences, or the outermost brackets, in order."""
    fenced = [found[1].strip() for found in _FENCE.finditer(text) if found[1].strip()[:1] in ("{", "[")]
    return tuple(fenced[-_MOST_CANDIDATES:] or list(_bracketed(text))[-_MOST_CANDIDATES:])


def _bracketed(text: str) -> Iterator[str]:
    """Give the outermost brackets of a text, each to its closing; one that never closes is given to the end, and looked into."""
    begin = 0
    for _ in range(_MOST_CANDIDATES):
        found = list(_pairs(text, begin))
        yield from (text[start:end] for start, end in found)
        if not found or found[-1][1] <= len(text):
            return
        begin = found[-1][0] + 1


def _pairs(text: str, begin: int) -> Iterator[tuple[int, int]]:
    """Give where the outermost brackets begin and end; the end of one that never closes lies beyond the text."""
    depth, start, quoted = 0, -1, False
    for found in _MARKS.finditer(text, begin):
        mark = found[0]
        if mark == '"':
            quoted = not quoted and depth > 0
        elif quoted or mark[0] == "\\":
            continue
        elif mark in "{[":
            start = start if depth else found.start()
            depth += 1
            if depth > _DEEPEST:
                break
        elif depth:
            depth -= 1
            if depth == 0:
                yield start, found.end()
    if depth:
        yield start, len(text) + 1


def _said(faults: Sequence[str]) -> str:
    """Give the fault that says most: that something does not fit or is ambiguous, before that something is not JSON."""
    telling = [fault for fault in faults if not fault.startswith(("it is not JSON", "character"))]
    return (telling or faults or ["there is no JSON in it"])[0][:_LONGEST_FAULT]
