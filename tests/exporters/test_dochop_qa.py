from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from evidoc.errors import NothingKept
from evidoc.exporters.dochop_qa import export
from evidoc.exporters.dochop_qa._instance import may_pass_on
from evidoc.exporters.dochop_qa._labels import lists_of
from evidoc.records.bench import BENCH_SCHEMA
from evidoc.records.corpus import SCHEMA, encode_document, write_documents
from evidoc.records.document import Block, Document, Source
from evidoc.records.item import Construction, ContextDocument, Evidence, Item, Measures, Slot, Task, Verdict
from evidoc.records.store import new_header, write_header, write_rows
from tests.build import box, document_of, item_of

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
    assert row["gates"] == [{"gate": "format", "passed": True}]
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
    lists = lists_of([SALT, SAND])
    title, heading = Evidence(document=SALT.id, block=0), Evidence(document=SALT.id, block=2)
    assert lists.box_labels([title, heading], paper=True) == (1, 0)
    assert lists.box_labels([title, heading], paper=False) == (0, -1)
    assert lists.entity_labels([title, heading]) == (0, -1)


def test_every_box_of_the_lists_is_within_its_page() -> None:
    """DHQ-21."""
    boxes = lists_of([SALT, SAND]).boxes
    assert [each.index for each in boxes] == list(range(len(boxes)))
    assert all(0 <= edge <= 1000 for each in boxes for edge in each.bbox)


@pytest.mark.parametrize(
    ("licence", "may"),
    [("CC-BY-4.0", True), ("CC0-1.0", True), ("CC-BY-NC-4.0", True), ("CC-BY-NC-ND-4.0", False), ("", False)],
)
def test_text_is_passed_on_only_where_the_licence_lets_it(licence: str, may: bool) -> None:
    """DHQ-04."""
    assert may_pass_on(article("salt", licence=licence)) is may


def test_of_a_document_that_may_not_be_changed_only_places_are_exported(tmp_path: Path) -> None:
    """DHQ-04: ids, boxes and lengths, no text of it, and no answer made from it."""
    closed = article("salt", licence="CC-BY-NC-ND-4.0")
    folder = bench(tmp_path / "bench", item_over(closed, SAND), documents=(closed, SAND))
    summary = export(folder, out=tmp_path / "out", finetuning=True)
    (row,) = rows(tmp_path / "out" / "instances.jsonl")
    assert [(each["text"], each["length"]) for each in row["snippets"]] == [(None, 11), ("About sand.", 11)]
    assert row["gold_answer"] is None
    assert summary.counts["fine-tuning rows"] == 0


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
