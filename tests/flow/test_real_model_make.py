"""A whole making with a real model as writer and judge, over a socket: it proves the path, not the prompts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from evidoc.flow._roles import Roles
from evidoc.flow.make import MakeOptions, make
from evidoc.records.bench import open_bench
from tests.flow.test_make import INLINE, documents, stored
from tests.models.llama import choice

pytestmark = pytest.mark.timeout(300)


def test_ten_units_are_made_with_a_writer_and_a_judge(tmp_path: Path) -> None:
    """Issue 3, "Real component": every candidate is asked about, and ends with one outcome; locks hold whatever it writes."""
    corpus = stored(tmp_path / "corpus", documents())
    small = replace(choice(answer_tokens=100), price=None)
    roles = Roles(choices={"writer": (small,), "judge": (small,)}, allow_self_judge=True)
    options = MakeOptions(n=10, seed=3, limit=10, checks=("format", "validity(k=0, at_least=1)"), roles=roles)
    summary = make(corpus, out=tmp_path / "bench", options=options, work=INLINE)
    bench = open_bench(tmp_path / "bench")
    ledger, items = list(bench.ledger()), list(bench.items())
    assert len(ledger) == summary.candidates == 10
    assert {entry.outcome for entry in ledger} <= {"kept", "rejected"}
    assert summary.tokens > 1_000
    assert items, summary.reasons
    for item in items:
        assert item.construction.trace[-1].startswith("reword:")
        assert "SmolLM2" in item.construction.trace[-1]
        assert "SmolLM2" in item.verdicts[-1].model
        assert item.authority == "rule"
