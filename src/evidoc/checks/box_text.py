"""What stands in the evidence's boxes on the page is what the item says stands there."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from pathlib import Path

from evidoc.checks import rejected
from evidoc.kit import Kit
from evidoc.records.corpus import Corpus
from evidoc.records.geometry import coverage
from evidoc.records.item import Evidence, Item, Verdict

# Scripts whose glyphs a PDF may hold in another order than they are read: compared as a bag of characters.
_UNORDERED = re.compile(
    r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u0900-\u0dff\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]"
)
_DRAWN = ("chart", "figure")
_WITHIN = 0.99  # of a mark's area; boxes are rounded to 1/100 pt
_PARAGRAPH = 120  # letters and digits; in shorter texts a digit more is another number
_BEGINNING = 10  # letters by which the place of a paragraph is found
_IGNORED = re.compile(r"[\W_]+")


def check(item: Item, corpus: Corpus, kit: Kit) -> Verdict | None:
    """Reject an item with `no_box`, `no_pdf` or `text_missing`: text is read again from each crucial box and compared.

    White space, case, punctuation and hyphens at line ends do not count. What is drawn has no text to compare: boxes of
    a chart's or figure's marks must lie within it, `outside_figure`. A whole paragraph may have numbers of citations on the
    page that its source does not have in the text.
    """
    for evidence in item.evidence:
        if evidence.role != "crucial":
            continue
        reason, detail = _fault(evidence, corpus)
        if reason:
            return rejected("box_text", reason, detail)
    return None


def _fault(evidence: Evidence, corpus: Corpus) -> tuple[str, str]:
    place = f"{evidence.document}, block {evidence.block}"
    if not evidence.boxes:
        return "no_box", place
    document = corpus[evidence.document]
    block = next((block for block in document.blocks if block.id == evidence.block), None)
    if block is not None and block.kind in _DRAWN:
        inside = all(any(coverage(box, whole) >= _WITHIN for whole in block.boxes) for box in evidence.boxes)
        return ("", "") if inside else ("outside_figure", place)
    path = corpus.pdf(document)
    if path is None:
        return "no_pdf", evidence.document
    for text, found in _pairs(evidence, path):
        if not holds(found, text):
            return "text_missing", f"{place}: {text[:60]!r} is not in {found[:80]!r}"
    return "", ""


def _pairs(evidence: Evidence, path: Path) -> list[tuple[str, str]]:
    """Give what should stand in each place, with what does: cell by cell, or all boxes of a paragraph together."""
    from evidoc.pages.glyphs import text_in

    found = [text_in(path, box) for box in evidence.boxes]
    lines = evidence.text.split("\n")
    if len(evidence.cells) == len(found) == len(lines):
        return list(zip(lines, found, strict=True))
    return [(evidence.text, " ".join(found))]


def holds(found: str, text: str) -> bool:
    """Say whether a text stands in what was found: in order, or by characters where a script is not drawn in reading order."""
    wanted, there = _bare(text), _bare(found)
    if not wanted:
        return _signs(text) in _signs(found)
    if wanted in there or (len(wanted) >= _PARAGRAPH and _with_marks(there, wanted)):
        return True
    return bool(_UNORDERED.search(text)) and not Counter(wanted) - Counter(there)


def _with_marks(there: str, wanted: str) -> bool:
    """Say whether a paragraph stands in a text with marks of citations in it, which the source of the text leaves out."""
    start = there.find(wanted[:_BEGINNING])
    while start >= 0:
        place = start
        for letter in wanted:
            while place < len(there) and there[place] != letter and there[place].isdigit():
                place += 1
            if place >= len(there) or there[place] != letter:
                break
            place += 1
        else:
            return True
        start = there.find(wanted[:_BEGINNING], start + 1)
    return False


def _bare(text: str) -> str:
    return _IGNORED.sub("", unicodedata.normalize("NFKC", text).casefold())


def _signs(text: str) -> str:
    return "".join(text.split())
