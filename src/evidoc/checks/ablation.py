"""The crucial evidence is what the answer rests on: with a crucial piece blanked on the page, a solver is no longer right.

The solver sees the pages of the evidence with some pages around them, as pictures, or the text of these pages, once
whole and once for each piece masked. Source: CV-39, CV-40, CV-41, X-29.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evidoc.checks._masking import Ablated, ablate
from evidoc.checks._solving import ask, not_asked
from evidoc.kit import Kit
from evidoc.models import Model
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document
from evidoc.records.geometry import iou_min, reaches
from evidoc.records.item import Evidence, Item, Verdict
from evidoc.records.reply import ImagePart, Prompt, TextPart
from evidoc.views import Context, prompt_of, table_lines
from evidoc.wording import fenced

_BEFORE, _AFTER = 3, 2  # pages around those of the evidence; the companion code's numbers, CV-39
_HIDDEN = 0.5  # a block at least half of which is blanked is not shown as text either


def check(  # noqa: PLR0913  (three options are what a spec string binds)
    item: Item, corpus: Corpus, kit: Kit, *, pictures: bool = True, at_least: float = 0.8, strict: bool = True
) -> Verdict | None:
    """Reject an item whose crucial evidence is not what the answer rests on.

    Reasons: `control_wrong` (the solver is wrong with all in sight), `nothing_crucial` (right with all evidence masked),
    `roles_differ` (with `strict`: the pieces called crucial are others than those without which the answer is lost),
    `unknown`. The detail has the role of each piece in order. Without a solver the item is kept as `not_asked`.
    """
    solver = kit.model("solver")
    if solver is None:
        return not_asked("ablation", "solver")
    pieces = item.needed
    asking = _Asking(item, corpus, kit, solver=solver, pieces=pieces, pictures=pictures, at_least=at_least)
    found = ablate(len(pieces), asking)
    said = tuple(evidence.role for evidence in pieces)
    reason: str = "" if found.outcome == "labelled" else found.outcome
    if not reason and strict and found.roles != said:
        reason = "roles_differ"
    return Verdict(
        check="ablation", kept=not reason, reason=reason, detail=_detail(found), model=solver.name, prompt=asking.control
    )


class _Asking:
    """Asks the solver with some pieces masked; remembers the prompt of the control."""

    def __init__(  # noqa: PLR0913  (what one item is asked with)
        self,
        item: Item,
        corpus: Corpus,
        kit: Kit,
        *,
        solver: Model,
        pieces: Sequence[Evidence],
        pictures: bool,
        at_least: float,
    ) -> None:
        self._item, self._corpus, self._kit, self._solver = item, corpus, kit, solver
        self._pieces, self._pictures, self._at_least = pieces, pictures, at_least
        self.control = ""

    def __call__(self, masked: frozenset[int]) -> bool | None:
        hidden = [self._pieces[piece] for piece in sorted(masked)]
        prompt = self._prompt(hidden)
        self.control = self.control or prompt.id
        value = ask(self._item, prompt, self._kit, solver=self._solver).value
        return None if value is None else reaches(value, self._at_least)

    def _prompt(self, hidden: Sequence[Evidence]) -> Prompt:
        parts: list[TextPart | ImagePart] = []
        for number, link in enumerate(self._item.documents, 1):
            document = self._corpus[link.id]
            pages = _pages(document, [piece for piece in self._pieces if piece.document == link.id])
            masked = [evidence for evidence in hidden if evidence.document == link.id]
            parts += self._shown(document, number, pages, masked)
        return prompt_of(self._item, Context(corpus=self._corpus, cite=False), parts=parts)

    def _shown(
        self, document: Document, number: int, pages: Sequence[int], hidden: Sequence[Evidence]
    ) -> Iterator[TextPart | ImagePart]:
        boxes = [box for evidence in hidden for box in evidence.boxes]
        if self._pictures and self._kit.pictures is not None:
            from evidoc.pages.regions import blanked_picture

            for index in pages:
                yield blanked_picture(self._corpus, document, index, boxes, store=self._kit.pictures)
            return
        lines = []
        for block in document.body():
            on_pages = any(box.page in pages for box in block.boxes)
            covered = any(iou_min(box, one) >= _HIDDEN for box in boxes for one in block.boxes)
            if on_pages and not covered:
                lines.append(table_lines(block.table) if block.table is not None else block.text)
        yield TextPart(text=fenced(f"document-{number}", "\n\n".join(lines)))


def _pages(document: Document, pieces: Sequence[Evidence]) -> list[int]:
    """Give the pages of the evidence with those around them."""
    touched = {box.page for evidence in pieces for box in evidence.boxes}
    around = {page + step for page in touched for step in range(-_BEFORE, _AFTER + 1)}
    return sorted(page for page in around if 0 <= page < len(document.pages))


def _detail(found: Ablated) -> str:
    return f"{', '.join(found.roles) or found.outcome}; {found.calls} calls"
