"""Rows that a question writer is tuned on: a prompt, the template, two abstracts, and the question. Source: DHQ-35 to DHQ-37."""

from __future__ import annotations

from typing import Literal

from evidoc.exporters.dochop_qa._instance import may_pass_on
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document
from evidoc.records.item import Item
from evidoc.records.record import Record

Writer = Literal["comparison", "noncomparison", "pst"]
_WRITERS: dict[str, Writer] = {"comparison": "comparison", "non_comparison": "noncomparison", "non_refer_table": "pst"}
_CUE = (
    "Fill each [ ] of the template with a phrase from the contexts, so that answering takes both of them, and leave every other "
    "word as it is. Think step by step, and keep the steps to yourself: what both contexts share, what each adds, which phrase "
    "goes where."
)


class Contexts(Record, frozen=True, kw_only=True):
    """The abstracts of the two articles."""

    context_1: str
    context_2: str


class TuningRow(Record, frozen=True, kw_only=True):
    """A row of `finetuning.jsonl`; `writer` is which of the three writers it is for, `item` where it is from."""

    prompt: str
    instruction: str
    input: Contexts
    output: str
    writer: Writer
    item: str


def row_of(item: Item, corpus: Corpus) -> TuningRow | None:
    """Give the row of an item; None for questions that no writer fills, and where a licence keeps the abstracts back."""
    writer = _WRITERS.get(item.task.subtask)
    first, second = _in_order(item, corpus)
    if writer is None or not (may_pass_on(first) and may_pass_on(second)):
        return None
    template = item.construction.template
    contexts = Contexts(context_1=_abstract(first), context_2=_abstract(second))
    return TuningRow(
        prompt=f"Instruction: {template}\n{_CUE}",
        instruction=template,
        input=contexts,
        output=item.question,
        writer=writer,
        item=item.id,
    )


def _in_order(item: Item, corpus: Corpus) -> tuple[Document, Document]:
    """Give the problem's document before the solution's, else the documents in the item's order."""
    first, second = (corpus[link.id] for link in item.documents)
    is_second = any(slot.name == "problem_document" and slot.value == second.id for slot in item.construction.slots)
    return (second, first) if is_second else (first, second)


def _abstract(document: Document) -> str:
    return document.abstract or " ".join(block.text for block in document.blocks if block.kind == "abstract")
