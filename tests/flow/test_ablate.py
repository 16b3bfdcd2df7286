"""Ablations and result tables over whole runs. Source: DHQ-106, DHQ-117, DHQ-136, DHQ-137, DHQ-138, DHQ-143."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
import sacrebleu

from evidoc.errors import UnknownName, UsageError
from evidoc.flow.ablate import ABLATIONS, AblateOptions, ablate, settings_of
from evidoc.flow.ask import AskOptions, ask
from evidoc.flow.results import results
from evidoc.flow.score import ScoreOptions, score
from evidoc.flow.work import Work
from evidoc.records.bench import open_run
from evidoc.records.item import Answer
from tests.cli.run import evidoc
from tests.flow.test_retrieve import MONEY, TRIAL, bench_of

INLINE = Work(engine="inline")
ITEMS = tuple(
    msgspec.structs.replace(item, answer=Answer(kind="text", value=value), scorer="rouge_bleu")
    for item, value in ((TRIAL, "It enrolled forty patients and pressure fell."), (MONEY, "Revenue fell in spring."))
)


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    return bench_of(tmp_path / "bench", ITEMS)


def ablated(bench: Path, by: str, *, scorers: tuple[str, ...] = ("rouge_bleu",)) -> dict[str, tuple[str, ...]]:
    options = AblateOptions(by=by, ask=AskOptions(system="baseline/bm25"), scorers=scorers)
    summary = ablate(bench, out=bench.parent / "out", options=options, work=INLINE)
    return {row[0]: row[1:] for row in summary.rows}


def test_access_to_evidence_has_four_rows_and_nothing_without_documents(bench: Path) -> None:
    rows = ablated(bench, "evidence_access")
    assert [row[1] for row in rows.values()] == ["none", "retrieved(k=5)", "gold_evidence", "full"]
    assert rows["no document"][2:] == ("0.00",) * 5
    assert float(rows["evidence alone"][5]) > 0


def test_documents_are_set_against_the_question_alone(bench: Path) -> None:
    assert {name: row[:2] for name, row in ablated(bench, "documents").items()} == {
        "documents": ("text", "full"),
        "question alone": ("question", "none"),
    }


def test_modality_has_the_four_rows_of_the_paper() -> None:
    """DHQ-136."""
    assert [(setting.view, setting.access) for setting in ABLATIONS["modality"]] == [
        ("both", "full"),
        ("text", "full"),
        ("page_images", "full"),
        ("text", "gold_evidence"),
    ]


def test_the_table_and_the_runs_are_written(bench: Path) -> None:
    ablated(bench, "documents")
    out = bench.parent / "out"
    assert (out / "ablation.csv").read_text(encoding="utf-8").startswith("setting,view,access,BLEU")
    assert json.loads((out / "ablation.json").read_bytes())["runs"] == ["documents", "question_alone"]
    assert open_run(out / "question_alone").header.settings["access"] == "none"


def test_other_scorers_have_other_columns(bench: Path) -> None:
    options = AblateOptions(by="documents", ask=AskOptions(system="baseline/indices_gold"), scorers=("indices",))
    summary = ablate(bench, out=bench.parent / "out", options=options, work=INLINE)
    assert summary.header == ("setting", "view", "access", "F1", "Re", "Pr", "Be", "Co", "Ov")
    assert summary.rows[0][3:] == ("100.00",) * 6


def test_the_retrieved_row_can_retrieve_otherwise() -> None:
    options = AblateOptions(by="evidence_access", ask=AskOptions(system="baseline/bm25"), retrieved="retrieved(k=9, by='tfidf')")
    assert settings_of(options)[1].access == "retrieved(k=9, by='tfidf')"


def test_an_ambiguous_or_unknown_ablation_is_refused(bench: Path) -> None:
    with pytest.raises(UsageError, match="could mean two things; write documents"):
        ablated(bench, "question_only")
    with pytest.raises(UnknownName, match="did you mean modality"):
        ablated(bench, "modalities")


def run_of(bench: Path, system: str = "baseline/bm25", *, scored: bool = True) -> Path:
    run = bench.parent / system.replace("/", "-")
    ask(bench, out=run, options=AskOptions(system=system), work=INLINE)
    if scored:
        score(run, options=ScoreOptions(scorers=("rouge_bleu",)))
    return run


def test_bleu_of_a_table_is_that_of_the_whole_run(bench: Path) -> None:
    """DHQ-117: sacrebleu's corpus BLEU over the same replies, without their citation tags."""
    run = run_of(bench)
    said = [row.text.split("<bbox")[0].strip() for row in open_run(run).replies()]
    expected = sacrebleu.corpus_bleu(said, [[str(item.answer.value) for item in ITEMS]]).score
    assert results([run]).rows[0][3] == f"{expected:.2f}"


def test_runs_stand_one_a_row_with_what_they_were_shown(bench: Path) -> None:
    table = results([run_of(bench), run_of(bench, "baseline/gold")])
    assert [row[0] for row in table.rows] == ["baseline/bm25", "baseline/gold"]
    assert table.rows[1][3:] == ("100.00",) * 5


@pytest.mark.parametrize(("name", "begins"), [("t.csv", "system,view,access"), ("t.md", "| system | view | access |")])
def test_a_table_is_written_as_its_file_is_called(bench: Path, name: str, begins: str) -> None:
    results([run_of(bench)], out=bench.parent / name)
    assert (bench.parent / name).read_text(encoding="utf-8").startswith(begins)


def test_another_kind_of_file_is_refused(bench: Path) -> None:
    with pytest.raises(UsageError, match=r"name a .csv or .md file"):
        results([run_of(bench)], out=bench.parent / "t.xlsx")


def test_a_run_without_scores_is_refused(bench: Path) -> None:
    with pytest.raises(UsageError, match="run evidoc score"):
        results([run_of(bench, scored=False)])


def test_both_commands_print_their_table(bench: Path) -> None:
    out = str(bench.parent / "cli")
    ran = evidoc("ablate", str(bench), "--by", "documents", "--system", "baseline/bm25", "--out", out)
    assert ran.code == 0
    assert "question alone" in ran.out
    found = json.loads(evidoc("results", f"{out}/documents", "--json").out)
    assert found["header"][3] == "BLEU"
    table = evidoc("results", f"{out}/documents", "--out", f"{out}/table.md")
    assert "table.md" in table.out


def test_an_ablation_is_one_object_for_machines(bench: Path) -> None:
    out = str(bench.parent / "cli")
    ran = evidoc("ablate", str(bench), "--by", "documents", "--system", "baseline/bm25", "--out", out, "--json")
    assert json.loads(ran.out)["by"] == "documents"
