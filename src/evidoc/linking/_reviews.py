"""Which articles are systematic reviews, whose tables speak of other studies (DHQ-06)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from evidoc.linking._selection import abstract_of
from evidoc.records.document import Document

_SAYS_SO = re.compile(r"\b(systematic(?:ally)?\s+(?:literature\s+)?review(?:s|ed|ing)?|meta-?\s?analys[ei]s)\b", re.IGNORECASE)
_OF_ITSELF = re.compile(
    r"\b(?:we|this|present|current|our)\b[^.]{0,80}?\b(?:systematic(?:ally)?\s+(?:literature\s+)?review\w*|meta-?\s?analy\w+)",
    re.IGNORECASE,
)
_OF_THE_WORK = re.compile(
    r"(?:^|[.:]\s+)(?:an?\s+)?systematic\s+(?:literature\s+)?review(?:\s+and\s+meta-?\s?analysis)?(?:\s+(?:was|were)\b|\s*[.])",
    re.IGNORECASE,
)
_PLAN = re.compile(r"\bprotocols?\b", re.IGNORECASE)  # a plan for a review has no studies in its tables yet
_REVIEW_TYPES = ("article_type:review-article", "article_type:systematic-review", "article_type:review")


@dataclass(frozen=True, slots=True)
class ReviewClaim:
    """Whether a document is a systematic review or meta-analysis, and what this rests on."""

    is_systematic: bool
    reason: str


def systematic_review(document: Document) -> ReviewClaim:
    """Say whether a document is a systematic review.

    Its title says so; or its abstract says so of the article itself, or the journal calls it a review and title or abstract
    have the word "systematic". The protocol of a review is none. An abstract that only speaks of other reviews is not enough.
    """
    if _PLAN.search(document.title):
        return ReviewClaim(False, "the title speaks of a protocol")
    said = _SAYS_SO.search(document.title)
    if said:
        return ReviewClaim(True, f"title: {said.group(0)}")
    abstract = abstract_of(document)
    own = _OF_ITSELF.search(abstract) or _OF_THE_WORK.search(abstract)
    if own:
        return ReviewClaim(True, f"abstract: {own.group(0)}")
    if set(document.flags) & set(_REVIEW_TYPES) and re.search(r"\bsystematic", f"{document.title} {abstract}", re.IGNORECASE):
        return ReviewClaim(True, "article type is review, and the abstract says systematic")
    return ReviewClaim(False, "neither title nor abstract says so")
