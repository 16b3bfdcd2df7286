"""A bench split into train, dev and test, with its audit."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from evidoc.curation.splits import DocumentSplit, ItemSplit
from evidoc.errors import InvalidRecord, NothingKept, UsageError
from evidoc.flow.split import SplitOptions, split
from evidoc.records.bench import BENCH_SCHEMA
from evidoc.records.corpus import SCHEMA, encode_document, write_documents
from evidoc.records.document import Document
from evidoc.records.item import ContextDocument, Item
from evidoc.records.store import new_header, read_rows, write_header, write_rows
from tests.build import item_of
from tests.cli.run import evidoc
from tests.curation.texts import document, edited, words_from

TEXTS = [words_from(seed, 120) for seed in range(20)]
DOCUMENTS = [document(f"{place}.pdf", " ".join(words)) for place, words in enumerate(TEXTS)]
COPY = document("copy.pdf", " ".join(edited(TEXTS[0], changes=1, seed=1)))


def bench(folder: Path, items: Sequence[Item], documents: Sequence[Document] = (*DOCUMENTS, COPY)) -> Path:
    members = ((entry.id, encode_document(entry)) for entry in documents)
    write_documents(folder / "corpus", members, header=new_header(SCHEMA, settings={}))
    write_rows(folder / "items.jsonl", items)
    write_header(folder / "bench.json", new_header(BENCH_SCHEMA, settings={}))
    return folder


def questions(documents: Sequence[Document] = (*DOCUMENTS, COPY)) -> list[Item]:
    return [item_of(f"{place}?", documents=[entry.id]) for place, entry in enumerate(documents)]


def splits(folder: Path) -> dict[str, str]:
    return {row.item: row.split for row in read_rows(folder / "splits.jsonl", ItemSplit)}


def test_items_are_written_in_their_order_and_documents_beside(tmp_path: Path) -> None:
    items = questions()
    summary = split(bench(tmp_path, items))
    assert list(splits(tmp_path)) == [item.id for item in items]
    documents = {row.document: row for row in read_rows(tmp_path / "document_splits.jsonl", DocumentSplit)}
    assert all(documents[item.documents[0].id].split == splits(tmp_path)[item.id] for item in items)
    assert (summary.items, summary.groups, summary.duplicates) == (21, 20, 1)
    assert sum(summary.audit.items.values()) == 21


def test_an_empty_split_is_warned_of_with_the_reason(tmp_path: Path) -> None:
    """Three items over one document stay together, so that two splits get none; a split with no share is not missed."""
    items = [item_of(f"{place}?", documents=[DOCUMENTS[0].id]) for place in range(3)]
    folder = bench(tmp_path, items)
    assert [warning.split(":")[0] for warning in split(folder).warnings] == ["dev is empty", "test is empty"]
    assert "1 groups of 3 items, the largest of 3" in split(folder).warnings[0]
    assert split(folder, options=SplitOptions(shares=(100, 0, 0))).warnings == ()
    assert "dev is empty" in evidoc("split", str(folder)).out


def test_a_near_duplicate_is_in_the_split_of_its_twin(tmp_path: Path) -> None:
    """Case H06."""
    items = questions()
    folder = bench(tmp_path, items)
    for seed in range(6):
        split(folder, options=SplitOptions(seed=seed))
        assert splits(folder)[items[0].id] == splits(folder)[items[-1].id]


def test_the_order_of_items_and_documents_does_not_matter(tmp_path: Path) -> None:
    items = questions()
    split(bench(tmp_path / "a", items))
    split(bench(tmp_path / "b", items[::-1], [COPY, *DOCUMENTS[::-1]]))
    assert splits(tmp_path / "a") == splits(tmp_path / "b")


def test_the_audit_is_a_file_with_what_was_asked_and_what_came(tmp_path: Path) -> None:
    split(bench(tmp_path, questions()), options=SplitOptions(shares=(50, 25, 25), seed=4))
    found = json.loads((tmp_path / "split_audit.json").read_text(encoding="utf-8"))
    assert (found["shares"], found["seed"], found["audit"]["shared_works"]) == ([50, 25, 25], 4, [])
    assert sorted(found["audit"]["items"].values()) == [5, 5, 11]


def test_distractors_join_items_unless_only_gold_counts(tmp_path: Path) -> None:
    shared = ContextDocument(id=DOCUMENTS[0].id, role="distractor")
    items = [
        Item(**{**{name: getattr(item, name) for name in item.__struct_fields__}, "documents": (*item.documents, shared)})
        for item in questions(DOCUMENTS[1:5])
    ]
    folder = bench(tmp_path, items)
    assert split(folder).groups == 1
    assert split(folder, options=SplitOptions(gold_only=True)).groups == 4


def test_a_bench_without_items_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NothingKept, match="no items"):
        split(bench(tmp_path, []))


def test_an_item_over_a_document_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="d-ffffffffffff"):
        split(bench(tmp_path, [item_of("1?", documents=["d-ffffffffffff"])]))


def test_the_command_says_sizes_and_that_the_audit_is_clean(tmp_path: Path) -> None:
    done = evidoc("split", str(bench(tmp_path, questions())), "--shares", "70,10,20", "--seed", "1")
    assert done.code == 0
    assert "no document and no work is in two splits" in done.out
    assert "1 works are in several documents" in done.out


def test_the_command_says_what_is_dropped(tmp_path: Path) -> None:
    chain = [
        item_of(f"{place}?", documents=[left.id, right.id])
        for place, (left, right) in enumerate(zip(DOCUMENTS, DOCUMENTS[1:], strict=False))
    ]
    done = evidoc("split", str(bench(tmp_path, chain)))
    assert "items are in no split" in done.out
    done = evidoc("split", str(tmp_path), "--json")
    assert json.loads(done.out)["audit"]["dropped"] > 0


@pytest.mark.parametrize("shares", ["70,20", "a,b,c", "50,50,50"])
def test_shares_that_cannot_be_are_wrong_usage(tmp_path: Path, shares: str) -> None:
    assert evidoc("split", str(bench(tmp_path, questions())), "--shares", shares).code == 2


def test_shares_are_checked_in_the_function_too(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="do not say how to split"):
        split(bench(tmp_path, questions()), options=SplitOptions(shares=(1, 2, 3)))
