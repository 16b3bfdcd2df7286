"""A question written by a model: it may fill the slots of a concept's template and nothing else.

Source: DHQ-39 to DHQ-41, DHQ-45, DHQ-46.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from evidoc.kit import Kit
from evidoc.linking import abstract_of
from evidoc.models.structured import Structured, ask_json
from evidoc.recipes.dochop_qa._concepts import SLOT, Concept
from evidoc.recipes.dochop_qa._question import Question
from evidoc.recipes.dochop_qa._snippets import table_text
from evidoc.records.document import Block, Document
from evidoc.records.reply import Message, Prompt, TextPart
from evidoc.wording import Wording, fenced

_WORDING = Wording("evidoc.recipes.dochop_qa")
_LONGEST = 30  # words in a slot; more is no filling
_ROWS = 3  # rows of a table that the writer of a PST question sees after the heads (DHQ-41 [D])
_AGREEING = (("does", "do"), ("are", "is"), ("differ", "differs"), ("its", "their"), ("it", "they"))


class Asked(msgspec.Struct, frozen=True):
    """What the model answers."""

    question: str


@dataclass(frozen=True, slots=True)
class Drafted:
    """A question with a step for the item's trace; the step is empty where no model was asked."""

    question: Question
    step: str = ""


def drafted(
    concept: Concept, documents: Sequence[Document], offline: Question, *, kit: Kit, table: Block | None = None
) -> Drafted:
    """Give the question as the writer fills the template, or the one written offline where there is no writer.

    A reply that leaves the template, leaves a slot empty or fills two alike is not taken: the offline question stays, and the
    step says why. A model that was tuned to answer with the bare question may do so.
    """
    writer = kit.model("writer")
    if writer is None:
        return Drafted(offline)
    prompt = prompt_for(concept, documents, table=table)
    said = ask_json(writer, prompt, Asked)
    by = f"{writer.name}, {_WORDING.version(concept.generator)}, {prompt.id}"
    text = _text_of(said)
    if not text:
        return Drafted(offline, f"question: written offline, {said.how} ({by})")
    slots = slots_in(text, concept)
    fault = next(_faults(slots, documents), "")
    if fault or slots is None:
        return Drafted(offline, f"question: written offline, {fault} ({by})")
    return Drafted(Question(text, concept.form, slots), f"question: written ({by})")


def prompt_for(concept: Concept, documents: Sequence[Document], *, table: Block | None = None) -> Prompt:
    """Give the prompt for a concept over two documents: its template, both abstracts, two examples, the steps."""
    contexts = [abstract_of(document) for document in documents]
    if table is not None:
        contexts[-1] = f"{contexts[-1]}\n\n{table_head(documents[-1], table)}"
    asked = "\n".join(
        (
            fenced("template", concept.form),
            fenced("elements", ", ".join(concept.keywords)),
            *(fenced(f"context{number}", text) for number, text in enumerate(contexts, 1)),
        )
    )
    return Prompt(
        messages=(
            Message(role="system", parts=(TextPart(text=_WORDING.words(concept.generator)),)),
            Message(role="user", parts=(TextPart(text=asked),)),
        ),
        max_tokens=400,
    )


def table_head(document: Document, table: Block) -> str:
    """Give a table's caption, its heads and its first three rows (DHQ-41)."""
    grid = table.table
    if grid is None:
        return table_text(document, table)
    rows = grid.grid()[: grid.header_rows + _ROWS]
    lines = (" | ".join(cell.text for cell in row if cell is not None) for row in rows)
    return "\n".join((document.caption(table), *lines))


def slots_in(question: str, concept: Concept) -> tuple[str, ...] | None:
    """Give what fills the slots of a template in a question; None where the question is not the template filled."""
    found = re.fullmatch(_pattern(concept), " ".join(question.split()), re.IGNORECASE)
    return tuple(slot.strip() for slot in found.groups()) if found else None


def _pattern(concept: Concept) -> str:
    parts = concept.form.split(SLOT)
    return r"\s*(.+?)\s*".join(_loosely(part) for part in parts)


def _loosely(part: str) -> str:
    """Give a fragment of a template as a pattern: punctuation may differ, and verbs agree with either number."""
    words = re.findall(r"\w+|[^\w\s]", part)
    return r"\s*".join(_word(word) if word[0].isalnum() else rf"(?:{re.escape(word)})?" for word in words)


def _word(word: str) -> str:
    forms = next((pair for pair in _AGREEING if word.lower() in pair), None)
    if word.lower() == "what":
        return r"\bwhat\b"
    return rf"\b{re.escape(word)}\b" if forms is None else rf"\b(?:{forms[0]}|{forms[1]})\b"


def _text_of(said: Structured[Asked]) -> str:
    if said.value is not None:
        return " ".join(said.value.question.split())
    last = said.replies[-1] if said.replies else None
    if last is None or last.status != "answered" or "{" in last.text:
        return ""
    return " ".join(last.text.split())


def _faults(slots: tuple[str, ...] | None, documents: Sequence[Document]) -> Iterator[str]:
    if slots is None:
        yield "the reply is not the template filled"
        return
    plain = [" ".join(re.findall(r"\w+", slot.casefold())) for slot in slots]
    if not all(plain) or any("[" in slot for slot in slots):
        yield "a slot is empty"
    if len(set(plain)) < len(plain):
        yield "two slots are alike"
    if any(len(slot.split()) > _LONGEST for slot in slots):
        yield f"a slot has more than {_LONGEST} words"
    titles = {" ".join(re.findall(r"\w+", document.title.casefold())) for document in documents}
    if titles & set(plain):
        yield "a slot is a title"
