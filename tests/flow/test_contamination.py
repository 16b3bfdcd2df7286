"""A bench compared with what was trained on. Source: X-16, SD-86, CV-82."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path

import msgspec
import pytest

from evidoc.errors import InvalidRecord, NothingKept, UsageError
from evidoc.flow.contamination import ContaminationOptions, ContaminationRow, contamination
from evidoc.records.corpus import SCHEMA, encode_document, write_documents
from evidoc.records.item import Answer, Evidence, Item
from evidoc.records.store import new_header, read_rows
from tests.build import item_of
from tests.cli.run import evidoc
from tests.curation.texts import document, edited, words_from
from tests.systems.benches import bench_in

WORDS = [words_from(seed, 120) for seed in range(4)]
DOCUMENTS = [document(f"{place}.txt", " ".join(words)) for place, words in enumerate(WORDS)]
QUESTIONS = (
    "How many olive orchards of the western valley lost water to salt in the year of the long drought?",
    "Which of the two harbours took more timber from northern ships after the new quay was opened?",
    "What did the second trial of the new valve find out about its leak at low pressure in winter?",
    "Who paid for the repair of the town bridge that the flood of the spring had carried away?",
)


def item(number: int) -> Item:
    of = DOCUMENTS[number]
    evidence = Evidence(document=of.id, block=0, text=" ".join(WORDS[number][:30]))
    base = item_of(QUESTIONS[number], answer=Answer(kind="text", value="forty two"), evidence=[evidence], documents=[of.id])
    return msgspec.structs.replace(base, id=f"i-{number}")


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    return bench_in(tmp_path / "bench", [item(number) for number in range(4)], documents=DOCUMENTS).folder


def trained(folder: Path, *texts: object) -> Path:
    path = folder / "train.jsonl"
    path.write_text("".join(json.dumps({"messages": [{"role": "user", "content": text}]}) + "\n" for text in texts))
    return path


def rows(bench: Path) -> list[tuple[str, str, str]]:
    return [(row.item, row.found, row.part) for row in read_rows(bench / "contamination.jsonl", ContaminationRow)]


def test_a_training_set_of_other_things_is_clean(bench: Path, tmp_path: Path) -> None:
    other = trained(tmp_path, " ".join(words_from(99, 500)), "How many olive trees are there?")
    found = contamination(bench, against=[other])
    assert (found.is_clean, found.contaminated, found.items, found.texts) == (True, 0, 4, 2)
    assert rows(bench) == []


def test_a_question_that_stands_in_a_text_is_found_with_its_place(bench: Path, tmp_path: Path) -> None:
    found = contamination(bench, against=[trained(tmp_path, "Hello.", f"Answer this: {QUESTIONS[1].upper()} Be brief.")])
    assert rows(bench) == [("i-1", "near_question", "question"), ("i-1", "runs", "question")]
    first = next(iter(read_rows(bench / "contamination.jsonl", ContaminationRow)))
    assert (first.share, first.place) == (1.0, "train.jsonl:2")
    assert (found.contaminated, found.by) == (1, {"near_question": 1, "runs": 1})


def test_a_question_worded_a_little_otherwise_is_near(bench: Path, tmp_path: Path) -> None:
    """One word of nineteen is another: most runs of three words stay, while few of eight do."""
    contamination(bench, against=[trained(tmp_path, QUESTIONS[0].replace("salt", "frost"))])
    assert rows(bench) == [("i-0", "near_question", "question")]


def test_words_in_another_order_or_spread_over_texts_are_not_near(bench: Path, tmp_path: Path) -> None:
    shuffled = " ".join(sorted(QUESTIONS[0].split()))
    assert contamination(bench, against=[trained(tmp_path, shuffled)]).is_clean


def test_evidence_that_was_trained_on_is_found_over_all_texts_together(bench: Path, tmp_path: Path) -> None:
    """Half of it in one text and half in another make a whole; the place is that of the larger half."""
    words = WORDS[2]
    contamination(bench, against=[trained(tmp_path, " ".join(words[:20]), " ".join(words[12:30]))])
    (row,) = read_rows(bench / "contamination.jsonl", ContaminationRow)
    assert (row.item, row.found, row.part, row.share, row.place) == ("i-2", "runs", "evidence", 1.0, "train.jsonl:1")


def test_an_answer_too_short_to_tell_is_not_looked_for(bench: Path, tmp_path: Path) -> None:
    assert contamination(bench, against=[trained(tmp_path, "It is forty two.")]).is_clean


@pytest.mark.parametrize("name", ["t.jsonl.gz", "t.csv", "t.txt", "t.md"])
def test_other_kinds_of_files_are_read_text_by_text(name: str, bench: Path, tmp_path: Path) -> None:
    path = tmp_path / name
    if name.endswith(".gz"):
        path.write_bytes(gzip.compress(json.dumps({"q": QUESTIONS[3]}).encode()))
    elif name.endswith(".csv"):
        path.write_text(f"id,question\n1,x\n2,{QUESTIONS[3]}\n")
    else:
        path.write_text(f"Nothing.\n\n{QUESTIONS[3]}\nAnd more.\n\nEnd.\n")
    contamination(bench, against=[path])
    (row, _) = read_rows(bench / "contamination.jsonl", ContaminationRow)
    places = {"t.jsonl.gz": "t.jsonl.gz:1", "t.csv": "t.csv, row 3", "t.txt": "t.txt:3", "t.md": "t.md:3"}
    assert (row.item, row.place) == ("i-3", places[name])


def test_two_benches_share_questions_and_near_duplicate_documents(bench: Path, tmp_path: Path) -> None:
    copy = document("copy.txt", " ".join(edited(WORDS[1], changes=1, seed=1)))
    other = item_of(QUESTIONS[0], documents=[copy.id])
    found = contamination(bench, against=[bench_in(tmp_path / "other", [other], documents=[copy]).folder])
    assert rows(bench) == [
        ("i-0", "near_question", "question"),
        ("i-0", "runs", "question"),
        ("i-1", "document", DOCUMENTS[1].id),
    ]
    assert found.shared_documents == (DOCUMENTS[1].id,)


def test_a_corpus_is_compared_by_its_documents(bench: Path, tmp_path: Path) -> None:
    members = [(DOCUMENTS[3].id, encode_document(DOCUMENTS[3]))]
    write_documents(tmp_path / "corpus", members, header=new_header(SCHEMA, settings={}))
    found = contamination(bench, against=[tmp_path / "corpus"])
    assert (found.shared_documents, found.texts) == ((DOCUMENTS[3].id,), 0)


def test_only_one_split_is_looked_for(bench: Path, tmp_path: Path) -> None:
    """A bench's own training split is no contamination of its test split."""
    train = trained(tmp_path, QUESTIONS[0])
    with pytest.raises(UsageError, match="run evidoc split first"):
        contamination(bench, against=[train], options=ContaminationOptions(only="test"))
    splits = ["train", "test", "test", "dev"]
    lines = [json.dumps({"item": f"i-{number}", "split": split, "group": "g"}) for number, split in enumerate(splits)]
    (bench / "splits.jsonl").write_text("\n".join(lines) + "\n")
    found = contamination(bench, against=[train], options=ContaminationOptions(only="test"))
    assert (found.is_clean, found.items) == (True, 2)
    with pytest.raises(NothingKept, match="'tests'; name another"):
        contamination(bench, against=[train], options=ContaminationOptions(only="tests"))


def test_what_cannot_be_compared_is_refused(bench: Path, tmp_path: Path) -> None:
    train = trained(tmp_path, "x")
    for wrong in (ContaminationOptions(run=2), ContaminationOptions(share=0), ContaminationOptions(near=1.5)):
        with pytest.raises(UsageError, match="give"):
            contamination(bench, against=[train], options=wrong)
    with pytest.raises(UsageError, match="nothing to compare with"):
        contamination(bench, against=[])
    with pytest.raises(UsageError, match="is not there"):
        contamination(bench, against=[tmp_path / "none.jsonl"])
    with pytest.raises(UsageError, match="is no bench"):
        contamination(bench, against=[tmp_path])
    (tmp_path / "t.bin").write_bytes(b"\xff")
    with pytest.raises(UsageError, match="of no known kind"):
        contamination(bench, against=[tmp_path / "t.bin"])
    (tmp_path / "t.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidRecord, match="not UTF-8"):
        contamination(bench, against=[tmp_path / "t.txt"])
    (tmp_path / "t.jsonl").write_text("{}\n\n{\n")
    with pytest.raises(InvalidRecord, match=r"t.jsonl:3 is no JSON"):
        contamination(bench, against=[tmp_path / "t.jsonl"])


def test_the_command_ends_with_1_where_anything_was_found(bench: Path, tmp_path: Path) -> None:
    clean = evidoc("split", str(bench), "--against", str(trained(tmp_path, "Nothing.")))
    assert clean.code == 0 and "nothing was found" in clean.out
    assert not (bench / "splits.jsonl").exists()
    dirty = evidoc("split", str(bench), "--against", str(trained(tmp_path, QUESTIONS[0])), "--json")
    assert (dirty.code, json.loads(dirty.out)["contaminated"]) == (1, 1)
    assert evidoc("split", str(bench), "--only", "test").code == 2


def test_a_training_text_of_any_length_is_read_from_csv(bench: Path, tmp_path: Path) -> None:
    """Python's own reader stops at 131,072 characters, which a book is longer than."""
    long = tmp_path / "books.csv"
    long.write_text("title,text\nA book," + "word " * 40_000 + "\n", encoding="utf-8")
    assert contamination(bench, against=[long]).texts == 2
    assert csv.field_size_limit() == 131_072, "whoever reads CSV elsewhere has the usual limit"


CUT = gzip.compress(b'{"text": "cut"}\n' * 500)[:-20]
BROKEN = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03" + b"\xff" * 20  # a head, and no block of any kind


@pytest.mark.parametrize("content", [b"not gzip", CUT, BROKEN])
def test_a_packed_training_set_that_is_not_whole_is_refused_with_its_name(bench: Path, tmp_path: Path, content: bytes) -> None:
    broken = tmp_path / "train.jsonl.gz"
    broken.write_bytes(content)
    with pytest.raises(InvalidRecord, match=r"train\.jsonl\.gz is not a whole gzip file"):
        contamination(bench, against=[broken])
