"""Count what each document has: figures, tables, equations, captions, appendices, experiments, pages, paragraphs, tokens.

The six counts are the paper information profile r(p) (SD-07); pages, subsections, paragraphs and tokens are the complexity
profile (DHQ-10). `paper_type` is the authoring hint "theoretical" or "empirical" (SD-10).
"""

from __future__ import annotations

import re
from collections import Counter

from evidoc.curation import Curated, Label, LeftOut, curated
from evidoc.curation._words import words_of
from evidoc.records.corpus import Corpus
from evidoc.records.document import Block, Document

_APPENDIX = re.compile(r"^\s*(?:appendix|appendices|annex|anhang|annexe|附录)", re.IGNORECASE)
_SUPPLEMENT = re.compile(r"^\s*(?:supplement(?:ary|al)?\b|supporting information)", re.IGNORECASE)
_LETTERED = re.compile(r"^\s*[A-Z](?:\.\s+|\s{2,}|\.?\d+\.?\s+)\S")  # "A. Proofs", "B.2 Data": how LaTeX prints appendices
_EXPERIMENT = re.compile(
    r"\b(?:experiment(?:s|al)?|evaluations?|ablations?|implementation details|training details|benchmarks?|set-?up|materials?"
    r"|methods?|methodology|procedures?|study design|data collection|statistical analys[ei]s|results?)\b|实验|方法",
    re.IGNORECASE,
)
_THEORETICAL = 2  # equations for each figure or table; SD-10 [D]
_RICH_KINDS, _RICH_SUM = 3, 10  # SD-08 [D]: three of figures, tables, equations, appendices are there, ten in all


def curate(corpus: Corpus, *, rich: bool = False) -> Curated:
    """Label each document with its counts; with `rich` leave out those that support only generic questions (SD-08)."""
    labels: dict[str, tuple[Label, ...]] = {}
    left_out: list[LeftOut] = []
    for document in corpus:
        counts = profile(document)
        hint = _paper_type(document, counts)
        labels[document.id] = (*(Label(name=name, value=count) for name, count in counts.items()), *hint)
        if rich and not _is_rich(counts):
            said = ", ".join(f"{counts[name]} {name}" for name in ("figures", "tables", "equations", "appendices"))
            left_out.append(LeftOut(document=document.id, reason="information_poor", detail=said))
    return curated(corpus, labels=labels, left_out=left_out)


def profile(document: Document) -> dict[str, int]:
    """Give the counts of a document by name.

    A figure counts once with all its panels and a bound caption as a caption; `appendices` are top headings of appendices,
    `experiments` sections that describe experiments, `tokens` words and numbers without running headers.
    """
    kinds = Counter(block.kind for block in document.body())
    headings = [block for block in document.body() if block.kind == "heading"]
    return {
        "figures": kinds["figure"] + kinds["chart"],
        "tables": kinds["table"],
        "equations": kinds["equation"],
        "captions": kinds["caption"],
        "appendices": _appendices(headings),
        "experiments": sum(bool(_EXPERIMENT.search(block.text)) for block in headings),
        "pages": len(document.pages),
        "subsections": len(headings),
        "paragraphs": kinds["paragraph"],
        "tokens": len(words_of(document)),
    }


def _appendices(headings: list[Block]) -> int:
    """Count appendices: headings that say so, or, after one that does, those with a letter for a number.

    A supplement counts where it has sections of its own; in journals it is mostly a list of files kept elsewhere.
    """
    named = [place for place in range(len(headings)) if _is_appendix(headings, place)]
    if not named:
        return 0
    top = min(headings[place].level for place in named)
    after = [place for place in range(named[0] + 1, len(headings)) if place not in named and headings[place].level <= top]
    lettered = sum(bool(_LETTERED.match(headings[place].text)) for place in after)
    return sum(headings[place].level == top for place in named) + lettered


def _is_appendix(headings: list[Block], place: int) -> bool:
    block = headings[place]
    if not _SUPPLEMENT.match(block.text):
        return bool(_APPENDIX.match(block.text))
    return place + 1 < len(headings) and headings[place + 1].level > block.level


def _paper_type(document: Document, counts: dict[str, int]) -> tuple[Label, ...]:
    if document.kind != "article":
        return ()
    objects = counts["figures"] + counts["tables"]
    is_theoretical = counts["equations"] > 0 and counts["equations"] >= _THEORETICAL * objects
    said = f"{counts['equations']} equations to {objects} figures and tables"
    return (Label(name="paper_type", value="theoretical" if is_theoretical else "empirical", confidence=0.5, evidence=(said,)),)


def _is_rich(counts: dict[str, int]) -> bool:
    objects = [counts[name] for name in ("figures", "tables", "equations", "appendices")]
    return sum(count > 0 for count in objects) >= _RICH_KINDS and sum(objects) >= _RICH_SUM
