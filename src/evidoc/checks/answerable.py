"""A solver that sees the evidence and nothing else must be right.

Source: CV-36, X-27.
"""

from __future__ import annotations

from evidoc.checks._solving import not_asked, solve, unknown, verdict
from evidoc.kit import Kit
from evidoc.records.corpus import Corpus
from evidoc.records.geometry import reaches
from evidoc.records.item import Item, Verdict


def check(item: Item, corpus: Corpus, kit: Kit, *, view: str = "text", at_least: float = 0.8) -> Verdict | None:
    """Reject an item whose evidence does not lead the solver to the answer; `not_answerable`.

    `view` is how the evidence is shown: `text`, or `page_images` for the paper's screenshots with all else white.
    A partly right answer is not right. Without a solver the item is kept as `not_asked`.
    """
    solver = kit.model("solver")
    if solver is None:
        return not_asked("answerable", "solver")
    solved = solve(item, kit, solver=solver, access="gold_evidence", view=view)
    if solved.value is None:
        return unknown("answerable", solved.status, model=solved.solver, prompt=solved.prompt)
    return verdict("answerable", solved, reason="" if reaches(solved.value, at_least) else "not_answerable")
