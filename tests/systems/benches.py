"""A bench folder built in a line, with a report whose answers are known."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from evidoc.records.bench import BENCH_SCHEMA, Bench, open_bench
from evidoc.records.corpus import SCHEMA, encode_document, write_documents
from evidoc.records.document import Block, Document
from evidoc.records.item import Answer, Evidence, Item
from evidoc.records.store import new_header, write_header, write_rows
from evidoc.systems import Asking, SystemSettings
from tests.build import box, document_of, item_of, paragraph, table_of

RESULTS = table_of(["", "2023", "2022"], ["Total revenue", "1,310", "1,204"], ["Operating costs", "900", "950"])
REPORT = document_of(
    Block(id=0, kind="heading", text="Results", boxes=(box(50, 20, 200, 40),)),
    paragraph(1, "The company was founded in Ghent. Its main product is a catalytic converter for ships.", top=50),
    Block(id=2, kind="table", table=RESULTS, boxes=(box(50, 100, 200, 160),)),
    name="report.txt",
)


def asking_for(question: str, contract: str, *, value: str = "1310") -> Item:
    evidence = Evidence(document=REPORT.id, block=2, boxes=(box(100, 120, 150, 140),), cells=((1, 1),))
    item = item_of(question, answer=Answer(kind="number", value=value), evidence=[evidence], documents=[REPORT.id])
    return msgspec.structs.replace(item, contract=contract, id=f"i-{question}")


def numbered(count: int) -> list[Item]:
    """Give items whose questions are "Question 0?", "Question 1?" and so on."""
    return [asking_for(f"Question {number}?", "Answer with a whole number.") for number in range(count)]


def bench_in(folder: Path, items: Sequence[Item], *, documents: Sequence[Document] = (REPORT,)) -> Bench:
    members = [(document.id, encode_document(document)) for document in documents]
    write_documents(folder / "corpus", members, header=new_header(SCHEMA, settings={}))
    write_rows(folder / "items.jsonl", items)
    write_rows(folder / "ledger.jsonl", [])
    write_header(folder / "bench.json", new_header(BENCH_SCHEMA, settings={}, counts={"items": len(items)}))
    return open_bench(folder)


def settings_of(*, access: str = "full", seed: int = 0, bench: Bench | None = None, base_url: str = "") -> SystemSettings:
    return SystemSettings(access=access, seed=seed, bench=bench, asking=Asking(base_url=base_url))
