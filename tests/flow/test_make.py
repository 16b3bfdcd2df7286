"""From a corpus to a bench: which candidates are tried in which order, what becomes of each, and the same bytes always."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from msgspec.structs import replace

from evidoc import shelf
from evidoc.errors import EvidocError, NothingKept, Reject, ResumeMismatch, UnknownName, UsageError
from evidoc.flow._candidates import Candidate, in_turns, maker, planned
from evidoc.flow._making import PAGES
from evidoc.flow._paged import PagedDocuments, bring, paged_corpus
from evidoc.flow.check import ItemVerdict, check
from evidoc.flow.make import JOURNAL, MakeOptions, MakeSummary, make
from evidoc.flow.work import Progress, Work
from evidoc.kit import Kit
from evidoc.recipes import pdfqa
from evidoc.recipes.pdfqa._unit import Unit
from evidoc.records.bench import open_bench
from evidoc.records.corpus import SCHEMA, Corpus, encode_document, open_corpus, source_name, write_documents
from evidoc.records.document import Document, Source
from evidoc.records.item import Item, Verdict
from evidoc.records.ledger import LedgerEntry
from evidoc.records.store import new_header, read_rows
from tests.build import ROOT, corpus_of, document_of, paragraph, table_of
from tests.recipes.papers import cereals, paper_with, sales

INLINE = Work(engine="inline")


def unpaged(document: Document) -> Document:
    """Take pages and boxes away, as a reader of XML leaves a document."""
    blocks = tuple(
        replace(
            block,
            boxes=(),
            table=replace(block.table, cells=tuple(replace(cell, box=None) for cell in block.table.cells))
            if block.table
            else None,
        )
        for block in document.blocks
    )
    return replace(document, pages=(), blocks=blocks)


def documents() -> list[Document]:
    crops = paper_with(cereals(), name="crops.xml", title="Cereals of the highlands")
    trade = paper_with(
        sales(), name="trade.xml", title="Trade of the year", caption="Table 1. Net sales by region (in millions of dollars)"
    )
    text = document_of(
        paragraph(0, "Each quantitative trait locus (QTL) and each single nucleotide polymorphism (SNP) was mapped."),
        paragraph(1, "The lysis time was defined as the time from the first temperature shift to the end of the cell."),
        name="text.xml",
        title="Mapping of loci",
    )
    return [unpaged(document) for document in (crops, trade, text)]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stored(tmp_path_factory.mktemp("make") / "corpus", documents())


def stored(folder: Path, members: list[Document]) -> Path:
    for document in members:
        path = folder / "sources" / source_name(document.source)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(document.title)
    header = new_header(SCHEMA, settings={"files": " ".join(document.id for document in members)})
    write_documents(folder, ((document.id, encode_document(document)) for document in members), header=header)
    return folder


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def made(corpus: Path, out: Path, *, n: int = 12, work: Work = INLINE, **options: object) -> MakeSummary:
    return make(corpus, out=out, options=MakeOptions(n=n, seed=3, **options), work=work)  # type: ignore[arg-type]


def test_exactly_as_many_items_are_kept_as_were_asked_for(corpus: Path, tmp_path: Path) -> None:
    summary = made(corpus, tmp_path / "bench")
    bench = open_bench(tmp_path / "bench")
    items = list(bench.items())
    assert (summary.kept, len(items), len({item.id for item in items}), summary.shortfall) == (12, 12, 12, "")


def test_every_candidate_has_exactly_one_outcome_and_the_counts_reconcile(corpus: Path, tmp_path: Path) -> None:
    """X-25: in = kept + rejected + failed, in the ledger, the header, the summary and the funnel."""
    summary = made(corpus, tmp_path / "bench", n=500)
    bench = open_bench(tmp_path / "bench")
    ledger = list(bench.ledger())
    assert len({entry.candidate for entry in ledger}) == len(ledger) == summary.candidates
    outcomes = Counter(entry.outcome for entry in ledger)
    counts = bench.header.counts
    assert counts["candidates"] == counts["kept"] + counts["rejected"] + counts["failed"] == sum(outcomes.values())
    assert [entry.item for entry in ledger if entry.outcome == "kept"] == [item.id for item in bench.items()]
    assert all(entry.reason for entry in ledger if entry.outcome == "rejected")
    assert summary.candidates == summary.kept + sum(summary.reasons.values())
    left = [count for _, count in summary.funnel]
    assert left == sorted(left, reverse=True)
    assert dict(summary.funnel)["kept"] == dict(summary.funnel)["duplicate"] == summary.kept


def test_a_shortfall_is_stated(corpus: Path, tmp_path: Path) -> None:
    summary = made(corpus, tmp_path / "bench", n=500)
    assert summary.kept < 500
    assert "no more is left" in summary.shortfall
    limited = made(corpus, tmp_path / "limited", limit=5)
    assert (limited.candidates, limited.shortfall) == (5, "the limit of 5 candidates is reached")


def test_the_bench_brings_its_own_documents_with_pages_and_files(corpus: Path, tmp_path: Path) -> None:
    made(corpus, tmp_path / "bench", n=3)
    bench = open_bench(tmp_path / "bench")
    used = {document.id for item in bench.items() for document in item.documents}
    assert set(bench.corpus.ids) == used
    for document in bench.corpus:
        pdf = bench.corpus.pdf(document)
        assert document.pages
        assert pdf is not None
        assert pdf.read_bytes().startswith(b"%PDF")
        assert bench.corpus.source_path(document.source) is not None
    assert sorted(path.name for path in (tmp_path / "bench").iterdir()) == ["bench.json", "corpus", "items.jsonl", "ledger.jsonl"]


def test_kept_items_have_a_verdict_of_every_check(corpus: Path, tmp_path: Path) -> None:
    made(corpus, tmp_path / "bench", n=4)
    for item in open_bench(tmp_path / "bench").items():
        assert [verdict.check for verdict in item.verdicts] == [
            "format",
            "formality",
            "leak",
            "box_text",
            "one_answer",
            "duplicate",
        ]
        assert all(verdict.kept for verdict in item.verdicts)


@pytest.mark.parametrize(
    "work", [Work(engine="threads", workers=2), Work(engine="processes", workers=1), Work(engine="processes", workers=3)]
)
def test_any_engine_and_number_of_workers_gives_the_same_bytes(corpus: Path, tmp_path: Path, work: Work) -> None:
    made(corpus, tmp_path / "one")
    made(corpus, tmp_path / "other", work=work)
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "other")


def test_another_seed_gives_other_items(corpus: Path, tmp_path: Path) -> None:
    made(corpus, tmp_path / "one")
    make(corpus, out=tmp_path / "other", options=MakeOptions(n=12, seed=4), work=INLINE)
    assert (tmp_path / "one" / "items.jsonl").read_bytes() != (tmp_path / "other" / "items.jsonl").read_bytes()


def test_a_complete_bench_is_left_as_it_is(corpus: Path, tmp_path: Path) -> None:
    first = made(corpus, tmp_path / "bench")
    before = bytes_of(tmp_path / "bench")
    again = made(corpus, tmp_path / "bench")
    assert bytes_of(tmp_path / "bench") == before
    assert (again.kept, again.reasons, again.funnel) == (first.kept, first.reasons, first.funnel)


def test_another_bench_is_not_overwritten_unasked(corpus: Path, tmp_path: Path) -> None:
    made(corpus, tmp_path / "bench", n=3)
    with pytest.raises(UsageError, match="differs in n"):
        made(corpus, tmp_path / "bench", n=4)
    with pytest.raises(ResumeMismatch, match="differs in n"):
        made(corpus, tmp_path / "bench", n=4, work=Work(engine="inline", resume=True))
    assert made(corpus, tmp_path / "bench", n=4, overwrite=True).kept == 4
    assert len(list(open_bench(tmp_path / "bench").items())) == 4


class Stopped(Exception):
    """Somebody pressed a key."""


def stopping_after(count: int) -> Work:
    def stop(progress: Progress) -> None:
        if progress.done == count:
            raise Stopped

    return Work(engine="inline", progress=stop)


def test_a_making_that_was_stopped_goes_on_where_it_was(corpus: Path, tmp_path: Path) -> None:
    made(corpus, tmp_path / "whole")
    with pytest.raises(Stopped):
        made(corpus, tmp_path / "bench", work=stopping_after(5))
    with pytest.raises(UsageError, match="--resume"):
        made(corpus, tmp_path / "bench")
    with pytest.raises(ResumeMismatch, match="seed"):
        make(corpus, out=tmp_path / "bench", options=MakeOptions(n=12, seed=99), work=Work(engine="inline", resume=True))
    made(corpus, tmp_path / "bench", work=Work(engine="inline", resume=True))
    assert bytes_of(tmp_path / "bench") == bytes_of(tmp_path / "whole")


def test_a_making_that_was_killed_ends_in_the_same_bytes(corpus: Path, tmp_path: Path) -> None:
    made(corpus, tmp_path / "whole")
    for number, growth in enumerate((400, 6000, 12000)):
        program = [sys.executable, "-m", "tests.flow.die_making", str(corpus), str(tmp_path / "bench"), str(growth)]
        subprocess.run([*program, *(["--resume"] if number else [])], cwd=ROOT, check=False)
    made(corpus, tmp_path / "bench", work=Work(engine="inline", resume=True))
    assert bytes_of(tmp_path / "bench") == bytes_of(tmp_path / "whole")


def test_progress_is_told_after_each_candidate(corpus: Path, tmp_path: Path) -> None:
    told: list[Progress] = []
    summary = made(corpus, tmp_path / "bench", n=4, work=Work(engine="inline", progress=told.append))
    assert [progress.done for progress in told] == list(range(1, summary.candidates + 1))
    assert told[-1].kept == 4


def test_nothing_kept_is_an_error_with_the_funnel_and_a_ledger(tmp_path: Path) -> None:
    folder = stored(
        tmp_path / "corpus",
        [unpaged(document_of(paragraph(0, "Each quantitative trait locus (QTL) fell."), name="a.xml", title=""))],
    )
    with pytest.raises(NothingKept, match="1 planned, 1 tried, 1 make: no_place"):
        made(folder, tmp_path / "bench")
    assert [entry.reason for entry in read_rows(tmp_path / "bench" / "ledger.jsonl", LedgerEntry)] == ["no_place"]
    assert not (tmp_path / "bench" / "bench.json").exists()
    empty = stored(tmp_path / "empty", [unpaged(document_of(paragraph(0, "Nothing.")))])
    with pytest.raises(NothingKept, match="0 planned, 0 tried.*1 of 1 document gave no question: 1 without a table"):
        made(empty, tmp_path / "none")
    (entry,) = read_rows(tmp_path / "none" / "ledger.jsonl", LedgerEntry)
    assert (entry.stage, entry.reason, entry.silent) == ("plan", "without_a_table_or_definition", "d-000000000000")


def test_an_unknown_recipe_or_check_is_refused_before_any_work(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="pdfqa"):
        made(corpus, tmp_path / "bench", recipes=("pdf_qa",))
    with pytest.raises(UnknownName, match="formality"):
        made(corpus, tmp_path / "bench", checks=("formalty",))
    assert not (tmp_path / "bench" / JOURNAL).exists()


def test_a_recipe_s_options_reach_the_verb_that_knows_them(corpus: Path, tmp_path: Path) -> None:
    summary = made(corpus, tmp_path / "bench", n=50, recipes=("pdfqa(kinds=('lookup',), per_block=2)",))
    kinds = Counter(item.task.category for item in open_bench(tmp_path / "bench").items())
    assert kinds == {"lookup": summary.kept}
    assert summary.funnel[0] == ("planned", 5)  # four, and a document without a table is left out


def test_without_checks_every_made_item_is_kept(corpus: Path, tmp_path: Path) -> None:
    summary = made(corpus, tmp_path / "bench", n=6, checks=())
    assert (summary.candidates, summary.kept) == (6, 6)
    assert all(item.verdicts == () for item in open_bench(tmp_path / "bench").items())


def planning(corpus: Corpus) -> Iterator[Unit]:
    for document in corpus:
        for block in range(3):
            yield Unit(kind="lookup", document=document.id, block=block)


def breaking(unit: Unit, corpus: Corpus, kit: Kit) -> Item:
    if unit.block == 0:
        raise ValueError("a bug")
    raise Reject("not_today", "come again")


def test_a_recipe_that_breaks_fails_its_candidate_and_no_other(corpus: Path, tmp_path: Path) -> None:
    broken = ModuleType("broken")
    broken.plan, broken.make = planning, breaking  # type: ignore[attr-defined]
    shelf.add("recipes", "broken", broken)
    with pytest.raises(NothingKept, match="3 make: ValueError"):
        made(corpus, tmp_path / "bench", recipes=("broken",))
    rows = list(read_rows(tmp_path / "bench" / "ledger.jsonl", LedgerEntry))
    assert Counter(row.outcome for row in rows) == {"failed": 3, "rejected": 6}


def failing_once(unit: Unit, corpus: Corpus, kit: Kit) -> Item:
    if not FAILED:
        FAILED.append(unit.id)
        raise ValueError("a bug")
    return pdfqa.make(unit, corpus, kit)


FAILED: list[str] = []


def test_what_failed_is_tried_again_when_asked(corpus: Path, tmp_path: Path) -> None:
    module = ModuleType("once")
    module.plan, module.make = pdfqa.plan, failing_once  # type: ignore[attr-defined]
    shelf.add("recipes", "once", module)
    maker.cache_clear()
    first = made(corpus, tmp_path / "bench", n=200, recipes=("once",))
    assert first.reasons["make: ValueError"] == 1
    assert made(corpus, tmp_path / "bench", n=200, recipes=("once",)).reasons == first.reasons
    again = made(corpus, tmp_path / "bench", n=200, recipes=("once",), work=Work(engine="inline", retry_failed=True))
    assert "make: ValueError" not in again.reasons
    assert again.kept >= first.kept


def picky(item: Item, corpus: Corpus, kit: Kit) -> Verdict | None:
    return Verdict(check="picky", kept=False, reason="too_long") if len(item.question) > 120 else None


def test_a_check_of_one_s_own_rejects_with_its_reason(corpus: Path, tmp_path: Path) -> None:
    module = ModuleType("picky")
    module.check = picky  # type: ignore[attr-defined]
    shelf.add("checks", "picky", module)
    summary = made(corpus, tmp_path / "bench", n=50, checks=("picky",))
    assert summary.reasons["picky: too_long"] > 0


# order


def test_kinds_documents_and_modalities_take_turns(corpus: Path) -> None:
    candidates = planned(open_corpus(corpus), ("pdfqa",), wanted=10)
    order = list(in_turns(candidates, seed=1))
    assert sorted(candidate.key for candidate in order) == sorted(candidate.key for candidate in candidates)
    first = Counter(candidate.unit.kind for candidate in order[:7])
    assert max(first.values()) <= 2
    documents_first = Counter(candidate.unit.document for candidate in order[:6])
    assert max(documents_first.values()) <= 3


def test_the_order_depends_on_the_seed_alone(corpus: Path) -> None:
    candidates = planned(open_corpus(corpus), ("pdfqa",), wanted=10)
    keys = [
        [candidate.key for candidate in in_turns(given, seed=seed)]
        for given, seed in ((candidates, 1), (candidates[::-1], 1), (candidates, 2))
    ]
    assert keys[0] == keys[1] != keys[2]


def test_a_unit_that_two_recipes_plan_is_tried_once(corpus: Path) -> None:
    assert len(planned(open_corpus(corpus), ("pdfqa", "pdfqa"), wanted=10)) == len(
        planned(open_corpus(corpus), ("pdfqa",), wanted=10)
    )


def test_documents_take_turns_within_a_kind() -> None:
    candidates = [
        Candidate("r", Unit(kind="lookup", document=f"d-{d}", block=block)) for d in range(2) for block in range(5 if d else 2)
    ]
    order = [candidate.unit.document for candidate in in_turns(candidates, seed=0)]
    assert sorted(order[:2]) == sorted(order[2:4]) == ["d-0", "d-1"]
    assert order[4:] == ["d-1"] * 3


# pages


def test_a_document_without_pages_is_laid_out_once(corpus: Path, tmp_path: Path) -> None:
    paged = paged_corpus(corpus, tmp_path / PAGES)
    document = paged[paged.ids[0]]
    assert document.pages
    again = PagedDocuments(open_corpus(corpus), tmp_path / PAGES)
    assert again[document.id] == document
    assert (document.id in again, "d-none" in again, len(again)) == (True, False, 3)
    with pytest.raises(KeyError):
        again["d-none"]


def test_a_document_with_pages_keeps_them_and_its_file(tmp_path: Path) -> None:
    source = Source(name="page.pdf", sha256="b" * 64)
    document = replace(document_of(paragraph(0, "x")), source=source, pages_source=source)
    folder = stored(tmp_path / "corpus", [document])
    paged = paged_corpus(folder, tmp_path / PAGES)
    assert paged[document.id] == document
    assert paged.pdf(document) is not None


def test_few_documents_are_kept_open(tmp_path: Path) -> None:
    many = [document_of(paragraph(0, "x"), name=f"n{number}.xml") for number in range(20)]
    paged = PagedDocuments(corpus_of(*many), tmp_path)
    assert [paged[document.id].id for document in many] == list(paged)
    assert len(paged._open) <= 16


def test_a_file_is_brought_by_link_or_by_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_text("x")
    bring(tmp_path / "a", tmp_path / "deep" / "b")
    assert (tmp_path / "deep" / "b").read_text() == "x"

    def refuse(self: Path, target: Path) -> None:
        raise OSError("no links here")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    bring(tmp_path / "a", tmp_path / "c")
    assert (tmp_path / "c").read_text() == "x"


# check


def test_checking_a_bench_again_gives_the_verdicts_that_its_items_have(corpus: Path, tmp_path: Path) -> None:
    made(corpus, tmp_path / "bench", n=5)
    told: list[Progress] = []
    summary = check(tmp_path / "bench", work=Work(engine="inline", progress=told.append))
    assert (summary.items, summary.kept, summary.reasons) == (5, 5, {})
    rows = list(read_rows(tmp_path / "bench" / "verdicts.jsonl", ItemVerdict))
    items = list(open_bench(tmp_path / "bench").items())
    assert [row.verdict for row in rows] == [verdict for item in items for verdict in item.verdicts]
    assert told[-1].kept == 5


def test_named_checks_alone_are_run_and_counted(corpus: Path, tmp_path: Path) -> None:
    module = ModuleType("picky")
    module.check = picky  # type: ignore[attr-defined]
    shelf.add("checks", "picky", module)
    made(corpus, tmp_path / "bench", n=9)
    summary = check(tmp_path / "bench", checks=("picky", "duplicate"), work=INLINE)
    assert summary.kept + summary.reasons.get("picky: too_long", 0) == summary.items == 9
    assert check(tmp_path / "bench", checks=(), work=INLINE).items == 9


def test_checking_in_other_processes_gives_the_same_file(corpus: Path, tmp_path: Path) -> None:
    made(corpus, tmp_path / "bench", n=4)
    check(tmp_path / "bench", work=INLINE)
    before = (tmp_path / "bench" / "verdicts.jsonl").read_bytes()
    check(tmp_path / "bench", work=Work(engine="processes", workers=2))
    assert (tmp_path / "bench" / "verdicts.jsonl").read_bytes() == before


def crashing(item: Item, corpus: Corpus, kit: Kit) -> Verdict | None:
    raise ValueError("a bug in a check")


def test_a_check_that_breaks_is_an_error_not_a_verdict(corpus: Path, tmp_path: Path) -> None:
    module = ModuleType("crashing")
    module.check = crashing  # type: ignore[attr-defined]
    shelf.add("checks", "crashing", module)
    made(corpus, tmp_path / "bench", n=2)
    with pytest.raises(EvidocError, match="could not be checked"):
        check(tmp_path / "bench", checks=("crashing",), work=INLINE)


def test_every_document_and_table_without_a_question_is_in_the_ledger_with_its_reason(tmp_path: Path) -> None:
    """Nothing is dropped silently (X-25): what planning cannot use is counted, and the summary says it in a line."""
    documents = [
        unpaged(paper_with(cereals())),
        unpaged(paper_with(table_of(["Crop", "Colour"], ["Rice", "white"]), name="words.xml")),
        unpaged(paper_with(cereals(), name="german.xml", language="de")),
        unpaged(document_of(paragraph(0, "Nothing."), name="bare.txt")),
    ]
    folder = stored(tmp_path / "corpus", documents)
    summary = made(folder, tmp_path / "bench", n=3)
    rows = [entry for entry in read_rows(tmp_path / "bench" / "ledger.jsonl", LedgerEntry) if entry.stage == "plan"]
    assert {(entry.reason, entry.silent) for entry in rows} == {
        ("no_numbers", ""),
        ("without_a_usable_table_or_definition", documents[1].id),
        ("in_another_language", documents[2].id),
        ("without_a_table_or_definition", documents[3].id),
    }
    assert any("block 3" in entry.detail and documents[1].id in entry.detail for entry in rows)
    assert summary.silent == (
        "3 of 4 documents gave no question: "
        "1 in another language, 1 without a table or definition, 1 without a usable table or definition"
    )
    again = made(folder, tmp_path / "bench", n=3)
    assert again.silent == summary.silent
