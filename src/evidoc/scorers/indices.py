"""Whether the reply names the right entries of the numbered list of entities, one sample at a time.

Precision, recall and F1 over the sets; `belong` is 1 where all that is named is right, `contain` where all that is right is
named, `overlap` where anything is. The right entries are those that hold the item's evidence, or the answer itself where that
is a list of indices. Where all of these are in no entry the item is broken and unscored; where some are, `lost` counts them
in the detail. Indices that the list does not have are dropped and counted; a reply that cannot be read names nothing.
Source: DHQ-110, DHQ-119, DHQ-120, DHQ-121, DHQ-122, DHQ-123, X-40, X-S17.
Metrics: `index_f1`, `index_precision`, `index_recall`, `belong`, `contain`, `overlap`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evidoc.answers.indices import read_indices
from evidoc.kit import Kit
from evidoc.records.document import Document
from evidoc.records.entities import Entity, entities_of, gold_indices, lost_evidence
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.records.score import Scored
from evidoc.scorers._covering import Covering
from evidoc.scorers._reply import answer_only

VERSION = "1"
METRICS = ("index_f1", "index_precision", "index_recall", "belong", "contain", "overlap")
_NOTED = 50  # indices that a score keeps


@dataclass(frozen=True, slots=True)
class Hits:
    """How many were named and how many of them are right; how many are right and how many of them were named."""

    named: int
    right_of_named: int
    right: int
    named_of_right: int


def score(item: Item, reply: Reply, kit: Kit, *, spatial: bool = False) -> Scored:
    """Compare the entries named with the right ones.

    With `spatial` a named entry also counts as right where at least 0.9 of its area lies in the boxes of a right one.
    """
    documents = [kit.corpus[link.id] for link in item.documents]
    entities = entities_of(documents)
    right, lost = gold_indices(item, entities), lost_evidence(item, entities)
    if lost and not right:
        return Scored(unscored=dict.fromkeys(METRICS, f"none of the {lost} places of evidence lies in an entry of the list"))
    if reply.status != "answered" or not reply.text.strip():
        return Scored(metrics=dict.fromkeys(METRICS, 0.0))
    read = read_indices(answer_only(reply), tags={entity.tag: entity.index for entity in entities})
    named = [index for index in read.values if index < len(entities)]
    hits = _spatial_hits(named, right, documents, entities) if spatial else hits_of(named, right)
    noted = {"named": _noted(named), "right": _noted(right), "outside": str(len(read.values) - len(named))}
    noted |= {"lost": str(lost)} if lost else {}
    return Scored(metrics=measures(hits), detail={**noted, "read": "yes" if read.found else "no"})


def hits_of(named: Sequence[int], right: Sequence[int]) -> Hits:
    """Compare two sets of indices."""
    shared = len(set(named) & set(right))
    return Hits(len(set(named)), shared, len(set(right)), shared)


def measures(hits: Hits) -> dict[str, float]:
    """Give the six metrics; where nothing is named and nothing is right, all are 1 (DHQ-119)."""
    if not hits.named and not hits.right:
        return dict.fromkeys(METRICS, 1.0)
    precision = hits.right_of_named / hits.named if hits.named else 0.0
    recall = hits.named_of_right / hits.right if hits.right else 0.0
    f1 = 2 * precision * recall / (precision + recall) if precision and recall else 0.0
    belongs = bool(hits.named) and hits.right_of_named == hits.named
    contains = hits.named_of_right == hits.right
    values = (f1, precision, recall, float(belongs), float(contains), float(hits.right_of_named > 0))
    return dict(zip(METRICS, values, strict=True))


def _spatial_hits(named: Sequence[int], right: Sequence[int], documents: Sequence[Document], entities: Sequence[Entity]) -> Hits:
    covering = Covering(documents, entities)
    pairs = [(one, other) for one in named for other in right if one == other or covering.lies_in(one, other)]
    return Hits(len(named), len({one for one, _ in pairs}), len(right), len({other for _, other in pairs}))


def _noted(indices: Sequence[int]) -> str:
    return ", ".join(str(index) for index in sorted(indices)[:_NOTED])
