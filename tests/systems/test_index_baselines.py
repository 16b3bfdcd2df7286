"""Systems that name entities without a model, and what they must score. Source: DHQ-134."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from evidoc.answers.indices import read_indices
from evidoc.errors import UsageError
from evidoc.kit import Kit
from evidoc.records.bench import BENCH_SCHEMA, Bench, open_bench
from evidoc.records.document import Document
from evidoc.records.item import Answer, Evidence, Item
from evidoc.records.record import to_json
from evidoc.records.store import new_header, write_header
from evidoc.scorers.indices import score
from evidoc.systems import SystemSettings, open_system
from tests.build import corpus_of, document_of, item_of, paragraph
from tests.counting import calls_of

NAMES = ("indices_all", "indices_frequent", "indices_gold", "indices_random", "indices_tfidf")
TEXTS = ("Sales rose.", "Costs fell.", "Patients improved.", "Rivers flooded.", "Trees grew.", "Stars shone.", "Bread rose.")


def report(name: str) -> Document:
    return document_of(*(paragraph(number, text) for number, text in enumerate(TEXTS)), name=name, title="")


FIRST, SECOND = report("a.txt"), report("b.txt")
CORPUS = corpus_of(FIRST, SECOND)


def asking(question: str, *blocks: int, document: Document = FIRST) -> Item:
    return item_of(question, evidence=[Evidence(document=document.id, block=block) for block in blocks], documents=[document.id])


ITEM = asking("How did the patients fare?", 2, 3)
TRAINING = (asking("One?", 6, 2, document=SECOND), asking("Two?", 6, document=SECOND))


def bench_in(folder: Path, training: Sequence[Item] = TRAINING) -> Bench:
    write_header(folder / "bench.json", new_header(BENCH_SCHEMA, settings={}))
    (folder / "items.jsonl").write_bytes(b"".join(to_json(item) + b"\n" for item in (ITEM, *training)))
    rows = [{"item": ITEM.id, "split": "test"}, *({"item": item.id, "split": "train"} for item in training)]
    (folder / "splits.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return open_bench(folder)


def named(name: str, bench: Bench | None = None, *, access: str = "full", seed: int = 0) -> tuple[int, ...]:
    system = open_system(f"baseline/{name}", SystemSettings(bench=bench, access=access, seed=seed))
    read = read_indices(system.respond(ITEM, CORPUS).reply.text)
    assert read.found
    return read.values


def test_the_right_entities_score_one() -> None:
    system = open_system("baseline/indices_gold", SystemSettings())
    assert set(score(ITEM, system.respond(ITEM, CORPUS).reply, Kit(corpus=CORPUS)).metrics.values()) == {1.0}


def answered(*indices: str) -> Item:
    """An item whose answer is a list of indices, as of data sets that come so; its evidence is elsewhere."""
    return msgspec.structs.replace(asking("Which?", 1), answer=Answer(kind="indices", value=indices))


@pytest.mark.parametrize("indices", [("2",), ("5", "0"), ("2", "99")])
def test_the_right_entities_score_one_where_the_answer_itself_names_them(indices: tuple[str, ...]) -> None:
    item = answered(*indices)
    reply = open_system("baseline/indices_gold", SystemSettings()).respond(item, CORPUS).reply
    assert set(score(item, reply, Kit(corpus=CORPUS)).metrics.values()) == {1.0}


def test_naming_all_contains_everything_and_belongs_never() -> None:
    """DHQ-134: predict-all gives Co 100, Be 0."""
    assert named("indices_all") == tuple(range(7))
    system = open_system("baseline/indices_all", SystemSettings())
    metrics = score(ITEM, system.respond(ITEM, CORPUS).reply, Kit(corpus=CORPUS)).metrics
    assert (metrics["contain"], metrics["belong"]) == (1.0, 0.0)


def test_shared_words_choose_among_the_entities() -> None:
    assert named("indices_tfidf") == (2,)


def test_chance_names_five_and_depends_on_the_seed_alone() -> None:
    assert len(named("indices_random")) == 5
    assert named("indices_random") == named("indices_random")
    assert len({named("indices_random", seed=seed) for seed in range(9)}) > 1


def test_what_is_right_most_often_in_training_is_named_first(tmp_path: Path) -> None:
    assert named("indices_frequent", bench_in(tmp_path)) == (6, 2)


def test_what_training_says_is_counted_once_however_many_items_are_asked(tmp_path: Path) -> None:
    def work_of_an_item(training: int) -> int:
        folder = tmp_path / str(training)
        folder.mkdir()
        bench = bench_in(folder, [asking(f"{number}?", 6, document=SECOND) for number in range(training)])
        system = open_system("baseline/indices_frequent", SystemSettings(bench=bench))
        return calls_of(lambda: system.respond(ITEM, CORPUS))

    assert work_of_an_item(3) == work_of_an_item(30)


def test_answers_that_are_indices_are_counted_in_training_too(tmp_path: Path) -> None:
    assert named("indices_frequent", bench_in(tmp_path, [answered("4")])) == (4,)


@pytest.mark.parametrize("k", [1, 2, 6])
def test_a_baseline_names_as_many_as_it_is_told(k: int, tmp_path: Path) -> None:
    """DHQ-134: predict-most-frequent-k, random-k, TF-IDF top-k; five without a word."""
    assert len(named(f"indices_random(k={k})")) == k
    assert named(f"indices_frequent(k={k})", bench_in(tmp_path)) == (6, 2)[:k]
    rose = asking("Sales rose and bread rose and costs fell, and patients?", 0)
    reply = open_system(f"baseline/indices_tfidf(k={k})", SystemSettings()).respond(rose, CORPUS).reply.text
    assert len(read_indices(reply).values) == min(k, 4)


@pytest.mark.parametrize("k", [0, -1, "'5'", True, 2.5])
def test_a_number_that_is_none_is_refused(k: object) -> None:
    with pytest.raises(UsageError, match="give at least 1"):
        named(f"indices_random(k={k})")


def test_training_needs_a_bench() -> None:
    with pytest.raises(UsageError, match="ask the items of a bench"):
        named("indices_frequent")


@pytest.mark.parametrize("name", ["indices_all", "indices_random", "indices_tfidf"])
def test_nothing_is_named_that_may_not_be_seen(name: str) -> None:
    assert named(name, access="none") == ()
    assert set(named(name, access="gold_evidence")) <= {2, 3}


def test_the_run_keeps_the_form_in_which_entities_were_asked_for() -> None:
    settings = SystemSettings(view="entities(form='xml')")
    assert open_system("baseline/indices_all", settings=settings).inputs == {"view": "entities(form='xml')"}
    assert open_system("baseline/gold", settings=settings).inputs == {}
