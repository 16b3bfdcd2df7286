"""`evidoc review` on the command line: what it says, how it ends, and what it refuses. Source: X-34."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from evidoc.cli.review import review
from evidoc.flow.rating_form import form_names
from tests.build import ROOT
from tests.cli.run import evidoc
from tests.reports.small_bench import SmallBench, build
from tests.review.studies import GOOD, Client


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> SmallBench:
    return build(tmp_path_factory.mktemp("review"))


def started(*words: str) -> subprocess.Popen[str]:
    program = [sys.executable, "-u", "-c", "from evidoc.cli import main; main()", "review", *words, "--no-browser", "--port", "0"]
    return subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ)


def browser_of(running: subprocess.Popen[str]) -> Client:
    assert running.stdout is not None
    said = running.stdout.readline() + running.stdout.readline()
    found = re.search(r"open (http://127\.0\.0\.1:\d+/)\?(?:rater=ann&)?key=(\w+) ", said)
    assert found is not None, said
    return Client(found[1], found[2])


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly_when_asked_and_says_what_is_kept(small: SmallBench, tmp_path: Path, asked: signal.Signals) -> None:
    running = started(str(small.bench), "--sample", "2", "--out", str(tmp_path / "out"), "--rater", "ann")
    browser = browser_of(running)
    browser.begin("ann")
    place = browser.get("/raters/ann/next").place
    assert browser.rate("ann", int(place.rpartition("/")[2]), **GOOD).status == 303
    browser.begin("bob")
    assert browser.rate("bob", 2, **GOOD).status == 303
    running.send_signal(asked)
    said, trouble = running.communicate(timeout=60)
    assert running.returncode == 0 and trouble == ""
    assert re.search(r"ann +1 +0 +1", said) and f"kept in {tmp_path / 'out'}; the same command goes on" in said
    assert f"next: evidoc agree {tmp_path / 'out' / 'ratings.csv'} --bench {small.bench}" in said


def test_what_was_saved_survives_being_killed(small: SmallBench, tmp_path: Path) -> None:
    """Append-only: kill -9 loses nothing that a rater was told is saved."""
    words = (str(small.bench), "--sample", "2", "--out", str(tmp_path / "out"))
    running = started(*words)
    browser = browser_of(running)
    browser.begin("ann")
    place = browser.get("/raters/ann/next").place
    browser.rate("ann", int(place.rpartition("/")[2]), **GOOD)
    running.kill()
    running.communicate(timeout=60)
    running = started(*words)
    browser = browser_of(running)
    assert "1 of 2 are done" in browser.get("/raters/ann").text
    running.terminate()
    running.communicate(timeout=60)


def test_an_unknown_form_is_named_with_the_nearest(small: SmallBench) -> None:
    done = evidoc("review", str(small.bench), "--form", "narative", "--no-browser")
    assert done.code == 2 and "did you mean narrative" in done.err


def test_the_help_names_every_form() -> None:
    said = " ".join(evidoc("review", "--help").out.split())
    assert not [name for name in form_names() if name not in said]


def test_a_form_of_runs_wants_a_run(small: SmallBench) -> None:
    done = evidoc("review", str(small.bench), "--form", "correctness", "--no-browser")
    assert done.code == 2 and "give a run" in done.err


def test_without_its_extra_it_says_how_to_install_it(small: SmallBench, tmp_path: Path) -> None:
    gone = {name: None for name in sys.modules if name.partition(".")[0] in ("starlette", "uvicorn")}
    ours = [name for name in sys.modules if name.startswith("evidoc.review.") and name != "evidoc.review.opening"]
    kept = {name: sys.modules.pop(name) for name in ours}
    try:
        with patch.dict(sys.modules, {"starlette": None, "uvicorn": None, **gone}):
            done = evidoc("review", str(small.bench), "--no-browser", "--out", str(tmp_path / "out"))
    finally:
        sys.modules.update(kept)
    assert done.code == 2 and "run: pip install 'evidoc[review]'" in done.err


def test_nothing_of_the_web_is_loaded_by_the_command_line() -> None:
    assert review.__doc__ is not None
    code = "import sys, evidoc.cli._app; print({'starlette', 'uvicorn', 'jinja2'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert found.stdout.strip() == "set()"
