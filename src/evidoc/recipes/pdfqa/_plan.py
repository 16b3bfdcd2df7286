"""Which questions could be asked of a corpus: documents, tables and paragraphs that suit, and places in them."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from evidoc.answers.table import typed_table
from evidoc.errors import Reject
from evidoc.kit import rng_for
from evidoc.recipes import WHOLE, LeftOut
from evidoc.recipes.pdfqa import _arithmetic, _comparison, _count, _lookup, _yes_no
from evidoc.recipes.pdfqa._columns import is_regular
from evidoc.recipes.pdfqa._context import context_of
from evidoc.recipes.pdfqa._facts import FactSheet, facts_of
from evidoc.recipes.pdfqa._known_terms import is_widely_known
from evidoc.recipes.pdfqa._terms import clear_definitions
from evidoc.recipes.pdfqa._unit import Along, Kind, Unit
from evidoc.recipes.pdfqa._word_lists import words_of
from evidoc.records.document import Block, Document
from evidoc.records.remembered import Remembered
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
_ALIGNED = "table_from_alignment"
_sheets: Remembered[FactSheet | str] = Remembered(most=64)


def units_of(document: Document, *, kinds: Sequence[str], per_document: int, per_block: int) -> list[Unit | LeftOut]:
    """Plan one document: at most so many questions of a kind for a block, and so many in all, taken in turns.

    What gives no question comes after those that do, with the reason: tables, and the document as a whole.
    """
    fault = fault_of(document)
    if fault is not None:
        return [fault]
    lists = list(_lists(document, kinds, per_block=per_block))
    taken = list(islice(_in_turns(_queues(document, lists)), per_document))
    silent = list(_silent(document, [entry for entry in lists if isinstance(entry, LeftOut)], lists, taken))
    return [*sorted(taken, key=lambda unit: (unit.block, KINDS.index(unit.kind), unit.cells, unit.span or (0, 0))), *silent]


def suits(document: Document) -> bool:
    """Say whether questions in English can be asked of a document, and its text can be trusted."""
    return fault_of(document) is None


def fault_of(document: Document) -> LeftOut | None:
    """Say why nothing can be asked of a document, None where something can."""
    language = document.language.lower()[:2]
    flags = sorted(UNFIT_FLAGS.intersection(document.flags))
    if language not in ("", "en") or _is_other_language(document):
        return _left_out(document, "in_another_language", language if language != "en" else "by its words")
    if flags or _lost_ligatures(document):
        return _left_out(document, "with_uncertain_text", ", ".join(flags) or "joined letters are lost")
    return None


def _left_out(document: Document, reason: str, detail: str) -> LeftOut:
    return LeftOut(kind=WHOLE, documents=(document.id,), reason=reason, detail=detail)


def _silent(
    document: Document, tables: Sequence[LeftOut], lists: Sequence[list[Unit] | LeftOut], taken: Sequence[Unit]
) -> Iterator[LeftOut]:
    """Give the tables without a question, also those that only the limit silenced, and the document where it has none."""
    yield from tables
    asked = {unit.block for unit in taken}
    planned = dict.fromkeys(entry[0].block for entry in lists if not isinstance(entry, LeftOut) and entry[0].cells)
    yield from (_table_left_out(document, block, "per_document_reached") for block in planned if block not in asked)
    if not taken:
        has_table = any(block.table is not None for block in document.body())
        reasons = Counter(entry.reason for entry in tables)
        said = ", ".join(f"{count} {reason}" for reason, count in sorted(reasons.items()))
        yield _left_out(document, "without_a_usable_table_or_definition" if has_table else "without_a_table_or_definition", said)


def _table_left_out(document: Document, block: int, reason: str, detail: str = "") -> LeftOut:
    said = f"block {block}{f', {detail}' if detail else ''}"
    return LeftOut(kind="table", documents=(document.id,), reason=reason, detail=said, modality="table")


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


def _queues(document: Document, lists: Sequence[list[Unit] | LeftOut]) -> list[list[Unit]]:
    """Give a queue of units for each kind, in which the blocks take turns."""
    queues: dict[str, list[list[Unit]]] = {}
    for units in lists:
        if not isinstance(units, LeftOut):
            queues.setdefault(units[0].kind, []).append(units)
    for kind, of_blocks in queues.items():
        if kind != "definition":
            rng_for(0, f"{document.id}/{kind}").shuffle(of_blocks)
    return [list(_in_turns(queues[kind])) for kind in KINDS if kind in queues]


def _in_turns(lists: Sequence[Sequence[Unit]]) -> Iterator[Unit]:
    for turn in range(max(map(len, lists), default=0)):
        yield from (units[turn] for units in lists if turn < len(units))


def _lists(document: Document, kinds: Sequence[str], *, per_block: int) -> Iterator[list[Unit] | LeftOut]:
    """Give the units of each block and kind, none of them empty, and the tables that have none."""
    of_tables = [kind for kind in OF_TABLES if kind in kinds]
    for block in document.body() if of_tables else ():
        if block.table is None:
            continue
        try:
            sheet = sheet_of(document, block)
        except Reject as reject:
            yield _table_left_out(document, block.id, reject.reason, reject.detail)
            continue
        lists = [_table_units(document, block, kind, sheet)[:per_block] for kind in of_tables]
        yield from filter(None, lists)
        if not any(lists):
            yield _table_left_out(document, block.id, "nothing_to_ask", f"no {', '.join(of_tables)}")
    if "definition" in kinds:
        yield from (units for units in _definition_lists(document) if per_block)


def _table_units(document: Document, block: Block, kind: Kind, sheet: FactSheet) -> list[Unit]:
    seen: set[frozenset[tuple[int, int]]] = set()
    units = []
    for along, cells in OF_TABLES[kind](sheet, rng_for(0, f"{document.id}/{block.id}/{kind}")):
        if frozenset(cells) not in seen:
            seen.add(frozenset(cells))
            units.append(Unit(kind=kind, document=document.id, block=block.id, cells=cells, along=along))
    return units


def _definition_lists(document: Document) -> Iterator[list[Unit]]:
    """Give every definition as a list of its own: the terms first, which are few, then the abbreviations by chance."""
    blocks = {block.id: block for block in document.body()}
    found = sorted(clear_definitions(document).items())
    rng_for(0, f"{document.id}/definition").shuffle(found)
    for (block_id, start, end), definition in sorted(found, key=lambda entry: entry[1].form != "term"):
        if is_widely_known(definition.meaning):
            continue
        if UNFIT_FLAGS.isdisjoint(blocks[block_id].flags):
            yield [Unit(kind="definition", document=document.id, block=block_id, span=(start, end))]


def _read_sheet(document: Document, block: Block) -> FactSheet:
    table = block.table
    flags = UNFIT_FLAGS.intersection(block.flags)
    if table is None or (flags and not (flags == {_ALIGNED} and is_regular(table))):
        raise Reject("unfit_table", ", ".join(sorted(flags)))
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
    """Say whether the text is clearly not English, by its commonest words; a form or an invoice has few, so all of it counts."""
    words = [
        word for block in document.blocks[:200] if block.kind == "paragraph" for word in re.findall(r"\w+", block.text.lower())
    ][:3000]
    if len(words) > 200:
        return sum(word in _ENGLISH for word in words) < len(words) / 10
    shown = [word for block in document.blocks[:200] for word in re.findall(r"[^\W\d_]+", block.text.lower())]
    foreign = sum(word in _FOREIGN for word in shown)
    return foreign >= _FEWEST_FOREIGN and foreign > 2 * sum(word in _ENGLISH for word in shown)


_SWALLOWED = re.compile(
    r"\b(?:speciic\w*|identiied|signiicant\w*|oicial\w*|oicer?s?|beneits?|deined|eicien\w+|diicult\w*|suicien\w+|paciic)\b",
    re.IGNORECASE,
)
_FEWEST_FOREIGN = 4
_FOREIGN = words_of(
    """
    der das und den dem ein eine ist nicht mit für von zu auf im bis sich wir sie bitte betrag rechnung summe menge preis
    le les des du et est une pour dans sur avec par montant facture total ttc nous vous el los las del para con una por que
    il gli della di che non sono importo fattura het een van voor niet bedrag factuur
    """
)
_ENGLISH = words_of(
    """
    the of and to in a is for that are with as by on was it be from or at an this which were have has not we our
    """
)
