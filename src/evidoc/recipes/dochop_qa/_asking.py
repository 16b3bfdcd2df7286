"""From a unit to its item: the question, the snippets that it leads to, the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evidoc.errors import Reject
from evidoc.kit import Kit
from evidoc.linking import abstract_of
from evidoc.pages.segments import By
from evidoc.recipes.dochop_qa import _chain, _fan
from evidoc.recipes.dochop_qa._answered import answer_by_parts
from evidoc.recipes.dochop_qa._catalogue import OURS, Catalogue
from evidoc.recipes.dochop_qa._concepts import Concept
from evidoc.recipes.dochop_qa._gold import Gold, gold_of
from evidoc.recipes.dochop_qa._item import Chosen, item_of
from evidoc.recipes.dochop_qa._likeness import Likeness
from evidoc.recipes.dochop_qa._question import Question, filled, phrases_of, turn_of, write
from evidoc.recipes.dochop_qa._snippets import Snippet, pool_of
from evidoc.recipes.dochop_qa._unit import Unit
from evidoc.recipes.dochop_qa._writer import Drafted, drafted
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document
from evidoc.records.item import Item, Slot

GIVEN = "given document"  # what questions on citations call the document of their table (DHQ-42)


@dataclass(frozen=True, slots=True)
class Asking:
    """A unit with all that is needed to ask it."""

    unit: Unit
    corpus: Corpus
    kit: Kit
    likeness: Likeness
    threshold: float
    limitation_threshold: float
    segments: By = "paragraph"
    fallback: bool = True
    catalogue: Catalogue = OURS
    answered: bool = False

    @property
    def documents(self) -> tuple[Document, Document]:
        """Both documents, in the order of the item."""
        first, second = self.unit.documents
        return self.corpus[first], self.corpus[second]

    @property
    def by(self) -> Slot:
        """What gives meaning to texts, as the item keeps it."""
        return Slot(name="encoder", value=self.likeness.name)


def ask(asking: Asking) -> Item:
    """Make the item of a unit by the kind of its concept.

    Raises:
        Reject: With a reason; the detail has the number where a likeness was too low.
    """
    asked = asking.catalogue.concept(asking.unit.kind)
    for document in asking.documents:
        if document.language not in ("", "en"):
            raise Reject("not_english", f"{document.id} is in {document.language!r}")
    if asked.generator == "deterministic":
        return _of_citation(asking, asked)
    for document in asking.documents:
        if not abstract_of(document):
            raise Reject("no_abstract", document.id)
    if asked.generator == "pst":
        return _of_problem(asking, asked)
    return _of_pair(asking, asked)


def _of_pair(asking: Asking, asked: Concept) -> Item:
    first, second = asking.documents
    ordered = (second, first) if asking.unit.variant % 2 else (first, second)
    draft = _allowed(asking, drafted(asked, ordered, _offline(asking, asked, *ordered), kit=asking.kit))
    pools = [pool_of(document, by=asking.segments) for document in (first, second)]
    snippets = _fan.matched(draft.question.text, pools, asking.likeness, threshold=asking.threshold)
    return _finished(asking, asked, draft, snippets)


def _of_problem(asking: Asking, asked: Concept) -> Item:
    first, second = asking.documents
    question = _offline(asking, asked, first, second)
    keywords = asking.catalogue.keywords
    swapped = not _chain.solution_is_second(first, second, question.text, asking.likeness, keywords=keywords)
    problem, solution = (second, first) if swapped else (first, second)
    snippets = _problem_chain(asking, question, problem, solution)
    table = solution.block(snippets[2].segment.blocks[0])
    draft = _allowed(asking, drafted(asked, (problem, solution), question, kit=asking.kit, table=table))
    if draft.question != question:
        found = _problem_chain(asking, draft.question, problem, solution)
        if found[2].segment.blocks == (table.id,):
            snippets = found
        else:
            draft = _allowed(asking, draft.aside(question, "other_table", f"it leads to {found[2].segment.name} (DHQ-41)"))
    roles = (Slot(name="problem_document", value=problem.id), Slot(name="solution_document", value=solution.id))
    return _finished(asking, asked, draft, snippets, slots=roles)


def _problem_chain(asking: Asking, question: Question, problem: Document, solution: Document) -> tuple[Snippet, ...]:
    keywords = asking.catalogue.keywords
    return _chain.problem_chain(question.text, problem, solution, asking.likeness, threshold=asking.threshold, keywords=keywords)


def _allowed(asking: Asking, draft: Drafted) -> Drafted:
    """Give a draft, unless the writer failed at it and nothing may take its place."""
    if draft.failure is not None and not asking.fallback:
        raise draft.failure.reject
    return draft


def _of_citation(asking: Asking, asked: Concept) -> Item:
    source, cited = asking.documents
    table = _chain.table_of(source, asking.unit, asking.likeness)
    caption = _chain.caption_of(source, table)
    snippets = _chain.citing_chain(source, table, cited)
    notes: tuple[str, ...] = ()
    if asked.snippets > len(snippets):
        limitation = _chain.limitation_of(
            cited, asking.likeness, threshold=asking.limitation_threshold, keywords=asking.catalogue.keywords
        )
        if limitation is None:
            shorter = asking.catalogue.without_limitation()
            if shorter is None:
                raise Reject("no_limitation", f"{cited.id}: no paragraph reaches {asking.limitation_threshold}")
            notes = (f"{asked.code} became {shorter.code}: no paragraph on a limitation reaches {asking.limitation_threshold}",)
            asked = shorter
        else:
            snippets = (*snippets, limitation)
    fillings = (f"“{caption}”", GIVEN)
    question = Question(filled(asked, fillings), asked.form, fillings)
    slots = (Slot(name="table_section", value=" / ".join(table.section)),)
    return _finished(asking, asked, Drafted(question), snippets, notes=notes, slots=slots)


def _offline(asking: Asking, asked: Concept, first: Document, second: Document) -> Question:
    return write(asked, phrases_of(first, second, turn=turn_of(asked, asking.unit.variant)))


def _gold(asking: Asking, asked: Concept, draft: Drafted, snippets: tuple[Snippet, ...]) -> Gold:
    """Answer part by part where that is wanted and no model writes, else as the paper does."""
    if asking.answered and asking.kit.model("writer") is None and asked.pattern == "fan":
        said = answer_by_parts(asked, draft.question, snippets)
        return Gold(said, "rule", "answer: for each part a sentence with a cue of it that speaks of its slot")
    documents = {document.id: document for document in asking.documents}
    keywords = asking.catalogue.keywords
    return gold_of(draft.question.text, snippets, documents, asking.likeness, kit=asking.kit, keywords=keywords)


def _finished(  # noqa: PLR0913  (what an item is made of, gathered here)
    asking: Asking,
    asked: Concept,
    draft: Drafted,
    snippets: tuple[Snippet, ...],
    *,
    notes: Sequence[str] = (),
    slots: Sequence[Slot] = (),
) -> Item:
    gold = _gold(asking, asked, draft, snippets)
    failures = tuple(failure for failure in (draft.failure, gold.failure) if failure is not None)
    if gold.failure is not None and not asking.fallback:
        raise gold.failure.reject
    steps = tuple(note for note in (draft.step, *notes) if note)
    chosen = Chosen(asked, draft.question, snippets, gold, notes=steps, slots=(asking.by, *slots), failures=failures)
    return item_of(asking.unit, chosen, asking.corpus)
