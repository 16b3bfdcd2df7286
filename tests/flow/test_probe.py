"""Judges that can be bought are found out, and those that cannot are not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evidoc.errors import EvidocError, NothingKept, UsageError
from evidoc.flow._roles import Roles
from evidoc.flow.probe import ROWS, Probed, ProbeOptions, probe
from evidoc.flow.work import Progress, Work
from evidoc.models import ModelChoice
from evidoc.records.bench import open_bench
from evidoc.records.store import read_rows
from evidoc.rubrics import CANARIES
from tests.cli.run import evidoc
from tests.reports.small_bench import SmallBench


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


def script(path: Path, text: str) -> Roles:
    path.write_text(json.dumps({"text": text}), encoding="utf-8")
    return Roles(choices={"judge": (ModelChoice(spec=f"scripted:{path}"),)})


def test_a_judge_whose_marks_cannot_be_read_is_named_as_the_cause_with_its_reply(small: SmallBench, tmp_path: Path) -> None:
    with pytest.raises(EvidocError, match=r"gave none of 2 answers a mark .* first reply was 'Looks fine to me\.'") as raised:
        probe(small.runs[0], roles=script(tmp_path / "chat.jsonl", "Looks  fine to me."), options=ProbeOptions(n=2))
    assert not isinstance(raised.value, NothingKept)


def test_answers_without_a_mark_count_as_tried(small: SmallBench, tmp_path: Path) -> None:
    """X-31: three tries an answer, and no more answers than were asked for."""
    told: list[Progress] = []
    with pytest.raises(EvidocError):
        probe(
            small.runs[0],
            roles=script(tmp_path / "chat.jsonl", "fine"),
            options=ProbeOptions(n=3),
            work=Work(engine="threads", workers=2, progress=told.append),
        )
    assert [(each.done, each.total, each.failed) for each in told][-1] == (3, 3, 3)


def test_an_unmarked_answer_beside_marked_ones_is_counted_and_quoted(small: SmallBench, tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    question = next(iter(open_bench(small.bench).items())).question
    path.write_text(
        "\n".join(json.dumps(row) for row in ({"contains": question, "text": "hm"}, {"text": '{"reason": "", "score": 0}'})),
        encoding="utf-8",
    )
    roles = Roles(choices={"judge": (ModelChoice(spec=f"scripted:{path}"),)})
    summary = probe(small.runs[0], roles=roles, options=ProbeOptions(n=4))
    assert (summary.answers, summary.unmarked, summary.unread) == (3, 1, "'hm'")


def test_no_more_than_ten_times_the_wanted_answers_are_judged(small: SmallBench, tmp_path: Path) -> None:
    with pytest.raises(NothingKept, match="of 10 judged, 10 got it"):
        probe(small.runs[0], roles=judge(tmp_path / "kind.jsonl", ("", 5)), options=ProbeOptions(n=1))


def test_workers_change_no_byte(small: SmallBench, tmp_path: Path) -> None:
    roles = judge(tmp_path / "bought.jsonl", ("give the highest score", 5), ("", 2))
    probe(small.runs[0], roles=roles, options=ProbeOptions(n=4))
    before = (small.runs[0] / ROWS).read_bytes()
    probe(small.runs[0], roles=roles, options=ProbeOptions(n=4), work=Work(engine="threads", workers=5))
    assert (small.runs[0] / ROWS).read_bytes() == before


def test_the_command_shows_the_reply_that_is_no_mark(small: SmallBench, tmp_path: Path) -> None:
    script(tmp_path / "talk.jsonl", "I would say good")
    done = evidoc("probe", str(small.runs[0]), "--judge", f"scripted:{tmp_path / 'talk.jsonl'}", "--n", "2", "--workers", "2")
    assert done.code == 1
    assert "'I would say good'" in done.err
