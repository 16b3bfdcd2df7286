"""A question written by a model: it may fill the slots of a concept's template and nothing else.

Source: DHQ-39 to DHQ-41, DHQ-45, DHQ-46.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from evidoc.answers.template import read_filled
from evidoc.kit import Kit
from evidoc.linking import writer_context
from evidoc.models.structured import Structured, ask_json
from evidoc.recipes.dochop_qa._concepts import Concept
from evidoc.recipes.dochop_qa._failures import Failure, failure_of
from evidoc.recipes.dochop_qa._question import Question
from evidoc.records.document import Block, Document
from evidoc.records.reply import Message, Prompt, TextPart
from evidoc.wording import Wording, fenced

_WORDING = Wording("evidoc.recipes.dochop_qa")
_LONGEST = 30  # words in a slot; more is no filling


class Asked(msgspec.Struct, frozen=True):
    """What the model answers."""

    question: str


@dataclass(frozen=True, slots=True)
class Drafted:
    """A question with a step for the item's trace; who wrote it at which prompt, and where that failed, how.

    Without a writer there is the question alone.
    """

    question: Question
    step: str = ""
    model: str = ""
    prompt: str = ""
    failure: Failure | None = None

    def aside(self, offline: Question, code: str, detail: str) -> Drafted:
        """Give the offline question in place of a written one that does not do."""
        failure = Failure("question", code, detail, model=self.model, prompt=self.prompt)
        return Drafted(offline, failure.step, self.model, self.prompt, failure)


def drafted(
    concept: Concept, documents: Sequence[Document], offline: Question, *, kit: Kit, table: Block | None = None
) -> Drafted:
    """Give the question as the writer fills the template, or the one written offline where there is no writer.

    A reply that leaves the template, leaves a slot empty or fills two alike is not taken: the offline question stays, and
    the step and the failure say why. A model that was tuned to answer with the bare question may do so.
    """
    writer = kit.model("writer")
    if writer is None:
        return Drafted(offline)
    prompt = prompt_for(concept, documents, table=table)
    said = ask_json(writer, prompt, Asked)
    text = _text_of(said)
    filled = read_filled(text, concept.form)
    code, detail = failure_of(said, text)
    if not code:
        code, detail = (filled.fault, filled.detail) if filled.fault else _unfit(filled.slots, documents)
    by = f"{writer.name}, {_WORDING.version(concept.generator)}, {prompt.id}"
    written = Drafted(Question(text, concept.form, filled.slots), f"question: written ({by})", writer.name, prompt.id)
    return written.aside(offline, code, detail) if code else written


def prompt_for(concept: Concept, documents: Sequence[Document], *, table: Block | None = None) -> Prompt:
    """Give the prompt for a concept over two documents: its template, both abstracts, two examples, the steps."""
    tables = [*(None for _ in documents[1:]), table]
    contexts = [writer_context(document, shown) for document, shown in zip(documents, tables, strict=True)]
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


def _text_of(said: Structured[Asked]) -> str:
    if said.value is not None:
        return " ".join(said.value.question.split())
    last = said.replies[-1] if said.replies else None
    if last is None or last.status != "answered" or "{" in last.text:
        return ""
    return " ".join(last.text.split())


def _unfit(slots: Sequence[str], documents: Sequence[Document]) -> tuple[str, str]:
    """Give the code and the words of a slot that no question should have; two empty strings where all will do."""
    for slot in slots:
        if len(slot.split()) > _LONGEST:
            return "slot_too_long", f"{len(slot.split())} words; {_LONGEST} at most"
        if _plain(slot) in {_plain(document.title) for document in documents}:
            return "slot_is_title", slot
    return "", ""


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
