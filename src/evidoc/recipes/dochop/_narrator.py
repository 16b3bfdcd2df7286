"""The text of a document: a trace told in the manner of a genre, and read back from its words.

It is told from the trace, the schemas and the pool alone: neither tables nor sets of entities come in. Source: DH-36 to DH-43.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from evidoc.errors import InvalidRecord, Reject
from evidoc.pages.length import word_count
from evidoc.recipes.dochop._genres import filled, genre_named
from evidoc.recipes.dochop._labels import Label
from evidoc.recipes.dochop._records import ChartSchema, ConstraintNode, Node, Pool, Tree
from evidoc.recipes.dochop._sentences import Said, Speaker, label_sentence, node_sentence, read_label, read_node
from evidoc.recipes.dochop._vocabulary import marked
from evidoc.records.record import Record

SHORTEST, LONGEST = 120, 450  # words; DH-43
_AIM = 135  # words that fillers bring a short text to
_MOST_IN_PARAGRAPH = 5  # sentences of the trace
_SENTENCE = re.compile(r"[^.。]+(?:\.(?!\s|$)[^.。]*)*(?:[.。]|$)")


class Span(Record, frozen=True, kw_only=True):
    """Characters of a paragraph, half open."""

    paragraph: int
    start: int
    end: int


class Clause(Record, frozen=True, kw_only=True):
    """Where a node is told: its whole sentence, and in it the words of its condition."""

    node: int
    sentence: Span
    words: Span


class Narrative(Record, frozen=True, kw_only=True):
    """A document's text: title, paragraphs, where each node is told, and where the label is given its meaning."""

    title: str
    paragraphs: tuple[str, ...]
    clauses: tuple[Clause, ...]
    definition: Span
    genre: str = ""

    @property
    def text(self) -> str:
        """The paragraphs, with empty lines between."""
        return "\n\n".join(self.paragraphs)


def narrate(  # noqa: PLR0913  (what a text depends on, each once; tables and sets are left out on purpose)
    tree: Tree, schemas: Sequence[ChartSchema], pool: Pool, *, label: Label, genre: str, rng: random.Random
) -> Narrative:
    """Tell a trace in a genre, 120 to 450 words long.

    Raises:
        Reject: The text would be too long (`narrative_length`).
        UnknownName: There is no such genre.
    """
    speaker = Speaker(pool, genre_named(genre, pool.language), rng)
    draft = _Draft(speaker)
    opening = speaker.genre.opening
    draft.start([opening[number] for number in sorted(rng.sample(range(len(opening)), 2))])
    _tell(tree, schemas, draft)
    definition = draft.start([label_sentence(label, len(tree.nodes) - 1, speaker)])
    draft.add(rng.choice(speaker.genre.effect))
    draft.fill_up(_AIM)
    draft.start([rng.choice(speaker.genre.closing)])
    title = filled(rng.choice(speaker.genre.title), pool)
    paragraphs, clauses = draft.paragraphs(), draft.clauses()
    narrative = Narrative(title=title, paragraphs=paragraphs, clauses=clauses, definition=draft.span(definition), genre=genre)
    words = word_count(narrative.text)
    if words > LONGEST:
        raise Reject("narrative_length", f"{words} words; a page takes {LONGEST}")
    return narrative


def read_narrative(text: str, schemas: Sequence[ChartSchema], pool: Pool) -> Tree:
    """Read the trace out of a text, sentence by sentence; the nodes are numbered in the order in which they are told.

    Raises:
        InvalidRecord: A sentence of the trace is ambiguous or says no condition, or the label is not given to the last list.
    """
    nodes: list[Node] = []
    bearer: int | None = None
    for sentence in sentences_of(marked(text, pool)):
        named = read_label(sentence, pool)
        if named is not None:
            bearer = named[0]
            continue
        node = read_node(sentence, len(nodes), schemas=schemas, pool=pool)
        if node is not None:
            nodes.append(node)
    if not nodes or bearer != len(nodes) - 1:
        raise InvalidRecord(f"the text tells {len(nodes)} lists and gives the label to list {bearer}; it should be the last one")
    return Tree(nodes=tuple(nodes))


def said_at(narrative: Narrative, span: Span) -> str:
    """Give the words of a span."""
    return narrative.paragraphs[span.paragraph][span.start : span.end]


def numbered_by_place(tree: Tree) -> Tree:
    """Give a tree with its nodes numbered by their order, as a text numbers them."""
    places = {node.id: place for place, node in enumerate(tree.nodes)}
    return Tree(nodes=tuple(_renumbered(node, places) for node in tree.nodes))


def sentences_of(text: str) -> list[str]:
    """Give the sentences of a text; a point within a number ends none."""
    return [found[0].strip() for line in text.splitlines() for found in _SENTENCE.finditer(line) if found[0].strip()]


def _renumbered(node: Node, places: dict[int, int]) -> Node:
    if isinstance(node, ConstraintNode):
        parent = None if node.parent is None else places[node.parent]
        return msgspec.structs.replace(node, id=places[node.id], parent=parent)
    inputs = tuple(places[entry] for entry in node.inputs)
    return msgspec.structs.replace(node, id=places[node.id], inputs=inputs)


def _tell(tree: Tree, schemas: Sequence[ChartSchema], draft: _Draft) -> None:
    speaker = draft.speaker
    places = {node.id: place for place, node in enumerate(tree.nodes)}
    draft.start([speaker.rng.choice(speaker.genre.lead)])
    in_paragraph = 0
    for place, node in enumerate(tree.nodes):
        said = node_sentence(node, place, places=places, schemas=schemas, speaker=speaker)
        if in_paragraph >= _MOST_IN_PARAGRAPH and not said.follows and len(tree.nodes) - place > 1:
            draft.start([])
            in_paragraph = 0
        draft.tell(node.id, said)
        in_paragraph += 1


@dataclass(slots=True)
class _Draft:
    """A text in the making: paragraphs of pieces, each a sentence and, for nodes, who it is about."""

    speaker: Speaker
    _pieces: list[list[str]] = field(default_factory=list)
    _told: list[tuple[int, tuple[int, int], Said]] = field(default_factory=list)
    _words: int = 0

    def start(self, sentences: Sequence[str]) -> tuple[int, int]:
        """Begin a paragraph; the place of its first sentence comes back."""
        self._pieces.append([])
        for sentence in sentences:
            self.add(sentence)
        return len(self._pieces) - 1, 0

    def add(self, sentence: str) -> None:
        """Add a sentence to the last paragraph."""
        text = filled(sentence, self.speaker.pool)
        self._pieces[-1].append(text)
        self._words += word_count(text)

    def tell(self, node: int, said: Said) -> None:
        """Add the sentence of a node."""
        self._told.append((node, (len(self._pieces) - 1, len(self._pieces[-1])), said))
        self._pieces[-1].append(said.text)
        self._words += word_count(said.text)

    def fill_up(self, words: int) -> None:
        """Add sentences that say nothing of the trace, to the first and last paragraph in turn, until there are enough words."""
        fillers = self.speaker.rng.sample(self.speaker.genre.filler, len(self.speaker.genre.filler))
        for number, filler in enumerate(fillers):
            if self._words >= words and number > 1:
                return
            text = filled(filler, self.speaker.pool)
            self._pieces[0 if number % 2 else -1].append(text)
            self._words += word_count(text)

    def paragraphs(self) -> tuple[str, ...]:
        """Give the paragraphs."""
        return tuple(self._gap.join(pieces) for pieces in self._pieces)

    def clauses(self) -> tuple[Clause, ...]:
        """Give where each node is told."""
        return tuple(self._clause(node, place, said) for node, place, said in self._told)

    def span(self, place: tuple[int, int]) -> Span:
        """Give where a sentence stands in the text."""
        paragraph, number = place
        before = self._pieces[paragraph][:number]
        start = sum(len(piece) + len(self._gap) for piece in before)
        return Span(paragraph=paragraph, start=start, end=start + len(self._pieces[paragraph][number]))

    def _clause(self, node: int, place: tuple[int, int], said: Said) -> Clause:
        sentence = self.span(place)
        words = Span(paragraph=sentence.paragraph, start=sentence.start + said.start, end=sentence.start + said.end)
        return Clause(node=node, sentence=sentence, words=words)

    @property
    def _gap(self) -> str:
        return "" if self.speaker.pool.language == "zh" else " "
