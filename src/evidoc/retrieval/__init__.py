"""Questions → ranked blocks.

A part of this room has `index(corpus, document_ids, *, options…)` and gives a `Retriever`: an index over the blocks of some
documents with `rank(question, *, k)`. Ties go by the order of the blocks, so that two runs rank alike. Source: X-14.
"""

from __future__ import annotations

from evidoc.retrieval._encoder import Encoder, open_encoder
from evidoc.retrieval._indexes import Indexes, check_retriever, retriever, unit_of
from evidoc.retrieval._measures import complete_at, recall_at, reciprocal_rank
from evidoc.retrieval._passages import Unit, block_text, passage_blocks, passage_of
from evidoc.retrieval._ranked import Ranked, Retriever
from evidoc.retrieval._weights import Weights
from evidoc.retrieval._words import query_terms, words_of

__all__ = [
    "Encoder",
    "Indexes",
    "Ranked",
    "Retriever",
    "Unit",
    "Weights",
    "block_text",
    "check_retriever",
    "complete_at",
    "open_encoder",
    "passage_blocks",
    "passage_of",
    "query_terms",
    "recall_at",
    "reciprocal_rank",
    "retriever",
    "unit_of",
    "words_of",
]
