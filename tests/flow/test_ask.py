"""Asking a whole bench: nothing lost, nothing asked twice, and every outcome kept apart."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from evidoc.engines import Failure, Journal, Outcome
from evidoc.errors import InvalidRecord, NothingKept, ResumeMismatch, UsageError
from evidoc.flow._ask_rows import Plan
from evidoc.flow._asking import Asker
from evidoc.flow.ask import AskOptions, AskSummary, ask
from evidoc.flow.work import Progress, Work
from evidoc.models import Patience, Price
from evidoc.models.openai import KEY
from evidoc.records.bench import open_run
from evidoc.records.document import Document
from evidoc.records.item import Item
from evidoc.records.score import Run
from tests.build import ROOT, document_of, item_of, paragraph
from tests.models.asking import QUICK
from tests.models.server import Json, Respond, completion, json_body, serving
from tests.systems.benches import bench_in, numbered
from tests.views.seen import ITEM, corpus_in

HERE = "python:tests.flow.test_ask"
INLINE = Work(engine="inline")
EIGHT = Work(engine="threads", workers=8)
SECRET = "sk-very-secret-1234567890"


def echoes(item: Mapping[str, object], documents: Sequence[object]) -> str:
    return f"answer to {item['question']}"


def reads(item: Mapping[str, object], documents: Sequence[Mapping[str, object]]) -> str:
    return str(documents[0]["text"])


def fails_on_3(item: Mapping[str, object], documents: Sequence[object]) -> str:
    if "3" in str(item["question"]):
        raise ValueError("no luck")
    return "8"


def dies_on_3(item: Mapping[str, object], documents: Sequence[object]) -> str:
    if "3" in str(item["question"]):
        os._exit(7)
    return "8"


def asked(
    folder: Path, system: str, *, items: Sequence[Item] | None = None, work: Work = EIGHT, run: str = "run", **options: object
) -> AskSummary:
    """Ask a bench of ten items, made when it is not there."""
    bench = folder / "bench"
    if not bench.exists():
        bench_in(bench, numbered(10) if items is None else items)
    chosen = replace(AskOptions(system=system, patience=QUICK), **options)  # type: ignore[arg-type]
    return ask(bench, out=folder / run, options=chosen, work=work)


def rows(folder: Path, run: str = "run") -> list[Run]:
    return list(open_run(folder / run).replies())


def question_of(body: Json) -> str:
    text = json.dumps(body["messages"])
    return text.split("Question: ")[1].split("?")[0]


def test_every_item_has_its_row_in_order(tmp_path: Path) -> None:
    summary = asked(tmp_path, f"{HERE}:echoes")
    assert [row.item for row in rows(tmp_path)] == [item.id for item in numbered(10)]
    assert [row.text for row in rows(tmp_path)] == [f"answer to {item.question}" for item in numbered(10)]
    assert (summary.outcomes, summary.out) == ({"answered": 10}, str(tmp_path / "run"))


def test_the_header_says_what_decided_the_replies_and_where_the_bench_is(tmp_path: Path) -> None:
    """DHQ-107: whether documents were shown capped, and how, or as whole files is the view with its options."""
    with serving([completion("8")]) as server:
        asked(tmp_path, "openai/stub", base_url=server.url, view="markdown(max_tokens=500)", access="gold_docs", seed=3)
    folder = open_run(tmp_path / "run")
    settings = folder.header.settings
    assert (folder.system, settings["view"], settings["access"], settings["seed"]) == (
        "openai/stub",
        "markdown(max_tokens=500)",
        "gold_docs",
        "3",
    )
    assert "citing@1/en" in settings["wording"]
    assert folder.header.counts == {"items": 10, "answered": 10}
    assert folder.bench.folder.resolve() == (tmp_path / "bench").resolve()
    assert server.url not in (tmp_path / "run" / "run.json").read_text()


@pytest.mark.parametrize("system", ["baseline/bm25", "baseline/random", f"{HERE}:fails_on_3"])
def test_engine_and_workers_change_no_byte(system: str, tmp_path: Path) -> None:
    works = [INLINE, EIGHT, Work(engine="processes", workers=2)]
    for number, work in enumerate(works):
        asked(tmp_path, system, work=work, run=f"run{number}")
    for name in ("replies.jsonl", "run.json"):
        assert len({(tmp_path / f"run{number}" / name).read_bytes() for number in range(len(works))}) == 1


def test_an_item_that_fails_does_not_end_the_run(tmp_path: Path) -> None:
    summary = asked(tmp_path, f"{HERE}:fails_on_3")
    assert summary.outcomes == {"answered": 9, "provider_error": 1}
    assert rows(tmp_path)[3].detail.startswith("ValueError: no luck")
    assert summary.remarks[0].startswith("provider_error, first item i-Question 3?: ValueError: no luck")


def test_a_function_that_takes_its_process_down_costs_one_item(tmp_path: Path) -> None:
    summary = asked(tmp_path, f"{HERE}:dies_on_3", work=Work(engine="processes", workers=2))
    assert summary.outcomes == {"answered": 9, "provider_error": 1}


def test_under_every_kind_of_fault_nothing_is_lost_and_nothing_asked_twice(tmp_path: Path) -> None:
    """Case E06: each question meets up to three faults and is then answered; no request is repeated without a fault."""
    faults = (
        Respond(status=429, headers=[("Retry-After", "0.01")]),
        Respond(status=500),
        Respond(cut=True),
        Respond(body=b"<html>garbage"),
        json_body({"error": {"code": 502, "message": "upstream"}}),
        json_body({"choices": None}),
        Respond(status=503, hang=0.5),
    )
    met: Counter[str] = Counter()

    def behave(number: int, body: Json) -> Respond:
        question = question_of(body)
        met[question] += 1
        digest = hashlib.sha256(question.encode()).digest()
        planned = digest[0] % 4
        return faults[digest[met[question]] % len(faults)] if met[question] <= planned else completion(f"answer to {question}")

    patience = Patience(first_wait=0.001, longest_wait=0.02, silence=0.2)
    with serving(behave) as server:
        summary = asked(tmp_path, "openai/stub", items=numbered(60), base_url=server.url, patience=patience)
    assert summary.outcomes == {"answered": 60}
    assert [row.text for row in rows(tmp_path)] == [f"answer to Question {number}" for number in range(60)]
    planned = {f"Question {number}": hashlib.sha256(f"Question {number}".encode()).digest()[0] % 4 + 1 for number in range(60)}
    assert met == planned
    assert {f"Question {number}": row.tries for number, row in enumerate(rows(tmp_path))} == planned


def test_outcomes_of_a_model_stay_apart(tmp_path: Path) -> None:
    """Case E04."""
    replies = [
        completion("8"),
        completion(""),
        completion("", refusal="no"),
        completion("x", finish="content_filter"),
        completion("The total is 1,2", finish="length"),
        Respond(status=400, body=b"too long"),
    ]
    with serving(replies) as server:
        summary = asked(tmp_path, "openai/stub", items=numbered(6), work=INLINE, base_url=server.url)
    assert [row.status for row in rows(tmp_path)] == ["answered", "empty", "refused", "filtered", "truncated", "provider_error"]
    assert sum(summary.outcomes.values()) == 6


def test_tokens_and_cost_are_added_up(tmp_path: Path) -> None:
    with serving([completion("8")]) as server:
        summary = asked(tmp_path, "openai/stub", base_url=server.url, price=Price(input=1.0, output=2.0))
    assert summary.tokens == 150
    assert summary.cost == pytest.approx(10 * 20e-6)


def test_a_budget_stops_the_job_and_the_rest_is_not_asked(tmp_path: Path) -> None:
    with serving([completion("8")]) as server:
        summary = asked(tmp_path, "openai/stub", work=INLINE, base_url=server.url, max_tokens=45)
        assert len(server.bodies) == 3
    assert summary.outcomes == {"answered": 3, "not_asked": 7}
    assert [row.status for row in rows(tmp_path)] == ["answered"] * 3 + ["not_asked"] * 7
    assert "the limit of 45 tokens is reached" in rows(tmp_path)[9].detail


@pytest.mark.parametrize("work", [INLINE, EIGHT, Work(engine="processes", workers=2)], ids=["inline", "threads", "processes"])
def test_resuming_with_a_higher_limit_goes_on_where_the_money_ended(work: Work, tmp_path: Path) -> None:
    with serving([completion("8")]) as server:
        first = asked(tmp_path, "openai/stub", items=numbered(40), work=work, base_url=server.url, max_tokens=45, cache=False)
        assert first.outcomes["not_asked"] >= 20
        again = going_on(work)
        summary = asked(tmp_path, "openai/stub", work=again, base_url=server.url, cache=False)
        assert summary.outcomes == {"answered": 40}
        assert [server.count(f"Question {number}?") for number in range(40)] == [1] * 40


def going_on(work: Work, *, retry_failed: bool = False) -> Work:
    return replace(work, resume=True, retry_failed=retry_failed)


@pytest.mark.parametrize("engine", ["threads", "processes"])
def test_a_limit_holds_for_all_workers_together(engine: str, tmp_path: Path) -> None:
    """Two processes must not each use what the job may; each may have one call under way when the limit is reached."""
    work = Work(engine=engine, workers=2)
    with serving([completion("8")]) as server:
        summary = asked(tmp_path, "openai/stub", items=numbered(20), work=work, base_url=server.url, max_tokens=60, cache=False)
        assert 4 <= len(server.bodies) <= 5
    assert summary.outcomes == {"answered": len(server.bodies), "not_asked": 20 - len(server.bodies)}


def test_what_was_used_before_counts_on_resuming_and_not_in_a_new_run(tmp_path: Path) -> None:
    with serving([completion("8")]) as server:
        ask_with = partial(asked, tmp_path, "openai/stub", base_url=server.url, cache=False)
        ask_with(work=INLINE, max_tokens=45)
        assert ask_with(work=going_on(INLINE), max_tokens=45).outcomes == {"answered": 3, "not_asked": 7}
        assert ask_with(work=going_on(INLINE), max_tokens=75).outcomes == {"answered": 5, "not_asked": 5}
        assert ask_with(work=INLINE, max_tokens=45, overwrite=True).outcomes == {"answered": 3, "not_asked": 7}
        assert ask_with(work=going_on(INLINE)).outcomes == {"answered": 10}
    assert not list((tmp_path / "run").glob("spent*"))


def test_a_refused_folder_gets_no_count_of_what_was_used(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "letter.txt").write_text("mine")
    with pytest.raises(UsageError, match="other things"):
        asked(tmp_path, "openai/stub", base_url="http://127.0.0.1:9/v1", max_tokens=10)
    assert [path.name for path in (tmp_path / "run").iterdir()] == ["letter.txt"]


def test_a_limit_in_dollars_without_a_price_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="without the price"):
        asked(tmp_path, "openai/stub", base_url="http://127.0.0.1:9/v1", max_cost=1.0)


def test_only_the_first_items_are_asked_where_wished_and_resuming_goes_on(tmp_path: Path) -> None:
    with serving([completion("8")]) as server:
        assert asked(tmp_path, "openai/stub", base_url=server.url, limit=4, cache=False).outcomes == {"answered": 4}
        summary = asked(tmp_path, "openai/stub", base_url=server.url, cache=False, work=going_on(EIGHT))
        assert summary.outcomes == {"answered": 10}
        assert len(server.bodies) == 10


def test_a_finished_run_is_not_asked_again(tmp_path: Path) -> None:
    with serving([completion("8")]) as server:
        asked(tmp_path, "openai/stub", base_url=server.url, cache=False)
        before = (tmp_path / "run" / "replies.jsonl").read_bytes()
        asked(tmp_path, "openai/stub", base_url=server.url, cache=False, work=going_on(EIGHT))
        assert len(server.bodies) == 10
    assert (tmp_path / "run" / "replies.jsonl").read_bytes() == before


def test_a_finished_folder_has_no_journal_and_resuming_it_changes_nothing(tmp_path: Path) -> None:
    asked(tmp_path, "baseline/bm25")
    before = {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()}
    asked(tmp_path, "baseline/bm25", work=going_on(EIGHT))
    assert {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()} == before
    assert sorted(before) == ["replies.jsonl", "run.json"]


def test_scores_of_other_replies_do_not_stay(tmp_path: Path) -> None:
    asked(tmp_path, "baseline/bm25", limit=3)
    (tmp_path / "run" / "scores.jsonl").write_text("{}\n")
    asked(tmp_path, "baseline/bm25", limit=3, work=going_on(EIGHT))
    assert (tmp_path / "run" / "scores.jsonl").exists()
    asked(tmp_path, "baseline/bm25", work=going_on(EIGHT))
    assert not (tmp_path / "run" / "scores.jsonl").exists()


def test_resuming_is_not_retrying(tmp_path: Path) -> None:
    """A provider error is a result until it is asked to be tried again; a refusal always is one."""
    replies = [completion("8"), Respond(status=400), completion("", refusal="no")]
    with serving(replies) as server:
        asked(tmp_path, "openai/stub", items=numbered(3), work=INLINE, base_url=server.url, cache=False)
    with serving([completion("9")]) as server:
        asked(tmp_path, "openai/stub", base_url=server.url, cache=False, work=going_on(INLINE))
        assert len(server.bodies) == 0
        retry = going_on(INLINE, retry_failed=True)
        asked(tmp_path, "openai/stub", base_url=server.url, cache=False, work=retry)
        assert len(server.bodies) == 1
    assert [(row.status, row.text) for row in rows(tmp_path)] == [("answered", "8"), ("answered", "9"), ("refused", "")]


@pytest.mark.parametrize(
    ("name", "value"),
    [("access", "none"), ("view", "question"), ("cite", False), ("seed", 1), ("temperature", 0.5), ("parameters", {"top_k": 1})],
)
def test_a_run_of_other_settings_is_not_resumed(name: str, value: object, tmp_path: Path) -> None:
    with serving([completion("8")]) as server:
        asked(tmp_path, "openai/stub", base_url=server.url, limit=1)
        with pytest.raises(ResumeMismatch, match=name):
            asked(tmp_path, "openai/stub", base_url=server.url, work=going_on(EIGHT), **{name: value})  # type: ignore[arg-type]


def test_another_endpoint_workers_and_engine_do_not_hinder_resuming(tmp_path: Path) -> None:
    with serving([completion("8")]) as server:
        asked(tmp_path, "openai/stub", base_url=server.url, limit=3)
    with serving([completion("8")]) as server:
        summary = asked(tmp_path, "openai/stub", base_url=server.url, work=Work(engine="inline", resume=True))
    assert summary.outcomes == {"answered": 10}


def test_other_items_are_not_mixed_into_a_run(tmp_path: Path) -> None:
    asked(tmp_path, "baseline/empty")
    bench_in(tmp_path / "bench", numbered(11))
    with pytest.raises(ResumeMismatch, match="items"):
        asked(tmp_path, "baseline/empty", work=going_on(EIGHT))


def test_a_run_is_not_overwritten_unasked(tmp_path: Path) -> None:
    asked(tmp_path, "baseline/empty")
    with pytest.raises(UsageError, match="has a run already"):
        asked(tmp_path, "baseline/gold")
    assert asked(tmp_path, "baseline/gold", overwrite=True).outcomes == {"answered": 10}


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "thesis.docx").write_text("years of work")
    with pytest.raises(UsageError, match=r"other things in it \(thesis\.docx\)"):
        asked(tmp_path, "baseline/empty", overwrite=True)


def test_a_bench_without_items_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NothingKept, match="no items"):
        asked(tmp_path, "baseline/empty", items=[])


def test_a_bench_whose_items_are_gone_is_refused(tmp_path: Path) -> None:
    bench_in(tmp_path / "bench", numbered(1))
    (tmp_path / "bench" / "items.jsonl").unlink()
    with pytest.raises(InvalidRecord, match=r"items\.jsonl: no such file"):
        asked(tmp_path, "baseline/empty")


def test_an_item_that_cannot_be_shown_was_not_asked(tmp_path: Path) -> None:
    """That a document has no PDF is no fault of the system."""
    with serving([completion("8")]) as server:
        summary = asked(tmp_path, "openai/stub", base_url=server.url, view="page_images")
        assert server.bodies == []
    assert summary.outcomes == {"not_asked": 10}
    assert "UnreadableDocument: report.txt: the corpus has no PDF" in summary.remarks[0]


def test_an_item_that_met_the_end_of_the_budget_was_not_asked(tmp_path: Path) -> None:
    """Two threads may both find something left before one of them spends it."""
    bench_in(tmp_path / "bench", numbered(1))
    asker = Asker(bench=tmp_path / "bench", out=tmp_path / "run", options=AskOptions(system="baseline/empty"), workers=1)
    with Journal(tmp_path / "run" / "asking.jsonl") as journal:
        plan = Plan(asker, journal)
        assert len(list(plan.tasks())) == 1
        spent = Failure(kind="raised", error="BudgetSpent", message="the limit is reached")
        row = plan.row_of(Outcome(index=0, failure=spent))
    assert (row.status, row.detail, row.tries) == ("not_asked", "the limit is reached", 0)


def test_what_was_not_asked_is_asked_on_resuming(tmp_path: Path) -> None:
    """Nobody has to retry what never reached the system."""
    documents = documents_in(tmp_path / "bench" / "corpus")
    sources = tmp_path / "bench" / "corpus" / "sources"
    sources.rename(tmp_path / "aside")
    bench_in(tmp_path / "bench", [ITEM], documents=documents)
    with serving([completion("8")]) as server:
        assert asked(tmp_path, "openai/stub", base_url=server.url, view="page_images").outcomes == {"not_asked": 1}
        (tmp_path / "aside").rename(sources)
        summary = asked(tmp_path, "openai/stub", base_url=server.url, view="page_images", work=going_on(EIGHT))
    assert summary.outcomes == {"answered": 1}


def test_remarks_of_the_system_are_passed_on(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"item": "i-typo", "text": "8"}\n')
    assert "i-typo" in asked(tmp_path, f"predictions:{path}").remarks[0]


def test_page_images_are_kept_in_the_run_by_content_and_sent_as_pictures(tmp_path: Path) -> None:
    documents = documents_in(tmp_path / "bench" / "corpus")
    bench_in(tmp_path / "bench", [ITEM], documents=documents)
    with serving([completion("8")]) as server:
        asked(tmp_path, "openai/stub", base_url=server.url, view="page_images(dpi=72)", access="gold_pages")
    kept = list((tmp_path / "run" / "images").iterdir())
    assert [path.stem for path in kept] == [hashlib.sha256(path.read_bytes()).hexdigest() for path in kept]
    assert len(kept) == 1
    assert json.dumps(server.bodies[0]).count("data:image/png;base64,") == 1
    assert b"base64" not in (tmp_path / "run" / "replies.jsonl").read_bytes()


def documents_in(folder: Path) -> list[Document]:
    return list(corpus_in(folder))


def test_cut_material_is_reported(tmp_path: Path) -> None:
    with serving([completion("8")]) as server:
        asked(tmp_path, "openai/stub", base_url=server.url, view="text(max_tokens=60)", limit=1)
    assert (rows(tmp_path)[0].truncated.blocks, rows(tmp_path)[0].truncated.gold_lost) == (1, 1)


def test_equal_requests_are_answered_from_the_cache(tmp_path: Path) -> None:
    with serving([completion("8")]) as server:
        asked(tmp_path, "openai/stub", base_url=server.url)
        asked(tmp_path, "openai/stub", base_url=server.url, overwrite=True)
        assert len(server.bodies) == 10
        asked(tmp_path, "openai/stub", base_url=server.url, overwrite=True, cache=False)
        assert len(server.bodies) == 20


def test_runs_share_a_cache_where_one_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVIDOC_CACHE", str(tmp_path / "shared"))
    with serving([completion("8")]) as server:
        asked(tmp_path, "openai/stub", base_url=server.url)
        asked(tmp_path, "openai/stub", base_url=server.url, run="other")
        assert len(server.bodies) == 10
    assert (tmp_path / "run" / "replies.jsonl").read_bytes() == (tmp_path / "other" / "replies.jsonl").read_bytes()


def test_the_key_is_in_no_file_of_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, SECRET)
    with serving([Respond(status=401, body=f"bad key {SECRET}".encode()), completion("8")]) as server:
        summary = asked(tmp_path, "openai/stub", base_url=server.url)
    written = b"".join(path.read_bytes() for path in (tmp_path / "run").rglob("*") if path.is_file())
    assert SECRET.encode() not in written
    assert SECRET not in str(summary)


def test_threads_share_a_corpus_of_more_documents_than_stay_open(tmp_path: Path) -> None:
    documents = [document_of(paragraph(0, f"text of {number}"), name=f"{number}.txt") for number in range(40)]
    items = [item_of(f"Question {number}?", documents=[document.id]) for number, document in enumerate(documents)]
    bench_in(tmp_path / "bench", items, documents=documents)
    asked(tmp_path, f"{HERE}:reads")
    assert [row.text for row in rows(tmp_path)] == [f"text of {number}" for number in range(40)]


def test_progress_counts_good_replies_apart_from_attempts(tmp_path: Path) -> None:
    told: list[Progress] = []
    asked(tmp_path, f"{HERE}:fails_on_3", work=Work(engine="inline", progress=told.append))
    last = told[-1]
    assert (last.stage, last.done, last.total, last.kept, last.failed) == ("ask", 10, 10, 9, 1)


def test_a_killed_run_goes_on_and_gives_what_an_uninterrupted_one_gives(tmp_path: Path) -> None:
    """kill -9 loses at most the calls in flight; each other question is asked once over both runs."""
    bench_in(tmp_path / "bench", numbered(40))
    seen: Counter[str] = Counter()

    def slowly(number: int, body: Json) -> Respond:
        seen[question_of(body)] += 1
        time.sleep(0.03)
        return completion(f"answer to {question_of(body)}")

    with serving(slowly) as server:
        program = (
            "from pathlib import Path; from evidoc.flow.ask import *; from evidoc.flow.work import Work; "
            f"options = AskOptions(system='openai/stub', base_url='{server.url}', cache=False); "
            "ask(Path('bench'), out=Path('run'), options=options, "
            "work=Work(engine='threads', workers=2))"
        )
        killed = subprocess.Popen([sys.executable, "-c", program], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)})
        wait_until(lambda: len(server.bodies) >= 10)
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        asked(tmp_path, "openai/stub", base_url=server.url, cache=False, work=going_on(EIGHT))
        asked(tmp_path, "openai/stub", base_url=server.url, cache=False, run="whole")
    texts = [[(row.item, row.status, row.text, row.prompt) for row in rows(tmp_path, run)] for run in ("run", "whole")]
    assert texts[0] == texts[1]
    assert len(texts[0]) == 40
    assert sum(count - 2 for count in seen.values()) <= 2, "only the two calls in flight were asked again"


def wait_until(done: object, *, seconds: float = 30.0) -> None:
    assert callable(done)
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_asking_takes_less_than_a_thousandth_of_a_second_an_item(tmp_path: Path) -> None:
    """Against a system that answers at once, of CPU, so that a busy machine does not decide it."""
    bench_in(tmp_path / "bench", numbered(1000))
    start = time.process_time()
    asked(tmp_path, f"{HERE}:echoes", work=INLINE)
    assert time.process_time() - start < 1.0


def test_memory_does_not_grow_with_the_replies(tmp_path: Path) -> None:
    """Only keys are kept: some hundreds of bytes an item, where the replies have thousands."""
    peaks = []
    for count in (200, 1200):
        folder = tmp_path / str(count)
        bench_in(folder / "bench", numbered(count))
        tracemalloc.start()
        asked(folder, f"{HERE}:echoes", work=INLINE)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] - peaks[0] < 1000 * 800
