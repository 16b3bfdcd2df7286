"""A narrative that a model writes around the sentences of the trace, which it must keep word for word.

It is given those sentences, the genre and the topic: no values and no members. What it writes passes the same gates and
reads back to the same trace, or the narrator's own text stands, with the reason. Source: DH-36 to DH-44, X-19.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from evidoc.models import Model
from evidoc.models.structured import ask_json
from evidoc.recipes.dochop._gates import faithfulness_faults, label_faults, length_faults, stray_names
from evidoc.recipes.dochop._labels import Label
from evidoc.recipes.dochop._narrator import Clause, Narrative, Span, said_at
from evidoc.recipes.dochop._records import ChartSchema, Pool, Tree
from evidoc.records.record import Record
from evidoc.records.reply import Message, Prompt, TextPart
from evidoc.wording import Wording

_WORDING = Wording("evidoc.recipes.dochop")


class NarrativeDraft(msgspec.Struct, frozen=True, kw_only=True):
    """A document's text as a model writes it."""

    title: str
    paragraphs: list[str]


class Told(Record, frozen=True, kw_only=True):
    """The narrative to use; `reason` says why it is not the model's."""

    narrative: Narrative
    reason: str = ""


def narrate_with_model(  # noqa: PLR0913  (the gates' own arguments; values and members are left out on purpose)
    model: Model, own: Narrative, tree: Tree, *, schemas: Sequence[ChartSchema], pool: Pool, label: Label
) -> Told:
    """Have a model write the text around the sentences of the narrator's own one.

    Raises:
        Waiting: The reply is not there yet.
        BudgetSpent: Nothing may be asked any more.
    """
    asked = ask_json(model, _prompt(own, pool), NarrativeDraft)
    if asked.value is None:
        return Told(narrative=own, reason=f"no narrative was read: {asked.how}")
    written = _placed(asked.value, own)
    if written is None:
        return Told(narrative=own, reason="changed_sentence")
    text = f"{written.title}\n{written.text}"
    faults = [
        *length_faults(written.text),
        *faithfulness_faults(text, tree, schemas, pool=pool),
        *label_faults(label, pool, text=text),
        *stray_names(text, tree, pool),
    ]
    return Told(narrative=own, reason=faults[0].reason) if faults else Told(narrative=written)


def _prompt(own: Narrative, pool: Pool) -> Prompt:
    spans = [*(clause.sentence for clause in own.clauses), own.definition]
    sentences = "\n".join(f"- {said_at(own, span)}" for span in spans)
    filled = {"genre": own.genre.replace("-", " "), "topic": pool.topic, "kicker": pool.kicker, "sentences": sentences}
    return Prompt(messages=(Message(role="user", parts=(TextPart(text=_WORDING.words("narrative", filled=filled)),)),))


def _placed(draft: NarrativeDraft, own: Narrative) -> Narrative | None:
    """Find every sentence in the model's paragraphs, each once; None where one is missing or repeated."""
    paragraphs = tuple(" ".join(text.split()) for text in draft.paragraphs if text.strip())
    clauses: list[Clause] = []
    for clause in own.clauses:
        sentence = _found(said_at(own, clause.sentence), paragraphs)
        if sentence is None:
            return None
        start = sentence.start + clause.words.start - clause.sentence.start
        words_at = Span(paragraph=sentence.paragraph, start=start, end=start + clause.words.end - clause.words.start)
        clauses.append(Clause(node=clause.node, sentence=sentence, words=words_at))
    definition = _found(said_at(own, own.definition), paragraphs)
    if definition is None:
        return None
    title = " ".join(draft.title.split())
    return Narrative(title=title, paragraphs=paragraphs, clauses=tuple(clauses), definition=definition, genre=own.genre)


def _found(sentence: str, paragraphs: Sequence[str]) -> Span | None:
    places = [(number, text.find(sentence)) for number, text in enumerate(paragraphs) if sentence in text]
    if len(places) != 1 or paragraphs[places[0][0]].count(sentence) != 1:
        return None
    number, start = places[0]
    return Span(paragraph=number, start=start, end=start + len(sentence))
