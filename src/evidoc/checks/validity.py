"""The answer follows from its own evidence, and nothing near to the question in the document goes against it.

Internal: a judge marks the answer's faithfulness to the cited evidence from 1 to 5 (PQ-37). External: the same with the
five passages of the documents that are nearest to the question, each with its neighbours, in the order of the document
(PQ-38). Both must be 5 (PQ-39). Source: X-28.
"""

from __future__ import annotations

from collections.abc import Iterator

from evidoc.answers.gold import gold_text
from evidoc.checks._solving import not_asked, unknown
from evidoc.kit import Kit
from evidoc.models import Model
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document
from evidoc.records.item import Item, Verdict
from evidoc.retrieval.bm25 import Index
from evidoc.rubrics import Case, Judged, rubric
from evidoc.views import Context, table_lines, visible


def check(item: Item, corpus: Corpus, kit: Kit, *, k: int = 5, at_least: int = 5) -> Verdict | None:
    """Reject an answer that its evidence does not bear out, or that more of the document goes against.

    Reasons: `unfaithful`, `contradicted`, `unknown`. `k` passages are looked for; 0 leaves the second test out.
    Without a judge the item is kept as `not_asked`.
    """
    judge = kit.model("judge")
    if judge is None:
        return not_asked("validity", "judge")
    own = tuple(_evidence(item, corpus))
    inner = _faithful(item, own, judge)
    if (mark := inner.value()) is None or mark < at_least:
        return _verdict(inner, "unfaithful", at_least=at_least)
    if not k:
        return _verdict(inner, "unfaithful", at_least=at_least)
    return _verdict(_faithful(item, tuple(_wider(item, corpus, k=k)), judge), "contradicted", at_least=at_least)


def _faithful(item: Item, passages: tuple[str, ...], judge: Model) -> Judged:
    case = Case(question=item.question, answer=gold_text(item.answer), evidence=passages)
    return rubric("pdfqa_faithfulness")(case, judge)


def _verdict(given: Judged, reason: str, *, at_least: int) -> Verdict:
    mark = given.value()
    if mark is None:
        return unknown("validity", given.detail, model=given.model, prompt=given.prompt)
    expected = given.marks[0].expected
    detail = f"{mark:g} of 5" + (f", expected {expected:.2f}" if expected is not None else "")
    kept = mark >= at_least
    return Verdict(
        check="validity", kept=kept, reason="" if kept else reason, detail=detail, model=given.model, prompt=given.prompt
    )


def _evidence(item: Item, corpus: Corpus) -> Iterator[str]:
    """Give what a solver with the evidence alone would read: the blocks, and the captions of tables and figures."""
    for shown in visible(item, Context(corpus=corpus, access="gold_evidence")):
        yield from (_written(shown.document, block.id) for block in shown.blocks)


def _wider(item: Item, corpus: Corpus, *, k: int) -> Iterator[str]:
    """Give the evidence and the k nearest passages with their neighbours, document by document, in reading order."""
    wanted: dict[str, set[int]] = {}
    for shown in visible(item, Context(corpus=corpus, access="gold_evidence")):
        wanted.setdefault(shown.document.id, set()).update(block.id for block in shown.blocks)
    ids = [link.id for link in item.documents]
    for found in Index(corpus, ids).rank(item.question, k=k):
        order = [block.id for block in corpus[found.document].body()]
        if found.block in order:
            place = order.index(found.block)
            captions = corpus[found.document].block(found.block).captions
            wanted.setdefault(found.document, set()).update((*order[max(0, place - 1) : place + 2], *captions))
    for document_id in ids:
        document = corpus[document_id]
        yield from (_written(document, block.id) for block in document.blocks if block.id in wanted.get(document_id, ()))


def _written(document: Document, block_id: int) -> str:
    block = document.block(block_id)
    return table_lines(block.table) if block.table is not None else block.text
