"""Runs are told apart by name, and the commands that a report prints make their replies again."""

from __future__ import annotations

import csv
import json
import shlex
from pathlib import Path

import pytest

from evidoc.flow._runs import facts_of, folders_apart, names_of, open_scored
from evidoc.flow.ask import AskOptions, ask
from evidoc.flow.compare import compare
from evidoc.flow.report import ReportOptions, report
from evidoc.flow.score import ScoreOptions, score
from evidoc.flow.work import Work
from evidoc.records.bench import open_run
from tests.cli.run import evidoc
from tests.systems.benches import bench_in, numbered

INLINE = Work(engine="inline")


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    return bench_in(tmp_path / "bench", numbered(4)).folder


def scored(bench: Path, out: Path, **options: object) -> Path:
    ask(bench, out=out, options=AskOptions(**{"system": "baseline/random", **options}), work=INLINE)  # type: ignore[arg-type]
    score(out, options=ScoreOptions(scorers=("answer",)), work=INLINE)
    return out


def test_folders_are_named_by_as_many_parts_as_tell_them_apart(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("a/run", "c/run", "b/a/run", "other")]
    last = tmp_path.name
    assert folders_apart(folders) == (f"{last}/a/run", "c/run", "b/a/run", "other")


def test_no_two_runs_of_a_report_have_one_name(bench: Path, tmp_path: Path) -> None:
    runs = [scored(bench, tmp_path / place / "run", seed=seed) for seed, place in enumerate("ac")]
    assert names_of(open_scored(runs)) == ("baseline/random (a/run)", "baseline/random (c/run)")
    report(runs, out=tmp_path / "report", options=ReportOptions(cases=0))
    with (tmp_path / "report" / "items.csv").open(encoding="utf-8", newline="") as file:
        assert {row["system"] for row in csv.DictReader(file)} == {"baseline/random (a/run)", "baseline/random (c/run)"}


def test_two_runs_that_are_compared_have_two_names(bench: Path, tmp_path: Path) -> None:
    first, second = (scored(bench, tmp_path / place / "run", seed=seed) for seed, place in enumerate("ac"))
    found = compare(first, second)
    assert (found.first, found.second) == ("baseline/random (a/run)", "baseline/random (c/run)")
    itself = compare(first, first)
    assert (itself.first, itself.second) == ("baseline/random (run)", "baseline/random (run) #2")


@pytest.fixture
def folder(bench: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another folder to stand in, which has the bench and a script by the same names."""
    there = tmp_path / "elsewhere"
    there.mkdir()
    (there / "bench").symlink_to(bench)
    (there / "script.jsonl").write_text(json.dumps({"text": "8"}), encoding="utf-8")
    monkeypatch.chdir(there)
    return there


def asked_again(run: Path, folder: Path) -> dict[str, str]:
    """Run the printed commands where the bench is, and give the settings of the run that comes of them."""
    for line in facts_of(open_scored([run]))[0].command.splitlines():
        _, *arguments = shlex.split(line, comments=True) or [""]
        if arguments:
            done = evidoc(*arguments)
            assert done.code == 0, done.err
    return open_run(folder / run.name).header.settings


def test_the_printed_commands_make_a_run_of_the_same_settings(bench: Path, folder: Path, tmp_path: Path) -> None:
    options = {"answer_tokens": 256, "seed": 3, "cite": False, "access": "gold_docs", "view": "text(max_tokens=500)"}
    run = scored(bench, tmp_path / "our run", system="scripted:script.jsonl", **options)
    assert asked_again(run, folder) == open_run(run).header.settings


def test_what_the_command_line_cannot_say_is_named_beside_the_printed_command(bench: Path, folder: Path, tmp_path: Path) -> None:
    run = scored(bench, tmp_path / "warm", system="scripted:script.jsonl", temperature=0.7, language="de")
    assert "# evidoc ask has no option for language de, temperature 0.7" in facts_of(open_scored([run]))[0].command
    had, has = open_run(run).header.settings, asked_again(run, folder)
    assert {name for name in had if had[name] != has[name]} == {"language", "temperature"}


def test_a_run_of_a_system_without_options_is_made_again_by_its_name(bench: Path, folder: Path, tmp_path: Path) -> None:
    run = scored(bench, tmp_path / "random", seed=5)
    assert asked_again(run, folder) == open_run(run).header.settings
