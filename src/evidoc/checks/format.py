"""The answer reads as its kind, the contract says how to answer, and all evidence is where it says it is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal, InvalidOperation

from evidoc.checks import rejected
from evidoc.kit import Kit
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document
from evidoc.records.item import Answer, Evidence, Item, Verdict


def check(item: Item, corpus: Corpus, kit: Kit) -> Verdict | None:
    """Reject an item whose form is broken.

    Reasons: `no_question`, `no_contract`, `bad_answer`, `no_evidence`, and for evidence that is not there
    `unknown_document`, `unknown_block`, `unknown_cell` or `off_page`.
    """
    for reason, detail in _faults(item, corpus):
        return rejected("format", reason, detail)
    return None


def _faults(item: Item, corpus: Corpus) -> Iterator[tuple[str, str]]:
    if not item.question.strip():
        yield "no_question", ""
    if not item.contract.strip():
        yield "no_contract", ""
    if not reads_as_its_kind(item.answer):
        yield "bad_answer", f"{item.answer.kind}: {item.answer.value!r}"[:200]
    if not any(evidence.role == "crucial" for evidence in item.evidence):
        yield "no_evidence", ""
    known = {document.id for document in item.documents}
    for evidence in item.evidence:
        if evidence.document not in known or evidence.document not in corpus:
            yield "unknown_document", evidence.document
        else:
            yield from _misplaced(evidence, corpus[evidence.document])


def reads_as_its_kind(answer: Answer) -> bool:
    """Say whether the value of an answer has the form that its kind asks for."""
    if answer.kind in ("list", "set", "indices"):
        values = answer.value if isinstance(answer.value, tuple) else ()
        return bool(values) and all(value.strip() and (answer.kind != "indices" or value.isdecimal()) for value in values)
    if not isinstance(answer.value, str) or not answer.value.strip():
        return False
    test = _TESTS.get(answer.kind)
    return test is None or test(answer)


def _is_number(answer: Answer) -> bool:
    try:
        number = Decimal(str(answer.value))
    except InvalidOperation:
        return False
    exponent = number.as_tuple().exponent
    return isinstance(exponent, int) and (answer.decimals is None or max(0, -exponent) <= answer.decimals)


def _is_date(answer: Answer) -> bool:
    try:
        date.fromisoformat(str(answer.value))
    except ValueError:
        return False
    return True


def _is_json(answer: Answer) -> bool:
    try:
        json.loads(str(answer.value))
    except ValueError:
        return False
    return True


_TESTS: dict[str, Callable[[Answer], bool]] = {
    "number": _is_number,
    "yes_no": lambda answer: answer.value in ("yes", "no"),
    "date": _is_date,
    "json": _is_json,
    "table": _is_json,
    "graph": _is_json,
}


def _misplaced(evidence: Evidence, document: Document) -> Iterator[tuple[str, str]]:
    block = next((block for block in document.blocks if block.id == evidence.block), None)
    if block is None:
        yield "unknown_block", f"{document.id}, block {evidence.block}"
        return
    for row, column in evidence.cells:
        if block.table is None or block.table.at(row, column) is None:
            yield "unknown_cell", f"{document.id}, block {block.id}, row {row}, column {column}"
    pages = {page.index: page for page in document.pages}
    for box in evidence.boxes:
        page = pages.get(box.page)
        if page is None or box.x0 < 0 or box.y0 < 0 or box.x1 > page.width + _SLACK or box.y1 > page.height + _SLACK:
            yield "off_page", f"{document.id}, page {box.page}: {box.x0}, {box.y0}, {box.x1}, {box.y1}"


_SLACK = 0.01  # points; boxes are rounded to this
