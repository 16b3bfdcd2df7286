"""Pieces of a document that can be a snippet: what stands in its subsections, of two sentences or more. Source: DHQ-13."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from evidoc.pages.sentences import sentences
from evidoc.records.document import Block, Document

By = Literal["paragraph", "subsection"]

FEWEST = 2  # sentences; DHQ-13
_NOT_OF_THE_ARTICLE = frozenset({"toc", "graphical", "editors-summary", "teaser"})
_BACK_MATTER = re.compile(
    r"acknowledg|funding|conflicts? of interest|competing interest|author(?:s['’]?)? contribution|author(?:s['’])? information|"
    r"data availability|availability of data|abbreviations|supplementa|supporting information|ethic|disclosure|declaration|"
    r"additional (?:file|information)|publisher|consent|open peer review|footnote",
    re.IGNORECASE,
)
_BIBLIOGRAPHY = re.compile(r"(?:\d+\.?\s*)?(?:references?|bibliography|works cited|literature cited)", re.IGNORECASE)
_SAYS_THANKS = re.compile(
    r"^(?:we|the authors?) (?:gratefully )?(?:thank|acknowledge|declare|wish to thank|are grateful)\b|"
    r"conceived and designed the experiments|"
    r"^this (?:work|study|research|project) was (?:funded|supported)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a document: its blocks, their text, where it stands, and its sentences."""

    document: str
    blocks: tuple[int, ...]
    text: str
    section: tuple[str, ...]
    sentences: tuple[str, ...]

    @property
    def name(self) -> str:
        """Where it is, for a trace."""
        return f"{self.document}, block {', '.join(map(str, self.blocks))}"


def segments_of(document: Document, *, by: By = "paragraph") -> tuple[Segment, ...]:
    """Give the segments of a document in reading order: its abstract, then each paragraph, or each subsection as a whole.

    What says nothing of the matter is none: thanks, funding, declarations. Neither is what has fewer than two sentences.
    """
    blocks = [*abstract_blocks(document), *_body(document)]
    groups: list[list[Block]] = [[block] for block in blocks]
    if by == "subsection":
        groups = [list(group) for _, group in groupby(blocks, key=lambda block: (block.kind == "abstract", block.section))]
    found = (_segment(document, group) for group in groups)
    return tuple(segment for segment in found if len(segment.sentences) >= FEWEST)


def paragraphs_of(document: Document) -> tuple[Segment, ...]:
    """Give the paragraphs of a document's body of whatever length, without back matter."""
    return tuple(_segment(document, [block]) for block in _body(document) if block.kind == "paragraph")


def abstract_blocks(document: Document) -> tuple[Block, ...]:
    """Give the blocks of the abstract proper: no teaser, picture or editor's summary, unless there is nothing else."""
    blocks = [block for block in document.blocks if block.kind == "abstract" and block.text]
    proper = [block for block in blocks if block.role not in _NOT_OF_THE_ARTICLE]
    main = [block for block in proper if block.role in ("", "main")]
    return tuple(main or proper or blocks)


def segment_of(document: Document, *blocks: Block) -> Segment:
    """Give blocks that belong together as one segment, whatever its length."""
    return _segment(document, blocks)


def in_bibliography(block: Block) -> bool:
    """Say whether a block stands in a list of works cited, as where a reader could not tell its entries."""
    return any(_BIBLIOGRAPHY.fullmatch(title.strip()) for title in block.section)


def _body(document: Document) -> Iterator[Block]:
    for block in document.blocks:
        if block.kind not in ("paragraph", "list") or not block.text:
            continue
        if not _is_back_matter(block):
            yield block


def _is_back_matter(block: Block) -> bool:
    titled = any(_BACK_MATTER.search(title) for title in block.section)
    return titled or in_bibliography(block) or _SAYS_THANKS.search(block.text) is not None


def _segment(document: Document, blocks: Sequence[Block]) -> Segment:
    said = tuple(sentence for block in blocks for sentence in sentences(block.text))
    return Segment(
        document=document.id,
        blocks=tuple(block.id for block in blocks),
        text="\n".join(block.text for block in blocks),
        section=blocks[0].section,
        sentences=said,
    )
