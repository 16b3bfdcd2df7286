"""Rating sheets of a bench or a run, blind, and read back. Source: DHQ-66, DHQ-76, DHQ-78, DHQ-139, X-35, SD-52."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from evidoc.answers.rouge import rouge
from evidoc.errors import InvalidRecord, NothingKept, UsageError
from evidoc.flow._scales import NO, YES
from evidoc.flow.agree import AgreeOptions, agree, can_agree
from evidoc.flow.ask import AskOptions, ask
from evidoc.flow.people_study import answerable_by_majority, compare_passages, people_study
from evidoc.flow.rating_sheet import Form, SheetOptions, draw_sheet
from evidoc.flow.score import ScoreOptions, score
from evidoc.flow.work import Work
from evidoc.recipes.dochop_qa import CODES
from evidoc.records.bench import open_bench
from evidoc.records.corpus import source_name
from evidoc.records.geometry import Box
from evidoc.records.item import Answer, Evidence, Item, Mark, Task, Verdict
from tests.build import item_of
from tests.cli.run import evidoc
from tests.systems.benches import REPORT, bench_in

CRITERIA = ("reality_fluency", "accuracy", "completeness")
SAID = "The company was founded in Ghent."
EVIDENCE = Evidence(document=REPORT.id, block=1, text=SAID, boxes=(Box(page=0, x0=50, y0=50, x1=545, y1=90),))


def item(number: int, concept: str, *, hops: int = 1, marks: dict[str, tuple[int, int, int]] | None = None) -> Item:
    given = [
        Mark(name=name, value=value, judge=judge)
        for judge, values in (marks or {}).items()
        for name, value in zip(CRITERIA, values, strict=True)
    ]
    base = item_of(
        f"Question {number}?",
        answer=Answer(kind="text", value="In Ghent."),
        evidence=[msgspec.structs.replace(EVIDENCE, hop=hop) for hop in range(hops)],
        documents=[REPORT.id],
        scorer="rouge_bleu",
    )
    verdicts = (Verdict(check="quality", kept=True, model="one", marks=tuple(given)),) if given else ()
    return msgspec.structs.replace(base, id=f"i-{number}", task=Task(family="dochop_qa", concept=concept), verdicts=verdicts)


def bench(folder: Path, items: Sequence[Item] | None = None) -> Path:
    found = items if items is not None else [item(number, CODES[number % 11], hops=1 + number % 3) for number in range(300)]
    return bench_in(folder / "bench", found).folder


def table(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))


def test_fifty_items_have_at_least_four_of_every_concept_and_every_pattern_of_hops(tmp_path: Path) -> None:
    """DHQ-78: 50 instances covering all 11 concepts, with diverse hop patterns; the seed is fixed."""
    found = draw_sheet(bench(tmp_path), out=tmp_path / "sheet.csv", options=SheetOptions(n=50, seed=7))
    key = table(tmp_path / "sheet.key.csv")
    concepts = Counter(row["concept"] for row in key)
    assert set(concepts) == set(CODES) and min(concepts.values()) >= 4
    patterns = Counter((row["concept"], row["pattern"]) for row in key)
    assert len(patterns) == 33
    assert (found.taken, found.items, found.short) == (50, 300, ())
    again = draw_sheet(tmp_path / "bench", out=tmp_path / "again.csv", options=SheetOptions(n=50, seed=7))
    assert (tmp_path / "again.csv").read_bytes() == (tmp_path / "sheet.csv").read_bytes()
    assert again.shares == found.shares


def test_a_concept_that_is_missing_or_rare_is_said(tmp_path: Path) -> None:
    items = [item(number, "PS") for number in range(9)] + [item(9, "TS")]
    found = draw_sheet(bench(tmp_path, items), out=tmp_path / "sheet.csv", options=SheetOptions(n=8))
    assert found.short == ("concept TS: 1 taken of 4 asked, 1 there",)


def test_a_rater_sees_question_answer_evidence_with_its_page_and_the_documents(tmp_path: Path) -> None:
    draw_sheet(bench(tmp_path, [item(0, "PS", hops=2)]), out=tmp_path / "sheet.csv", options=SheetOptions(n=1))
    (row,) = table(tmp_path / "sheet.csv")
    assert (row["question"], row["answer"]) == ("Question 0?", "In Ghent.")
    assert row["evidence"] == f"[1] document 1, page 1: {SAID}\n[2] document 1, page 1: {SAID}"
    assert row["documents"] == "1: report.txt (Sample)"
    assert list(row)[6:] == ["rater", "reality_fluency [1-4]", "accuracy [1-4]", "completeness [1-4]", "comment"]
    assert not any(row[name] for name in list(row)[6:])


def test_concepts_and_judges_marks_are_in_the_key_alone(tmp_path: Path) -> None:
    """Who rates must not see what others found."""
    items = [item(0, "PS", marks={"judge-1": (4, 3, 2)})]
    draw_sheet(bench(tmp_path, items), out=tmp_path / "sheet.csv", options=SheetOptions(n=1))
    assert "judge-1" not in (tmp_path / "sheet.csv").read_text(encoding="utf-8")
    (key,) = table(tmp_path / "sheet.key.csv")
    assert (key["item"], key["concept"], key["judge-1: accuracy"]) == ("i-0", "PS", "3")


@pytest.mark.parametrize(
    ("form", "columns"),
    [("answerability", ["answerable [no,yes]", "confidence [1-5]", "own answer"]), ("evidence", ["own evidence"])],
)
def test_who_answers_or_looks_for_evidence_sees_neither(form: Form, columns: list[str], tmp_path: Path) -> None:
    """DHQ-139: experts answer independently; DHQ-66: people mark what they find themselves."""
    draw_sheet(bench(tmp_path, [item(0, "PS")]), out=tmp_path / "sheet.csv", options=SheetOptions(form=form, n=1))
    text = (tmp_path / "sheet.csv").read_text(encoding="utf-8")
    assert "Ghent" not in text
    assert list(table(tmp_path / "sheet.csv")[0]) == ["item", "document", "question", "documents", "rater", *columns, "comment"]


def scored(folder: Path) -> Path:
    items = [item(number, ("PS", "TS")[number % 2]) for number in range(12)]
    where = bench(folder, items)
    ask(where, out=folder / "run", options=AskOptions(system="baseline/random"), work=Work(engine="inline"))
    score(folder / "run", options=ScoreOptions(scorers=("rouge_bleu",)))
    return folder / "run"


def test_a_runs_sheet_has_the_answers_and_hides_system_and_scores(tmp_path: Path) -> None:
    """SD-52, SD-54."""
    found = draw_sheet(scored(tmp_path), out=tmp_path / "sheet.csv", options=SheetOptions(n=6))
    rows, key = table(tmp_path / "sheet.csv"), table(tmp_path / "sheet.key.csv")
    assert found.form == "correctness"
    assert {row["right answer"] for row in rows} == {"In Ghent."}
    assert "correctness [0,0.5,1]" in rows[0] and "baseline" not in (tmp_path / "sheet.csv").read_text(encoding="utf-8")
    assert {row["system"] for row in key} == {"baseline/random"} and "rougeL" in key[0]
    assert Counter(row["concept"] for row in key) == {"PS": 3, "TS": 3}


def test_a_form_that_does_not_suit_is_refused(tmp_path: Path) -> None:
    run = scored(tmp_path)
    with pytest.raises(UsageError, match="take the form correctness"):
        draw_sheet(run, out=tmp_path / "s.csv", options=SheetOptions(form="quality"))
    with pytest.raises(UsageError, match="give a run"):
        draw_sheet(tmp_path / "bench", out=tmp_path / "s.csv", options=SheetOptions(form="correctness"))
    with pytest.raises(UsageError, match="take one of quality"):
        draw_sheet(tmp_path / "bench", out=tmp_path / "s.csv", options=SheetOptions(form="x"))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="give at least 1"):
        draw_sheet(tmp_path / "bench", out=tmp_path / "s.csv", options=SheetOptions(n=0))
    (run / "scores.jsonl").unlink()
    with pytest.raises(UsageError, match="run evidoc score"):
        draw_sheet(run, out=tmp_path / "s.csv")
    with pytest.raises(NothingKept, match="no items"):
        draw_sheet(bench(tmp_path / "empty", []), out=tmp_path / "s.csv")


def fill(sheet: Path, out: Path, **columns: Sequence[str]) -> Path:
    """Write a rater's copy of a sheet, with these cells down its columns; `accuracy` is `accuracy [1-4]`."""
    rows = table(sheet)
    for name in rows[0]:
        for row, cell in zip(rows, columns.get(name.partition(" [")[0].replace(" ", "_"), ()), strict=False):
            row[name] = cell
    with out.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return out


@pytest.fixture
def rated(tmp_path: Path) -> tuple[Path, list[Path]]:
    """Give a bench that two judges have marked, and two people's copies of its sheet, filled in by what the judge `one` said."""
    levels = [(4, 4, 4), (3, 3, 2), (2, 4, 1), (1, 2, 3), (4, 1, 2), (3, 2, 4)]
    items = [item(number, "PS", marks={"one": marks, "two": (4, 4, 4)}) for number, marks in enumerate(levels)]
    where = bench(tmp_path, items)
    draw_sheet(where, out=tmp_path / "sheet.csv", options=SheetOptions(n=6))
    order = [levels[int(row["item"][2:])] for row in table(tmp_path / "sheet.csv")]
    as_said = {name: [str(marks[place]) for marks in order] for place, name in enumerate(CRITERIA)}
    ann = fill(tmp_path / "sheet.csv", tmp_path / "ann.csv", **as_said)
    bob = fill(tmp_path / "sheet.csv", tmp_path / "bob.csv", **{**as_said, "accuracy": ["4"] * 6})
    return where, [ann, bob]


def test_filled_sheets_are_read_back_by_criterion_on_the_scale_that_they_state(rated: tuple[Path, list[Path]]) -> None:
    """The name of a file is the rater's where the sheet has none."""
    found = agree(rated[1], options=AgreeOptions(resamples=0))
    assert [criterion.criterion for criterion in found.criteria] == list(CRITERIA)
    assert {criterion.categories for criterion in found.criteria} == {("1", "2", "3", "4")}
    assert [rater.rater for rater in found.criteria[0].raters] == ["ann", "bob"]
    assert found.criteria[0].compared[0].figures["ac2"].value == 1.0


def test_a_judges_marks_of_the_bench_are_compared_with_peoples(rated: tuple[Path, list[Path]]) -> None:
    """DHQ-78, DHQ-81: AC2, ρ and α of judge and people for each criterion; other judges are no people."""
    where, sheets = rated
    found = agree(sheets, options=AgreeOptions(bench=where, against="one", resamples=0))
    fluency, accuracy, _ = found.criteria
    with_median = {one.raters: one.figures for one in fluency.compared}
    figures = next(figures for raters, figures in with_median.items() if "one" in raters)
    assert (figures["ac2"].value, figures["spearman"].value, figures["alpha"].value) == (1.0, 1.0, 1.0)
    assert {rater.rater for rater in accuracy.raters} == {"ann", "bob", "one"}


def test_without_a_judge_named_all_are_raters(rated: tuple[Path, list[Path]]) -> None:
    where, sheets = rated
    found = agree(sheets, options=AgreeOptions(bench=where, resamples=0))
    assert {rater.rater for rater in found.criteria[0].raters} == {"ann", "bob", "one", "two"}
    some = agree(sheets, options=AgreeOptions(bench=where, raters=("ann", "two"), resamples=0))
    assert {rater.rater for rater in some.criteria[0].raters} == {"ann", "two"}
    with pytest.raises(UsageError, match="no ratings by eve"):
        agree(sheets, options=AgreeOptions(bench=where, raters=("eve",)))


def test_a_rating_off_the_scale_of_the_sheet_is_named(rated: tuple[Path, list[Path]], tmp_path: Path) -> None:
    wrong = fill(rated[1][0], tmp_path / "eve.csv", accuracy=["5"])
    with pytest.raises(InvalidRecord, match=r"eve.csv:\d+: rating '5' is not on the scale \(1, 2, 3, 4\)"):
        agree([*rated[1], wrong])


@pytest.mark.parametrize(("said", "expected"), [((True, True, False), True), ((True, False), False), ((False,), False)])
def test_an_item_is_answerable_where_most_say_so(said: tuple[bool, ...], expected: bool) -> None:
    """DHQ-139."""
    assert answerable_by_majority(said) is expected


@pytest.fixture
def answered(tmp_path: Path) -> tuple[Path, list[Path]]:
    where = bench(tmp_path, [item(number, "PS") for number in range(2)])
    draw_sheet(where, out=tmp_path / "sheet.csv", options=SheetOptions(form="answerability", n=2))
    sheet = tmp_path / "sheet.csv"
    ann = fill(sheet, tmp_path / "ann.csv", answerable=["yes", "no"], confidence=["5", "2"], own_answer=["In Ghent.", ""])
    bob = fill(sheet, tmp_path / "bob.csv", answerable=["yes", "yes"], confidence=["4", "3"], own_answer=["Ghent", "Paris"])
    eve = fill(sheet, tmp_path / "eve.csv", answerable=["no", "no"], confidence=["", ""], own_answer=["", ""])
    return where, [ann, bob, eve]


def test_answerability_is_a_share_a_confidence_and_a_likeness_to_the_right_answer(answered: tuple[Path, list[Path]]) -> None:
    """DHQ-139, table 26 of the paper: % answerable by majority, mean confidence, human-vs-gold ROUGE-L over answers."""
    found = people_study(answered[1], bench=answered[0]).answerability
    assert found is not None
    assert (found.answerable.value, found.answerable.n) == (0.5, 2)
    assert found.confidence.value == (4.5 + 2.5) / 2
    likeness = [rouge(text, "In Ghent.").rouge_l for text in ("In Ghent.", "Ghent", "Paris")]
    assert found.rouge_l.value == round((sum(likeness[:2]) / 2 + likeness[2]) / 2, 4)
    assert found.raters == ("ann", "bob", "eve")


def test_peoples_answers_become_predictions_for_the_row_of_people(answered: tuple[Path, list[Path]], tmp_path: Path) -> None:
    """DHQ-138: the row of people is the ROUGE-L of table 26 (P-13)."""
    people_study(answered[1], bench=answered[0], out=tmp_path / "people.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "people.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["text"] for row in rows] == ["In Ghent.", "Paris"]


def test_a_sheet_of_another_bench_or_without_answers_is_refused(answered: tuple[Path, list[Path]], tmp_path: Path) -> None:
    other = bench(tmp_path / "other", [item(7, "PS")])
    with pytest.raises(InvalidRecord, match="the bench has no item 'i-"):
        people_study(answered[1], bench=other)
    with pytest.raises(UsageError, match="no predictions to write"):
        people_study(answered[1][2:], bench=answered[0], out=tmp_path / "people.jsonl")
    unsure = fill(answered[1][0], tmp_path / "unsure.csv", confidence=["rather"])
    with pytest.raises(InvalidRecord, match="confidence 'rather' is not on its scale; give one of 1-5"):
        people_study([unsure], bench=answered[0])


@pytest.mark.parametrize(
    ("column", "written", "scale"),
    [("answerable", "maybe", "no,yes"), ("answerable", "2", "no,yes"), ("confidence", "50", "1-5"), ("confidence", "3.5", "1-5")],
)
def test_what_is_not_on_the_scale_of_its_column_is_refused_with_its_line(
    answered: tuple[Path, list[Path]], tmp_path: Path, column: str, written: str, scale: str
) -> None:
    """A guess at what somebody meant would be a number in a table of people."""
    odd = fill(answered[1][0], tmp_path / "odd.csv", **{column: ["", written]})
    with pytest.raises(InvalidRecord) as caught:
        people_study([odd], bench=answered[0])
    assert f"{odd}:3: {column} '{written}' is not on its scale; give one of {scale}" in str(caught.value)


def test_words_for_nothing_are_no_answer(answered: tuple[Path, list[Path]], tmp_path: Path) -> None:
    nothing = fill(
        answered[1][0], tmp_path / "none.csv", answerable=["N/A", "Yes"], confidence=["-", "4"], own_answer=["n/a", "na"]
    )
    found = people_study([nothing], bench=answered[0]).answerability
    assert found is not None
    assert (found.answerable.value, found.answerable.n) == (1.0, 1)
    assert (found.confidence.n, found.rouge_l.n) == (1, 0)
    with pytest.raises(UsageError, match="no predictions to write"):
        people_study([nothing], bench=answered[0], out=tmp_path / "people.jsonl")


@pytest.mark.parametrize("written", sorted(YES | NO))
def test_every_word_for_yes_or_no_is_read_as_it_is_on_the_other_sheet(
    answered: tuple[Path, list[Path]], tmp_path: Path, written: str
) -> None:
    sheet = fill(answered[1][0], tmp_path / "said.csv", answerable=[written.upper(), written])
    found = people_study([sheet], bench=answered[0]).answerability
    assert found is not None
    assert (found.answerable.value, found.answerable.n) == (float(written in YES), 2)


@pytest.mark.parametrize(
    ("snippets", "passages", "expected"),
    [
        (["a b c d"], ["a b c d"], (1.0, 1.0, 1.0, 1.0)),
        (["a b c d"], ["x y z"], (0.0, 0.0, 0.0, 0.0)),
        (["a b c d e f g"], ["a b c"], (1.0, 1.0, 2 / 6, 1.0)),
        (["a b c", "x y z"], ["a b c"], (0.5, 1.0, 0.5, 1.0)),
        (["a b c"], ["a b c", "x y z"], (1.0, 0.5, 1.0, 0.5)),
        (["a b c d e"], ["a b q r s"], (0.0, 0.0, 0.25, 0.25)),
        (["the dose"], ["The dose."], (1.0, 1.0, 1.0, 1.0)),
        (["a b c"], ["b"], (0.0, 0.0, 0.0, 0.0)),
    ],
)
def test_a_snippet_coincides_with_a_passage_that_is_most_of_it_or_in_it(
    snippets: list[str], passages: list[str], expected: tuple[float, ...]
) -> None:
    """DHQ-66: precision and recall of the snippets against people's spans, by words that follow each other."""
    found = compare_passages(snippets, passages)
    assert (found.precision, found.recall, found.word_precision, found.word_recall) == pytest.approx(expected)


def test_snippets_are_compared_with_what_people_marked(tmp_path: Path) -> None:
    """DHQ-66: a tag of the list of entities stands for the entity's text; people are compared one by one."""
    where = bench(tmp_path, [item(0, "PS")])
    draw_sheet(where, out=tmp_path / "sheet.csv", options=SheetOptions(form="evidence", n=1))
    other = "Something else entirely is what I found here."
    ann = fill(tmp_path / "sheet.csv", tmp_path / "ann.csv", own_evidence=[f"{SAID}\n{other}"])
    bob = fill(tmp_path / "sheet.csv", tmp_path / "bob.csv", own_evidence=["<doc1_paragraph1>"])
    found = people_study([ann, bob], bench=where).snippets
    assert found is not None
    assert (found.precision.value, found.recall.value, found.precision.n) == (1.0, 0.75, 1)
    assert not can_agree([ann, bob])


def test_the_command_draws_a_sheet_and_reads_it_back(tmp_path: Path) -> None:
    where = bench(tmp_path, [item(number, "PS", marks={"one": (4, 4, 3)}) for number in range(3)])
    sheet = tmp_path / "sheet.csv"
    drawn = evidoc("agree", str(where / "items.jsonl"), "--sample", "3", "--seed", "7", "--out", str(sheet))
    assert drawn.code == 0 and "3 of 3 items are in" in drawn.out and "sheet.key.csv" in drawn.out
    ann = fill(sheet, tmp_path / "ann.csv", accuracy=["4", "3", "4"], reality_fluency=["4"] * 3, completeness=["1", "2", "3"])
    read = evidoc("agree", str(ann), "--bench", str(where), "--resamples", "0")
    assert read.code == 0 and "ann – one" in read.out and "accuracy (ordinal: 1, 2, 3, 4)" in read.out


def test_the_command_says_what_people_answered_and_found(answered: tuple[Path, list[Path]], tmp_path: Path) -> None:
    where, sheets = answered
    out = tmp_path / "people.jsonl"
    said = evidoc("agree", *map(str, sheets), "--bench", str(where), "--out", str(out), "--resamples", "0")
    assert said.code == 0 and "answerable" in said.out and "ROUGE-L" in said.out and str(out) in said.out
    alone = evidoc("agree", str(sheets[0]), "--bench", str(where), "--json")
    found = json.loads(alone.out)
    assert found["study"]["answerability"]["answerable"]["value"] == 0.5
    assert found["agreement"] is None


def test_the_command_refuses_a_folder_without_a_number_and_a_form_without_a_folder(tmp_path: Path) -> None:
    where = bench(tmp_path, [item(0, "PS")])
    assert "to draw a sheet from it give --sample 50" in evidoc("agree", str(where)).err
    assert (
        "leave --each, --by and --hide out"
        in evidoc("agree", str(where), "--sample", "1", "--by", "concept", "--out", str(tmp_path / "s.csv")).err
    )
    assert "name one of these" in evidoc("agree", str(tmp_path / "x.csv"), "--sample", "1", "--form", "quality").err


def test_judges_asked_by_the_command_are_analysed_and_compared_with_people(tmp_path: Path) -> None:
    """DHQ-76, DHQ-77, DHQ-78 from the command line: check by two judges, their shares, a sheet, and who agrees with people."""
    where = bench(tmp_path, [item(number, "PS") for number in range(4)])
    judges = []
    for name, fluency in (("strict", 2), ("mild", 4)):
        said = {criterion: {"score": fluency, "reason": "so"} for criterion in CRITERIA}
        script = tmp_path / f"{name}.jsonl"
        script.write_text(json.dumps({"text": json.dumps(said)}) + "\n", encoding="utf-8")
        judges.append(f"scripted:{script}")
    checked = evidoc("check", str(where), "--check", "quality", "--judge", ",".join(judges))
    assert checked.code == 0, checked.err
    found = json.loads(evidoc("stats", str(where), "--analyses", "quality", "--json").out)
    rows = found["analyses"][0]["tables"][0]["rows"]
    assert {(row[0], row[4]) for row in rows} == {("scripted:strict.jsonl", 0.0), ("scripted:mild.jsonl", 1.0)}
    sheet = tmp_path / "sheet.csv"
    draw_sheet(where, out=sheet, options=SheetOptions(n=4))
    ann = fill(sheet, tmp_path / "ann.csv", **{criterion: ["4"] * 4 for criterion in CRITERIA})
    compared = evidoc("agree", str(ann), "--bench", str(where), "--against", "scripted:mild.jsonl", "--resamples", "0", "--json")
    criteria = json.loads(compared.out)["agreement"]["criteria"]
    assert [one["compared"][0]["figures"]["ac2"]["value"] for one in criteria] == [1.0] * 3


def test_a_document_is_named_by_the_file_that_a_rater_can_open(tmp_path: Path) -> None:
    """DocHop's pages are kept by their digest, and called otherwise."""
    where = bench(tmp_path, [item(0, "PS")])
    document = next(iter(open_bench(where).corpus))
    kept = where / "corpus" / "sources" / source_name(document.source)
    kept.parent.mkdir()
    kept.write_bytes(b"text")
    draw_sheet(where, out=tmp_path / "sheet.csv", options=SheetOptions(n=1))
    (row,) = table(tmp_path / "sheet.csv")
    assert row["documents"] == f"1: report.txt (Sample), in sources/{kept.name} of the corpus"
