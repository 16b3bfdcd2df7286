"""A bench of twelve items over three laid-out PDFs, and three systems' runs, in a folder, for tests of reports."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from evidoc.flow.score import score
from evidoc.records.bench import link_to
from evidoc.records.corpus import encode_document, write_documents
from evidoc.records.document import Block, Document, Source
from evidoc.records.geometry import THOUSAND, Box, Page
from evidoc.records.item import Answer, Construction, ContextDocument, Evidence, Item, Measures, Slot, Task, Verdict
from evidoc.records.ledger import LedgerEntry
from evidoc.records.reply import ReplyStatus, Usage
from evidoc.records.score import Run
from evidoc.records.store import new_header, write_bytes, write_header, write_rows
from tests.build import line, pdf_bytes

WIDTH, HEIGHT = 595.0, 842.0
SYSTEMS = ("baseline/gold", "acme/large-1", "acme/small-1")
Quality = tuple[float, float] | ReplyStatus  # answer and evidence, or how it failed


@dataclass
class Sheet:
    """One page in the making: what is drawn, and where each piece stands."""

    content: bytearray = field(default_factory=bytearray)
    top: float = 70.0

    def heading(self, text: str) -> Box:
        return self._lines([text], size=18, leading=30)

    def paragraph(self, *lines: str) -> Box:
        return self._lines(lines, size=11, leading=16)

    def table(self, rows: Sequence[Sequence[str]], *, page: int = 0) -> dict[tuple[int, int], Box]:
        """Draw a ruled grid and give the box of each cell."""
        cells = {}
        for r, row in enumerate(rows):
            for c, text in enumerate(row):
                x, y = 60 + 118 * c, self.top + 22 * r
                cells[r, c] = Box(page=page, x0=x, y0=y, x1=x + 118, y1=y + 22)
                self.content += b"0.6 0.6 0.6 RG 0.5 w %.1f %.1f 118 22 re S\n" % (x, HEIGHT - y - 22)
                self.content += line(x + 6, HEIGHT - y - 15, text, size=10)
        self.top += 22 * len(rows) + 18
        return cells

    def _lines(self, lines: Sequence[str], *, size: float, leading: float) -> Box:
        start = self.top
        for text in lines:
            self.content += line(60, HEIGHT - self.top - size, text, size=size)
            self.top += leading
        self.top += 12
        return Box(page=0, x0=58.0, y0=start - 3, x1=58 + max(map(len, lines)) * size * 0.5, y1=self.top - 12)


@dataclass(frozen=True)
class SmallBench:
    """Where the bench and its runs are."""

    bench: Path
    runs: tuple[Path, ...]


def build(folder: Path, *, hostile: str = "") -> SmallBench:
    """Write the bench and its three scored runs below a folder; `hostile` is put wherever text of others may stand."""
    documents = _documents()
    sources = folder / "bench" / "corpus" / "sources"
    records = []
    for harmless, content in documents:
        document = replace(harmless, title=harmless.title + hostile)
        write_bytes(sources / f"{document.source.sha256}.pdf", content)
        records.append(document)
    items = [_poisoned(item, hostile) for item in _items(records)]
    write_documents(
        folder / "bench" / "corpus",
        [(document.id, encode_document(document)) for document in records],
        header=new_header("evidoc.corpus", settings={"paths": "made"}),
    )
    write_rows(folder / "bench" / "items.jsonl", items)
    write_rows(folder / "bench" / "ledger.jsonl", _ledger(items))
    settings = {"recipes": "pdfqa", "n": "12", "seed": "7", "checks": "formality,leak"}
    write_header(folder / "bench" / "bench.json", new_header("evidoc.bench", settings=settings, counts={"items": len(items)}))
    runs = tuple(
        _write_run(folder / f"run-{number}", system, items, bench=folder / "bench", documents=records, hostile=hostile)
        for number, system in enumerate(SYSTEMS, 1)
    )
    return SmallBench(bench=folder / "bench", runs=runs)


def copy_of(small: SmallBench, folder: Path) -> SmallBench:
    """Copy a bench with its runs, so that what one test writes there no other one meets; much quicker than to build it."""
    shutil.copytree(small.bench.parent, folder, dirs_exist_ok=True)
    return SmallBench(bench=folder / small.bench.name, runs=tuple(folder / run.name for run in small.runs))


def _document(
    name: str, *, title: str, kind: str, language: str, sheets: Sequence[Sheet], blocks: Sequence[Block]
) -> tuple[Document, bytes]:
    content = pdf_bytes([(f"/MediaBox[0 0 {WIDTH} {HEIGHT}]", bytes(sheet.content)) for sheet in sheets])
    digest = hashlib.sha256(content).hexdigest()
    source = Source(name=name, sha256=digest, media_type="application/pdf", licence="CC0-1.0")
    document = Document(
        id=f"d-{digest[:12]}",
        source=source,
        pages_source=source,
        kind=kind,  # type: ignore[arg-type]
        title=title,
        language=language,
        pages=tuple(Page(index=index, width=WIDTH, height=HEIGHT) for index in range(len(sheets))),
        blocks=tuple(blocks),
        reader="made@1",
    )
    return document, content


def _poisoned(item: Item, hostile: str) -> Item:
    """Put hostile text into every field that a document, a person or a model may have written."""
    construction = replace(item.construction, template=f"plain{hostile}", trace=(f"cell{hostile}",), perturbation=hostile)
    return replace(
        item,
        question=item.question + hostile,
        answer=replace(item.answer, aliases=(*item.answer.aliases, hostile)) if hostile else item.answer,
        evidence=tuple(
            replace(evidence, text=evidence.text + hostile, function=evidence.function + hostile) for evidence in item.evidence
        ),
        contract=item.contract + hostile,
        task=replace(item.task, category=hostile),
        language=item.language + hostile,
        construction=construction,
        verdicts=(*item.verdicts, Verdict(check=f"leak{hostile}", kept=True, detail=hostile)),
    )


def _documents() -> list[tuple[Document, bytes]]:
    return [_annual_report(), _article(), _handbook()]


def _annual_report() -> tuple[Document, bytes]:
    first, second = Sheet(), Sheet()
    blocks = [Block(id=0, kind="heading", text="Results of the year", boxes=(first.heading("Results of the year"),))]
    blocks.append(
        _text(
            1,
            first.paragraph(
                "Revenue grew in both regions. The board proposes a dividend of 1.20 per share,",
                "to be paid on 14 May 2024 to holders of record.",
            ),
        )
    )
    first.paragraph(
        "Figures in the table are in millions of euros unless stated otherwise.",
        "Restated figures for 2022 are marked with an asterisk in the notes.",
    )
    cells = first.table(
        [
            ["Region", "2021", "2022", "2023"],
            ["North", "410", "455", "498"],
            ["South", "365", "372", "401"],
            ["Total", "775", "827", "899"],
        ]
    )
    blocks.append(
        Block(
            id=2,
            kind="table",
            text="Region 2021 2022 2023 …",
            boxes=(Box(page=0, x0=60, y0=cells[0, 0].y0, x1=60 + 472, y1=cells[3, 0].y1),),
        )
    )
    first.paragraph("The increase in the North came from three new wind parks that were connected in spring.")
    second.heading("Outlook")
    where = second.paragraph(
        "For 2024 the company expects revenue between 920 and 960 million euros.",
        "Capital expenditure is planned to stay below 110 million euros.",
    )
    blocks.append(
        Block(
            id=3,
            kind="paragraph",
            text="For 2024 the company expects revenue between 920 and 960 million euros.",
            boxes=(_on(where, 1),),
        )
    )
    return _document(
        "northwind-2023.pdf",
        title="Northwind Energy: annual report 2023",
        kind="filing",
        language="en",
        sheets=[first, second],
        blocks=blocks,
    )


def _article() -> tuple[Document, bytes]:
    sheet = Sheet()
    blocks = [
        Block(
            id=0,
            kind="heading",
            text="Soil moisture under cover crops",
            boxes=(sheet.heading("Soil moisture under cover crops"),),
        )
    ]
    blocks.append(
        _text(
            1,
            sheet.paragraph(
                "We measured 48 plots over two seasons. Plots with rye kept 12 % more water than bare",
                "fallow, while clover made no difference (p = 0.41).",
            ),
        )
    )
    blocks.append(_text(2, sheet.paragraph("Sensors were read every six hours; gaps longer than one day were not filled.")))
    return _document(
        "soil.pdf", title="Soil moisture under cover crops", kind="article", language="en", sheets=[sheet], blocks=blocks
    )


def _handbook() -> tuple[Document, bytes]:
    sheet = Sheet()
    blocks = [Block(id=0, kind="heading", text="Besuch im Museum", boxes=(sheet.heading("Besuch im Museum"),))]
    blocks.append(
        _text(
            1,
            sheet.paragraph(
                "Montags bleibt das Haus geschlossen. Der Eintritt kostet 9 Euro, am ersten Sonntag", "des Monats ist er frei."
            ),
        )
    )
    return _document("museum.pdf", title="Besuch im Museum", kind="web", language="de", sheets=[sheet], blocks=blocks)


def _text(block_id: int, where: Box) -> Block:
    texts = {1: "The paragraph of the answer.", 2: "Sensors were read every six hours."}
    return Block(id=block_id, kind="paragraph", text=texts[block_id], boxes=(where,))


def _on(box: Box, page: int) -> Box:
    return Box(page=page, x0=box.x0, y0=box.y0, x1=box.x1, y1=box.y1)


def _items(documents: Sequence[Document]) -> list[Item]:
    report, article, museum = documents
    cell = Box(page=0, x0=414, y0=_table(report).y0 + 22, x1=532, y1=_table(report).y0 + 44)
    total = Box(page=0, x0=414, y0=_table(report).y0 + 66, x1=532, y1=_table(report).y0 + 88)
    forecast = report.blocks[3].boxes[0]
    paragraph, method = article.blocks[1].boxes[0], article.blocks[2].boxes[0]
    plain = Answer(kind="number", value="498", unit="EUR", scale=6)
    return [
        _item("What was the revenue of the North in 2023?", plain, [(report, 2, cell, "498")], "lookup", modality="table"),
        _item(
            "By how much did total revenue exceed that of the North in 2023?",
            Answer(kind="number", value="401", unit="EUR", scale=6),
            [(report, 2, total, "899"), (report, 2, cell, "498")],
            "difference",
            modality="table",
        ),
        _item(
            "Which revenue is the upper end of the forecast for 2024?",
            Answer(kind="number", value="960", unit="EUR", scale=6),
            [(report, 3, forecast, report.blocks[3].text)],
            "lookup",
        ),
        _item(
            "Is the middle of the forecast above the total of 2023?",
            Answer(kind="yes_no", value="yes"),
            [(report, 2, total, "899"), (report, 3, forecast, report.blocks[3].text)],
            "comparison",
            modality="multimodal",
        ),
        _item(
            "When is the dividend paid?",
            Answer(kind="date", value="2024-05-14", aliases=("14 May 2024",)),
            [(report, 1, report.blocks[1].boxes[0], "to be paid on 14 May 2024")],
            "lookup",
        ),
        _item(
            "How many plots were measured?",
            Answer(kind="number", value="48"),
            [(article, 1, paragraph, "We measured 48 plots over two seasons.")],
            "lookup",
        ),
        _item(
            "Which cover crop kept more water than bare fallow?",
            Answer(kind="text", value="rye"),
            [(article, 1, paragraph, "Plots with rye kept 12 % more water")],
            "lookup",
        ),
        _item(
            "Did clover make a difference?",
            Answer(kind="yes_no", value="no"),
            [(article, 1, paragraph, "clover made no difference (p = 0.41)")],
            "comparison",
        ),
        _item(
            "How often were the sensors read?",
            Answer(kind="text", value="every six hours"),
            [(article, 2, method, "Sensors were read every six hours")],
            "lookup",
        ),
        _item(
            "Which numbers of plots and percent of water are reported?",
            Answer(kind="list", value=("48", "12")),
            [(article, 1, paragraph, "48 plots … 12 %")],
            "list",
        ),
        _item(
            "Was kostet der Eintritt?",
            Answer(kind="number", value="9", unit="EUR"),
            [(museum, 1, museum.blocks[1].boxes[0], "Der Eintritt kostet 9 Euro")],
            "lookup",
            language="de",
        ),
        _item(
            "Is the museum's price in euros above the dividend per share?",
            Answer(kind="yes_no", value="yes"),
            [(museum, 1, museum.blocks[1].boxes[0], "9 Euro"), (report, 1, report.blocks[1].boxes[0], "1.20 per share")],
            "comparison",
        ),
    ]


def _table(report: Document) -> Box:
    return report.blocks[2].boxes[0]


def _item(
    question: str,
    answer: Answer,
    places: Sequence[tuple[Document, int, Box, str]],
    subtask: str,
    *,
    modality: Literal["text", "table", "multimodal"] = "text",
    language: str = "en",
) -> Item:
    documents = list(dict.fromkeys(document.id for document, *_ in places))
    return Item(
        id="i-" + hashlib.sha256(question.encode()).hexdigest()[:12],
        question=question,
        answer=answer,
        evidence=tuple(
            Evidence(document=document.id, block=block, boxes=(box,), text=text, function="table" if block == 2 else "", hop=hop)
            for hop, (document, block, box, text) in enumerate(places)
        ),
        documents=tuple(ContextDocument(id=document) for document in documents),
        task=Task(family="pdfqa", group="reading", subtask=subtask),
        measures=Measures(
            hops=len(places), modality=modality, pages_spanned=len(places), source_position=25, answer_type="value"
        ),
        scorer={"number": "number", "yes_no": "yes_no", "list": "list"}.get(answer.kind, "exact"),
        contract="Answer with the value alone, then cite the place.",
        language=language,
        construction=Construction(
            recipe="pdfqa@1", template=f"{subtask}/plain", slots=(Slot(name="row", value="North"),), trace=("cell(1, 3) = 498",)
        ),
        verdicts=(Verdict(check="formality", kept=True), Verdict(check="leak", kept=True, detail="no leak")),
    )


def _ledger(items: Sequence[Item]) -> list[LedgerEntry]:
    kept = [
        LedgerEntry(candidate=f"c-{number}", stage="check", outcome="kept", item=item.id) for number, item in enumerate(items)
    ]
    rejected = [
        LedgerEntry(candidate=f"r-{n}", stage="check", outcome="rejected", check="formality", reason="too_long") for n in range(5)
    ]
    rejected += [
        LedgerEntry(candidate=f"l-{n}", stage="check", outcome="rejected", check="leak", reason="answer_in_question")
        for n in range(2)
    ]
    rejected.append(LedgerEntry(candidate="m-0", stage="make", outcome="rejected", check="pdfqa", reason="ambiguous_row"))
    return [*kept, *rejected, LedgerEntry(candidate="f-0", stage="make", outcome="failed", reason="KeyError", detail="unit u-9")]


QUALITY: Mapping[str, Sequence[Quality]] = {
    "baseline/gold": [(1.0, 1.0)] * 12,
    "acme/large-1": [(1, 1), (1, 0.5), (1, 1), (1, 0.0), (1, 1), (1, 1), (1, 0.5), (0, 1), (1, 1), (0.5, 1), "refused", (1, 0.5)],
    "acme/small-1": [
        (1, 0),
        (0, 0),
        (0, 0.5),
        "truncated",
        (1, 0),
        (1, 1),
        "empty",
        (0, 0),
        (1, 0),
        "provider_error",
        (1, 0),
        "not_asked",
    ],
}


def _write_run(
    folder: Path, system: str, items: Sequence[Item], *, bench: Path, documents: Sequence[Document], hostile: str
) -> Path:
    settings = {"system": system + hostile, "view": "text", "access": "full", "seed": "7"}
    write_header(folder / "run.json", new_header("evidoc.run", settings=settings, links={"bench": link_to(bench, start=folder)}))
    known = {document.id: document for document in documents}
    asked = [(item, quality) for item, quality in zip(items, QUALITY[system], strict=True) if quality != "not_asked"]
    runs = [run_of(item, system, quality, known) for item, quality in asked]
    write_rows(folder / "replies.jsonl", [replace(run, text=run.text + hostile, detail=run.detail + hostile) for run in runs])
    score(folder)
    return folder


def run_of(item: Item, system: str, quality: Quality, documents: Mapping[str, Document]) -> Run:
    text = (
        reply_text(item, quality, documents)
        if isinstance(quality, tuple)
        else ("The total is 1,2" if quality == "truncated" else "")
    )
    return Run(
        item=item.id,
        system=system,
        status=quality if isinstance(quality, str) else "answered",
        text=text,
        seconds=0.4,
        usage=Usage(input=1200, output=40, cost=0.002),
        view="text",
        access="full",
        detail="the provider said 503" if quality == "provider_error" else "",
    )


def reply_text(item: Item, quality: tuple[float, float], documents: Mapping[str, Document]) -> str:
    """Say the answer, or another; cite the evidence, or a place below it."""
    value = item.answer.value if isinstance(item.answer.value, str) else ", ".join(item.answer.value)
    wrong = {"number": "777", "yes_no": "no" if value == "yes" else "yes", "date": "1 April 1999"}.get(
        item.answer.kind, "oats and barley"
    )
    said = value if quality[0] == 1 else value.split(",")[0] if quality[0] else wrong
    numbers = {document.id: number for number, document in enumerate(item.documents, 1)}
    tags = []
    for evidence in item.evidence:
        page = documents[evidence.document].pages[evidence.boxes[0].page]
        x0, y0, x1, y1 = THOUSAND.write(evidence.boxes[0], page)
        if quality[1] < 1:
            y0, y1 = y0 + 200, y1 + 200
        edges = f'x1="{x0:.0f}" y1="{y0:.0f}" x2="{x1:.0f}" y2="{y1:.0f}"'
        tags.append(f'<bbox doc="{numbers[evidence.document]}" page="{evidence.boxes[0].page + 1}" {edges} />')
    return f"{said} {' '.join(tags)}"
