"""How often solvers are right, and which items are too easy or too hard by the policy of a paper.

Policies: `pdfqa`, one solver over the whole documents, an item that it gets wholly right goes (PQ-45); `scidocbench`, a
panel, an item that all get right goes and one that none does is kept and noted for review (SD-42, SD-43); `citevqa`, the
closed-book test (CV-38); `training`, several attempts with chance, an item of pass rate 0 or 1 goes (SD-99).
Source: X-26.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from evidoc.checks import closed_book
from evidoc.checks._solving import Solved, ask, attempts_id, not_asked, shown, unknown
from evidoc.kit import Kit
from evidoc.records.corpus import Corpus
from evidoc.records.geometry import reaches
from evidoc.records.item import Item, Verdict
from evidoc.statistics.intervals import wilson_interval

Policy = Literal["pdfqa", "scidocbench", "citevqa", "training"]
_RIGHT = 1.0  # pdfQA removes 5 of 5, SciDocBench a score of 1


def check(  # noqa: PLR0913  (four options are what a spec string binds)
    item: Item,
    corpus: Corpus,
    kit: Kit,
    *,
    policy: Policy = "pdfqa",
    view: str = "text",
    access: str = "full",
    attempts: int = 4,
) -> Verdict | None:
    """Reject an item as `too_easy`, or for training as `never_solved`; the detail has each solver's pass rate.

    `attempts` are for `training`; the other policies ask each solver once, without chance. Without a solver the
    item is kept as `not_asked`; where a solver could not be reached it is `unknown`.
    """
    if policy == "citevqa":
        return closed_book.check(item, corpus, kit)
    solvers = kit.models.get("solver", ())
    if not solvers:
        return not_asked("difficulty", "solver")
    prompt = shown(item, kit, access=access, view=view)
    asked = solvers[:1] if policy == "pdfqa" else solvers
    tries: tuple[int | None, ...] = tuple(range(1, attempts + 1)) if policy == "training" else (None,)
    solved = [ask(item, prompt, kit, solver=solver, attempt=attempt) for solver in asked for attempt in tries]
    failed = next((one for one in solved if one.value is None), None)
    if failed is not None:
        return unknown("difficulty", f"{failed.solver}: {failed.status}", model=failed.solver, prompt=failed.prompt)
    panel = _Panel(tuple(solved))
    return panel.verdict(reason=_reason(policy, panel), note=_note(policy, panel))


@dataclass(frozen=True)
class _Panel:
    solved: tuple[Solved, ...]

    @property
    def right(self) -> int:
        return sum(_is_right(one) for one in self.solved)

    def verdict(self, *, reason: str, note: str) -> Verdict:
        rates = ", ".join(self._rate(name) for name in dict.fromkeys(one.solver for one in self.solved))
        return Verdict(
            check="difficulty",
            kept=not reason,
            reason=reason,
            detail=f"{rates}{'; ' + note if note else ''}",
            model=", ".join(dict.fromkeys(one.solver for one in self.solved)),
            prompt=attempts_id(list(dict.fromkeys(one.prompt for one in self.solved))),
        )

    def _rate(self, solver: str) -> str:
        own = [one for one in self.solved if one.solver == solver]
        right = sum(_is_right(one) for one in own)
        found = wilson_interval(right, len(own))
        return f"{solver} {right}/{len(own)} [{found.low:.2f}, {found.high:.2f}]"


def _is_right(solved: Solved) -> bool:
    return solved.value is not None and reaches(solved.value, _RIGHT)


def _reason(policy: Policy, panel: _Panel) -> str:
    if panel.right == len(panel.solved):
        return "too_easy"
    return "never_solved" if policy == "training" and panel.right == 0 else ""


def _note(policy: Policy, panel: _Panel) -> str:
    return "all failed: needs review" if policy == "scidocbench" and panel.right == 0 else ""
