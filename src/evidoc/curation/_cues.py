"""Classing a document by the words that a taxonomy's labels are known by. Source: X-11, X-12."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from evidoc.curation import Label
from evidoc.curation._tables import table_bytes
from evidoc.curation._words import folded, opening
from evidoc.records.document import Document, DocumentKind
from evidoc.records.record import Record, from_json

_READ = 30_000  # characters from the beginning: what a document is stands there; later pages only repeat the words
_TITLE = 3  # times that a cue in the title counts
_MOST = 3  # times that one cue counts at most, so that one repeated word does not decide
_FEWEST = 3  # points below which a label is a guess from one or two words
_SHOWN = 8  # cues named as evidence


class Topic(Record, frozen=True, kw_only=True):
    """One label of a taxonomy: its id, its printed name, the label above it, and what it is known by.

    `cues` are lower-case phrases; `kinds` are points that a document gets for its kind.
    """

    id: str
    name: str
    parent: str = ""
    cues: tuple[str, ...] = ()
    kinds: dict[DocumentKind, int] = {}


class Taxonomy(Record, frozen=True, kw_only=True):
    """A closed set of labels with a version; labels above others come before them."""

    taxonomy: str
    version: int
    labels: tuple[Topic, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all labels."""
        return tuple(topic.id for topic in self.labels)


@lru_cache(maxsize=8)
def taxonomy(name: str) -> Taxonomy:
    """Give a taxonomy by the name of its file."""
    return from_json(table_bytes(name), Taxonomy, place=f"taxonomies/{name}.json")


@dataclass(frozen=True, slots=True)
class Points:
    """What a document scored for one label, and on which words."""

    points: int
    cues: tuple[str, ...]


def points_of(document: Document, *, by: str) -> dict[str, Points]:
    """Give what a document scores for each label of a taxonomy that it scores for."""
    counts = Counter(_found(opening(document, characters=_READ), by))
    for cue, times in Counter(_found(folded(document.title), by)).items():
        counts[cue] += _TITLE * times
    scored = {topic.id: _scored(topic, counts, document.kind) for topic in taxonomy(by).labels}
    return {label: points for label, points in scored.items() if points.points}


def best_label(name: str, scored: Mapping[str, Points]) -> Label:
    """Give the label with most points; its confidence is its share of all points and three more, for chance.

    Fewer than three points name nothing: the label is empty and says why.
    """
    if not scored or max(entry.points for entry in scored.values()) < _FEWEST:
        return Label(name=name, value="", confidence=0.0, reason="fewer than three points from words and kind")
    best = min(scored, key=lambda label: (-scored[label].points, label))
    share = scored[best].points / (sum(entry.points for entry in scored.values()) + _FEWEST)
    return Label(name=name, value=best, confidence=round(share, 3), evidence=scored[best].cues[:_SHOWN])


def _scored(topic: Topic, counts: Counter[str], kind: DocumentKind) -> Points:
    found = sorted((cue for cue in topic.cues if counts[cue]), key=lambda cue: (-counts[cue], cue))
    by_kind = topic.kinds.get(kind, 0)
    cues = (*([f"kind {kind}"] if by_kind else []), *(f"{cue} ×{counts[cue]}" for cue in found))
    return Points(points=by_kind + sum(min(counts[cue], _MOST) for cue in found), cues=cues)


def _found(text: str, by: str) -> list[str]:
    return [cue for pattern in _patterns(by) for cue in pattern.findall(text)]


@lru_cache(maxsize=8)
def _patterns(by: str) -> tuple[re.Pattern[str], ...]:
    """Give one pattern for cues of letters, which end at word borders (a plural is the same cue), and one for Han."""
    cues = sorted({cue for topic in taxonomy(by).labels for cue in topic.cues}, key=lambda cue: (-len(cue), cue))
    latin = "|".join(re.escape(cue) for cue in cues if cue.isascii())
    han = "|".join(re.escape(cue) for cue in cues if not cue.isascii())
    return tuple(
        re.compile(pattern) for pattern in (rf"\b({latin})(?:s|es)?\b" if latin else "", f"({han})" if han else "") if pattern
    )
