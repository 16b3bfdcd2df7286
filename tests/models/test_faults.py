"""A job of 2,000 requests against a service with every fault: nothing is lost, nothing asked twice, the budget is kept."""

from __future__ import annotations

import email.utils
import json
import re
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from evidoc.errors import BudgetSpent
from evidoc.models import Budget, ModelChoice, Pace, Patience, open_model
from evidoc.records.reply import Reply
from tests.models.asking import prompt_of
from tests.models.server import Behaviour, Json, Respond, completion, json_body, serving

pytestmark = pytest.mark.timeout(180)

REQUESTS, WORKERS, TOKENS = 2_000, 12, 15
PATIENCE = Patience(max_tries=6, silence=2.0, first_wait=0.001, longest_wait=0.02, deadline=60.0)
FAULTS = ("seconds", "date", "broken", "overloaded", "hang", "cut", "garbage", "error in 200", "no choices")


def fault(kind: str) -> Respond:
    now = email.utils.formatdate(time.time(), usegmt=True)
    return {
        "seconds": Respond(status=429, body=b"slow down", headers=[("Retry-After", "0.01")]),
        "date": Respond(status=429, body=b"slow down", headers=[("Retry-After", now)]),
        "broken": Respond(status=500, body=b"<html>"),
        "overloaded": Respond(status=529),
        "hang": Respond(hang=5.0),
        "cut": Respond(cut=True),
        "garbage": Respond(body=b"\xff\xfe{"),
        "error in 200": json_body({"error": {"code": 502, "message": "upstream"}}),
        "no choices": json_body({"choices": None}),
    }[kind]


@dataclass
class Faulty:
    """A service that fails on the first one or two tries of every third request, in every way, and then answers."""

    tries: Counter[int] = field(default_factory=Counter)
    good: Counter[int] = field(default_factory=Counter)

    def behave(self, number: int, body: Json) -> Respond:
        question = int(re.findall(r"question (\d+)", json.dumps(body))[0])
        self.tries[question] += 1
        bad_tries = question % 2 + 1 if question % 3 == 0 else 0
        if self.tries[question] <= bad_tries:
            kind = FAULTS[(question // 3 + self.tries[question]) % len(FAULTS)]
            return fault("cut" if kind == "hang" and question % 35 else kind)  # a few hangs are enough
        self.good[question] += 1
        return completion(f"answer {question}")


def job(questions: Iterable[int], choice: ModelChoice, *, folder: Path, budget: Budget) -> dict[int, Reply]:
    """Ask all questions in threads; what the budget leaves unasked is missing."""
    model = open_model(choice, cache=folder / "cache", budget=budget, pace=Pace(WORKERS))

    def ask(question: int) -> tuple[int, Reply | None]:
        try:
            return question, model.answer(prompt_of(f"question {question}"))
        except BudgetSpent:
            return question, None

    with ThreadPoolExecutor(WORKERS) as pool:
        return {question: reply for question, reply in pool.map(ask, questions) if reply is not None}


def served(behave: Behaviour, folder: Path, *, limits: Iterable[int | None]) -> list[dict[int, Reply]]:
    """Run the job under one limit of tokens after another, as by `--resume`."""
    with serving(behave) as asked:
        choice = ModelChoice(spec="local/stub", base_url=asked.url, patience=PATIENCE)
        file = folder / "used.db"
        return [job(range(REQUESTS), choice, folder=folder, budget=Budget(max_tokens=limit, file=file)) for limit in limits]


def test_nothing_is_lost_and_nothing_is_asked_twice(tmp_path: Path) -> None:
    service = Faulty()
    first, again = served(service.behave, tmp_path, limits=[None, None])
    assert {question: reply.text for question, reply in first.items()} == {n: f"answer {n}" for n in range(REQUESTS)}
    assert set(service.good.values()) == {1}, "each was answered once"
    assert all(tries == (question % 2 + 2 if question % 3 == 0 else 1) for question, tries in service.tries.items())
    assert again == first, "the second run makes no request"


def test_the_budget_holds_over_resumes(tmp_path: Path) -> None:
    service = Faulty()
    limit = REQUESTS * TOKENS // 4
    first, stopped, whole = served(service.behave, tmp_path, limits=[limit, limit, None])
    assert limit <= len(first) * TOKENS < limit + WORKERS * TOKENS
    assert stopped == first, "a job that has spent its budget asks nothing more"
    assert len(whole) == REQUESTS
    assert set(service.good.values()) == {1}
    assert Budget(file=tmp_path / "used.db").tokens == REQUESTS * TOKENS
