"""DocHop's TSV out and in: every whole row comes back, every damaged one is refused with its reason (formats.md, section 6)."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from evidoc.errors import InvalidRecord, NothingKept
from evidoc.exporters.dochop import COLUMNS, export
from evidoc.flow._bench_out import bench_header, write_bench
from evidoc.flow.import_ import import_
from evidoc.importers.dochop import Imported, Refused, load, load_items
from evidoc.importers.dochop._item import answer_of
from evidoc.records.bench import open_bench
from evidoc.records.corpus import Corpus
from evidoc.records.item import Measures, Task
from tests.build import document_of, item_of, paragraph


def png(width: int = 40, height: int = 60) -> str:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(out, "PNG")
    return base64.b64encode(out.getvalue()).decode()


def tsv(folder: Path, *rows: dict[str, str], columns: tuple[str, ...] = COLUMNS) -> Path:
    path = folder / "DocHop.tsv"
    lines = ["\t".join(columns), *("\t".join(row.get(name, "") for name in columns) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def row(**fields: str) -> dict[str, str]:
    whole = {"index": "0", "image": png(), "question": "How many?", "answer": "3", "task": "counting", "depth": "2"}
    return whole | {"chart_num": "4", "example_id": "e-1"} | fields


def test_a_row_becomes_an_item_over_one_page(tmp_path: Path) -> None:
    (entry,) = load_items(tsv(tmp_path, row()))
    assert isinstance(entry, Imported)
    assert (entry.item.question, entry.item.answer.value, entry.item.task.category) == ("How many?", "3", "counting")
    assert (entry.item.measures.depth, entry.item.measures.charts, entry.item.scorer) == (2, 4, "dochop")
    assert entry.document.pages[0].width == pytest.approx(40 * 72 / 300)
    assert entry.pdf.startswith(b"%PDF")


def test_the_same_file_gives_the_same_items_and_bytes(tmp_path: Path) -> None:
    path = tsv(tmp_path, row())
    assert list(load_items(path)) == list(load_items(path))


def test_a_task_is_found_in_the_columns_that_stand_in_for_it(tmp_path: Path) -> None:
    columns = ("index", "image", "question", "answer", "category", "depth", "chart_num")
    (entry,) = load_items(tsv(tmp_path, row(category="ranking"), columns=columns))
    assert isinstance(entry, Imported)
    assert entry.item.task.category == "ranking"
    assert entry.item.construction.unit == "0"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"question": ""}, "no question"),
        ({"answer": " "}, "no answer"),
        ({"image": "%%%"}, "no base64"),
        ({"image": ""}, "no image"),
        ({"image": base64.b64encode(b"not a picture").decode()}, "cannot be read"),
        ({"image": base64.b64encode(base64.b64decode(png())[:60]).decode()}, "cannot be read"),
        ({"depth": "deep"}, "depth is 'deep'"),
        ({"chart_num": "2.5"}, "chart_num is '2.5'"),
    ],
)
def test_a_damaged_row_is_refused_and_does_not_stop_the_rest(tmp_path: Path, fields: dict[str, str], reason: str) -> None:
    first, second = load_items(tsv(tmp_path, row(**fields), row(index="1", example_id="e-2")))
    assert isinstance(first, Refused)
    assert reason in first.reason
    assert isinstance(second, Imported)


def test_a_short_image_field_names_the_row_that_has_it(tmp_path: Path) -> None:
    first, second = load_items(tsv(tmp_path, row(), row(index="1", image="0", question="Which?", example_id="e-2")))
    assert isinstance(first, Imported)
    assert isinstance(second, Imported)
    assert first.pdf == second.pdf


@pytest.mark.parametrize("content", [b"", b"a\tb\n1\t2\n", b"\xff\xfe\x00question", b"question\n"])
def test_another_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.tsv"
    path.write_bytes(content)
    with pytest.raises(InvalidRecord):
        list(load_items(path))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="not a TSV file"):
        list(load_items(tmp_path / "none.tsv"))


def test_a_folder_is_refused_as_one(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="is a folder; give the TSV file in it"):
        list(load_items(tmp_path))


def test_one_row_can_be_loaded_as_a_document(tmp_path: Path) -> None:
    assert load(tsv(tmp_path, row())).title == "e-1"
    with pytest.raises(InvalidRecord, match="2 rows"):
        load(tsv(tmp_path, row(), row(question="")))


@pytest.mark.parametrize(
    ("text", "question", "task", "kind", "exact"),
    [
        ("Yes", "True or not?", "fact_checking", "yes_no", True),
        ("1,204", "How many?", "counting", "number", True),
        ("3", "If it were so, how many hotels would remain?", "hypothetical", "number", True),
        ("12.5", "What is the average?", "numeric_reasoning", "number", False),
        ("1,598", "What is the total?", "numeric_reasoning", "number", False),
        ("2.5", "If it were so, how many on average?", "hypothetical", "number", False),
        ("2018", "In which year is the total the highest?", "ranking", "text", True),
        ("Old Mill", "Which is the best?", "ranking", "text", True),
        ("A, B", "List them.", "ranking", "list", True),
        ("A, B", "Which are they?", "value_retrieval", "set", True),
    ],
)
def test_the_kind_of_an_answer_is_seen_from_it(text: str, question: str, task: str, kind: str, exact: bool) -> None:
    answer = answer_of(text, question=question, task=task)
    assert (answer.kind, answer.tolerance is None) == (kind, exact)


def test_a_bench_goes_out_and_comes_back(tmp_path: Path) -> None:
    import_(
        tsv(tmp_path, row(), row(index="1", question="True or not?", answer="Yes", example_id="e-2")),
        of="dochop",
        out=tmp_path / "b",
    )
    summary = export(tmp_path / "b", out=tmp_path / "out", dpi=72)
    assert (summary.written, summary.counts) == (2, {"items left out": 0})
    before = list(open_bench(tmp_path / "b").items())
    after = [entry.item for entry in load_items(tmp_path / "out" / "DocHop.tsv") if isinstance(entry, Imported)]
    assert [(item.question, item.answer, item.task, item.measures) for item in before] == [
        (item.question, item.answer, item.task, item.measures) for item in after
    ]


def test_an_import_says_what_became_of_every_row(tmp_path: Path) -> None:
    summary = import_(tsv(tmp_path, row(), row(question="")), of="dochop", out=tmp_path / "b")
    assert (summary.documents, summary.statuses) == (1, {"kept": 1, "rejected": 1})
    ledger = [json.loads(line) for line in (tmp_path / "b" / "ledger.jsonl").read_text().splitlines()]
    assert [entry["outcome"] for entry in ledger] == ["kept", "rejected"]


def test_a_file_without_a_whole_row_gives_nothing(tmp_path: Path) -> None:
    with pytest.raises(NothingKept):
        import_(tsv(tmp_path, row(question="")), of="dochop", out=tmp_path / "b")


def test_items_over_no_single_page_are_left_out(tmp_path: Path) -> None:
    document = document_of(paragraph(0, "text"))
    item = msgspec.structs.replace(
        item_of(documents=(document.id,)), task=Task(family="dochop", category="counting"), measures=Measures(depth=2, charts=2)
    )
    write_bench(tmp_path / "b", [item], Corpus([document]), header=bench_header({}, counts={"items": 1}))
    with pytest.raises(NothingKept, match="single page"):
        export(tmp_path / "b", out=tmp_path / "out")
