"""Table concepts: snippets that lead from one to the next. Source: DHQ-54 to DHQ-65.

PST goes from a problem in one document to a solution in the other, the table most like that, and the paragraph that speaks
of the table. TS and TSL go from a table and the paragraph that speaks of it to the abstract of the paper cited, and TSL on
to a limitation of that paper.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from evidoc.errors import Reject
from evidoc.linking import has_results_table
from evidoc.pages.segments import Segment, abstract_blocks, paragraphs_of, segment_of
from evidoc.recipes.dochop_qa._keyword_lists import PUBLISHED, Keywords, mentioned
from evidoc.recipes.dochop_qa._likeness import Likeness
from evidoc.recipes.dochop_qa._snippets import Pool, Snippet, pool_of, pooled, table_segment, table_text
from evidoc.recipes.dochop_qa._table_names import name_in, names_in, without_label
from evidoc.recipes.dochop_qa._unit import Unit
from evidoc.records.document import Block, Document

LIMITATION_QUESTION = "What is the limitation of this paper?"  # DHQ-63
LIMITATION_THRESHOLD = 0.4  # DHQ-63
LONGEST_CAPTION = 300  # characters; DHQ-42 [D]


@dataclass(frozen=True, slots=True)
class Found:
    """The best paragraph of a document for a question, with its score."""

    segment: Segment
    score: float


def best_of(pool: Pool, words: Sequence[str], question: str, likeness: Likeness) -> Found | None:
    """Give the segment most like a question among those with a word of the list, or among all where none has (DHQ-54)."""
    if not pool.segments:
        return None
    scored = [Found(*pair) for pair in zip(pool.segments, likeness.scores(question, pool.texts), strict=True)]
    with_word = [found for found in scored if mentioned(found.segment.text, words)]
    return max(with_word or scored, key=lambda found: found.score)


def solution_is_second(
    first: Document, second: Document, question: str, likeness: Likeness, *, keywords: Keywords = PUBLISHED
) -> bool:
    """Say which document has the solution: the one with a table of results; of two, whose best paragraph is more like (DHQ-57).

    Raises:
        Reject: `no_results_table` where neither has one.
    """
    has = (has_results_table(first), has_results_table(second))
    if not any(has):
        raise Reject("no_results_table", f"{first.id} and {second.id}")
    if not all(has):
        return has[1]
    ours, theirs = (best_of(pool_of(document), keywords.solution, question, likeness) for document in (first, second))
    return (theirs.score if theirs else 0.0) > (ours.score if ours else 0.0)


def problem_chain(  # noqa: PLR0913  (a question over two documents, and by what its snippets are chosen)
    question: str,
    problem: Document,
    solution: Document,
    likeness: Likeness,
    *,
    threshold: float,
    keywords: Keywords = PUBLISHED,
) -> tuple[Snippet, ...]:
    """Give problem, solution, table and the paragraph that refers to it.

    Raises:
        Reject: `low_similarity` where problem or solution is not above the threshold, `no_table`, `no_table_reference`.
    """
    first = _above(best_of(pool_of(problem), keywords.problem, question, likeness), threshold, "problem")
    second = _above(best_of(pool_of(solution), keywords.solution, question, likeness), threshold, "solution")
    tables = [block for block in solution.blocks if block.kind == "table" and solution.caption(block)]
    if not tables:
        raise Reject("no_table", f"{solution.id} has no table with a caption")
    scores = likeness.scores(second.segment.text, tuple(table_text(solution, table) for table in tables))
    score, table = max(zip(scores, tables, strict=True), key=lambda pair: pair[0])
    reference = referring(solution, table, apart_from=second.segment.blocks)
    return (
        Snippet(first.segment, "problem", "semantic", first.score),
        Snippet(second.segment, "solution", "semantic", second.score),
        Snippet(table_segment(solution, table), "table", "logic", score),
        Snippet(segment_of(solution, reference), "table_reference", "logic"),
    )


def citing_chain(source: Document, table: Block, cited: Document) -> tuple[Snippet, ...]:
    """Give the table, the paragraph that refers to it, and the abstract of the paper cited.

    Raises:
        Reject: `no_table_reference`, or `no_cited_abstract`.
    """
    reference = referring(source, table)
    abstracts = abstract_blocks(cited)
    if not abstracts:
        raise Reject("no_cited_abstract", cited.id)
    return (
        Snippet(table_segment(source, table), "table", "logic"),
        Snippet(segment_of(source, reference), "table_reference", "logic"),
        Snippet(segment_of(cited, *abstracts), "cited_abstract", "logic"),
    )


def limitation_of(cited: Document, likeness: Likeness, *, threshold: float, keywords: Keywords = PUBLISHED) -> Snippet | None:
    """Give the paragraph on the limitations of a paper, or None where none is like that question by the threshold (DHQ-63).

    A paragraph without any of the words must reach the paper's own threshold, however low the one asked for.
    """
    found = best_of(pooled(paragraphs_of(cited)), keywords.limitation, LIMITATION_QUESTION, likeness)
    if found is None:
        return None
    least = threshold if mentioned(found.segment.text, keywords.limitation) else max(threshold, LIMITATION_THRESHOLD)
    return Snippet(found.segment, "limitation", "semantic", found.score) if found.score >= least else None


def table_of(source: Document, unit: Unit, likeness: Likeness) -> Block:
    """Give the table that a citation is tied to; for a citation in running text, the one most like the text that cites.

    Raises:
        Reject: `no_table` where there is none with a caption.
    """
    if unit.table is not None:
        return source.block(unit.table)
    tables = [block for block in source.blocks if block.kind == "table" and source.caption(block)]
    if not tables or unit.block is None:
        raise Reject("no_table", f"{source.id} has no table with a caption")
    citing = source.block(unit.block)
    beside = [table for table in tables if citing.section and table.section[:2] == citing.section[:2]]
    candidates = beside or tables
    scores = likeness.scores(citing.text, tuple(table_text(source, table) for table in candidates))
    return max(zip(scores, candidates, strict=True), key=lambda pair: pair[0])[1]


def caption_of(source: Document, table: Block) -> str:
    """Give a table's caption without its label and final stop, as the question names the table.

    Raises:
        Reject: `no_caption` or `long_caption` (DHQ-42).
    """
    caption = without_label(source.caption(table))
    if not caption:
        raise Reject("no_caption", f"{source.id}, block {table.id}")
    if len(caption) > LONGEST_CAPTION:
        raise Reject("long_caption", f"{source.id}, block {table.id}: {len(caption)} characters")
    return caption


def referring(document: Document, table: Block, *, apart_from: Collection[int] = ()) -> Block:
    """Give the first paragraph that refers to a table, by its link or else by its printed name (DHQ-59).

    Raises:
        Reject: `no_table_reference`.
    """
    paragraphs = [block for block in document.blocks if block.kind in ("paragraph", "list") and block.id not in apart_from]
    linked = [block for block in paragraphs if set(block.refers_to) & set(table.labels)]
    name = name_in(table.label) or name_in(document.caption(table))
    if not linked and name:
        linked = [block for block in paragraphs if name in names_in(block.text)]
    if not linked:
        raise Reject("no_table_reference", f"{document.id}, block {table.id}")
    return linked[0]


def _above(found: Found | None, threshold: float, what: str) -> Found:
    if found is None:
        raise Reject("too_few_segments", f"no paragraph for the {what}")
    if found.score <= threshold:
        raise Reject("low_similarity", f"the {what} has {found.score:.4f}; more than {threshold} is needed")
    return found
