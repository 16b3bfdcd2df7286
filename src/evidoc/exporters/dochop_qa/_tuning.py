"""Rows that a question writer is tuned on: a prompt, the template, two abstracts, and the question.

What the rows show is what the writer is shown when it is asked. Source: DHQ-35 to DHQ-37, DHQ-41.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from evidoc.kit import rng_for
from evidoc.linking import writer_context
from evidoc.records.corpus import Corpus
from evidoc.records.document import Block, Document
from evidoc.records.item import Item
from evidoc.records.licences import may_pass_on
from evidoc.records.record import Record

Writer = Literal["comparison", "noncomparison", "pst"]
_WRITERS: dict[str, Writer] = {"comparison": "comparison", "non_comparison": "noncomparison", "non_refer_table": "pst"}
_CUE = (
    "Fill each [ ] of the template with a phrase from the contexts, so that answering takes both of them, and leave every other "
    "word as it is. Think step by step, and keep the steps to yourself: what both contexts share, what each adds, which phrase "
    "goes where."
)


class Contexts(Record, frozen=True, kw_only=True):
    """The abstracts of the two articles; for a question on a table the second has the table's head too."""

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
    contexts = Contexts(context_1=writer_context(first), context_2=writer_context(second, _table(item, second)))
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


def _table(item: Item, document: Document) -> Block | None:
    """Give the table that the question's writer was shown."""
    tables = (entry for entry in item.evidence if entry.function == "table" and entry.document == document.id)
    return next((document.block(entry.block) for entry in tables), None)


def held_out(rows: Sequence[tuple[frozenset[str], TuningRow]], *, share: float, seed: int) -> set[frozenset[str]]:
    """Choose the pairs of documents whose rows are held out, that share of all pairs; chance of the seed decides."""
    pairs = sorted({pair for pair, _ in rows}, key=sorted)
    rng_for(seed, "rows held out").shuffle(pairs)
    return set(pairs[: round(share * len(pairs))])
