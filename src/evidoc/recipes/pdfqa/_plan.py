"""Which questions could be asked of a corpus: documents, tables and paragraphs that suit, and places in them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from evidoc.answers.table import typed_table
from evidoc.errors import Reject
from evidoc.kit import Remembered, rng_for
from evidoc.recipes.pdfqa import _arithmetic, _comparison, _count, _lookup, _yes_no
from evidoc.recipes.pdfqa._context import context_of
from evidoc.recipes.pdfqa._facts import FactSheet, facts_of
from evidoc.recipes.pdfqa._terms import clear_definitions
from evidoc.recipes.pdfqa._unit import Along, Kind, Unit
from evidoc.recipes.pdfqa._word_lists import words_of
from evidoc.records.document import Block, Document
from evidoc.records.table import Table

Options = Callable[[FactSheet, random.Random], Iterator[tuple[Along, _lookup.Cells]]]
OF_TABLES: dict[Kind, Options] = {
    "lookup": _lookup.options,
    "comparison": _comparison.options,
    "sum": _arithmetic.sums,
    "difference": _arithmetic.differences,
    "yes_no": _yes_no.options,
    "count": _count.options,
}
KINDS: tuple[Kind, ...] = (*OF_TABLES, "definition")
UNFIT_FLAGS = words_of(
    """
    broken_text_layer engine_failed glyphs_missing image_only no_text_layer ocr ocr_failed ocr_low_confidence ocr_text_layer
    rtl_unverified table_from_alignment table_unread text_unverified
    """
)  # what readers write on documents and blocks whose text, or whose rows and columns, may not be what the page shows
_sheets: Remembered[FactSheet | str] = Remembered(most=64)


def units_of(document: Document, *, kinds: Sequence[str], per_document: int, per_block: int) -> list[Unit]:
    """Plan one document: at most so many questions of a kind for a block, and so many in all, taken in turns."""
    if not suits(document):
        return []
    queues = _queues(document, kinds, per_block=per_block)
    taken = list(islice(_in_turns(queues), per_document))
    return sorted(taken, key=lambda unit: (unit.block, KINDS.index(unit.kind), unit.cells, unit.span or (0, 0)))


def suits(document: Document) -> bool:
    """Say whether questions in English can be asked of a document, and its text can be trusted."""
    is_english = document.language.lower()[:2] in ("", "en") and not _is_other_language(document)
    return is_english and UNFIT_FLAGS.isdisjoint(document.flags) and not _lost_ligatures(document)


def sheet_of(document: Document, block: Block) -> FactSheet:
    """Give the facts of a table; the last tables are remembered.

    Raises:
        Reject: The table does not suit; the reason says why.
    """
    sheet = _sheets.of(block, lambda: _sheet_or_reason(document, block))
    if isinstance(sheet, str):
        raise Reject(sheet)
    return sheet


def _sheet_or_reason(document: Document, block: Block) -> FactSheet | str:
    try:
        return _read_sheet(document, block)
    except Reject as reject:
        return reject.reason


def _queues(document: Document, kinds: Sequence[str], *, per_block: int) -> list[list[Unit]]:
    """Give a queue of units for each kind, in which the blocks take turns."""
    queues: dict[str, list[list[Unit]]] = {}
    for units in _lists(document, kinds):
        first = list(islice(units, per_block))
        if first:
            queues.setdefault(first[0].kind, []).append(first)
    for kind, lists in queues.items():
        if kind != "definition":
            rng_for(0, f"{document.id}/{kind}").shuffle(lists)
    return [list(_in_turns(queues[kind])) for kind in KINDS if kind in queues]


def _in_turns(lists: Sequence[Sequence[Unit]]) -> Iterator[Unit]:
    for turn in range(max(map(len, lists), default=0)):
        yield from (units[turn] for units in lists if turn < len(units))


def _lists(document: Document, kinds: Sequence[str]) -> Iterator[Iterator[Unit]]:
    for block in document.body():
        if block.table is None:
            continue
        try:
            sheet = sheet_of(document, block)
        except Reject:
            continue
        for kind, options in OF_TABLES.items():
            if kind in kinds:
                yield _table_units(document, block, kind, options(sheet, rng_for(0, f"{document.id}/{block.id}/{kind}")))
    if "definition" in kinds:
        yield from _definition_lists(document)


def _table_units(document: Document, block: Block, kind: Kind, options: Iterator[tuple[Along, _lookup.Cells]]) -> Iterator[Unit]:
    seen: set[frozenset[tuple[int, int]]] = set()
    for along, cells in options:
        if frozenset(cells) not in seen:
            seen.add(frozenset(cells))
            yield Unit(kind=kind, document=document.id, block=block.id, cells=cells, along=along)


def _definition_lists(document: Document) -> Iterator[Iterator[Unit]]:
    """Give every definition as a list of its own: the terms first, which are few, then the abbreviations by chance."""
    blocks = {block.id: block for block in document.body()}
    found = sorted(clear_definitions(document).items())
    rng_for(0, f"{document.id}/definition").shuffle(found)
    for (block_id, start, end), _ in sorted(found, key=lambda entry: entry[1].form != "term"):
        if UNFIT_FLAGS.isdisjoint(blocks[block_id].flags):
            yield iter([Unit(kind="definition", document=document.id, block=block_id, span=(start, end))])


def _read_sheet(document: Document, block: Block) -> FactSheet:
    table = block.table
    if table is None or not UNFIT_FLAGS.isdisjoint(block.flags):
        raise Reject("unfit_table")
    if any(relation.kind == "continuation" and block.id in (relation.source, relation.target) for relation in document.relations):
        raise Reject("continued_table")
    table = _typed(table, document.caption(block))
    if not table.header_rows or table.rows <= table.header_rows:
        raise Reject("no_header")
    context = context_of(document, block)
    if context is None:
        raise Reject("no_context")
    return facts_of(document, table, context)


def _typed(table: Table, caption: str) -> Table:
    return table if any(cell.number is not None for cell in table.cells) else typed_table(table, caption=caption)


def _lost_ligatures(document: Document) -> bool:
    """Say whether a font has swallowed joined letters ("speciic"), so that the text is not what the page shows."""
    return any(_SWALLOWED.search(block.text) for block in document.blocks)


def _is_other_language(document: Document) -> bool:
    """Say whether the running text is clearly not English, by its commonest words."""
    words = [
        word for block in document.blocks[:200] if block.kind == "paragraph" for word in re.findall(r"\w+", block.text.lower())
    ][:3000]
    return len(words) > 200 and sum(word in _ENGLISH for word in words) < len(words) / 10


_SWALLOWED = re.compile(
    r"\b(?:speciic\w*|identiied|signiicant\w*|oicial\w*|oicer?s?|beneits?|deined|eicien\w+|diicult\w*|suicien\w+|paciic)\b",
    re.IGNORECASE,
)
_ENGLISH = words_of(
    """
    the of and to in a is for that are with as by on was it be from or at an this which were have has not we our
    """
)
