"""What a retriever is and what it gives."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from evidoc.records.corpus import Corpus
from evidoc.records.record import Record
from evidoc.retrieval._passages import Unit, found_in


class Ranked(Record, frozen=True, kw_only=True):
    """One block found for a question; a higher score is a better match."""

    document: str
    block: int
    score: float


class Retriever(Protocol):
    """The blocks of some documents, ready to be asked; safe to share between threads."""

    def rank(self, question: str, *, k: int) -> list[Ranked]:
        """Give the k blocks that match best, best first; equal scores keep the order of the blocks."""
        ...


class Pool:
    """The blocks of some documents that can be found, in order, each with what it is found by."""

    def __init__(self, corpus: Corpus, document_ids: Sequence[str], *, unit: Unit = "passages") -> None:
        """Take each document once."""
        self.places: list[tuple[str, int]] = []
        self.texts: list[str] = []
        for document_id in dict.fromkeys(document_ids):
            for block, text in found_in(corpus[document_id], unit=unit):
                self.places.append((document_id, block))
                self.texts.append(text)

    def best(self, scores: Sequence[float], *, k: int, above: float = -math.inf) -> list[Ranked]:
        """Give the k blocks of highest score, equal ones in their order; only scores over `above` count."""
        found = [place for place, score in enumerate(scores) if score > above]
        found.sort(key=lambda place: (-scores[place], place))
        return [self.ranked(place, scores[place]) for place in found[: max(0, k)]]

    def ranked(self, place: int, score: float) -> Ranked:
        """Give the block at a place with its score."""
        document, block = self.places[place]
        return Ranked(document=document, block=block, score=float(score))
