"""Paragraph concepts: the five segments of both documents that are most like the question. Source: DHQ-49 to DHQ-52."""

from __future__ import annotations

from collections.abc import Sequence

from evidoc.errors import Reject
from evidoc.recipes.dochop_qa._likeness import Likeness
from evidoc.recipes.dochop_qa._snippets import Pool, Snippet

SNIPPETS = 5  # over both documents together (DHQ-50)


def matched(question: str, pools: Sequence[Pool], likeness: Likeness, *, threshold: float) -> tuple[Snippet, ...]:
    """Give the five best segments, best first; ties go to the earlier document and place.

    Raises:
        Reject: `too_few_segments`, or `low_similarity` where one of the five is not above the threshold (DHQ-51).
    """
    found = [
        Snippet(segment, score=score)
        for pool in pools
        for segment, score in zip(pool.segments, likeness.scores(question, pool.texts), strict=True)
    ]
    if len(found) < SNIPPETS:
        raise Reject("too_few_segments", f"{len(found)} of two sentences or more; {SNIPPETS} are needed")
    best = sorted(found, key=lambda snippet: -(snippet.score or 0.0))[:SNIPPETS]
    lowest = best[-1].score or 0.0
    if lowest <= threshold:
        raise Reject("low_similarity", f"snippet {SNIPPETS} has {lowest:.4f}; more than {threshold} is needed")
    return tuple(best)


def single_or_multi(snippets: Sequence[Snippet]) -> str:
    """Say whether all snippets are of one document (DHQ-52)."""
    return "single_doc" if len({snippet.segment.document for snippet in snippets}) == 1 else "multi_doc"
