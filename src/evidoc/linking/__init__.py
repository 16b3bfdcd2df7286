"""Corpus → linked groups of documents: which belong together, and why.

A part is a module with `link(corpus, job, *, options) -> Iterator[LinkedGroup]`; the `Job` spreads its work over an engine's
workers, has the model that may be asked, and takes the notes on what was left out. A part that asks one has `ASKS`, the roles.
Recipes use the functions below for what they need of one document.
"""

from __future__ import annotations

from evidoc.linking._catalogue import Catalogue, names_of
from evidoc.linking._job import Job, Writer
from evidoc.linking._phrases import key_phrases
from evidoc.linking._reuse import Reuse, reuse, reuse_of
from evidoc.linking._reviews import ReviewClaim, systematic_review
from evidoc.linking._sections import SUPER_SECTIONS, SuperSection, has_results_table, section_of, super_section, table_origins
from evidoc.linking._selection import abstract_of, selection_text, writer_context
from evidoc.linking._stopwords import STOPWORDS
from evidoc.linking._word_classes import TaggedWord, WordClass, tagged
from evidoc.linking._word_forms import BETWEEN_PHRASES, NOUNS_ALL_THE_SAME

__all__ = [
    "BETWEEN_PHRASES",
    "NOUNS_ALL_THE_SAME",
    "STOPWORDS",
    "SUPER_SECTIONS",
    "Catalogue",
    "Job",
    "Reuse",
    "ReviewClaim",
    "SuperSection",
    "TaggedWord",
    "WordClass",
    "Writer",
    "abstract_of",
    "has_results_table",
    "key_phrases",
    "names_of",
    "reuse",
    "reuse_of",
    "section_of",
    "selection_text",
    "super_section",
    "systematic_review",
    "table_origins",
    "tagged",
    "writer_context",
]
