"""Linking a corpus folder: the groups, what was left out beside them, and the same bytes on any engine."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from evidoc.errors import NothingKept, UnknownName, UsageError
from evidoc.flow.link import LinkOptions, link
from evidoc.flow.work import Progress, Work
from evidoc.records.corpus import SCHEMA, encode_document, write_documents
from evidoc.records.document import Document
from evidoc.records.groups import LinkedGroup, Unlinked
from evidoc.records.store import new_header, read_rows
from tests.cli.run import evidoc
from tests.linking.articles import DENGUE, WHEAT, ZIKA, article, cited_table, reference

INLINE = Work(engine="inline")
DOCUMENTS = (
    article("zika.xml", "Zika virus in mosquitoes", ZIKA, identifiers=("pmid:11",)),
    article("dengue.xml", "Dengue virus in mosquitoes", DENGUE),
    article("wheat.xml", "Zinc in wheat", WHEAT),
    article("review.xml", "Review", blocks=[cited_table(1, ("[1]", "k"))], references=[reference("k", pmid="11")]),
)


def written(folder: Path, documents: Sequence[Document] = DOCUMENTS) -> Path:
    members = ((entry.id, encode_document(entry)) for entry in documents)
    write_documents(folder, members, header=new_header(SCHEMA, settings={}))
    return folder


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return written(tmp_path / "corpus")


def test_groups_stand_strategy_by_strategy_in_the_order_asked(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "groups.jsonl"
    summary = link(corpus, out=out, options=LinkOptions(by=("citations", "keywords(top=1)")), work=INLINE)
    rows = list(read_rows(out, LinkedGroup))
    assert [(row.by, row.documents) for row in rows] == [
        ("citations", (DOCUMENTS[3].id, DOCUMENTS[0].id)),
        ("keywords(top=1)", (DOCUMENTS[0].id, DOCUMENTS[1].id)),
    ]
    assert (summary.groups, summary.documents) == (2, 4)
    assert [(each.by, each.groups, each.reuse.most) for each in summary.strategies] == [
        ("citations", 1, 1),
        ("keywords(top=1)", 1, 1),
    ]


def test_a_row_has_the_fields_of_the_design(corpus: Path, tmp_path: Path) -> None:
    """Outsiders rely on these names: design, section 4."""
    link(corpus, out=tmp_path / "groups.jsonl", work=INLINE)
    row = json.loads((tmp_path / "groups.jsonl").read_text(encoding="utf-8"))
    assert list(row) == ["documents", "score", "by", "rationale"]


def test_every_document_without_a_group_has_a_reason(corpus: Path, tmp_path: Path) -> None:
    summary = link(corpus, out=tmp_path / "groups.jsonl", work=INLINE)
    rows = [(row.document, row.by, row.reason) for row in read_rows(summary.left_out, Unlinked)]
    assert summary.left_out == tmp_path / "groups.left_out.jsonl"
    assert rows == [(DOCUMENTS[3].id, "keywords", "no_abstract"), (DOCUMENTS[2].id, "keywords", "no_partner")]
    assert summary.strategies[0].left_out == {"no_abstract": 1, "no_partner": 1}
    assert summary.strategies[0].counts == {"documents_compared": 3}


@pytest.mark.parametrize("engine", ["threads", "processes"])
def test_engine_and_workers_change_no_byte(corpus: Path, tmp_path: Path, engine: str) -> None:
    options = LinkOptions(by=("keywords", "citations"))
    link(corpus, out=tmp_path / "a.jsonl", options=options, work=INLINE)
    link(corpus, out=tmp_path / "b.jsonl", options=options, work=Work(engine=engine, workers=2))
    for name in ("{}.jsonl", "{}.left_out.jsonl"):
        assert (tmp_path / name.format("a")).read_bytes() == (tmp_path / name.format("b")).read_bytes()


def test_where_nothing_is_linked_the_reasons_are_counted_and_written(tmp_path: Path) -> None:
    folder = written(tmp_path / "corpus", [DOCUMENTS[2], DOCUMENTS[3]])
    with pytest.raises(NothingKept, match="none of 2 documents has a partner \\(keywords: 1 no_abstract, 1 no_partner\\)"):
        link(folder, out=tmp_path / "groups.jsonl", work=INLINE)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["corpus", "groups.left_out.jsonl"]
    rows = [row.reason for row in read_rows(tmp_path / "groups.left_out.jsonl", Unlinked)]
    assert sorted(rows) == ["no_abstract", "no_partner"]


def test_a_file_of_something_else_is_not_replaced_unless_asked(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "notes.txt"
    out.write_text("my notes\n", encoding="utf-8")
    with pytest.raises(UsageError, match="holds something else"):
        link(corpus, out=out, work=INLINE)
    assert out.read_text(encoding="utf-8") == "my notes\n"
    link(corpus, out=out, options=LinkOptions(overwrite=True), work=INLINE)
    link(corpus, out=out, work=INLINE)
    assert len(list(read_rows(out, LinkedGroup))) == 1


def test_an_unknown_strategy_or_option_is_answered_with_the_nearest(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="did you mean keywords"):
        link(corpus, out=tmp_path / "g.jsonl", options=LinkOptions(by=("keyword",)))
    with pytest.raises(UnknownName, match="did you mean threshold"):
        link(corpus, out=tmp_path / "g.jsonl", options=LinkOptions(by=("keywords(treshold=0.2)",)))
    with pytest.raises(UsageError, match="no strategy"):
        link(corpus, out=tmp_path / "g.jsonl", options=LinkOptions(by=()))


def test_progress_is_told_after_each_strategy(corpus: Path, tmp_path: Path) -> None:
    told: list[Progress] = []
    work = Work(engine="inline", progress=told.append)
    link(corpus, out=tmp_path / "g.jsonl", options=LinkOptions(by=("keywords", "citations")), work=work)
    assert [(progress.done, progress.total, progress.kept) for progress in told] == [(1, 2, 1), (2, 2, 2)]


def test_the_command_says_what_was_linked_and_what_left_out(corpus: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "groups.jsonl")
    done = evidoc("link", str(corpus), "--by", "keywords,citations", "--engine", "inline", "--out", out)
    assert done.code == 0
    assert "2 groups of 4 documents" in done.out
    assert "no_abstract" in done.out


def test_the_command_speaks_json(corpus: Path, tmp_path: Path) -> None:
    done = evidoc("link", str(corpus), "--engine", "inline", "--out", str(tmp_path / "groups.jsonl"), "--json")
    said = json.loads(done.out)
    assert (said["groups"], said["strategies"][0]["reuse"]["documents"]) == (1, 2)


def test_the_command_ends_with_three_where_nothing_is_linked(corpus: Path, tmp_path: Path) -> None:
    done = evidoc("link", str(corpus), "--by", "datasets", "--engine", "inline", "--out", str(tmp_path / "g.jsonl"))
    assert (done.code, done.out) == (3, "")
    assert "names_no_data_set" in done.err


def test_the_strategies_are_listed_and_explained() -> None:
    assert "keywords" in evidoc("list", "linking").out
    assert "max_reuse" in evidoc("explain", "linking.keywords").out
