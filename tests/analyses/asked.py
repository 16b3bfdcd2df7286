"""Two articles worked out by hand, questions over them, and benches of these, for tests of what is counted.

The first article has 21 places in five sections: the abstract (0), Introduction (1 to 4), Methods (5 to 9), Results (10 to 15,
of which 12 is a table) and Discussion (16 to 20). The second has four in two: the abstract (0) and Findings (1 to 3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec.structs import replace

from evidoc.records.analysis import Analysis, Cell
from evidoc.records.bench import Bench
from evidoc.records.corpus import Corpus
from evidoc.records.document import Block, Document
from evidoc.records.item import ContextDocument, Evidence, Item, Measures, Task
from evidoc.records.store import new_header, write_rows
from tests.build import document_of, item_of, table_of

_TYPES = {"PST": ("table", "non_refer_table"), "TS": ("table", "refer_table"), "TSL": ("table", "refer_table")}
_COMPARISONS = ("FF", "SS")


def block(number: int, *section: str, kind: str = "paragraph", text: str = "Words that say something.") -> Block:
    table = table_of(["Plot", "Yield"], ["A", "3"]) if kind == "table" else None
    return Block(id=number, kind=kind, section=section, text="" if table else text, table=table)  # type: ignore[arg-type]


def sections(*parts: tuple[str, int]) -> list[Block]:
    """Give an abstract and then sections, each with its heading and so many paragraphs."""
    blocks = [block(0, kind="abstract")]
    for title, count in parts:
        blocks.append(block(len(blocks), kind="heading", text=title))
        blocks += [block(len(blocks) + place, title) for place in range(count)]
    return blocks


def _first() -> Document:
    blocks = sections(("1. Introduction", 4), ("2. Methods", 5), ("3. Results", 6), ("4. Discussion", 5))
    table = FIRST_IDS[12]
    blocks[table] = block(table, "3. Results", kind="table")
    return document_of(*blocks, name="a")


FIRST_IDS = (0, *range(2, 6), *range(7, 12), *range(13, 19), *range(20, 25))  # the block at each place; headings have none
SECOND_IDS = (0, 2, 3, 4)
FIRST = _first()
SECOND = document_of(*sections(("Findings", 3)), name="b")


def at(document: Document, place: int, *, hop: int = 0) -> Evidence:
    """Give evidence at a place of one of the two articles."""
    ids = FIRST_IDS if document is FIRST else SECOND_IDS
    return Evidence(document=document.id, block=ids[place], hop=hop)


def question(
    concept: str,
    places: Sequence[tuple[Document, int]] = (),
    *,
    evidence: Sequence[Evidence] | None = None,
    documents: Sequence[Document] = (FIRST, SECOND),
    depth: int | None = None,
) -> Item:
    """Give a question of DocHop-QA over the articles, one hop a place."""
    if evidence is None:
        evidence = [at(document, place, hop=hop) for hop, (document, place) in enumerate(places)]
    group, subtask = _TYPES.get(concept, ("paragraph", "comparison" if concept in _COMPARISONS else "non_comparison"))
    category = "chain" if group == "table" else "fan"
    task = Task(family="dochop_qa", group=group, subtask=subtask, category=category, concept=concept)
    shown = tuple(ContextDocument(id=document.id) for document in documents)
    item = item_of(f"{concept} {places} {evidence}?", evidence=evidence)
    return replace(item, task=task, documents=shown, measures=Measures(depth=depth, modality="text"))


def number(places: Sequence[tuple[Document, int]], *, category: str = "lookup") -> Item:
    """Give a question of another recipe, which has no concept."""
    return replace(question("", places), task=Task(family="pdfqa", group="table", category=category))


def bench_of(folder: Path, items: Iterable[Item], *documents: Document) -> Bench:
    """Give a bench of these items, over the two articles where no others are given."""
    write_rows(folder / "items.jsonl", items)
    bench = Bench(folder, new_header("evidoc.bench", settings={}))
    bench.__dict__["corpus"] = Corpus(documents or (FIRST, SECOND))  # the cached property, filled by hand
    return bench


def rows(found: Analysis, name: str) -> list[tuple[Cell, ...]]:
    """Give the rows of a table; none where there is no such table."""
    return [row for table in found.tables if table.name == name for row in table.rows]
