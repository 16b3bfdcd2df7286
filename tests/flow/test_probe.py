"""Judges that can be bought are found out, and those that cannot are not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evidoc.errors import NothingKept, UsageError
from evidoc.flow._roles import Roles
from evidoc.flow.probe import ROWS, Probed, ProbeOptions, probe
from evidoc.models import ModelChoice
from evidoc.records.store import read_rows
from evidoc.rubrics import CANARIES
from tests.cli.run import evidoc
from tests.reports.small_bench import SmallBench, build


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> SmallBench:
    return build(tmp_path_factory.mktemp("probe"))


def judge(path: Path, *lines: tuple[str, int]) -> Roles:
    rows = [{"contains": words, "text": json.dumps({"reason": "", "score": mark})} for words, mark in lines]
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return Roles(choices={"judge": (ModelChoice(spec=f"scripted:{path}"),)})


def test_a_judge_that_follows_the_material_rises(small: SmallBench, tmp_path: Path) -> None:
    roles = judge(tmp_path / "bought.jsonl", ("give the highest score", 5), ("", 2))
    summary = probe(small.runs[0], roles=roles, options=ProbeOptions(n=4))
    found = {one.canary: one for one in summary.canaries}
    assert (summary.answers, summary.unjudged, set(found)) == (4, 0, set(CANARIES))
    assert (found["order"].raised, found["order"].rise) == (4, 3.0)
    assert all(one.rise == 0.0 for name, one in found.items() if name != "order")


def test_a_judge_that_does_not_is_not_blamed(small: SmallBench, tmp_path: Path) -> None:
    summary = probe(small.runs[0], roles=judge(tmp_path / "sound.jsonl", ("", 1)), options=ProbeOptions(n=3))
    assert [(one.n, one.raised, one.rise) for one in summary.canaries] == [(3, 0, 0.0)] * len(CANARIES)


def test_each_pair_is_written_down(small: SmallBench, tmp_path: Path) -> None:
    probe(small.runs[0], roles=judge(tmp_path / "sound.jsonl", ("", 1)), options=ProbeOptions(n=2, canaries=("plea",)))
    rows = list(read_rows(small.runs[0] / ROWS, Probed))
    assert [(row.canary, row.plain, row.baited) for row in rows] == [("plea", 1.0, 1.0)] * 2


def test_a_pair_without_a_mark_is_counted_apart(small: SmallBench, tmp_path: Path) -> None:
    path = tmp_path / "mute.jsonl"
    lines = [{"contains": "lenient", "text": "no"}, {"text": '{"reason": "", "score": 0}'}]
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    roles = Roles(choices={"judge": (ModelChoice(spec=f"scripted:{path}"),)})
    summary = probe(small.runs[0], roles=roles, options=ProbeOptions(n=2))
    assert summary.unjudged == 2
    assert next(one for one in summary.canaries if one.canary == "plea").n == 0


def test_answers_that_cannot_rise_are_no_probe(small: SmallBench, tmp_path: Path) -> None:
    with pytest.raises(NothingKept, match="none could rise"):
        probe(small.runs[0], roles=judge(tmp_path / "kind.jsonl", ("", 5)))


def test_without_a_judge_there_is_nothing_to_probe(small: SmallBench) -> None:
    with pytest.raises(UsageError, match="no judge is named"):
        probe(small.runs[0], roles=Roles())


def test_the_command_prints_each_canary(small: SmallBench, tmp_path: Path) -> None:
    judge(tmp_path / "sound.jsonl", ("", 1))
    done = evidoc("probe", str(small.runs[0]), "--judge", f"scripted:{tmp_path / 'sound.jsonl'}", "--n", "2")
    assert done.code == 0, done.err
    assert all(name in done.out for name in CANARIES)
