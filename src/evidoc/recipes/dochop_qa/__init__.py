"""Ask over pairs of scientific articles: problems and solutions, comparisons, and tables that lead to another paper.

Suits: articles in English with abstracts and sections; for the table concepts, tables with captions that the text refers to.
Tests: bringing together five passages of two articles, or following a chain of up to four through a table.
Answer: a paragraph, made of the sentences that answer best, or written by a model from the same passages.
Source: DocHop-QA (DHQ-22 to DHQ-72); key phrases take the place of its tuned model where there is none (U-30).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from evidoc.errors import UsageError
from evidoc.kit import Kit
from evidoc.linking.citations import Anchor
from evidoc.recipes.dochop_qa._asking import Asking, ask
from evidoc.recipes.dochop_qa._chain import LIMITATION_THRESHOLD
from evidoc.recipes.dochop_qa._concepts import CODES, CONCEPTS, Concept, concept
from evidoc.recipes.dochop_qa._likeness import likeness_over
from evidoc.recipes.dochop_qa._plan import Wanted, units_of
from evidoc.recipes.dochop_qa._segments import By
from evidoc.recipes.dochop_qa._snippets import pool_of
from evidoc.recipes.dochop_qa._unit import Unit
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item

__all__ = ["CODES", "CONCEPTS", "Concept", "Unit", "make", "plan"]


def plan(  # noqa: PLR0913  (what may be asked, and over what, are options one by one)
    corpus: Corpus,
    *,
    concepts: Sequence[str] = CODES,
    groups: str = "",
    per_pair: int = 1,
    anchor: Anchor = "cell",
    reviews_only: bool = True,
) -> Iterator[Unit]:
    """Give the questions that could be asked: each concept over each pair of alike documents, TS and TSL over each citation.

    `groups` is a file that `evidoc link` wrote; without it documents are linked now, by key words and by citations. TS and
    TSL follow citations in cells of tables of systematic reviews; `anchor` is the weakest place of a citation that will do
    (`cell`, `caption`, `paragraph`, `text`), and with `reviews_only=False` any article may cite.

    Raises:
        UnknownName: A concept or anchor is none of this recipe's.
        UsageError: There is no such file of groups, or `per_pair` is less than 1.
        MissingDependency: Linking needs a package that is not installed.
    """
    codes = tuple(concept(code) for code in dict.fromkeys(concepts))
    wanted = Wanted(codes, groups=groups, per_pair=per_pair, anchor=anchor, reviews_only=reviews_only)
    yield from units_of(corpus, wanted)


def make(  # noqa: PLR0913  (unit, corpus and kit are every recipe's; the rest are options)
    unit: Unit,
    corpus: Corpus,
    kit: Kit,
    *,
    threshold: float = 0.4,
    limitation_threshold: float = LIMITATION_THRESHOLD,
    encoder: str = "",
    segments: By = "paragraph",
) -> Item:
    """Ask one planned question.

    `threshold` is what snippets found by likeness must be above; a paragraph on limitations must reach
    `limitation_threshold`, or TSL becomes TS. `encoder` names what gives meaning (by default the best that is installed);
    `segments` says whether a snippet is a paragraph of a subsection or the whole of it.

    Raises:
        Reject: With the reason and, where a likeness was too low, its number.
        UsageError: A threshold is outside [0, 1], or segments are of no such kind.
    """
    for name, value in (("threshold", threshold), ("limitation_threshold", limitation_threshold)):
        if not 0 <= value <= 1:
            raise UsageError(f"{name}={value}; a likeness is in [0, 1]")
    if segments not in get_args(By):
        raise UsageError(f"segments={segments!r}; a segment is a paragraph or a subsection")
    first, second = (corpus[document] for document in unit.documents)
    texts = (*pool_of(first, by=segments).texts, *pool_of(second, by=segments).texts)
    likeness = likeness_over(texts, encoder=encoder)
    asking = Asking(
        unit,
        corpus,
        kit,
        likeness,
        threshold=threshold,
        limitation_threshold=limitation_threshold,
        segments=segments,
    )
    return ask(asking)
