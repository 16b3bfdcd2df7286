"""Drafts to blocks: mentions printed, captions, parts and paragraphs linked, tables typed, references put in their place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from evidoc.pages.text import clean_text
from evidoc.readers._grid import Placed
from evidoc.readers._outline import Outline
from evidoc.readers._tables import finished
from evidoc.readers.latex import _cites, _mentions
from evidoc.readers.latex._drafts import Draft, Mention
from evidoc.readers.latex._numbers import RANKS
from evidoc.readers.latex._prose import resolved, resolved_line
from evidoc.readers.latex._references import PLACE, Entry
from evidoc.readers.latex._state import Walk
from evidoc.records.document import Block, Relation
from evidoc.records.table import Table

_LONGEST_RANGE = 60  # "1-200" is a range of pages or years, not of citations
_AS_LINES = frozenset({"code", "algorithm"})


@dataclass(frozen=True, slots=True)
class Emitted:
    """The blocks of a document, their relations, and what was found wrong on the way."""

    blocks: tuple[Block, ...]
    relations: tuple[Relation, ...]
    flags: tuple[str, ...]


@dataclass(slots=True)
class _Ready:
    """A draft with its final text and table, or None where it says nothing."""

    draft: Draft
    text: str
    table: Table | None


@dataclass(frozen=True, slots=True)
class _Whole:
    """What a block's links are bound by: the reading, the references, the ids of drafts, the anchors that blocks have."""

    walk: Walk
    entries: Mapping[str, Entry]
    ids: Mapping[int, int]
    anchors: frozenset[str]


def emit(walk: Walk, drafts: Sequence[Draft], entries: Mapping[str, Entry]) -> Emitted:
    """Give the blocks of drafts; those that say nothing are left out."""
    texts = [_printed(walk, mention, entries) for mention in walk.mentions]
    placed = _with_references(walk, drafts, entries)
    captions = {id(draft.caption_of): draft for draft in placed if draft.caption_of is not None}
    ready = [_ready(draft, texts, captions.get(id(draft))) for draft in placed]
    kept = [entry for entry in ready if _says_something(entry)]
    ids = {id(entry.draft): number for number, entry in enumerate(entry for entry in kept if not entry.draft.closes)}
    anchors = frozenset(anchor for entry in kept for anchor in _anchors(entry.draft))
    whole = _Whole(walk, entries, ids, anchors)
    outline = Outline()
    ranks = sorted({entry.draft.rank for entry in kept if entry.draft.kind == "heading"})
    for entry in kept:
        if entry.draft.closes:
            outline.close(_level(entry.draft.rank, ranks))
        else:
            _add(outline, entry, _fields(entry, whole), ranks)
    return Emitted(outline.finish(), tuple(_relations(kept, ids)), tuple(_unresolved(walk, entries)))


def _printed(walk: Walk, mention: Mention, entries: Mapping[str, Entry]) -> str:
    is_citation = mention.command in _cites.COMMANDS
    return _cites.printed(walk, mention, entries) if is_citation else _mentions.printed(walk, mention)


def _with_references(walk: Walk, drafts: Sequence[Draft], entries: Mapping[str, Entry]) -> list[Draft]:
    """Put the entries of .bib files where the document prints them, once."""
    placed: list[Draft] = []
    is_open = not walk.bib_items
    for draft in drafts:
        if draft.role != PLACE or draft.kind != "reference":
            placed.append(draft)
            continue
        if not is_open or not entries:
            continue
        is_open = False
        rank = RANKS["chapter" if walk.counters.has_chapters else "section"]
        placed += [Draft("heading", draft.text, rank=rank, role=PLACE)] if draft.text else []
        placed += [Draft("reference", entry.reference.text, labels=[key], label=entry.label) for key, entry in entries.items()]
        placed += [Draft("paragraph", rank=rank, closes=True)] if draft.text else []
    return placed


def _ready(draft: Draft, texts: list[str], caption: Draft | None) -> _Ready:
    if draft.cells is not None:
        cells = [_resolved_cell(entry, texts) for entry in draft.cells]
        said = resolved_line(caption.text, texts) if caption is not None else ""
        return _Ready(draft, "", _with_bold(finished(cells, header_rows=draft.header_rows, caption=said), cells, draft.bold))
    if draft.kind in _AS_LINES:
        return _Ready(draft, resolved(draft.text, texts).strip("\n"), None)
    text = resolved_line(draft.text, texts)
    if draft.kind == "caption" and draft.label:
        text = f"{draft.label}{draft.separator}{text}" if text else draft.label
    return _Ready(draft, text, None)


def _with_bold(table: Table | None, cells: Sequence[Placed], bold: Sequence[bool]) -> Table | None:
    """Mark the cells that are bold; the placed cells stand where finishing has put them."""
    places = {(cell.row, cell.column) for cell, is_bold in zip(cells, bold, strict=True) if is_bold}
    if table is None or not places:
        return table
    marked = (msgspec.structs.replace(cell, bold=True) if (cell.row, cell.column) in places else cell for cell in table.cells)
    return msgspec.structs.replace(table, cells=tuple(marked))


def _resolved_cell(entry: Placed, texts: list[str]) -> Placed:
    text = resolved_line(entry.cell.text, texts)
    marks = tuple(clean_text(mark) for mark in entry.cell.notes)
    return replace(entry, cell=replace(entry.cell, text=text, notes=marks))


def _says_something(entry: _Ready) -> bool:
    draft = entry.draft
    if draft.closes:
        return True
    if draft.kind == "table":
        return entry.table is not None or bool(draft.label or draft.labels or draft.flags)
    return bool(entry.text) or draft.kind in ("figure", "equation") or (draft.target is not None and bool(draft.label))


def _add(outline: Outline, entry: _Ready, fields: dict[str, object], ranks: Sequence[int]) -> None:
    draft = entry.draft
    if draft.kind == "heading":
        outline.heading(entry.text, level=_level(draft.rank, ranks), **fields)
    else:
        outline.add(draft.kind, entry.text, level=draft.rank if draft.kind == "list" else 0, **fields)


def _level(rank: int, ranks: Sequence[int]) -> int:
    """Give a heading's level: the highest rank of the document is 1."""
    return rank - ranks[0] + 1 if ranks else 1


def _fields(entry: _Ready, whole: _Whole) -> dict[str, object]:
    draft = entry.draft
    named = [key for mention in draft.mentions for key in _mentions.keys_named(whole.walk, mention)]
    fields: dict[str, object] = {
        "role": draft.role,
        "label": clean_text(_label(draft)),
        "labels": _anchors(draft),
        "refers_to": tuple(dict.fromkeys(key for key in named if key in whole.anchors)),
        "citations": _cited(draft, whole.entries),
        "latex": draft.latex,
        "source": draft.source,
        "markup": "latex" if draft.source else "",
        "table": entry.table,
        "figure": draft.figure,
        "flags": _flags(entry, whole.walk),
    }
    for name, other in (("caption_of", draft.caption_of), ("parent", draft.parent or draft.sub_of)):
        if other is not None and id(other) in whole.ids:
            fields[name] = whole.ids[id(other)]
    return fields


def _anchors(draft: Draft) -> tuple[str, ...]:
    """Give the labels that name a draft."""
    return tuple(dict.fromkeys((*(draft.target.keys if draft.target is not None else ()), *draft.labels)))


def _label(draft: Draft) -> str:
    """Give the printed label: a part's with the number of its float before its own letter."""
    if draft.is_part and draft.label and draft.target is not None and draft.kind != "caption":
        return f"{draft.label} {draft.target.printed}"
    return draft.label


def _cited(draft: Draft, entries: Mapping[str, Entry]) -> tuple[str, ...]:
    """Give the keys that a draft names, with those that a range such as [1]–[4] stands for."""
    keys = dict.fromkeys(draft.citations)
    order = list(entries) if draft.ranges else []
    for first, last in draft.ranges:
        if first in entries and last in entries:
            keys.update(dict.fromkeys(order[order.index(first) : order.index(last)][:_LONGEST_RANGE]))
    return tuple(keys)


def _flags(entry: _Ready, walk: Walk) -> tuple[str, ...]:
    draft = entry.draft
    missing = [f"unresolved_reference:{key}" for mention in draft.mentions for key in _missing(walk, mention)]
    is_empty = draft.kind == "table" and entry.table is None and draft.figure is None and "parts" not in draft.flags
    return tuple(dict.fromkeys((*draft.flags, *(["empty"] if is_empty else []), *missing)))


def _missing(walk: Walk, mention: Mention) -> list[str]:
    """Give the labels that a mention names and nobody has."""
    if mention.command in _cites.COMMANDS:
        return []
    return [key for key in mention.keys if key not in walk.labels and key not in walk.outside_labels]


def _relations(kept: Sequence[_Ready], ids: Mapping[int, int]) -> list[Relation]:
    relations: list[Relation] = []
    for entry in kept:
        draft = entry.draft
        number = ids.get(id(draft))
        if number is None:
            continue
        for kind, other in (("continuation", draft.follows), ("sub", draft.sub_of)):
            if other is not None and id(other) in ids and ids[id(other)] != number:
                relations.append(Relation(kind=kind, source=ids[id(other)], target=number))  # type: ignore[arg-type]
    return relations


def _unresolved(walk: Walk, entries: Mapping[str, Entry]) -> list[str]:
    """Say which labels and entries are named but not there."""
    labels = dict.fromkeys(key for mention in walk.mentions for key in _missing(walk, mention))
    flags = [f"unresolved_reference:{key}" for key in labels]
    if entries:
        flags += [f"unresolved_citation:{key}" for key in walk.cited if key not in entries]
    elif walk.cited:
        flags.append("no_bibliography")
    return flags
