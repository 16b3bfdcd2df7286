"""Ablations and result tables over whole runs. Source: DHQ-105, DHQ-106, DHQ-117, DHQ-136, DHQ-137, DHQ-138, DHQ-143."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import msgspec
import pytest
import sacrebleu

from evidoc.errors import UnknownName, UsageError
from evidoc.flow._quota_draw import drawn_items
from evidoc.flow.ablate import AblateOptions, AblateSummary, ablate, settings_of
from evidoc.flow.ask import AskOptions, ask
from evidoc.flow.results import results
from evidoc.flow.score import ScoreOptions, score
from evidoc.flow.work import Work
from evidoc.records.bench import BENCH_SCHEMA, open_bench, open_run
from evidoc.records.corpus import SCHEMA, encode_document, write_documents
from evidoc.records.item import Answer, ContextDocument, Task
from evidoc.records.store import new_header, write_header, write_rows
from tests.cli.run import evidoc
from tests.flow.test_retrieve import MONEY, TRIAL, bench_of
from tests.models.asking import QUICK
from tests.models.server import Json, completion, serving
from tests.views.seen import ITEM, OTHER, REPORT, corpus_in

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


@pytest.fixture
def seen_bench(tmp_path: Path) -> Path:
    """Give a bench over one document with a PDF: the item asked, and training items to take examples from."""
    corpus = corpus_in(tmp_path / "bench" / "corpus")
    shown = ContextDocument(id=REPORT.id)
    asked = msgspec.structs.replace(
        ITEM, documents=(shown,), evidence=ITEM.evidence[:1], answer=Answer(kind="text", value="1,310")
    )
    training = msgspec.structs.replace(
        asked, id="i-training", question="What did the rival emit?", documents=(ContextDocument(id=OTHER.id),), evidence=()
    )
    folder = tmp_path / "bench"
    members = [(document.id, encode_document(document)) for document in corpus]
    write_documents(folder / "corpus", members, header=new_header(SCHEMA, settings={}))
    write_rows(folder / "items.jsonl", [asked, training])
    write_header(folder / "bench.json", new_header(BENCH_SCHEMA, settings={}, counts={"items": 2}))
    rows = [{"item": asked.id, "split": "test"}, {"item": training.id, "split": "train"}]
    (folder / "splits.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder


def asked_of(body: Json) -> tuple[bool, int, bool, bool]:
    """Say what a request shows: the text of the document, pictures, the evidence alone, and an example."""
    written = json.dumps(body["messages"])
    words = "Emissions rose" in written
    return words, written.count("image_url"), "1,204" in written and not words, "What did the rival emit?" in written


def varied(bench: Path, by: str, *, view: str = "text", n: int | None = None) -> tuple[AblateSummary, list[Json]]:
    with serving([completion("1,310")]) as server:
        ask_options = AskOptions(
            system="local/x", base_url=server.url, view=view, cite=False, cache=False, patience=QUICK, items=(ITEM.id,)
        )
        options = AblateOptions(by=by, ask=ask_options, n=n, scorers=("rouge_bleu",))
        found = ablate(bench, out=bench.parent / "out", options=options, work=INLINE)
    return found, server.bodies


def test_a_limit_holds_for_all_settings_together(seen_bench: Path, tmp_path: Path) -> None:
    """Else each run could use what the job may."""
    with serving([completion("1,310")]) as server:
        ask_options = AskOptions(
            system="local/x", base_url=server.url, cite=False, cache=False, patience=QUICK, items=(ITEM.id,), max_tokens=10
        )
        options = AblateOptions(by="documents", ask=ask_options, scorers=("rouge_bleu",))
        found = ablate(seen_bench, out=tmp_path / "out", options=options, work=INLINE)
        assert len(server.bodies) == 1
        assert [[row.status for row in open_run(tmp_path / "out" / run).replies()] for run in found.runs] == [
            ["answered"],
            ["not_asked"],
        ]
        assert found.remarks == ("question_alone: 1 item not asked; go on with --resume",)
        more = dataclasses.replace(options, ask=dataclasses.replace(ask_options, max_tokens=20))
        ablate(seen_bench, out=tmp_path / "out", options=more, work=Work(engine="inline", resume=True))
        assert len(server.bodies) == 2 and not list((tmp_path / "out").glob("spent*"))


def test_an_ablation_is_not_written_among_files_of_others(bench: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "ablation.csv").write_text("mine")
    with pytest.raises(UsageError, match="has other things in it"):
        ablate(bench, out=tmp_path / "out", options=AblateOptions(by="documents", ask=AskOptions(system="baseline/bm25")))


def test_modality_shows_text_and_pictures_then_each_alone_then_the_evidence(seen_bench: Path) -> None:
    """DHQ-136, table 23 of the paper: full, text-only, image-only, oracle-text, from one command."""
    found, bodies = varied(seen_bench, "modality")
    assert [asked_of(body)[:3] for body in bodies] == [
        (True, 6, False),
        (True, 0, False),
        (False, 6, False),
        (False, 0, True),
    ]
    assert [row[0] for row in found.rows] == ["text and pictures", "text alone", "pictures alone", "text of the evidence"]
    assert {row[3] for row in found.rows} <= {"100.00", "0.00"}
    assert [row[6] for row in found.rows] == ["100.00"] * 4


def test_modality_is_one_shot_where_the_view_is_and_keeps_its_other_options(seen_bench: Path) -> None:
    """The paper's modality ablation is one-shot; a picture takes no cap of words and a text no resolution."""
    found, bodies = varied(seen_bench, "modality", view="both(shots=1, dpi=72, max_tokens=9000)")
    assert [asked_of(body)[3] for body in bodies] == [True] * 4
    assert [row[1] for row in found.rows] == [
        "both(dpi=72, max_tokens=9000, shots=1)",
        "text(max_tokens=9000, shots=1)",
        "page_images(dpi=72, shots=1)",
        "text(max_tokens=9000, shots=1)",
    ]


def test_modality_of_the_list_of_entities_is_of_its_inputs(seen_bench: Path) -> None:
    found, bodies = varied(seen_bench, "modality", view="entities(style='one_shot', caps='qwen2.5-vl')")
    assert [asked_of(body) for body in bodies] == [
        (True, 6, False, True),
        (True, 0, False, True),
        (False, 6, False, True),
        (False, 0, True, True),
    ]
    assert {body["max_tokens"] for body in bodies} == {1024}
    assert found.rows[2][1] == "entities(answer='text', caps='qwen2.5-vl', inputs='image', style='one_shot')"


def test_indices_cannot_be_varied_by_modality() -> None:
    options = AblateOptions(by="modality", ask=AskOptions(system="x", view="entities(answer='indices')"))
    with pytest.raises(UsageError, match="pictures alone show no entities to name"):
        settings_of(options)


def test_three_styles_by_three_inputs_are_nine_rows(seen_bench: Path) -> None:
    """DHQ-105: bare, zero-shot and one-shot over text, pictures and both."""
    found, bodies = varied(seen_bench, "styles", view="entities(caps='internvl2')")
    assert [row[0] for row in found.rows] == [
        f"{style}, {inputs}" for style in ("bare", "zero_shot", "one_shot") for inputs in ("text", "image", "text+image")
    ]
    assert [asked_of(body)[0] for body in bodies] == [True, False, True] * 3
    assert [asked_of(body)[1] > 0 for body in bodies] == [False, True, True] * 3
    assert [asked_of(body)[3] for body in bodies] == [False] * 6 + [True] * 3
    assert ["Answer with a whole number" in json.dumps(body) for body in bodies] == [False] * 3 + [True] * 6
    assert found.runs[2] == "bare_text+image"


def of_concepts(folder: Path, *concepts: str) -> Path:
    """Give a bench with an item for each concept named."""
    items = [
        msgspec.structs.replace(ITEMS[0], id=f"i-{number}", task=Task(family="dochop_qa", concept=concept))
        for number, concept in enumerate(concepts)
    ]
    return bench_of(folder, items)


def test_a_drawn_part_has_every_concept_and_follows_from_the_seed(tmp_path: Path) -> None:
    """DHQ-138: the paper's fifty are not the first fifty."""
    bench = of_concepts(tmp_path / "bench", *["PS"] * 10, *["TS"] * 10, "FF")

    def drawn(name: str, seed: int) -> list[str]:
        asked = AskOptions(system="baseline/bm25", seed=seed)
        options = AblateOptions(by="documents", ask=asked, n=7)
        found = ablate(bench, out=tmp_path / name, options=options, work=INLINE)
        assert found.items == 7
        runs = [[row.item for row in open_run(tmp_path / name / run).replies()] for run in found.runs]
        assert runs[0] == runs[1]
        return runs[0]

    first = drawn("a", 1)
    assert "i-20" in first and len([item for item in first if int(item[2:]) < 10]) == 3
    assert drawn("b", 1) == first
    assert drawn("c", 2) != first
    assert first == sorted((item.id for item in drawn_items(open_bench(bench), n=7, seed=1)), key=lambda item: int(item[2:]))


def test_what_people_answered_is_one_more_row(bench: Path) -> None:
    """DHQ-138: the human row is read from a file of predictions."""
    people = bench.parent / "people.jsonl"
    people.write_text(
        "".join(json.dumps({"item": item.id, "text": item.answer.value}) + "\n" for item in ITEMS), encoding="utf-8"
    )
    options = AblateOptions(by="evidence_access", ask=AskOptions(system="baseline/bm25"), people=str(people))
    found = ablate(bench, out=bench.parent / "out", options=options, work=INLINE)
    assert [row[0] for row in found.rows][-1] == "people"
    assert found.rows[-1][3:] == ("100.00",) * 5
    assert open_run(bench.parent / "out" / "people").system == "predictions:people.jsonl"


def test_evidence_that_does_not_help_is_remarked(bench: Path) -> None:
    """DHQ-138: the rise from nothing to people is a sanity check and no gate."""
    people = bench.parent / "people.jsonl"
    people.write_text("".join(json.dumps({"item": item.id, "text": "?"}) + "\n" for item in ITEMS), encoding="utf-8")
    options = AblateOptions(by="evidence_access", ask=AskOptions(system="baseline/gold"), people=str(people))
    found = ablate(bench, out=bench.parent / "out", options=options, work=INLINE)
    assert [remark.split(" (")[0] for remark in found.remarks] == ["people"]
    assert "(0.000) is below evidence alone (1.000)" in found.remarks[0]


def test_a_number_and_a_limit_do_not_go_together(bench: Path) -> None:
    with pytest.raises(UsageError, match="give one of them"):
        ablate(bench, out=bench.parent / "out", options=AblateOptions(by="documents", ask=AskOptions(system="x", limit=1), n=1))


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


def test_a_bench_is_scored_by_its_own_scorers_where_none_are_named(bench: Path, tmp_path: Path) -> None:
    options = AblateOptions(by="documents", ask=AskOptions(system="baseline/bm25"))
    words = ablate(bench, out=tmp_path / "words", options=options, work=INLINE)
    assert (
        words.header
        == ablate(
            bench, out=tmp_path / "named", options=dataclasses.replace(options, scorers=("rouge_bleu",)), work=INLINE
        ).header
    )
    numbers = bench_of(tmp_path / "numbers", [msgspec.structs.replace(item, scorer="exact") for item in ITEMS])
    header = ablate(numbers, out=tmp_path / "own", options=options, work=INLINE).header
    assert {"answer", "saa", "recall"} <= {name.lower() for name in header}
