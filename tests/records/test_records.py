"""The nouns: frozen, closed, JSON both ways, named by content."""

from __future__ import annotations

import gzip
import json
import pickle
from decimal import Decimal
from pathlib import Path

import msgspec
import pytest

from evidoc.errors import InvalidRecord, UnknownName
from evidoc.records.bench import link_to, open_bench, open_run
from evidoc.records.corpus import (
    Corpus,
    StoredDocuments,
    corpus_header,
    encode_document,
    open_corpus,
    source_name,
    write_documents,
)
from evidoc.records.document import Block, Document, Source
from evidoc.records.item import Answer, Evidence, Item
from evidoc.records.record import content_id, from_json, to_json
from evidoc.records.reply import ImagePart, Message, Prompt, TextPart, Truncation
from evidoc.records.score import Run, Score
from evidoc.records.store import new_header, write_bytes, write_header, write_rows
from evidoc.records.table import Cell, Table
from tests.build import A4, box, corpus_of, document_of, item_of, paragraph

TABLE = Table(
    rows=3,
    columns=3,
    header_rows=2,
    header_columns=1,
    cells=(
        Cell(row=0, column=0, row_span=2, text="Model", header=True),
        Cell(row=0, column=1, column_span=2, text="Accuracy", header=True),
        Cell(row=1, column=1, text="dev", header=True),
        Cell(row=1, column=2, text="test", header=True),
        Cell(row=2, column=0, text="A"),
        Cell(row=2, column=1, text="91.30", number=Decimal("91.30"), unit="%", box=box(1, 2, 3, 4)),
    ),
)


def test_a_spanning_cell_stands_at_each_place_that_it_covers() -> None:
    grid = TABLE.grid()
    assert grid[1][0] is grid[0][0] is TABLE.at(1, 0)
    assert grid[2][2] is None
    assert TABLE.at(5, 5) is None


def test_headers_are_read_top_down_and_named_once() -> None:
    assert TABLE.column_header(2) == "Accuracy / test"
    assert TABLE.column_header(0) == "Model"
    assert TABLE.row_header(2) == "A"


def test_a_document_survives_json_to_the_last_digit() -> None:
    document = document_of(Block(id=0, kind="table", table=TABLE, boxes=(box(1, 2, 3, 4),)), paragraph(1, "naïve 10² → ½"))
    line = to_json(document)
    assert from_json(line, Document, place="here") == document
    cells = json.loads(line)["blocks"][0]["table"]["cells"]
    assert cells[5]["number"] == "91.30"


def test_defaults_of_a_block_are_not_written() -> None:
    assert to_json(Block(id=3, kind="paragraph", text="x")) == b'{"id":3,"kind":"paragraph","text":"x"}'


def test_an_item_has_the_field_names_that_outsiders_rely_on() -> None:
    """design.md, section 4."""
    evidence = Evidence(document="d-1", block=0, boxes=(box(1, 2, 3, 4),), text="x")
    row = json.loads(to_json(item_of(answer=Answer(kind="number", value="1"), evidence=[evidence])))
    assert set(row) == {
        *("id", "question", "answer", "evidence", "documents", "task", "measures", "scorer", "contract"),
        *("language", "authority", "construction", "verdicts"),
    }
    assert {"kind", "value", "unit", "tolerance", "aliases"} <= set(row["answer"])
    assert {"document", "block", "boxes", "text", "role", "function", "hop"} <= set(row["evidence"][0])
    assert row["evidence"][0]["boxes"] == [{"page": 0, "x0": 1.0, "y0": 2.0, "x1": 3.0, "y1": 4.0}]
    assert set(row["task"]) == {"family", "group", "subtask", "category", "concept"}


def test_a_bad_box_in_a_file_is_refused_when_it_is_read() -> None:
    line = to_json(item_of(evidence=[Evidence(document="d", block=0, boxes=(box(1, 2, 3, 4),))]))
    line = line.replace(b'"x1":3', b'"x1":0')
    with pytest.raises(InvalidRecord, match="is reversed"):
        from_json(line, Item, place="items.jsonl:1")


def test_records_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        A4.width = 3.0  # type: ignore[misc]


def test_ids_depend_on_content_alone() -> None:
    assert content_id("i", "a", 1) == content_id("i", "a", 1)
    assert content_id("i", "a", "b") != content_id("i", "ab", "")
    assert content_id("i", {"x": 1, "y": 2}) == content_id("i", {"y": 2, "x": 1})


def test_every_record_has_a_json_schema() -> None:
    for kind in (Document, Item, Run, Score, Prompt):
        assert msgspec.json.schema(kind)["$defs"]


def test_a_prompt_is_named_by_all_that_is_in_it() -> None:
    def prompt(text: str, digest: str) -> Prompt:
        parts = (TextPart(text=text), ImagePart(sha256=digest, width=10, height=10))
        return Prompt(messages=(Message(role="user", parts=parts),))

    assert prompt("a", "1" * 64).id == prompt("a", "1" * 64).id
    assert len({prompt("a", "1" * 64).id, prompt("b", "1" * 64).id, prompt("a", "2" * 64).id}) == 3
    assert prompt("a", "1").text == "a"
    assert Truncation(pages=1).happened and not Truncation().happened


def test_a_document_gives_its_blocks_by_id_wherever_they_stand() -> None:
    caption = Block(id=7, kind="caption", text="Yields.", caption_of=4)
    document = document_of(caption, Block(id=4, kind="table", captions=(7,)), Block(id=5, kind="header", text="Journal"))
    assert document.block(7) is caption
    assert document.caption(document.block(4)) == "Yields."
    assert [block.id for block in document.body()] == [7, 4]
    with pytest.raises(KeyError):
        document.block(99)


def _store(folder: Path, *documents: Document) -> Path:
    header = new_header("evidoc.corpus", settings={}, counts={"documents": len(documents)})
    write_documents(folder, ((document.id, encode_document(document)) for document in documents), header=header)
    return folder


def test_a_corpus_opens_at_any_document_and_streams(tmp_path: Path) -> None:
    documents = [document_of(paragraph(0, f"text {number}"), name=f"{number}.txt") for number in range(40)]
    corpus = open_corpus(_store(tmp_path, *documents))
    assert corpus[documents[33].id] == documents[33]
    assert list(corpus) == documents
    assert (len(corpus), documents[1].id in corpus, "d-0" in corpus) == (40, True, False)
    assert corpus.pages(documents[2].id) == (A4,)
    with gzip.open(tmp_path / "documents-00000.jsonl.gz", "rt", encoding="utf-8") as lines:
        assert [json.loads(line)["id"] for line in lines] == [document.id for document in documents]
    assert corpus_header(tmp_path).counts == {"documents": 40}


def test_the_same_documents_give_the_same_bytes(tmp_path: Path) -> None:
    document = document_of(paragraph(0, "text"))
    one, two = (_store(tmp_path / name, document) for name in "ab")
    assert (one / "documents-00000.jsonl.gz").read_bytes() == (two / "documents-00000.jsonl.gz").read_bytes()


def test_a_stored_corpus_travels_to_a_worker_as_its_path(tmp_path: Path) -> None:
    document = document_of(paragraph(0, "text"))
    stored = StoredDocuments(_store(tmp_path, document))
    assert pickle.loads(pickle.dumps(stored))[document.id] == document
    assert len(pickle.dumps(stored)) < 500


def test_a_damaged_document_says_which_and_what_to_do(tmp_path: Path) -> None:
    document = document_of(paragraph(0, "text"))
    path = _store(tmp_path, document) / "documents-00000.jsonl.gz"
    path.write_bytes(path.read_bytes()[:-9] + b"x" * 9)
    with pytest.raises(InvalidRecord, match=f"{document.id} is damaged"):
        open_corpus(tmp_path)[document.id]


def test_an_unknown_document_is_named_with_the_known_ones() -> None:
    document = document_of(paragraph(0, "text"))
    with pytest.raises(UnknownName, match=document.id):
        corpus_of(document)["d-00000000000x"]


def test_sources_are_kept_by_digest_so_that_names_cannot_clash(tmp_path: Path) -> None:
    """Case I04: names that differ in case or composition are told apart by content; odd suffixes are left off."""
    assert source_name(Source(name="Report.PDF", sha256="ab")) == "ab.pdf"
    assert source_name(Source(name="x.p/../df", sha256="ab")) == "ab"
    assert source_name(Source(name="noname", sha256="ab")) == "ab"
    document = document_of(paragraph(0, "text"))
    pdf = Source(name="a.pdf", sha256="cd" * 32)
    paged = msgspec.structs.replace(document, pages_source=pdf)
    corpus = open_corpus(_store(tmp_path, paged))
    assert corpus.pdf(paged) is None
    write_bytes(tmp_path / "sources" / f"{pdf.sha256}.pdf", b"%PDF")
    assert corpus.pdf(paged) == tmp_path / "sources" / f"{pdf.sha256}.pdf"
    assert corpus.pdf(document) is None
    assert Corpus([paged]).pdf(paged) is None


@pytest.mark.parametrize("name", ["../../evil", "a/b", "a\\b", ".hidden", "..", "", "d-\x00", "d-\n1", "x" * 201])
def test_a_document_whose_id_could_lead_out_of_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    """Design §9: a corpus from somebody else is hostile, and its ids become names of files."""
    document = msgspec.structs.replace(document_of(paragraph(0, "text")), id=name)
    with pytest.raises(InvalidRecord, match=r"not a Document: Expected a name of at most 200.*at `\$\.id`"):
        from_json(to_json(document), Document, place="documents")
    with pytest.raises(InvalidRecord, match="not a Place"):
        len(open_corpus(_store(tmp_path, document)))


@pytest.mark.parametrize("digest", ["../../../secret", "ab", "AB" * 32, "", "a" * 65])
def test_a_source_whose_digest_is_none_is_refused(digest: str) -> None:
    document = msgspec.structs.replace(document_of(paragraph(0, "text")), pages_source=Source(name="a.pdf", sha256=digest))
    with pytest.raises(InvalidRecord, match=r"Expected a SHA-256 of 64 small hex digits - at `\$\.pages_source\.sha256`"):
        from_json(to_json(document), Document, place="documents")


def test_names_of_any_script_are_ids() -> None:
    document = msgspec.structs.replace(document_of(paragraph(0, "text")), id="报告 2024.v2")
    assert from_json(to_json(document), Document, place="documents") == document


def test_a_run_finds_its_bench_by_a_relative_path(tmp_path: Path) -> None:
    bench, run = tmp_path / "bench", tmp_path / "runs" / "one"
    write_rows(bench / "items.jsonl", [item_of()])
    write_rows(bench / "ledger.jsonl", [])
    write_header(bench / "bench.json", new_header("evidoc.bench", settings={}))
    _store(bench / "corpus", document_of(paragraph(0, "text")))
    settings, links = {"system": "baseline/gold"}, {"bench": link_to(bench, start=run)}
    write_header(run / "run.json", new_header("evidoc.run", settings=settings, links=links))
    write_rows(run / "replies.jsonl", [Run(item="i", system="s", status="answered")])
    write_rows(run / "scores.jsonl", [Score(item="i", outcome="answered", metrics={}, unscored={}, detail={})])
    opened = open_run(run)
    assert links["bench"] == "../../bench"
    assert opened.system == "baseline/gold"
    assert [item.question for item in opened.bench.items()] == ["What is it?"]
    assert (list(opened.bench.ledger()), len(opened.bench.corpus)) == ([], 1)
    assert (next(opened.replies()).item, next(opened.scores()).item) == ("i", "i")
    bench.rename(tmp_path / "moved")
    with pytest.raises(InvalidRecord, match="move it back"):
        _ = open_run(run).bench
    assert open_bench(tmp_path / "moved").folder == tmp_path / "moved"
