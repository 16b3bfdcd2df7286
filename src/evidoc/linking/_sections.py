"""Section titles brought to eight tags, and from which of them a table is (DHQ-07, DHQ-87)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, get_args

from evidoc.records.document import Block, Document

SuperSection = Literal["Abstract", "Introduction", "Background", "Method", "Results", "Discussion", "Conclusion", "Others"]
SUPER_SECTIONS: tuple[SuperSection, ...] = get_args(SuperSection)

_HEADS: dict[str, SuperSection] = {
    "abstract": "Abstract",
    "introduction": "Introduction",
    "background": "Background",
    "method": "Method",
    "methods": "Method",
    "methodology": "Method",
    "methodologies": "Method",
    "result": "Results",
    "results": "Results",
    "finding": "Results",
    "findings": "Results",
    "discussion": "Discussion",
    "discussions": "Discussion",
    "limitation": "Discussion",
    "limitations": "Discussion",
    "conclusion": "Conclusion",
    "conclusions": "Conclusion",
    "concluding": "Conclusion",
}
_NUMBERING = re.compile(r"^\W*(?:(?:section|chapter)\s+)?(?:\d+(?:\.\d+)*|[ivxlc]+(?=[.):\s]\s*\S)|[a-z](?=[.):]))[.):\s]*\s*")
_WORD = re.compile(r"[^\W\d_]+")
_LONG = 5  # words; a longer title speaks of something else ("Effect of the extraction method on …") unless it begins so


def super_section(title: str) -> SuperSection:
    """Give the tag of a section title; case, numbering and punctuation do not count.

    The first head noun decides: "Results and discussion" is Results, "Implementation and results" too. What has none is Others.
    """
    words = _WORD.findall(_NUMBERING.sub("", title.casefold().strip()))
    heads = [(place, _HEADS[word]) for place, word in enumerate(words) if word in _HEADS]
    if not heads or (len(words) > _LONG and heads[0][0] > 0):
        return "Others"
    return heads[0][1]


def section_of(block: Block) -> SuperSection:
    """Give the tag of the section in which a block stands: that of the outermost heading which has one."""
    if block.kind == "abstract":
        return "Abstract"
    return _first_tag(block.section)


def table_origins(document: Document) -> dict[int, SuperSection]:
    """Give the tag of the section of each table, by block id.

    A table that stands in no section (journals put floats at the end) has that of the first text that refers to it.
    """
    return {block.id: _origin(block, document) for block in document.blocks if block.kind == "table"}


def has_results_table(document: Document) -> bool:
    """Say whether a document has a table in a Results section (DHQ-07)."""
    return "Results" in table_origins(document).values()


def _origin(table: Block, document: Document) -> SuperSection:
    if table.section:
        return _first_tag(table.section)
    referring = (block for block in document.blocks if set(table.labels) & set(block.refers_to) and block.section)
    return next((_first_tag(block.section) for block in referring), "Others")


def _first_tag(path: Sequence[str]) -> SuperSection:
    return next((tag for tag in map(super_section, path) if tag != "Others"), "Others")
