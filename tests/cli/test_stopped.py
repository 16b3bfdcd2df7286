"""A stopped command says what is kept and how to go on, and so does the next one over what it left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from evidoc.cli import ask as ask_command
from evidoc.cli._stopped import stopped
from tests.build import ROOT
from tests.cli.run import evidoc
from tests.reports.small_bench import SmallBench

ANSWERED: list[str] = []


def slow(question: str, documents: object) -> str:
    """Answer the first question at once and each other after a while: a minute for all, however busy the machine is."""
    if ANSWERED:
        time.sleep(5)
    ANSWERED.append(question)
    return "42"


def test_the_exact_command_is_given_without_overwrite_and_with_resume() -> None:
    words = ["read", "my files/", "--out", "corpus/", "--overwrite"]
    assert stopped(words, resumes=True).endswith("go on with: evidoc read 'my files/' --out corpus/ --resume")
    assert stopped([*words, "--retry-failed"], resumes=True).endswith("--out corpus/ --retry-failed")
    assert "--resume" not in stopped(["score", "run/"], resumes=False)
    assert stopped(["score", "run/"], resumes=False).endswith("run it again: evidoc score run/")


def test_an_interrupt_in_a_command_is_answered_and_ends_with_130(
    small: SmallBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ask_command, "work_of", interrupted)
    done = evidoc("ask", str(small.bench), "--system", "baseline/gold", "--out", str(tmp_path / "run"))
    assert done.code == 130
    assert f"go on with: evidoc ask {small.bench} --system baseline/gold --out {tmp_path / 'run'} --resume" in done.err


def heeding_interrupts() -> None:
    """Be a program in the foreground: what a shell starts in the background ignores Ctrl-C, and so do its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_a_real_ctrl_c_while_asking_is_answered_and_resumed(small: SmallBench, tmp_path: Path) -> None:
    words = ["ask", str(small.bench), "--system", "python:tests.cli.test_stopped:slow", "--out", str(tmp_path / "run")]
    program = [sys.executable, "-c", "from evidoc.cli import main; main()", *words, "--workers", "1"]
    running = subprocess.Popen(
        program,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ,
        preexec_fn=heeding_interrupts,
    )
    journal = tmp_path / "run" / "asking.jsonl"
    for _ in range(600):
        if journal.is_file() and b'"value"' in journal.read_bytes():
            break
        time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "stopped; what is finished is kept; go on with: evidoc ask" in said
    assert "Traceback" not in said
    scoring = evidoc("score", str(tmp_path / "run"))
    assert scoring.code == 2
    assert "the asking was stopped before the end; go on with the same evidoc ask command and --resume" in scoring.err


def test_the_next_command_over_an_unfinished_folder_names_what_was_stopped(tmp_path: Path) -> None:
    for journal, command, said in (
        (
            "reading.jsonl",
            ("make", "{}", "--out", "{}-bench"),
            "the reading was stopped before the end; go on with the same evidoc read",
        ),
        ("making.jsonl", ("ask", "{}", "--system", "baseline/gold", "--out", "{}-run"), "the making was stopped"),
        ("asking.jsonl", ("score", "{}"), "the asking was stopped"),
    ):
        folder = tmp_path / journal.partition(".")[0]
        folder.mkdir()
        (folder / journal).write_text("", encoding="utf-8")
        done = evidoc(*(word.format(folder) for word in command))
        assert done.code == 2, (command, done.err)
        assert said in done.err and "--resume" in done.err


def test_a_folder_of_another_kind_is_named_as_what_it_is(small: SmallBench, tmp_path: Path) -> None:
    done = evidoc("make", str(small.bench), "--out", str(tmp_path / "new"))
    assert done.code == 2
    assert f"{small.bench} is a bench and no corpus; its corpus is {small.bench / 'corpus'}" in done.err
    done = evidoc("score", str(small.bench))
    assert done.code == 2
    assert "is a bench and no run; give a run folder, as evidoc ask writes it" in done.err
    done = evidoc("ask", str(small.bench / "corpus"), "--system", "baseline/gold", "--out", str(tmp_path / "run"))
    assert "is a corpus and no bench" in done.err


def test_a_making_that_kept_nothing_is_said_to_have(tmp_path: Path) -> None:
    (tmp_path / "bench").mkdir()
    (tmp_path / "bench" / "ledger.jsonl").write_text("", encoding="utf-8")
    done = evidoc("ask", str(tmp_path / "bench"), "--system", "baseline/gold", "--out", str(tmp_path / "run"))
    assert "no item was kept when it was made" in done.err
