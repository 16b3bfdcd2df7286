"""Models by role: in checks and scorers they are asked, remembered, and waited for; the results say who they were."""

from __future__ import annotations

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import pytest

from evidoc import shelf
from evidoc.checks import rejected
from evidoc.errors import BudgetSpent, UnknownName, UsageError, Waiting
from evidoc.flow import _roles
from evidoc.flow._making import _check
from evidoc.flow._roles import Roles, models_of
from evidoc.flow.check import check
from evidoc.flow.make import MakeOptions, make
from evidoc.flow.score import ScoreOptions, score
from evidoc.flow.work import Work
from evidoc.kit import Kit
from evidoc.models import ModelChoice
from evidoc.models.scripted import Scripted
from evidoc.records.bench import open_bench
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item, Verdict
from evidoc.records.reply import Message, Prompt, Reply, TextPart
from evidoc.records.score import Scored
from tests.flow.test_make import INLINE, documents, stored
from tests.models.asking import QUICK
from tests.models.server import Respond, completion, serving
from tests.reports.small_bench import SmallBench


def asked(words: str) -> Prompt:
    return Prompt(messages=(Message(role="user", parts=(TextPart(text=words),)),))


def script(path: Path, *lines: dict[str, object]) -> str:
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return f"scripted:{path}"


def judged_by(spec: str, **more: object) -> Roles:
    return Roles(choices={"judge": (ModelChoice(spec=spec),)}, **more)  # type: ignore[arg-type]


class Agrees(ModuleType):
    """A check that asks the judge whether a question is fit."""

    def check(self, item: Item, corpus: Corpus, kit: Kit) -> Verdict | None:
        judge = kit.model("judge")
        if judge is None:
            return Verdict(check="agrees", kept=True, reason="not_asked")
        reply = judge.answer(asked(f"Is this fit? {item.question}"))
        return None if reply.text == "yes" else rejected("agrees", "unfit", reply.text)


@pytest.fixture
def agrees() -> None:
    shelf.add("checks", "agrees", Agrees("agrees"))
    _check.cache_clear()


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stored(tmp_path_factory.mktemp("roles") / "corpus", documents())


def test_a_role_that_nobody_plays_is_refused() -> None:
    with pytest.raises(UnknownName, match="judge"):
        Roles(choices={"jugde": (ModelChoice(spec="openai/x"),)})


def test_a_judge_of_the_family_that_it_judges_is_remarked_on() -> None:
    """X-32: only whoever says so may let a model judge its own kind without a word."""
    both = {"writer": (ModelChoice(spec="openai/gpt-4.1"),), "judge": (ModelChoice(spec="openai/gpt-5-mini"),)}
    assert "same family 'gpt'" in Roles(choices=both).remarks[0]
    assert Roles(choices=both, allow_self_judge=True).remarks == ()


def test_a_check_asks_the_judge_and_its_verdict_is_kept_with_the_item(agrees: None, corpus: Path, tmp_path: Path) -> None:
    spec = script(tmp_path / "judge.jsonl", {"contains": "What", "text": "no"}, {"text": "yes"})
    options = MakeOptions(n=8, seed=3, checks=("agrees",), roles=judged_by(spec))
    summary = make(corpus, out=tmp_path / "bench", options=options, work=INLINE)
    items = list(open_bench(tmp_path / "bench").items())
    assert summary.reasons["agrees: unfit"] > 0
    assert len(items) == 8
    assert not any("What" in item.question for item in items)


def test_the_bench_says_which_models_it_was_made_with(agrees: None, corpus: Path, tmp_path: Path) -> None:
    spec = script(tmp_path / "judge.jsonl", {"text": "yes"})
    options = MakeOptions(n=2, checks=("agrees",), roles=judged_by(spec))
    make(corpus, out=tmp_path / "bench", options=options, work=INLINE)
    settings = open_bench(tmp_path / "bench").header.settings
    assert "judge.jsonl" in settings["judge"]
    assert "model_file" in settings["judge"], "an edited script is another judge"


def test_a_check_without_its_model_keeps_and_says_so(agrees: None, corpus: Path, tmp_path: Path) -> None:
    make(corpus, out=tmp_path / "bench", options=MakeOptions(n=2, checks=("agrees",)), work=INLINE)
    verdicts = [item.verdicts[0] for item in open_bench(tmp_path / "bench").items()]
    assert [(verdict.kept, verdict.reason) for verdict in verdicts] == [(True, "not_asked")] * 2


def test_replies_are_kept_so_that_making_anew_asks_nothing_twice(
    agrees: None, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Scripted(lambda prompt: "yes")
    monkeypatch.setattr("evidoc.models.scripted.connect", lambda name, **settings: model)
    roles = judged_by(script(tmp_path / "judge.jsonl"))
    for _ in range(2):
        make(
            corpus, out=tmp_path / "bench", options=MakeOptions(n=3, checks=("agrees",), roles=roles, overwrite=True), work=INLINE
        )
    assert len(model.asked) == len({prompt.id for prompt in model.asked})


def test_a_making_that_could_not_begin_does_not_stand_in_the_way_of_the_next(
    agrees: None, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(UsageError, match="OPENAI_API_KEY is not set"):
        make(corpus, out=tmp_path / "bench", options=MakeOptions(n=2, roles=judged_by("openai/x")), work=INLINE)
    assert make(corpus, out=tmp_path / "bench", options=MakeOptions(n=2), work=INLINE).kept == 2


def test_a_stage_opens_its_models_once(tmp_path: Path) -> None:
    roles = judged_by(script(tmp_path / "judge.jsonl", {"text": "yes"}))
    assert models_of(roles, tmp_path) is models_of(roles, tmp_path)
    assert models_of(Roles(), tmp_path) == {}


class Later:
    """A model whose replies are not there yet, or whose budget is spent."""

    name = "later"

    def __init__(self, error: Exception) -> None:
        self.error: Exception | None = error

    def answer(self, prompt: Prompt) -> Reply:
        if self.error is not None:
            raise self.error
        return Reply(text="yes", model=self.name)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    model = Later(Waiting("1 request waits in requests.jsonl"))
    monkeypatch.setattr(_roles, "models_of", lambda roles, folder: {"judge": (model,)})
    monkeypatch.setattr("evidoc.flow._kits.models_of", _roles.models_of)
    return model


def test_checking_waits_for_replies_and_goes_on_when_they_are_there(
    agrees: None, corpus: Path, tmp_path: Path, later: Later
) -> None:
    make(corpus, out=tmp_path / "bench", options=MakeOptions(n=3, checks=("format",)), work=INLINE)
    waiting = check(tmp_path / "bench", checks=("agrees",), work=INLINE)
    assert (waiting.items, waiting.kept, waiting.waiting) == (3, 0, 3)
    later.error = None
    done = check(tmp_path / "bench", checks=("agrees",), work=INLINE)
    assert (done.kept, done.waiting) == (3, 0)


def test_a_check_that_may_ask_no_more_stops_with_the_reason(agrees: None, corpus: Path, tmp_path: Path, later: Later) -> None:
    make(corpus, out=tmp_path / "bench", options=MakeOptions(n=3, checks=("format",)), work=INLINE)
    later.error = BudgetSpent("the limit of 5 US dollars is reached; raise it")
    with pytest.raises(BudgetSpent, match="5 US dollars"):
        check(tmp_path / "bench", checks=("agrees",), work=INLINE)


class Marks(ModuleType):
    """A scorer that asks the judge."""

    def score(self, item: Item, reply: Reply, kit: Kit) -> Scored:
        judge = kit.model("judge")
        if judge is None:
            return Scored(unscored={"marked": "no judge"})
        return Scored(metrics={"marked": float(judge.answer(asked(item.question)).text == "yes")})


def test_a_score_that_waits_for_its_judge_is_no_zero_and_other_metrics_stand(small: SmallBench, later: Later) -> None:
    shelf.add("scorers", "marks", Marks("marks"))
    summary = score(small.runs[0], options=ScoreOptions(scorers=("answer", "marks")))
    assert summary.waiting == 12
    assert "marked" not in summary.metrics
    assert summary.metrics["answer"].n == 12
    assert not summary.complete
    later.error = None
    done = score(small.runs[0], options=ScoreOptions(scorers=("answer", "marks")))
    assert (done.waiting, done.metrics["marked"].mean) == (0, 1.0)


def test_scoring_stops_where_the_judge_may_not_be_asked_any_more(small: SmallBench, later: Later) -> None:
    shelf.add("scorers", "marks", Marks("marks"))
    later.error = BudgetSpent("the limit of 100 tokens is reached; raise it")
    with pytest.raises(BudgetSpent, match="100 tokens"):
        score(small.runs[0], options=ScoreOptions(scorers=("marks",)), work=Work(engine="inline"))


def test_threads_that_come_at_once_open_a_model_once_and_share_its_pace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    begin = threading.Barrier(8)

    def slowly(choice: ModelChoice, **settings: object) -> Scripted:
        opened.append(choice.spec)
        time.sleep(0.05)  # long enough for the others to come
        return Scripted(lambda prompt: "yes")

    def come(number: int) -> object:
        begin.wait()
        return models_of(judged_by("scripted:judge"), tmp_path)

    monkeypatch.setattr(_roles, "open_model", slowly)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(come, range(8)))
    assert opened == ["scripted:judge"]
    assert all(one is found[0] for one in found)


class Together:
    """A service that answers none of its first requests before so many of them are there."""

    def __init__(self, many: int) -> None:
        self.most = self._now = 0
        self._many, self._change = many, threading.Condition()

    def __call__(self, number: int, body: dict[str, object]) -> Respond:
        with self._change:
            self._now += 1
            self.most = max(self.most, self._now)
            self._change.notify_all()
            self._change.wait_for(lambda: self.most >= self._many, timeout=2)
            self._now -= 1
        return completion("yes")


THREADS = Work(engine="threads", workers=4)


def judge_at(url: str) -> Roles:
    return Roles(choices={"judge": (ModelChoice(spec="openai/stub", base_url=url, patience=QUICK),)})


def test_a_judge_of_scores_is_asked_by_all_threads_at_once(small: SmallBench) -> None:
    shelf.add("scorers", "marks", Marks("marks"))
    with serving(together := Together(4)) as service:
        score(small.runs[0], options=ScoreOptions(scorers=("marks",), roles=judge_at(service.url)), work=THREADS)
    assert together.most == 4


def test_a_judge_of_checks_is_asked_by_all_threads_at_once(agrees: None, small: SmallBench) -> None:
    with serving(together := Together(4)) as service:
        summary = check(small.bench, checks=("agrees",), roles=judge_at(service.url), work=THREADS)
    assert (together.most, summary.kept) == (4, 12)


def test_a_judge_of_what_is_made_is_asked_by_all_threads_at_once(agrees: None, corpus: Path, tmp_path: Path) -> None:
    with serving(together := Together(4)) as service:
        options = MakeOptions(n=8, seed=3, checks=("agrees",), roles=judge_at(service.url))
        summary = make(corpus, out=tmp_path / "bench", options=options, work=THREADS)
    assert (together.most, summary.kept) == (4, 8)
