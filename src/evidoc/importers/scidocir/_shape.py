"""The shape of a SciDocIR file: each block, page and relation is checked by itself, so that every wrong one is named."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import msgspec

from evidoc.errors import InvalidRecord
from evidoc.records import scidocir
from evidoc.records.record import Record

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Shaped:
    """A file of the right shape, or what is wrong with it."""

    value: scidocir.SciDocIR | None
    faults: list[str]


class _Parts(Record, frozen=True, kw_only=True):
    """The file with its lists not looked into yet."""

    document: msgspec.Raw
    categories: list[msgspec.Raw]
    pages: list[msgspec.Raw]
    blocks: list[msgspec.Raw]
    relations: list[msgspec.Raw]
    stats: msgspec.Raw


def shaped(content: bytes, *, place: str) -> Shaped:
    """Give the records of a file, or the fault of each that is not of its shape.

    Raises:
        InvalidRecord: The bytes are no JSON, or no object with the six parts of figure 8.
    """
    try:
        parts = msgspec.json.decode(content.removeprefix(b"\xef\xbb\xbf"), type=_Parts)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        said = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise InvalidRecord(f"{place}: not a SciDocIR file: {said}; see docs/reference/formats/scidocir.schema.json") from error
    faults: list[str] = []
    document = _one(parts.document, scidocir.DocumentInfo, "document", faults)
    stats = _one(parts.stats, scidocir.Stats, "stats", faults)
    categories = _all(parts.categories, scidocir.Category, "categories", faults)
    pages = _all(parts.pages, scidocir.Page, "pages", faults)
    blocks = _all(parts.blocks, scidocir.Block, "blocks", faults)
    relations = _all(parts.relations, scidocir.Relation, "relations", faults)
    if faults or document is None or stats is None:
        return Shaped(None, faults)
    value = scidocir.SciDocIR(
        document=document, categories=categories, pages=pages, blocks=blocks, relations=relations, stats=stats
    )
    return Shaped(value, [])


def _all(values: list[msgspec.Raw], kind: type[R], name: str, faults: list[str]) -> tuple[R, ...]:
    read = (_one(value, kind, f"{name}[{number}]", faults) for number, value in enumerate(values))
    return tuple(record for record in read if record is not None)


def _one(value: msgspec.Raw, kind: type[R], place: str, faults: list[str]) -> R | None:
    try:
        return msgspec.json.decode(value, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        said = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        faults.append(f"{place}: {said}")
        return None
