"""Files behind options of a recipe: an edited one makes another bench. Source: design.md, section 4 (resuming)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evidoc.errors import BudgetSpent, ResumeMismatch, UsageError
from evidoc.flow._option_files import option_files
from evidoc.flow._roles import NO_ROLES, Roles
from evidoc.flow.make import MakeOptions, MakeSummary, make
from evidoc.flow.read import ReadOptions, read
from evidoc.flow.work import Work
from evidoc.models import ModelChoice
from evidoc.records.bench import open_bench
from evidoc.records.corpus import open_corpus
from evidoc.records.groups import LinkedGroup
from evidoc.records.store import write_rows
from tests.recipes.dochop_qa_articles import DRAINS, DRIP, LETTERS

INLINE = Work(engine="inline")
RESUME = Work(engine="inline", resume=True)
WORDS = '[words]\nproblem = ["burden"]\n'


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    (folder / "files").mkdir()
    for name, text in (("drip", DRIP), ("drains", DRAINS)):
        (folder / "files" / f"{name}.xml").write_text(text, encoding="utf-8")
    read([folder / "files"], out=folder / "corpus", options=ReadOptions(), work=INLINE)
    return folder / "corpus"


@pytest.fixture
def groups(corpus: Path, tmp_path: Path) -> Path:
    path = tmp_path / "groups.jsonl"
    linked(corpus, path, score=0.5)
    return path


def linked(corpus: Path, path: Path, *, score: float) -> None:
    write_rows(path, [LinkedGroup(documents=open_corpus(corpus).ids, score=score, by="hand", rationale=())])


def made(corpus: Path, out: Path, options: str, *, roles: Roles = NO_ROLES, work: Work = INLINE) -> MakeSummary:
    spec = f"dochop_qa(concepts=('PS', 'ME'), {options}, encoder={LETTERS!r})"
    return make(corpus, out=out, options=MakeOptions(recipes=(spec,), n=2, seed=1, roles=roles, checks=()), work=work)


def test_a_bench_says_by_which_files_it_was_made(corpus: Path, groups: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(WORDS, encoding="utf-8")
    made(corpus, tmp_path / "bench", f"groups={str(groups)!r}, concepts_file={str(own)!r}")
    settings = open_bench(tmp_path / "bench").header.settings
    assert {name: len(value) for name, value in settings.items() if name.startswith("dochop_qa.")} == {
        "dochop_qa.groups": 64,
        "dochop_qa.concepts_file": 64,
    }


def test_recipes_whose_options_name_no_file_have_no_such_settings() -> None:
    """So that a bench made before files counted is still the same bench."""
    assert option_files("recipes", ("pdfqa", "dochop_qa", "dochop_qa(concepts=('PS',), groups='')")) == {}


def test_a_whole_bench_is_not_passed_off_as_that_of_edited_groups(corpus: Path, groups: Path, tmp_path: Path) -> None:
    options = f"groups={str(groups)!r}"
    first = made(corpus, tmp_path / "bench", options)
    assert made(corpus, tmp_path / "bench", options, work=RESUME).kept == first.kept
    linked(corpus, groups, score=0.6)
    with pytest.raises(ResumeMismatch, match="differs in dochop_qa.groups"):
        made(corpus, tmp_path / "bench", options, work=RESUME)
    with pytest.raises(UsageError, match="differs in dochop_qa.groups"):
        made(corpus, tmp_path / "bench", options)
    groups.unlink()
    with pytest.raises(ResumeMismatch, match="differs in dochop_qa.groups"):
        made(corpus, tmp_path / "bench", options, work=RESUME)


def test_a_stopped_making_does_not_go_on_with_edited_concepts(corpus: Path, groups: Path, tmp_path: Path) -> None:
    """The path is the same and the spec string too; only the digest tells."""
    own, script, out = tmp_path / "own.toml", tmp_path / "writer.jsonl", tmp_path / "bench"
    own.write_text(WORDS, encoding="utf-8")
    script.write_text(json.dumps({"text": '{"question": "What?"}'}), encoding="utf-8")
    choices = {"writer": (ModelChoice(spec=f"scripted:{script}"),)}
    options = f"groups={str(groups)!r}, concepts_file={str(own)!r}"
    with pytest.raises(BudgetSpent):
        made(corpus, out, options, roles=Roles(choices=choices, max_tokens=1))
    own.write_text(WORDS.replace("burden", "challenge"), encoding="utf-8")
    with pytest.raises(ResumeMismatch, match="dochop_qa.concepts_file was"):
        made(corpus, out, options, roles=Roles(choices=choices), work=RESUME)
    own.write_text(WORDS, encoding="utf-8")
    assert made(corpus, out, options, roles=Roles(choices=choices), work=RESUME).kept == 2


def test_a_file_that_is_not_there_is_the_recipes_to_refuse(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no file of groups at"):
        made(corpus, tmp_path / "bench", f"groups={str(tmp_path / 'none.jsonl')!r}")


def test_items_that_no_model_wrote_are_said_to_be_unchecked_and_how_they_can_be(
    corpus: Path, groups: Path, tmp_path: Path
) -> None:
    alone = made(corpus, tmp_path / "alone", f"groups={str(groups)!r}")
    assert len([said for said in alone.remarks if "no writer is named" in said and "evidoc review" in said]) == 1
    script = tmp_path / "mute.jsonl"
    script.write_text(json.dumps({"text": "no"}), encoding="utf-8")
    writing = Roles(choices={"writer": (ModelChoice(spec=f"scripted:{script}"),)})
    written = made(corpus, tmp_path / "written", f"groups={str(groups)!r}", roles=writing)
    assert not [said for said in written.remarks if "no writer is named" in said]
