from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from evidoc.errors import NothingKept, UsageError
from evidoc.exporters.dochop_qa import export
from evidoc.exporters.dochop_qa._instance import Instance
from evidoc.exporters.dochop_qa._labels import ShownLists, lists_of
from evidoc.exporters.dochop_qa._tuning import TuningRow
from evidoc.records.bench import BENCH_SCHEMA
from evidoc.records.corpus import SCHEMA, Corpus, encode_document, source_name, write_documents
from evidoc.records.document import Block, Document, Source
from evidoc.records.item import Construction, ContextDocument, Evidence, Item, Mark, Measures, Slot, Task, Verdict
from evidoc.records.record import Record, from_json
from evidoc.records.store import new_header, write_bytes, write_header, write_rows
from tests.build import box, document_of, item_of, line, pdf_bytes, table_of

TEMPLATE = "How does [ ] compare to [ ], and what are the key similarities and differences?"


HALVES = (box(50, 160, 500, 200), box(50, 700, 500, 720))  # of a paragraph over two columns


def article(name: str, *, licence: str = "CC-BY-4.0") -> Document:
    blocks = (
        Block(id=0, kind="title", text=f"On {name}", boxes=(box(50, 50, 500, 70),)),
        Block(id=1, kind="abstract", text=f"About {name}.", boxes=(box(50, 80, 500, 120),)),
        Block(id=2, kind="heading", text="Results", boxes=(box(50, 130, 500, 150),)),
        Block(id=3, kind="paragraph", text=f"{name} helps.", boxes=HALVES, section=("Results",)),
    )
    document = document_of(*blocks, name=name)
    source = Source(name=name, sha256=document.source.sha256, licence=licence)
    return replace(document, source=source, abstract=f"About {name}.", identifiers=(f"pmcid:PMC{len(name)}",))


def item_over(first: Document, second: Document, *, subtask: str = "comparison", trace: tuple[str, ...] = ()) -> Item:
    evidence = (
        Evidence(document=first.id, block=3, boxes=first.blocks[3].boxes, text=first.blocks[3].text, hop=0),
        Evidence(document=second.id, block=1, boxes=second.blocks[1].boxes, text=second.blocks[1].text, hop=1),
    )
    slots = {"single_or_multi": "multi_doc", "pairing_mode": "similarity", "hop.0.route": "semantic", "hop.0.score": "0.610000"}
    return replace(
        item_of("How does salt compare to sand, and what are the key similarities and differences?"),
        evidence=evidence,
        documents=(ContextDocument(id=first.id), ContextDocument(id=second.id)),
        task=Task(family="dochop_qa", group="paragraph", subtask=subtask, category="fan", concept="FF"),
        measures=Measures(hops=2),
        construction=Construction(
            recipe="dochop_qa@1",
            template=TEMPLATE,
            slots=tuple(Slot(name=name, value=value) for name, value in slots.items()),
            trace=trace,
        ),
        verdicts=(Verdict(check="format", kept=True),),
    )


def bench(folder: Path, *items: Item, documents: tuple[Document, ...], splits: dict[str, str] | None = None) -> Path:
    header = new_header(SCHEMA, settings={})
    write_documents(folder / "corpus", ((each.id, encode_document(each)) for each in documents), header=header)
    write_rows(folder / "items.jsonl", items)
    write_header(folder / "bench.json", new_header(BENCH_SCHEMA, settings={}))
    if splits is not None:
        lines = (json.dumps({"item": item, "split": split, "group": "g"}) for item, split in splits.items())
        (folder / "splits.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return folder


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


SALT, SAND = article("salt"), article("sand")


def test_an_instance_has_the_papers_fields(tmp_path: Path) -> None:
    """DHQ-69: documents, snippets in order with route and score, labels, gates, generator, split."""
    item = item_over(SALT, SAND)
    summary = export(bench(tmp_path / "bench", item, documents=(SALT, SAND), splits={item.id: "dev"}), out=tmp_path / "out")
    (row,) = rows(tmp_path / "out" / "instances.jsonl")
    assert (summary.written, summary.files) == (1, 2)
    assert (row["concept"], row["pattern"], row["single_or_multi"], row["split"]) == ("FF", "fan", "multi_doc", "dev")
    assert [(each["hop_index"], each["route"], each["score"]) for each in row["snippets"]] == [
        (0, "semantic", 0.61),
        (1, "", None),
    ]
    assert row["documents"][0] == {"pmc_id": "PMC4", "id": SALT.id, "role": "", "licence": "CC-BY-4.0"}
    assert row["gates"] == [{"gate": "format", "passed": True, "reason": ""}]
    assert row["answerable"] is None


def test_labels_count_in_the_lists_beside(tmp_path: Path) -> None:
    """The paragraph of document 1 is entity 2, the abstract of document 2 is entity 4; boxes count from 1 (DHQ-16, DHQ-19)."""
    export(bench(tmp_path / "bench", item_over(SALT, SAND), documents=(SALT, SAND)), out=tmp_path / "out")
    (row,), (lists,) = rows(tmp_path / "out" / "instances.jsonl"), rows(tmp_path / "out" / "lists.jsonl")
    assert (row["entity_labels"], row["bbox_labels"]) == ([2, 4], [3, 4, 6])
    by_index = {each["index"]: each for each in lists["boxes"]}
    assert [by_index[label]["entity"] for label in row["bbox_labels"]] == [2, 2, 4]
    assert {tuple(each["bbox"]) for each in lists["boxes"] if each["index"] == 6} == {(84, 95, 840, 143)}


def test_what_is_in_no_box_is_zero_for_the_paper_and_minus_one_for_us() -> None:
    """A heading is in no entity; entity 0 and what is in none stay apart either way (DHQ-16)."""
    lists = lists_of([SALT, SAND], Corpus([SALT, SAND]))
    title, heading = Evidence(document=SALT.id, block=0), Evidence(document=SALT.id, block=2)
    assert lists.box_labels([title, heading], paper=True) == (1, 0)
    assert lists.box_labels([title, heading], paper=False) == (0, -1)
    assert lists.entity_labels([title, heading]) == (0, -1)


def tabled() -> Document:
    """Give an article with a table under a caption, and a list that belongs to its paragraph."""
    salt = article("salt")
    table = Block(
        id=5,
        kind="table",
        table=table_of(["Plot", "Salinity"], ["North", "4.1"], ["South", "3.9"], ["East", "2.0"], ["West", "1"]),
    )
    placed = replace(table, boxes=(box(50, 400, 500, 500),), captions=(4,), label="Table 1")
    caption = Block(id=4, kind="caption", text="Table 1. Salt by plot.", boxes=(box(50, 380, 500, 398),), caption_of=5)
    listed = Block(id=6, kind="list", text="One. Two.", boxes=(box(50, 520, 500, 560),))
    paragraph = replace(salt.blocks[3], id=3)
    return document_of(*salt.blocks[:3], paragraph, caption, replace(placed), listed, name="salt", pages=salt.pages)


def test_the_boxes_of_an_entity_are_its_labels(tmp_path: Path) -> None:
    """A table's caption and a paragraph's list belong to the entity (DHQ-19, DHQ-112); pictures and labels agree."""
    document = tabled()
    lists = lists_of([document], Corpus([document]))
    for block in (3, 4, 5, 6):
        evidence = Evidence(document=document.id, block=block)
        (entity,) = lists.entity_labels([evidence])
        assert lists.box_labels([evidence], paper=False) == tuple(each.index for each in lists.boxes if each.entity == entity)
    assert len(lists.box_labels([Evidence(document=document.id, block=5)], paper=False)) == 2


def test_boxes_lie_on_one_sheet_of_all_pages() -> None:
    """DHQ-20, DHQ-112: two pages side by side in a grid of two by two, 1000 wide, each in the middle of its field."""
    boxes = lists_of([SALT, SAND], Corpus([SALT, SAND])).boxes
    first, second = (next(each for each in boxes if each.document == number) for number in (1, 2))
    assert [after - before for before, after in zip(first.sheet, second.sheet, strict=True)] == [500, 0, 500, 0]
    assert all(0 <= edge <= 1000 for each in boxes for edge in each.sheet)
    assert first.bbox != first.sheet


def with_pages(folder: Path, document: Document) -> Document:
    """Put a PDF beside a bench's corpus that says the document's paragraph in its two boxes."""
    name = document.source.name
    lines = line(60, 842 - 190, f"{name} helps") + line(60, 842 - 715, "in soils.")
    source = Source(name=f"{name}.pdf", sha256=f"{ord(name[-1]):x}" * 32)
    write_bytes(folder / "corpus" / "sources" / source_name(source), pdf_bytes([("/MediaBox[0 0 595 842]", lines)]))
    return replace(document, pages_source=source)


def test_a_box_has_the_text_that_stands_in_it_and_the_sheet_is_drawn(tmp_path: Path) -> None:
    """DHQ-21: a paragraph over two columns has the text of each column with its box."""
    documents = tuple(with_pages(tmp_path / "bench", each) for each in (SALT, SAND))
    folder = bench(tmp_path / "bench", item_over(*documents), documents=documents)
    summary = export(folder, out=tmp_path / "out", sheets=True)
    (lists,) = rows(tmp_path / "out" / "lists.jsonl")
    assert [each["text"] for each in lists["boxes"] if each["entity"] == 2] == ["salt helps", "in soils."]
    picture = (tmp_path / "out" / lists["sheet"]).read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert (summary.counts["sheets"], summary.files) == (1, 3)


@pytest.mark.parametrize(("mark", "answerable"), [(1.0, False), (2.0, True)])
def test_what_a_judge_finds_incomplete_is_not_answerable(tmp_path: Path, mark: float, answerable: bool) -> None:
    """DHQ-72: from the marks that an item was made with, or those of a later `evidoc check`."""
    marks = (Mark(name="accuracy", value=4), Mark(name="completeness", value=mark), Mark(name="completeness", value=3, judge="b"))
    judged = Verdict(check="quality", kept=True, marks=marks)  # of several judges the first decides
    item = item_over(SALT, SAND)
    made = bench(tmp_path / "made", replace(item, verdicts=(judged,)), documents=(SALT, SAND))
    later = bench(tmp_path / "later", item, documents=(SALT, SAND))
    write_bytes(later / "verdicts.jsonl", msgspec.json.encode({"item": item.id, "verdict": judged}) + b"\n")
    for folder in (made, later):
        export(folder, out=tmp_path / "out")
        assert rows(tmp_path / "out" / "instances.jsonl")[0]["answerable"] is answerable


def test_every_row_is_of_its_schema(tmp_path: Path) -> None:
    """DHQ-35, DHQ-69: what is written reads back as the records whose JSON Schemas are in the reference."""
    export(bench(tmp_path / "bench", item_over(SALT, SAND), documents=(SALT, SAND)), out=tmp_path / "out", finetuning=True)
    kinds: dict[str, type[Record]] = {"instances": Instance, "lists": ShownLists, "finetuning": TuningRow}
    for name, kind in kinds.items():
        (text,) = (tmp_path / "out" / f"{name}.jsonl").read_bytes().splitlines()
        assert from_json(text, kind, place=name)
        schema = msgspec.json.schema(kind)["$defs"][kind.__name__]
        assert set(schema["required"]) <= set(json.loads(text)) == set(schema["properties"])


def test_every_box_of_the_lists_is_within_its_page() -> None:
    """DHQ-21."""
    boxes = lists_of([SALT, SAND], Corpus([SALT, SAND])).boxes
    assert [each.index for each in boxes] == list(range(len(boxes)))
    assert all(0 <= edge <= 1000 for each in boxes for edge in each.bbox)


def test_of_a_document_that_may_not_be_changed_only_places_are_exported(tmp_path: Path) -> None:
    """DHQ-04: ids, boxes and lengths; no text or heading of it, and no question, answer or sheet made from it."""
    closed = article("salt", licence="CC-BY-NC-ND-4.0")
    folder = bench(tmp_path / "bench", item_over(closed, SAND), documents=(closed, SAND))
    summary = export(folder, out=tmp_path / "out", finetuning=True, sheets=True)
    (row,), (lists,) = rows(tmp_path / "out" / "instances.jsonl"), rows(tmp_path / "out" / "lists.jsonl")
    assert [(each["text"], each["length"]) for each in row["snippets"]] == [(None, 11), ("About sand.", 11)]
    assert [each["section"] for each in row["snippets"]] == [None, []]
    assert (row["question"], row["gold_answer"], lists["sheet"]) == (None, None, "")
    assert {each["text"] for each in lists["boxes"] if each["document"] == 1} == {None}
    assert (summary.counts["fine-tuning rows"], summary.counts["sheets"]) == (0, 0)
    written = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "out").glob("*.jsonl"))
    assert not any(said in written for said in ("salt helps", "About salt", "Results", "On salt"))


def test_a_written_question_names_its_model(tmp_path: Path) -> None:
    item = item_over(SALT, SAND, trace=("question: written (openai/x, comparison@1/en, p-12ab)",))
    export(bench(tmp_path / "bench", item, documents=(SALT, SAND)), out=tmp_path / "out")
    assert rows(tmp_path / "out" / "instances.jsonl")[0]["generator"] == {"model": "openai/x", "prompt_hash": "p-12ab"}


def test_a_row_to_tune_on_has_prompt_template_abstracts_and_question(tmp_path: Path) -> None:
    """DHQ-35."""
    item = item_over(SALT, SAND)
    export(bench(tmp_path / "bench", item, documents=(SALT, SAND)), out=tmp_path / "out", finetuning=True)
    (row,) = rows(tmp_path / "out" / "finetuning.jsonl")
    assert row["prompt"].startswith(f"Instruction: {TEMPLATE}\n")
    assert (row["instruction"], row["output"], row["writer"]) == (TEMPLATE, item.question, "comparison")
    assert row["input"] == {"context_1": "About salt.", "context_2": "About sand."}


def test_the_problem_comes_first_in_a_row_to_tune_on(tmp_path: Path) -> None:
    item = item_over(SALT, SAND, subtask="non_refer_table")
    slots = (Slot(name="problem_document", value=SAND.id), Slot(name="solution_document", value=SALT.id))
    item = replace(item, construction=replace(item.construction, slots=slots))
    export(bench(tmp_path / "bench", item, documents=(SALT, SAND)), out=tmp_path / "out", finetuning=True)
    (row,), (instance,) = rows(tmp_path / "out" / "finetuning.jsonl"), rows(tmp_path / "out" / "instances.jsonl")
    assert (row["writer"], row["input"]["context_1"]) == ("pst", "About sand.")
    assert [each["role"] for each in instance["documents"]] == ["solution", "problem"]


EXAMPLES = [  # tables 8 to 10; the contexts in words of our own
    (
        "comparison",
        "How does [ ] compare to [ ], and what are the key similarities and differences?",
        (
            "Emergency care of children in the US is spread unevenly.",
            "Many emergency rooms in Korea lack equipment for children.",
        ),
        "How do the characteristics of the healthcare systems in the United States compare to Korea, and what are the key "
        "similarities and differences?",
    ),
    (
        "non_comparison",
        "What are the main challenges in [ ], and how can [ ] address these issues?",
        ("Anaemia often comes with chronic disease and makes it worse.", "Since EPO was cloned, ESAs lower the need for blood."),
        "What are the main challenges in iron availability for red cell precursors in cancer-related anaemia, and how can "
        "erythropoiesis-stimulating agents address this issue?",
    ),
    (
        "non_refer_table",
        "What are the main challenges in [ ], what strategies can be implemented to address them? Is there any table "
        "additionally describing it? Which table is it and what is the main point of the table?",
        ("Long treatment of inflammation has side effects.", "Eighty patients took SM or a placebo for half a year."),
        "What are the main challenges in traditional anti-inflammatory in treating inflammatory diseases, what strategies can be "
        "implemented to address them? Is there any table additionally describe it? Which table is it and what is the main point "
        "of the table?",
    ),
]


@pytest.mark.parametrize(("subtask", "template", "contexts", "question"), EXAMPLES)
def test_the_papers_examples_are_rows_to_tune_on(
    tmp_path: Path, subtask: str, template: str, contexts: tuple[str, str], question: str
) -> None:
    """DHQ-35: prompt with the concept, the cue and the constraint; instruction, both contexts, output."""
    documents = tuple(replace(each, abstract=said) for each, said in zip((SALT, SAND), contexts, strict=True))
    item = item_over(*documents, subtask=subtask)
    item = replace(item, question=question, construction=replace(item.construction, template=template))
    export(bench(tmp_path / "bench", item, documents=documents), out=tmp_path / "out", finetuning=True)
    (row,) = rows(tmp_path / "out" / "finetuning.jsonl")
    assert row["prompt"].startswith(f"Instruction: {template}\n")
    assert "takes both of them" in row["prompt"]
    assert "keep the steps to yourself" in row["prompt"]
    assert (row["instruction"], row["output"]) == (template, question)
    assert tuple(row["input"].values()) == contexts


def test_a_row_on_a_table_shows_what_its_writer_was_shown(tmp_path: Path) -> None:
    """DHQ-41: the abstract, then caption, heads and first three rows."""
    documents = (SAND, replace(tabled(), abstract="About salt.", source=SALT.source, id=SALT.id))
    evidence = Evidence(document=SALT.id, block=5, boxes=documents[1].block(5).boxes, text="Table 1", function="table", hop=2)
    item = item_over(SAND, SALT, subtask="non_refer_table")
    item = replace(item, evidence=(*item.evidence, evidence))
    export(bench(tmp_path / "bench", item, documents=documents), out=tmp_path / "out", finetuning=True)
    (row,) = rows(tmp_path / "out" / "finetuning.jsonl")
    assert row["input"]["context_2"] == (
        "About salt.\n\nTable 1. Salt by plot.\nPlot | Salinity\nNorth | 4.1\nSouth | 3.9\nEast | 2.0"
    )


def test_a_tenth_of_the_pairs_is_held_out_and_none_is_on_both_sides(tmp_path: Path) -> None:
    """DHQ-36: split 90 to 10 by pair, with a count for each writer."""
    names = ["salt", "sand", "silt", "clay", "loam", "peat", "marl", "chalk", "rock", "moss", "till"]
    documents = tuple(article(name) for name in names)
    pairs = list(pairwise(documents))
    items = [replace(item_over(*pair), id=f"i-{turn}{at:011}") for at, pair in enumerate(pairs) for turn in range(2)]
    folder = bench(tmp_path / "bench", *items, documents=documents)
    summary = export(folder, out=tmp_path / "out", finetuning=True)
    kept, held = (rows(tmp_path / "out" / name) for name in ("finetuning.jsonl", "finetuning_held_out.jsonl"))
    assert (len(kept), len(held)) == (18, 2)
    assert not {row["item"][-11:] for row in kept} & {row["item"][-11:] for row in held}
    assert summary.counts["fine-tuning rows, comparison"] == 20
    assert summary.counts["fine-tuning rows held out"] == 2
    assert export(folder, out=tmp_path / "all", finetuning=True, held=0).counts["fine-tuning rows held out"] == 0
    with pytest.raises(UsageError, match="held=1"):
        export(folder, out=tmp_path / "none", finetuning=True, held=1)


def test_nothing_is_tuned_on_that_is_held_out_or_that_no_writer_fills(tmp_path: Path) -> None:
    """DHQ-36, DHQ-42."""
    item, table = item_over(SALT, SAND), replace(item_over(SAND, SALT, subtask="refer_table"), id="i-000000000001")
    folder = bench(tmp_path / "bench", item, table, documents=(SALT, SAND), splits={item.id: "test"})
    assert export(folder, out=tmp_path / "out", finetuning=True).counts["fine-tuning rows"] == 0
    instance = rows(tmp_path / "out" / "instances.jsonl")[1]
    assert [each["role"] for each in instance["documents"]] == ["source", "cited"]


def test_a_bench_of_another_recipe_gives_nothing(tmp_path: Path) -> None:
    with pytest.raises(NothingKept, match="dochop_qa"):
        export(bench(tmp_path / "bench", item_of(), documents=(SALT,)), out=tmp_path / "out")


def test_the_same_bench_gives_the_same_bytes(tmp_path: Path) -> None:
    folder = bench(tmp_path / "bench", item_over(SALT, SAND), documents=(SALT, SAND))
    export(folder, out=tmp_path / "a", paper=False)
    export(folder, out=tmp_path / "b", paper=False)
    for name in ("instances.jsonl", "lists.jsonl"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
