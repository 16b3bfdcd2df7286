"""A system that is wired wrongly gives nothing at all, and is told so while there is something to save."""

from __future__ import annotations

from pathlib import Path

from evidoc.flow.ask import AskOptions, ask
from evidoc.flow.work import Progress, Work
from tests.systems.benches import bench_in, numbered

SAYS_NOTHING = AskOptions(system="python:tests.flow.test_all_alike:says_nothing")


def says_nothing(question: str, documents: object) -> None:
    """Forget the return."""


def says_little(question: str, documents: object) -> str | None:
    return "8" if "0" in str(question) else None


def test_replies_that_are_all_empty_are_said_with_the_first(tmp_path: Path) -> None:
    bench = bench_in(tmp_path / "bench", numbered(3)).folder
    said = ask(bench, out=tmp_path / "run", options=SAYS_NOTHING, work=Work(engine="inline")).remarks
    assert said[0] == "all 3 replies have no text"
    assert said[1].endswith("the function gave None as its text")


def test_the_first_five_that_are_alike_are_said_while_the_others_are_asked(tmp_path: Path) -> None:
    bench = bench_in(tmp_path / "bench", numbered(7)).folder
    told: list[Progress] = []
    ask(bench, out=tmp_path / "run", options=SAYS_NOTHING, work=Work(engine="inline", progress=told.append))
    (noted,) = [one for one in told if one.note]
    assert (noted.done, noted.note.split(":")[0]) == (5, "the first 5 replies are all alike")


def test_a_system_that_answers_now_and_then_is_not_warned_about(tmp_path: Path) -> None:
    bench = bench_in(tmp_path / "bench", numbered(7)).folder
    told: list[Progress] = []
    options = AskOptions(system="python:tests.flow.test_all_alike:says_little")
    said = ask(bench, out=tmp_path / "run", options=options, work=Work(engine="inline", progress=told.append)).remarks
    assert not any(one.note for one in told)
    assert "replies have no text" not in said[0]
