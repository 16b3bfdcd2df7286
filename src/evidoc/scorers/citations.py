"""How well the cited regions match the evidence: recall over crucial boxes, precision over all, F1, and recall of pages.

A region hits a box on the same page of the same document with intersection over union of at least
`threshold`. Evidence may be finer than the elements that systems are asked to mark: a cell, a sentence. It is hit too by a
region that covers it and stays within its element, unless `within_element` is False.
Source: CV-49, CV-50, CV-56, CV-57, CV-58, X-S18; U-32, U-33.
Metrics: `recall`, `precision`, `f1`, `page_recall`; with `aux` those of CV-64 too.
"""

from __future__ import annotations

from typing import Literal

from evidoc.answers.region import Region, read_regions
from evidoc.kit import Kit
from evidoc.records.geometry import SLACK
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.records.score import Scored
from evidoc.scorers._auxiliary import AUXILIARY, auxiliary_metrics
from evidoc.scorers._official import official_metrics
from evidoc.scorers._overlap import Place, covering, gold_places, pairs
from evidoc.scorers._reply import scored_text

VERSION = "2"
_NO_CRUCIAL = "the item has no crucial evidence box"
_NO_BOXES = "the item has no evidence box"


def score(  # noqa: PLR0913  (four options are what a spec string binds)
    item: Item,
    reply: Reply,
    kit: Kit,
    *,
    threshold: float = 0.5,
    mode: Literal["paper", "code_compat"] = "paper",
    aux: bool = False,
    within_element: bool = True,
) -> Scored:
    """Compare cited regions with evidence boxes.

    `mode` "code_compat" gives the numbers of the published CiteVQA evaluator, faults included: they
    may exceed 1, and a page recall never comes out. `aux` adds the metrics of the AgenticOCR family.
    """
    pages = [kit.corpus.pages(document.id) for document in item.documents]
    if mode == "code_compat":
        return official_metrics(item, scored_text(reply), pages)
    regions, invalid = read_regions(scored_text(reply), pages)
    crucial, every = gold_places(item)
    hitting, hit = pairs(regions, every, threshold=threshold - SLACK)
    if within_element and regions and len(hit) < len(every):
        more, others = covering(item, regions, kit.corpus)
        hitting, hit = hitting | more, hit | others
    scored = _paper_metrics(regions, crucial, every, hits=(len(hitting), hit))
    if aux and every:
        scored.metrics.update(auxiliary_metrics([region[:6] for region in regions], every))
    elif aux:
        scored.unscored.update(dict.fromkeys(AUXILIARY, _NO_BOXES))
    detail = {f"invalid_{reason}": str(count) for reason, count in sorted(invalid.items())}
    return Scored(metrics=scored.metrics, unscored=scored.unscored, detail={"cited": str(len(regions)), **detail})


def _paper_metrics(regions: list[Region], crucial: list[Place], every: list[Place], *, hits: tuple[int, set[Place]]) -> Scored:
    """Give the metrics; `hits` are how many regions hit something, and the places that are hit."""
    hitting, hit = hits
    precision = hitting / len(regions) if regions else 0.0
    if not crucial:
        undefined = dict.fromkeys(("recall", "f1", "page_recall"), _NO_CRUCIAL)
        if every:
            return Scored(metrics={"precision": precision}, unscored=undefined)
        return Scored(unscored={**undefined, "precision": _NO_BOXES})
    recall = sum(place in hit for place in crucial) / len(crucial)
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    asked, cited = {place[:2] for place in crucial}, {region[:2] for region in regions}
    page_recall = len(asked & cited) / len(asked)
    return Scored(metrics={"recall": recall, "precision": precision, "f1": f1, "page_recall": page_recall})
