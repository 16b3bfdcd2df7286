"""How far each cited region bears out the statement that cites it, by a judge who sees the region's picture.

The mean over the citations, 0 to 5 scaled to [0, 1]; a reply that cites nothing has 0 (CV-51). A judge that takes no
pictures is shown the text of the region. Metric: `relevance`. Source: CV-51, CV-52, CV-53.
"""

from __future__ import annotations

from evidoc.answers.region import read_citations
from evidoc.errors import UnreadableDocument
from evidoc.kit import Kit
from evidoc.models import Model
from evidoc.records.document import Document
from evidoc.records.geometry import Box
from evidoc.records.item import Item
from evidoc.records.reply import Citation, ImagePart, Reply
from evidoc.records.score import Scored
from evidoc.rubrics import Case, Judged, rubric
from evidoc.scorers._reply import scored_text
from evidoc.scorers.judged import NO_JUDGE

VERSION = "1"
_MOST_CITATIONS = 50  # a reply that cites more is judged by its first; hostile replies must not spend the judge's budget


def score(item: Item, reply: Reply, kit: Kit, *, pictures: bool = True) -> Scored:
    """Have every cited region judged, one call each."""
    pages = [kit.corpus.pages(document.id) for document in item.documents]
    cited = read_citations(scored_text(reply), pages).valid[:_MOST_CITATIONS]
    if not cited:
        return Scored(metrics={"relevance": 0.0}, detail={"cited": "0"})
    judge = kit.model("judge")
    if judge is None:
        return Scored(unscored={"relevance": NO_JUDGE})
    judged = [_judged(item, citation, kit, judge=judge, pictures=pictures) for citation in cited]
    marks = [mark for one in judged if (mark := one.value()) is not None]
    detail = {"cited": str(len(cited)), "marks": " ".join(f"{mark:g}" for mark in marks), "judge": judge.name}
    if len(marks) < len(judged):
        fault = next(one.detail for one in judged if one.value() is None)
        return Scored(unscored={"relevance": f"{len(judged) - len(marks)} citations got no mark: {fault}"}, detail=detail)
    return Scored(metrics={"relevance": sum(marks) / len(marks) / 5}, detail=detail)


def _judged(item: Item, citation: Citation, kit: Kit, *, judge: Model, pictures: bool) -> Judged:
    document = kit.corpus[item.documents[citation.document - 1].id]
    shown = _picture(document, citation.box, kit) if pictures else None
    case = Case(
        question=item.question,
        answer=citation.segment,
        evidence=() if shown is not None else (text_at(document, citation.box),),
        pictures=() if shown is None else (shown,),
    )
    return rubric("citevqa_relevance")(case, judge)


def _picture(document: Document, box: Box, kit: Kit) -> ImagePart | None:
    from evidoc.pages.regions import region_picture

    if kit.pictures is None:
        return None
    try:
        return region_picture(kit.corpus, document, box, store=kit.pictures)
    except UnreadableDocument:  # a document without a PDF is judged by its text, which the corpus always has
        return None


def text_at(document: Document, box: Box) -> str:
    """Give the text of the blocks that a region covers at least half of, or lies in, in reading order."""
    from evidoc.records.geometry import iou_min

    found = (block.text for block in document.blocks if any(iou_min(one, box) >= 0.5 for one in block.boxes))
    return "\n".join(text for text in found if text) or "(nothing is written there)"
