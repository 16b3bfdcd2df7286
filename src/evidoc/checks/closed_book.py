"""A solver that sees no document must not know the answer: what is common knowledge tests nothing.

Source: CV-38, DHQ-137, DH-70, X-26.
"""

from __future__ import annotations

from evidoc.checks._solving import not_asked, solve, unknown, verdict
from evidoc.kit import Kit
from evidoc.records.corpus import Corpus
from evidoc.records.geometry import reaches
from evidoc.records.item import Item, Verdict


def check(item: Item, corpus: Corpus, kit: Kit, *, at_least: float = 0.8, report_only: bool = False) -> Verdict | None:
    """Reject an item that any solver answers without a document; `common_knowledge`.

    A reply counts as right from `at_least` of 1 on. `report_only` keeps the item and notes it. Without a solver
    the item is kept as `not_asked`; where a solver could not be reached it is `unknown`.
    """
    solvers = kit.models.get("solver", ())
    if not solvers:
        return not_asked("closed_book", "solver")
    for solver in solvers:
        solved = solve(item, kit, solver=solver, access="none", view="question")
        if solved.value is None:
            return unknown("closed_book", solved.status, model=solved.solver, prompt=solved.prompt)
        if reaches(solved.value, at_least):
            found = verdict("closed_book", solved, reason="common_knowledge")
            return found if not report_only else verdict("closed_book", solved, detail=f"common_knowledge: {found.detail}")
    return verdict("closed_book", solved)
