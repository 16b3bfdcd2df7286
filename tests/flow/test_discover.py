"""From candidates over a review to few concepts, with counts at each step. Source: DHQ-23."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from evidoc.errors import InvalidRecord, NothingKept, UsageError
from evidoc.flow._review_sheet import HEADER
from evidoc.flow._roles import NO_ROLES, Roles
from evidoc.flow._scaffolds import Merge, code, consolidate, final_of
from evidoc.flow.discover import DiscoverOptions, DiscoverySummary, discover
from evidoc.models import ModelChoice
from evidoc.records.corpus import encode_document, write_documents
from evidoc.records.groups import LinkedGroup
from evidoc.records.store import new_header, read_rows, write_rows
from tests.build import document_of, paragraph

PS, PSL = ("Problem", "Solution"), ("Problem", "Solution", "Limitation")
PROPOSED = (
    "What are the challenges of storing grain, and which solutions exist?",
    "Which barriers keep farmers from credit, and how can banks address them?",
    "=What colour is it?",
)


@pytest.mark.parametrize(
    ("question", "scaffold"),
    [
        ("What are the main challenges in X, and how can Y address these issues?", PS),
        ("What challenges has X, what solves them, and what limitations remain?", PSL),
        ("How does X contribute to Y, and what is its impact on Z?", ("Mechanism", "Effect")),
        ("How does X compare to Y, and what are the differences?", ("Comparison",)),
        ("Which approach is more effective?", ("Comparison",)),
        ("What advantages does X offer, and what limitations exist?", ("Advantage", "Limitation")),
        ("Which table shows the effect?", ("Table", "Effect")),
        ("What colour is it?", ()),
    ],
)
def test_a_question_is_coded_by_what_it_asks_for_in_order(question: str, scaffold: tuple[str, ...]) -> None:
    assert code(question) == scaffold


def test_the_same_elements_in_another_order_are_one_scaffold() -> None:
    kept, merges = consolidate({PS: 5, PS[::-1]: 2}, rare=1)
    assert kept == {PS: 7}
    assert merges == (Merge(scaffold=PS[::-1], questions=2, into=PS, reason="the same elements in another order"),)


def test_a_rare_scaffold_goes_to_the_one_most_like_it_or_is_dropped() -> None:
    kept, merges = consolidate({PS: 5, PSL: 2, ("Table",): 1, (): 1}, rare=3)
    assert kept == {PS: 7} and final_of(PSL, merges) == PS and final_of(("Table",), merges) == ()
    assert [merge.reason for merge in merges] == [
        "no element was recognised", "fewer than 3 questions and unlike all others", "fewer than 3 questions",
    ]  # fmt: skip


def test_no_question_gets_lost_in_merging() -> None:
    counts = {PS: 5, PS[::-1]: 1, PSL: 2, ("Effect",): 4, ("Table",): 1}
    kept, merges = consolidate(counts, rare=3)
    assert sum(kept.values()) + sum(merge.questions for merge in merges if not merge.into) == sum(counts.values())


def corpus_and_groups(folder: Path) -> tuple[Path, Path]:
    documents = [
        document_of(paragraph(1, f"On {name}."), name=f"{name}.txt", title=name) for name in ("Grain", "Credit", "Wells")
    ]
    members = [(document.id, encode_document(document)) for document in documents]
    write_documents(folder / "corpus", members, header=new_header("evidoc.corpus", settings={}))
    ids = [document.id for document in documents]
    pairs = [(ids[0], ids[1]), (ids[1], ids[2]), (ids[0], ids[2])]
    write_rows(folder / "groups.jsonl", [LinkedGroup(documents=pair, score=1.0, by="keywords", rationale=()) for pair in pairs])
    return folder / "corpus", folder / "groups.jsonl"


def script(path: Path, said: Mapping[str, Sequence[str]], *, also: str = "") -> str:
    """Write a script by what stands in the prompt: the system's wording comes first in each."""
    lines = [
        {"contains": where, "text": json.dumps({"candidates": [{"question": text, "answer": "So."} for text in texts]})}
        for where, texts in said.items()
    ]
    lines += [{"text": also}] if also else []
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return f"scripted:{path}"


def roles(folder: Path) -> Roles:
    writer = script(folder / "writer.jsonl", {"propose questions": PROPOSED})
    more = {
        "Problem, Solution": ["What problems have wells, and which strategies help?", "What limits has a well?"],
    }
    expander = script(folder / "expander.jsonl", more)
    return Roles(choices={"writer": (ModelChoice(spec=writer),), "solver": (ModelChoice(spec=expander),)})


SMALL = DiscoverOptions(n=3, expand=2, rare=1)


def run(folder: Path, *, options: DiscoverOptions = SMALL) -> DiscoverySummary:
    corpus, groups = (
        corpus_and_groups(folder) if not (folder / "corpus").exists() else (folder / "corpus", folder / "groups.jsonl")
    )
    return discover(corpus, groups, out=folder / "out", roles=roles(folder), options=options)


def review(folder: Path, *keeps: str) -> None:
    path = folder / "out" / "review.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, HEADER)
        writer.writeheader()
        writer.writerows({**row, "keep": keep} for row, keep in zip(rows, keeps, strict=True))


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_first_a_model_proposes_and_a_person_is_asked(tmp_path: Path) -> None:
    summary = run(tmp_path)
    assert summary.waits_for_review and (summary.pairs, summary.candidates) == (1, 3)
    with (tmp_path / "out" / "review.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["keep"] for row in rows] == ["", "", ""] and rows[2]["question"] == "'" + PROPOSED[2]


def test_after_the_review_every_step_is_counted(tmp_path: Path) -> None:
    run(tmp_path)
    review(tmp_path, "yes", "no", "")
    summary = run(tmp_path)
    assert (summary.kept, summary.refused, summary.not_reviewed, summary.scaffolds) == (1, 1, 1, 1)
    assert (summary.expanded, summary.strayed) == (2, 1)
    assert (summary.merged, summary.dropped, summary.concepts) == (0, 1, 1)
    assert lines(tmp_path / "out" / "concepts.jsonl") == [{"scaffold": list(PS), "questions": 2}]
    assert [row["reason"] for row in lines(tmp_path / "out" / "merges.jsonl")] == ["no element was recognised"]
    assert [row["concept"] for row in lines(tmp_path / "out" / "expanded.jsonl")] == [list(PS), []]


def test_the_same_replies_give_the_same_files(tmp_path: Path) -> None:
    run(tmp_path)
    review(tmp_path, "yes", "yes", "yes")
    found = []
    for _ in range(2):
        run(tmp_path)
        found.append({path.name: path.read_bytes() for path in (tmp_path / "out").glob("*.json*")})
    assert found[0] == found[1]


def test_what_was_edited_in_the_sheet_is_what_counts(tmp_path: Path) -> None:
    run(tmp_path)
    path = tmp_path / "out" / "review.csv"
    path.write_text(
        path.read_text(encoding="utf-8").replace("and which solutions exist", "and what limits remedies"), encoding="utf-8"
    )
    review(tmp_path, "y", "n", "n")
    run(tmp_path)
    (seed,) = lines(tmp_path / "out" / "seeds.jsonl")
    assert seed["question"] == "What are the challenges of storing grain, and what limits remedies?"


def test_the_apostrophe_of_the_sheet_does_not_stay_in_the_question(tmp_path: Path) -> None:
    run(tmp_path)
    review(tmp_path, "no", "no", "yes")
    run(tmp_path)
    assert lines(tmp_path / "out" / "seeds.jsonl")[0]["question"] == PROPOSED[2]


def test_all_faults_of_the_sheet_are_named_at_once(tmp_path: Path) -> None:
    run(tmp_path)
    review(tmp_path, "perhaps", "no", "sure")
    with pytest.raises(InvalidRecord, match=r"row 2: keep is 'perhaps'.*row 4: keep is 'sure'"):
        run(tmp_path)
    (tmp_path / "out" / "review.csv").write_text("candidate,keep\nq-1,yes\n", encoding="utf-8")
    with pytest.raises(InvalidRecord, match="no column question, answer"):
        run(tmp_path)
    (tmp_path / "out" / "review.csv").write_text("candidate,keep,question,answer\nq-1,yes,a,b\n", encoding="utf-8")
    with pytest.raises(InvalidRecord, match="'q-1' is unknown"):
        run(tmp_path)


def test_a_kept_question_cannot_be_empty(tmp_path: Path) -> None:
    run(tmp_path)
    path = tmp_path / "out" / "review.csv"
    path.write_text(path.read_text(encoding="utf-8").replace(PROPOSED[1], ""), encoding="utf-8")
    review(tmp_path, "no", "yes", "no")
    with pytest.raises(InvalidRecord, match="row 3: question and answer"):
        run(tmp_path)


def test_replies_that_cannot_be_read_are_counted_and_nothing_stays_nothing(tmp_path: Path) -> None:
    corpus, groups = corpus_and_groups(tmp_path)
    silent = Roles(choices={"writer": (ModelChoice(spec=script(tmp_path / "w.jsonl", {}, also="I would rather not.")),)})
    with pytest.raises(NothingKept, match="no question for 3 pairs; 3 of its replies"):
        discover(corpus, groups, out=tmp_path / "out", roles=silent)


def test_a_pair_that_several_groups_bind_is_asked_about_once(tmp_path: Path) -> None:
    """As the groups of sections do, which are several over one pair."""
    corpus, groups = corpus_and_groups(tmp_path)
    write_rows(groups, [*(rows := list(read_rows(groups, LinkedGroup))), *rows])
    silent = Roles(choices={"writer": (ModelChoice(spec=script(tmp_path / "w.jsonl", {}, also="I would rather not.")),)})
    with pytest.raises(NothingKept, match="no question for 3 pairs; 3 of its replies"):
        discover(corpus, groups, out=tmp_path / "out", roles=silent)


def test_a_writer_pairs_and_sensible_numbers_are_needed(tmp_path: Path) -> None:
    corpus, groups = corpus_and_groups(tmp_path)
    with pytest.raises(UsageError, match="--writer"):
        discover(corpus, groups, out=tmp_path / "out", roles=NO_ROLES)
    with pytest.raises(UsageError, match="n=0"):
        run(tmp_path, options=DiscoverOptions(n=0))
    write_rows(groups, [LinkedGroup(documents=("d-x", "d-y"), score=1.0, by="keywords", rationale=())])
    with pytest.raises(NothingKept, match="no group has two documents"):
        run(tmp_path)
