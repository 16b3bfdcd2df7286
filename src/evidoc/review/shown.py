"""What a form shows of an item: never more than the form says, so that who judges blind sees nothing that would tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from evidoc.answers.gold import gold_text
from evidoc.flow.rating_form import RatingForm
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document
from evidoc.records.entities import entities_of, entity_text
from evidoc.records.geometry import Box
from evidoc.records.item import Evidence, Item
from evidoc.review.tree import Told, tree_of

MOST_PAGES = 80  # page pictures beside one item; they are loaded as they come into sight
_MOST_MARKS = 400  # boxes drawn on one page


@dataclass(frozen=True, slots=True)
class ShownDocument:
    """A document of the item: its number, as snippets name it, and whether the corpus keeps the file of its pages.

    `place` is where it stands among all documents of the study, by which it is asked for.
    """

    place: int
    number: int
    name: str
    pages: int
    has_file: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """A box on a page, in points: of the snippet of a number, or of the passage of a tag."""

    box: Box
    label: str


Marks = dict[str, dict[int, list[Mark]]]  # by document and page


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page with what is marked on it."""

    document: ShownDocument
    index: int
    width: float
    height: float
    label: str = ""
    marks: tuple[Mark, ...] = ()

    @property
    def title(self) -> str:
        """Name the page as people do."""
        printed = f" (printed {self.label})" if self.label and self.label != str(self.index + 1) else ""
        return f"Document {self.document.number}, page {self.index + 1}{printed}"

    @property
    def badge(self) -> float:
        """The radius of a snippet's number in points, the same on the screen whatever the page's size."""
        return round(self.width / 90, 2)

    def numbered(self) -> list[tuple[Mark, float, float]]:
        """Give the first box of each snippet on the page, and where its number stands: at its corner, inside the page."""
        first: dict[str, Mark] = {}
        for mark in self.marks:
            first.setdefault(mark.label, mark)
        size = self.badge
        return [
            (mark, round(max(size, mark.box.x0 - size * 0.4), 2), round(max(size, mark.box.y0), 2)) for mark in first.values()
        ]


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of evidence: its number, what stands there, and where."""

    number: int
    text: str
    document: int
    pages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage that can be marked: its tag in the list of what the documents say, and its text."""

    tag: str
    document: int
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Card:
    """All that is shown of one item."""

    question: str
    language: str
    contract: str = ""
    answer: str = ""
    right_answer: str = ""
    snippets: tuple[Snippet, ...] = ()
    documents: tuple[ShownDocument, ...] = ()
    pages: tuple[ShownPage, ...] = ()
    left_out: int = 0
    passages: tuple[Passage, ...] = ()
    told: Told | None = None


@dataclass(frozen=True)
class Shelf:
    """Where the items' documents are, which of them may be seen, and what a run answered, by item."""

    corpus: Corpus
    answers: Mapping[str, str] = field(default_factory=dict)
    documents: tuple[str, ...] = ()

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The place of each document that may be seen, from 1."""
        return {document: place for place, document in enumerate(self.documents, 1)}

    def document(self, place: int) -> str | None:
        """Give the id of the document at a place; None where there is none."""
        return self.documents[place - 1] if 0 < place <= len(self.documents) else None


def card_of(item: Item, form: RatingForm, shelf: Shelf) -> Card:
    """Give what the form shows of an item."""
    shows = set(form.shows)
    marks_passages = any(asked.kind == "passages" for asked in form.fields)
    known = _documents(item, shelf) if shows & {"documents", "evidence"} else {}
    passages = tuple(_passages(shelf.corpus, known)) if marks_passages else ()
    pages = list(_pages(item, form, shelf.corpus, known))
    return Card(
        question=item.question,
        language=item.language,
        contract=item.contract if "contract" in shows else "",
        answer=_answer(item, shelf) if "answer" in shows else "",
        right_answer=gold_text(item.answer) if "right answer" in shows else "",
        snippets=tuple(_snippets(item, shelf.corpus, known)) if "evidence" in shows else (),
        documents=tuple(known.values()),
        pages=tuple(pages[:MOST_PAGES]),
        left_out=max(0, len(pages) - MOST_PAGES),
        passages=passages,
        told=tree_of(item) if "trace" in shows else None,
    )


def passage_tags(item: Item, form: RatingForm, shelf: Shelf) -> tuple[str, ...]:
    """Give the tags that may be marked for an item; none where the form does not ask for passages."""
    if not any(asked.kind == "passages" for asked in form.fields):
        return ()
    return tuple(passage.tag for passage in _passages(shelf.corpus, _documents(item, shelf)))


def shown_document(document: Document, shelf: Shelf, *, number: int = 1) -> ShownDocument:
    """Give a document as pages name it."""
    name, place = document.title or document.source.name, shelf.places.get(document.id, 0)
    return ShownDocument(place, number, name, len(document.pages), shelf.corpus.pdf(document) is not None)


def whole_pages(document: Document, shown: ShownDocument, marks: Mapping[int, list[Mark]] | None = None) -> Iterator[ShownPage]:
    """Give every page of a document, with marks by page where there are some."""
    for page in document.pages:
        drawn = tuple((marks or {}).get(page.index, ())[:_MOST_MARKS])
        yield ShownPage(shown, page.index, page.width, page.height, page.label, drawn)


def _answer(item: Item, shelf: Shelf) -> str:
    return shelf.answers[item.id] if item.id in shelf.answers else gold_text(item.answer)


def _documents(item: Item, shelf: Shelf) -> dict[str, ShownDocument]:
    """Give the item's documents by id; one that the corpus lacks is not there to be shown."""
    return {
        context.id: shown_document(shelf.corpus[context.id], shelf, number=number)
        for number, context in enumerate(item.documents, 1)
        if context.id in shelf.corpus
    }


def _snippets(item: Item, corpus: Corpus, known: Mapping[str, ShownDocument]) -> Iterator[Snippet]:
    for number, evidence in enumerate(item.needed, 1):
        document = known.get(evidence.document)
        pages = tuple(sorted({box.page + 1 for box in evidence.boxes}))
        yield Snippet(number, _said(evidence, corpus), document.number if document else 0, pages)


def _said(evidence: Evidence, corpus: Corpus) -> str:
    if evidence.text or evidence.document not in corpus:
        return evidence.text
    return corpus[evidence.document].block(evidence.block).text


def _pages(item: Item, form: RatingForm, corpus: Corpus, known: Mapping[str, ShownDocument]) -> Iterator[ShownPage]:
    """Give the pages of the evidence where the form shows it, else all pages of the documents, with passages where asked."""
    if "evidence" in form.shows:
        marks = _evidence_marks(item)
        for place, shown in known.items():
            if place in marks:
                yield from (page for page in whole_pages(corpus[place], shown, marks[place]) if page.marks)
    elif "documents" in form.shows:
        drawn = _passage_marks(corpus, known) if any(asked.kind == "passages" for asked in form.fields) else {}
        drawn = _clause_marks(item) if "trace" in form.shows else drawn
        for place, shown in known.items():
            yield from whole_pages(corpus[place], shown, drawn.get(place))


def _evidence_marks(item: Item) -> Marks:
    numbered = enumerate(item.needed, 1)
    return _marks((evidence.document, box, str(number)) for number, evidence in numbered for box in evidence.boxes)


def _clause_marks(item: Item) -> Marks:
    """Mark where a narrative says each node of its tree, by the node's number; the last is where the name is given."""
    clauses = (evidence for evidence in item.needed if evidence.function == "clause")
    return _marks((clause.document, box, str(clause.hop + 1)) for clause in clauses for box in clause.boxes)


def _marks(places: Iterable[tuple[str, Box, str]]) -> Marks:
    marks: Marks = {}
    for document, box, label in places:
        marks.setdefault(document, {}).setdefault(box.page, []).append(Mark(box, label))
    return marks


def _passages(corpus: Corpus, known: Mapping[str, ShownDocument]) -> Iterator[Passage]:
    documents = [corpus[place] for place in known]
    by_id = {document.id: document for document in documents}
    for entity in entities_of(documents):
        text = entity_text(entity, by_id[entity.document])
        if text.strip():
            yield Passage(entity.tag, known[entity.document].number, entity.kind, text)


def _passage_marks(corpus: Corpus, known: Mapping[str, ShownDocument]) -> Marks:
    documents = [corpus[place] for place in known]
    blocks = {(document.id, block.id): block for document in documents for block in document.blocks}
    return _marks(
        (entity.document, box, entity.tag)
        for entity in entities_of(documents)
        for number in entity.blocks
        for box in blocks[entity.document, number].boxes
    )
