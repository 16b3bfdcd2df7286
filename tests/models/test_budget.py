"""What a whole job may use, counted over threads, processes and resumes."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from evidoc.errors import BudgetSpent, InvalidRecord
from evidoc.models import Budget
from evidoc.records.reply import Usage

CALL = Usage(input=7, output=3, cost=0.25)


def spend(budget: Budget, calls: int) -> None:
    for _ in range(calls):
        budget.take(CALL)


def test_processes_share_a_budget_by_its_file(tmp_path: Path) -> None:
    budget = Budget(max_tokens=10_000, file=tmp_path / "used.db")
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        list(pool.map(spend, [budget] * 4, [50] * 4))
    assert (budget.tokens, budget.cost) == (2_000, 50.0)


def test_a_process_that_was_forked_counts_in_the_same_file(tmp_path: Path) -> None:
    budget = Budget(file=tmp_path / "used.db")
    spend(budget, 1)
    process = get_context("fork").Process(target=spend, args=(budget, 10))
    process.start()
    process.join()
    assert budget.tokens == 110


def test_threads_share_a_budget(tmp_path: Path) -> None:
    for budget in (Budget(), Budget(file=tmp_path / "used.db")):
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(spend, [budget] * 8, [25] * 8))
        assert (budget.tokens, budget.cost) == (2_000, 50.0)


def test_a_resumed_job_goes_on_counting(tmp_path: Path) -> None:
    spend(Budget(file=tmp_path / "used.db"), 5)
    budget = Budget(max_tokens=60, file=tmp_path / "used.db")
    budget.check()
    spend(budget, 1)
    with pytest.raises(BudgetSpent, match="60 tokens is reached; raise it"):
        budget.check()


def test_a_budget_with_a_file_travels(tmp_path: Path) -> None:
    budget = Budget(max_cost=1.0, max_tokens=5, file=tmp_path / "used.db")
    assert pickle.loads(pickle.dumps(budget)) == budget


def test_a_budget_without_a_file_does_not() -> None:
    """Each process would count for itself, and the limit would hold for none."""
    with pytest.raises(TypeError, match="counts in one process"):
        pickle.dumps(Budget(max_tokens=5))


def test_a_file_that_is_no_count_is_refused(tmp_path: Path) -> None:
    (tmp_path / "used.db").write_bytes(b"something else entirely, long enough to be no database" * 20)
    with pytest.raises(InvalidRecord, match="not a count of what a job used"):
        Budget(file=tmp_path / "used.db")
