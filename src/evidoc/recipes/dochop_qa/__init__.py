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
from evidoc.pages.segments import By
from evidoc.recipes import LeftOut
from evidoc.recipes.dochop_qa._asking import Asking, ask
from evidoc.recipes.dochop_qa._catalogue import catalogue_of
from evidoc.recipes.dochop_qa._chain import LIMITATION_THRESHOLD
from evidoc.recipes.dochop_qa._concepts import CODES, CONCEPTS, Concept
from evidoc.recipes.dochop_qa._likeness import likeness_over
from evidoc.recipes.dochop_qa._plan import Wanted, units_of
from evidoc.recipes.dochop_qa._snippets import pool_of
from evidoc.recipes.dochop_qa._unit import Unit
from evidoc.records.corpus import Corpus
from evidoc.records.groups import Anchor
from evidoc.records.item import Item
from evidoc.retrieval.hybrid import Meaning

__all__ = ["CODES", "CONCEPTS", "FILES", "Concept", "Unit", "make", "plan"]

FILES = ("concepts_file", "groups")  # options that name files; with other contents they plan other questions

UNWRITTEN = (
    "no writer is named, so questions are templates and answers sentences of the articles; that they answer was not checked: "
    "have it judged by `evidoc check --check quality --judge MODEL`, or by people with `evidoc review`"
)


def plan(  # noqa: PLR0913  (what may be asked, and over what, are options one by one)
    corpus: Corpus,
    *,
    concepts: Sequence[str] = (),
    concepts_file: str = "",
    groups: str = "",
    per_pair: int = 1,
    anchor: Anchor = "cell",
    reviews_only: bool = True,
) -> Iterator[Unit | LeftOut]:
    """Give the questions that could be asked: each concept over each pair of alike documents, TS and TSL over each citation.

    `concepts` are codes, none for all. `concepts_file` is a TOML file of concepts and keyword lists that are added to ours; a
    concept of a code of ours takes its place. `groups` is a file that `evidoc link` wrote; without it documents are linked
    now, by key words and by citations. TS and TSL follow citations in cells of tables of systematic reviews; `anchor` is the
    weakest place of a citation that will do (`cell`, `caption`, `paragraph`, `text`), and with `reviews_only=False` any article
    may cite. Documents and pairs that nothing can be asked over are given with the reason.

    Raises:
        UnknownName: A concept or anchor is none of this recipe's.
        UsageError: There is no such file of groups or concepts, or `per_pair` is less than 1.
        InvalidRecord: The file of concepts says something that cannot be.
        MissingDependency: Linking needs a package that is not installed.
    """
    catalogue = catalogue_of(concepts_file)
    chosen = tuple(catalogue.concept(code) for code in dict.fromkeys(concepts or catalogue.codes))
    wanted = Wanted(chosen, groups=groups, per_pair=per_pair, anchor=anchor, reviews_only=reviews_only)
    yield from units_of(corpus, wanted)


def make(  # noqa: PLR0913  (unit, corpus and kit are every recipe's; the rest are options)
    unit: Unit,
    corpus: Corpus,
    kit: Kit,
    *,
    threshold: float = 0.4,
    limitation_threshold: float = LIMITATION_THRESHOLD,
    encoder: str = "",
    meaning: Meaning = "sentence",
    segments: By = "paragraph",
    fallback: bool = True,
    concepts_file: str = "",
    answered: bool = False,
) -> Item:
    """Ask one planned question.

    `threshold` is what snippets found by likeness must be above; a paragraph on limitations must reach
    `limitation_threshold`, or TSL becomes TS. `encoder` names what gives meaning (by default the best that is installed), and
    `meaning` compares whole texts (`sentence`) or their tokens (`bertscore`, with the encoder `minilm`). `segments` says
    whether a snippet is a paragraph of a subsection or the whole of it. Where a writer fails, what is written offline takes
    its place and the item says so; with `fallback=False` the candidate is rejected, as in the paper. With `answered`, and where
    no model writes, a question over a pair is kept only if both articles give snippets and a sentence of them answers each part.

    Raises:
        Reject: With the reason and, where a likeness was too low, its number.
        UsageError: A threshold is outside [0, 1], segments are of no such kind, or meaning cannot be compared so.
    """
    for name, value in (("threshold", threshold), ("limitation_threshold", limitation_threshold)):
        if not 0 <= value <= 1:
            raise UsageError(f"{name}={value}; a likeness is in [0, 1]")
    if segments not in get_args(By):
        raise UsageError(f"segments={segments!r}; a segment is a paragraph or a subsection")
    first, second = (corpus[document] for document in unit.documents)
    texts = (*pool_of(first, by=segments).texts, *pool_of(second, by=segments).texts)
    likeness = likeness_over(texts, encoder=encoder, meaning=meaning)
    asking = Asking(
        unit,
        corpus,
        kit,
        likeness,
        threshold=threshold,
        limitation_threshold=limitation_threshold,
        segments=segments,
        fallback=fallback,
        catalogue=catalogue_of(concepts_file),
        answered=answered,
    )
    return ask(asking)
