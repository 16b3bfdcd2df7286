"""A question of several hops must need them all: a solver that sees the evidence of one hop alone must not be right.

Source: issue 3, point 4; DH-21; the papers' claim that their questions need several hops.
"""

from __future__ import annotations

from msgspec.structs import replace

from evidoc.checks._solving import not_asked, solve, unknown, verdict
from evidoc.kit import Kit
from evidoc.records.corpus import Corpus
from evidoc.records.geometry import reaches
from evidoc.records.item import Item, Verdict


def check(item: Item, corpus: Corpus, kit: Kit, *, view: str = "text", at_least: float = 0.8) -> Verdict | None:
    """Reject an item that one hop suffices for; `single_hop`, with the hop. Items of one hop pass."""
    hops = sorted({evidence.hop for evidence in item.evidence if evidence.role == "crucial"})
    if len(hops) < 2:
        return None
    solver = kit.model("solver")
    if solver is None:
        return not_asked("shortcut", "solver")
    for hop in hops:
        alone = replace(item, evidence=tuple(evidence for evidence in item.evidence if evidence.hop == hop))
        solved = solve(alone, kit, solver=solver, access="gold_evidence", view=view)
        if solved.value is None:
            return unknown("shortcut", solved.status, model=solved.solver, prompt=solved.prompt)
        if reaches(solved.value, at_least):
            return verdict("shortcut", solved, reason="single_hop", detail=f"hop {hop} suffices: {solved.text[:100]}")
    return verdict("shortcut", solved, detail=f"none of {len(hops)} hops suffices")
