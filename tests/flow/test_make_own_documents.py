"""Recipes that write their own documents, and makings that wait for replies."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest
from msgspec.structs import replace

from evidoc import shelf
from evidoc.compose.sheet import lay_out
from evidoc.errors import BudgetSpent, NothingKept, UsageError, Waiting
from evidoc.flow._candidates import maker
from evidoc.flow.make import JOURNAL, MakeOptions, MakeSummary, make
from evidoc.flow.work import Work
from evidoc.kit import Kit
from evidoc.recipes import Brought
from evidoc.records.bench import open_bench
from evidoc.records.corpus import SCHEMA, Corpus, write_documents
from evidoc.records.item import Answer, ContextDocument, Evidence, Item
from evidoc.records.record import content_id
from evidoc.records.store import new_header
from tests.build import document_of, item_of, paragraph
from tests.flow.test_make import bytes_of

INLINE = Work(engine="inline")
ANEW = Work(engine="inline", resume=True)


@dataclass(frozen=True)
class Letter:
    """A unit of the recipe of these tests: one letter is written for it."""

    number: int
    document: str = ""
    kind: str = "letter"
    modality: str = "text"

    @property
    def id(self) -> str:
        return content_id("u", self.number)


class LetterWriter(ModuleType):
    """A recipe that writes a letter and asks who got it; `waits` are the numbers of those that have no reply yet."""

    BRINGS_DOCUMENTS = True

    def __init__(self) -> None:
        super().__init__("letters")
        self.waits: set[int] = set()
        self.spent = False

    def plan(self, corpus: Corpus, *, wanted: int = 0) -> Iterator[Letter]:
        yield from map(Letter, range(wanted))

    def make(self, unit: Letter, corpus: Corpus, kit: Kit) -> Brought:
        if self.spent:
            raise BudgetSpent("the limit of 1 US dollars is reached")
        if unit.number in self.waits:
            raise Waiting("no reply yet")
        name = f"Ada {'abcdefghij'[unit.number]}"
        blank = document_of(paragraph(0, f"Dear {name}, the harbour opens at noon."), name=f"{unit.number}.txt", pages=())
        blank = replace(blank, blocks=tuple(replace(block, boxes=()) for block in blank.blocks))
        document, pdf = lay_out(blank)
        assert document.pages_source is not None
        evidence = Evidence(document=document.id, block=0, boxes=document.blocks[0].boxes, text=document.blocks[0].text)
        item = item_of(f"Who is letter {unit.number} for?", answer=Answer(kind="text", value=name), evidence=[evidence])
        item = replace(item, documents=(ContextDocument(id=document.id),))
        files = {document.pages_source.sha256: pdf}
        return Brought(item, (document,), files=files, pictures={f"{document.id}.png": b"\x89PNG"})


class _Silent(LetterWriter):
    """A recipe whose options leave nothing."""

    def plan(self, corpus: Corpus, *, wanted: int = 0) -> Iterator[Letter]:
        return iter(())


@pytest.fixture
def letters() -> LetterWriter:
    writer = LetterWriter()
    shelf.add("recipes", "letters", writer)
    maker.cache_clear()  # which remembers the recipe of the test before
    return writer


def written(out: Path, *, n: int = 4, work: Work = INLINE, recipe: str = "letters", limit: int | None = None) -> MakeSummary:
    options = MakeOptions(recipes=(recipe,), n=n, seed=1, checks=("format",), limit=limit)
    return make(None, out=out, options=options, work=work)


def test_a_recipe_may_bring_the_documents_of_its_items(letters: LetterWriter, tmp_path: Path) -> None:
    """Each item's document, its pages and its picture lie in the bench, and nothing else does."""
    summary = written(tmp_path / "bench")
    bench = open_bench(tmp_path / "bench")
    items = list(bench.items())
    assert (summary.kept, summary.shortfall) == (4, "")
    assert list(bench.corpus.ids) == [item.documents[0].id for item in items]
    for document in bench.corpus:
        pdf = bench.corpus.pdf(document)
        assert pdf is not None
        assert document.pages_source is not None
        assert hashlib.sha256(pdf.read_bytes()).hexdigest() == document.pages_source.sha256
        assert (tmp_path / "bench" / "images" / f"{document.id}.png").read_bytes() == b"\x89PNG"
    assert not (tmp_path / "bench" / "making-pages").exists()


def test_such_a_recipe_plans_as_many_units_as_are_wanted_if_it_is_not_told_otherwise(
    letters: LetterWriter, tmp_path: Path
) -> None:
    assert written(tmp_path / "three", n=3).candidates == 3
    short = written(tmp_path / "two", n=3, recipe="letters(wanted=2)")
    assert (short.kept, short.shortfall) == (2, "the documents gave 2 candidates, and no more is left")


def test_where_nothing_is_planned_the_recipe_and_its_options_are_said(letters: LetterWriter, tmp_path: Path) -> None:
    """The ledger has nothing then, and nobody is sent there."""
    shelf.add("recipes", "silent", _Silent())
    with pytest.raises(NothingKept, match=r"nothing was planned by silent: what the options leave has no candidate; widen them"):
        written(tmp_path / "bench", recipe="silent")


def test_a_corpus_that_such_a_recipe_does_not_need_is_remarked(letters: LetterWriter, tmp_path: Path) -> None:
    write_documents(tmp_path / "corpus", [], header=new_header(SCHEMA, settings={}))
    options = MakeOptions(recipes=("letters",), n=1, seed=1, checks=("format",))
    summary = make(tmp_path / "corpus", out=tmp_path / "bench", options=options, work=INLINE)
    assert f"letters brings its own documents; nothing is made from {tmp_path / 'corpus'}" in summary.remarks


def test_a_recipe_without_documents_of_its_own_needs_a_corpus(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="recipe pdfqa makes items from a corpus and none is given"):
        make(None, out=tmp_path / "bench")


def test_the_documents_of_an_overwritten_bench_are_gone(letters: LetterWriter, tmp_path: Path) -> None:
    written(tmp_path / "bench", n=4)
    options = MakeOptions(recipes=("letters",), n=2, seed=2, checks=("format",), overwrite=True)
    make(None, out=tmp_path / "bench", options=options, work=INLINE)
    assert len(list((tmp_path / "bench" / "images").iterdir())) == 2
    assert len(list((tmp_path / "bench" / "corpus" / "sources").iterdir())) == 2


def test_a_making_whose_replies_are_not_there_waits_and_says_how_many(letters: LetterWriter, tmp_path: Path) -> None:
    letters.waits = {0, 2}
    summary = written(tmp_path / "bench")
    assert (summary.kept, summary.waiting, summary.shortfall) == (2, 2, "2 candidates wait for replies")
    assert not (tmp_path / "bench" / "bench.json").exists()
    assert '"outcome":"waiting"' in (tmp_path / "bench" / "ledger.jsonl").read_text()
    assert summary.reasons == {}


def test_what_waited_is_asked_again_on_resuming_and_gives_the_bytes_of_a_making_that_never_waited(
    letters: LetterWriter, tmp_path: Path
) -> None:
    written(tmp_path / "whole")
    letters.waits = {0, 1, 2, 3}
    written(tmp_path / "bench")
    letters.waits = {3}
    assert written(tmp_path / "bench", work=ANEW).waiting == 1
    letters.waits = set()
    assert written(tmp_path / "bench", work=ANEW).waiting == 0
    assert bytes_of(tmp_path / "bench") == bytes_of(tmp_path / "whole")


def test_no_more_requests_are_written_than_could_become_items(letters: LetterWriter, tmp_path: Path) -> None:
    letters.waits = set(range(10))
    summary = written(tmp_path / "bench", n=3, recipe="letters(wanted=9)")
    assert summary.waiting == 3


def test_a_spent_budget_ends_the_making_so_that_it_can_go_on(letters: LetterWriter, tmp_path: Path) -> None:
    written(tmp_path / "whole")
    letters.spent = True
    with pytest.raises(BudgetSpent, match="1 US dollars"):
        written(tmp_path / "bench")
    assert (tmp_path / "bench" / JOURNAL).exists()
    letters.spent = False
    written(tmp_path / "bench", work=ANEW)
    assert bytes_of(tmp_path / "bench") == bytes_of(tmp_path / "whole")


def test_nothing_kept_is_still_said_where_nothing_waits(letters: LetterWriter, tmp_path: Path) -> None:
    with pytest.raises(NothingKept):
        written(tmp_path / "bench", recipe="letters(wanted=0)")


def test_making_again_does_not_make_items_twice(letters: LetterWriter, tmp_path: Path) -> None:
    first: list[Item] = []
    for _ in range(2):
        written(tmp_path / "bench")
        first += list(open_bench(tmp_path / "bench").items())
    assert first[:4] == first[4:]
