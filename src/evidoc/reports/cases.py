"""The case viewer's content: all that there is to say of one item."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from evidoc.answers.region import Citations, read_citations
from evidoc.records.geometry import Box
from evidoc.records.item import Answer, Evidence, Item
from evidoc.records.score import Run, Score
from evidoc.reports.choice import Chosen, glyph
from evidoc.reports.claims import Known, known_of, outside
from evidoc.reports.documents import DocumentFacts

MAX_PAGES = 6  # pictures of one case; more are counted
MAX_OUTSIDE = 12  # numbers and names that are marked in one answer

Place = tuple[str, int]  # a document and a page of it


@dataclass(frozen=True, slots=True)
class Drawn:
    """A box on a page picture, in points; `label` is the number of the evidence, `system` the system that cites it."""

    x: float
    y: float
    width: float
    height: float
    label: str = ""
    system: int = 0


@dataclass(frozen=True, slots=True)
class CasePage:
    """One page of a case: which it is, and the boxes on it."""

    document: DocumentFacts
    page: int
    gold: tuple[Drawn, ...]
    cited: tuple[Drawn, ...]

    @property
    def width(self) -> float:
        """Width in points."""
        return self.document.pages[self.page].width

    @property
    def height(self) -> float:
        """Height in points."""
        return self.document.pages[self.page].height

    def badge_place(self, box: Drawn) -> tuple[float, float]:
        """Give where the number of a gold box stands: left of it, inside the page."""
        return round(max(self.badge, box.x - self.badge), 2), round(box.y + min(self.badge, box.height / 2), 2)

    @property
    def badge(self) -> float:
        """The radius of an evidence number in points, the same on the screen whatever the page's size."""
        return round(self.width / 85, 2)

    @property
    def mark_scale(self) -> float:
        """How much a system's mark is scaled, so that it does not hide the text of a table."""
        return round(self.width / 900, 3)

    @property
    def title(self) -> str:
        """Name the page as people do."""
        label = self.document.pages[self.page].label
        printed = f" (printed {label})" if label and label != str(self.page + 1) else ""
        return f"{self.document.name}, page {self.page + 1}{printed}"

    @property
    def alternative(self) -> str:
        """Say what the picture shows, for those who do not see it."""
        return f"{self.title}: {_boxes(self.gold, 'gold')}, {_boxes(self.cited, 'cited')}"


@dataclass(frozen=True, slots=True)
class CaseReply:
    """What one system said in a case; `marks` are its scores by metric, None where there is none.

    `outside` are the numbers and names of the answer that stand nowhere in the item's documents.
    """

    system: int
    outcome: str
    text: str
    marks: Mapping[str, float | None]
    notes: tuple[tuple[str, str], ...]
    citations: Citations
    seconds: float
    gold_lost: int
    outside: tuple[str, ...] = ()

    @property
    def glyph(self) -> str:
        """The result in one word: right, unsupported, partly, wrong, failed or unscored."""
        return glyph(self.outcome, self.marks)


@dataclass(frozen=True, slots=True)
class Case:
    """All that the viewer shows of one item."""

    number: int
    item: Item
    answer: str
    documents: tuple[DocumentFacts | None, ...]
    replies: tuple[CaseReply, ...]
    pages: tuple[CasePage, ...]
    hidden_pages: int

    def document_name(self, evidence: Evidence) -> str:
        """Name the document of a piece of evidence."""
        return next((facts.name for facts in self.documents if facts and facts.id == evidence.document), evidence.document)


def build_case(
    chosen: Chosen,
    runs: Sequence[Run | None],
    documents: Mapping[str, DocumentFacts],
    *,
    number: int,
    known: Known | None = None,
) -> Case:
    """Put together what the viewer shows of an item; documents that the corpus lacks are named by id.

    `known` is what the item's documents say; without it, nothing is marked as outside of them.
    """
    item = chosen.item
    facts = tuple(documents.get(context.id) for context in item.documents)
    pages_by_document = [known.pages if known else () for known in facts]
    read = [read_citations(run.text if run else "", pages_by_document) for run in runs]
    rows = enumerate(zip(runs, chosen.scores, read, strict=True))
    pages = _pages(_gold(item), _cited(item, read), documents)
    return Case(
        number=number,
        item=item,
        answer=answer_text(item.answer),
        documents=facts,
        replies=tuple(
            _reply(system, run, score, citations, outside=_outside(item, run, known)) for system, (run, score, citations) in rows
        ),
        pages=tuple(pages[:MAX_PAGES]),
        hidden_pages=max(0, len(pages) - MAX_PAGES),
    )


def case_of(item: Item, documents: Mapping[str, DocumentFacts]) -> Case:
    """Put together an item by itself, without replies and with all of its pages."""
    return Case(
        number=1,
        item=item,
        answer=answer_text(item.answer),
        documents=tuple(documents.get(context.id) for context in item.documents),
        replies=(),
        pages=tuple(_pages(_gold(item), {}, documents)),
        hidden_pages=0,
    )


def answer_text(answer: Answer) -> str:
    """Give the right answer as people write it: value, power of ten, unit."""
    value = answer.value if isinstance(answer.value, str) else "; ".join(answer.value)
    power = {0: "", 3: "thousand", 6: "million", 9: "billion"}.get(answer.scale, f"× 10^{answer.scale}")
    return " ".join(part for part in (value, power, answer.unit) if part)


def _gold(item: Item) -> dict[Place, list[Drawn]]:
    drawn: dict[Place, list[Drawn]] = {}
    for number, evidence in enumerate(item.evidence, 1):
        for box in evidence.boxes:
            drawn.setdefault((evidence.document, box.page), []).append(_drawn(box, label=str(number)))
    return drawn


def _cited(item: Item, read: Sequence[Citations]) -> dict[Place, list[Drawn]]:
    drawn: dict[Place, list[Drawn]] = {}
    for system, citations in enumerate(read):
        for citation in citations.valid:
            place = (item.documents[citation.document - 1].id, citation.box.page)
            drawn.setdefault(place, []).append(_drawn(citation.box, system=system))
    return drawn


def _pages(
    gold: Mapping[Place, list[Drawn]], cited: Mapping[Place, list[Drawn]], documents: Mapping[str, DocumentFacts]
) -> list[CasePage]:
    """Give the pages with gold evidence first, then those that are only cited; places outside the documents are left out."""
    return [
        CasePage(
            document=documents[place[0]],
            page=place[1],
            gold=tuple(gold.get(place, ())),
            cited=tuple(cited.get(place, ())),
        )
        for place in dict.fromkeys([*gold, *cited])
        if _exists(place, documents)
    ]


def _exists(place: Place, documents: Mapping[str, DocumentFacts]) -> bool:
    document, page = place
    return document in documents and page < len(documents[document].pages)


def _drawn(box: Box, *, label: str = "", system: int = 0) -> Drawn:
    x, y, width, height = (round(edge, 2) for edge in (box.x0, box.y0, box.width, box.height))
    return Drawn(x=x, y=y, width=width, height=height, label=label, system=system)


def _outside(item: Item, run: Run | None, known: Known | None) -> tuple[str, ...]:
    """Give what an answer says that the documents do not, but for what was asked and what is right."""
    if known is None or run is None or run.status != "answered":
        return ()
    also = known_of((), (item.question, answer_text(item.answer), *item.answer.aliases))
    return outside(run.text, known, also, language=item.language)[:MAX_OUTSIDE]


def _reply(system: int, run: Run | None, score: Score, citations: Citations, *, outside: tuple[str, ...]) -> CaseReply:
    notes = [*score.detail.items(), *((f"{name} unscored", reason) for name, reason in score.unscored.items())]
    if run and run.detail:
        notes.append(("reply", run.detail))
    return CaseReply(
        system=system,
        outcome=score.outcome,
        text=run.text if run else "",
        marks=score.metrics,
        notes=tuple(notes),
        citations=citations,
        seconds=run.seconds if run else 0.0,
        gold_lost=run.truncated.gold_lost if run else 0,
        outside=outside,
    )


def _boxes(drawn: Iterable[Drawn], kind: str) -> str:
    count = len(list(drawn))
    return f"{count or 'no'} {kind} box{'' if count == 1 else 'es'}"
