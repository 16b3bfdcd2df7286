"""The command line's manners: help, exit codes, near names, one-sentence errors."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from evidoc import __version__
from evidoc.cli import exit_code
from evidoc.cli._app import app
from evidoc.cli._explained import explained
from evidoc.cli._print import say, say_json, say_table
from evidoc.cli._progress import line, reporter
from evidoc.cli._specs import read_price, split_specs
from evidoc.errors import InvalidRecord, NothingKept, UnknownName, UsageError
from evidoc.flow.work import Progress
from evidoc.models import Price
from tests.cli.run import evidoc

COMMANDS = sorted(command.name or "" for command in app.registered_commands)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(command: str) -> None:
    done = evidoc(command, "--help")
    assert done.code == 0
    assert f"evidoc {command}" in done.out.split("Options:")[0].split("Usage:")[1]


def test_the_verbs_stand_in_the_order_of_the_loop() -> None:
    help_text = evidoc("--help").out
    places = [help_text.index(f"  {verb} ") for verb in ("read", "make", "ask", "score", "report")]
    assert places == sorted(places)


def test_the_version_is_said() -> None:
    assert evidoc("--version").out.strip() == f"evidoc {__version__}"


def test_a_mistyped_command_is_answered_with_the_nearest() -> None:
    done = evidoc("raed", "x")
    assert done.code == 2
    assert "read" in done.err


def test_a_mistyped_option_is_answered_with_the_nearest() -> None:
    done = evidoc("read", "x", "--ot", "corpus")
    assert done.code == 2
    assert "--out" in done.err


def test_a_folder_that_is_no_corpus_is_one_sentence_and_exit_code_1(tmp_path: Path) -> None:
    done = evidoc("make", str(tmp_path), "--out", str(tmp_path / "bench"))
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert "give a folder that evidoc wrote (corpus)" in done.err


def test_nothing_read_ends_with_3_and_a_manifest(tmp_path: Path) -> None:
    (tmp_path / "empty.pdf").write_bytes(b"")
    done = evidoc("read", str(tmp_path / "empty.pdf"), "--out", str(tmp_path / "corpus"), "--engine", "inline")
    assert done.code == 3
    assert json.loads((tmp_path / "corpus" / "manifest.jsonl").read_text())["status"] == "empty"


def test_errors_have_their_exit_codes() -> None:
    assert exit_code(NothingKept("x")) == 3
    assert exit_code(UsageError("x")) == exit_code(UnknownName("x", kind="y", known=())) == 2
    assert exit_code(InvalidRecord("x")) == 1


def test_the_parts_of_a_room_are_listed_with_what_they_do() -> None:
    done = evidoc("list", "scorers")
    assert done.code == 0
    assert "saa" in done.out and "citations" in done.out
    rows = json.loads(evidoc("list", "scorers", "--json").out)
    assert all(row["summary"].endswith(".") for row in rows)


def test_an_unknown_room_is_answered_with_the_nearest() -> None:
    done = evidoc("list", "scorer")
    assert done.code == 2
    assert "did you mean scorers" in done.err


def test_a_part_is_explained_with_its_options_and_defaults() -> None:
    done = evidoc("explain", "scorers.citations")
    assert done.code == 0
    assert "threshold" in done.out and "0.5" in done.out


@pytest.mark.parametrize(("name", "hint"), [("scorers.sa", "saa"), ("scorer.saa", "scorers"), ("saa", "ROOM.PART")])
def test_a_mistyped_part_is_answered_with_what_would_be_right(name: str, hint: str) -> None:
    done = evidoc("explain", name)
    assert done.code == 2
    assert hint in done.err


def test_doctor_finds_all_that_the_main_job_needs() -> None:
    done = evidoc("doctor")
    assert done.code == 0
    assert "evidoc demo" in done.out
    findings = {row["what"]: row for row in json.loads(evidoc("doctor", "--json").out)}
    assert findings["pypdfium2"]["state"] == "ok"
    assert {"extra recipes", "extra dense"} <= {what.split(":")[0] for what in findings}


def test_doctor_says_that_a_key_is_set_and_never_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    out = evidoc("doctor").out
    assert "OPENAI_API_KEY" in out and "sk-secret" not in out


def test_showing_an_id_where_nothing_of_ours_is_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = evidoc("show", "i-1")
    assert done.code == 2
    assert "give the folder after the id" in done.err


def test_spec_strings_are_split_at_the_commas_between_them() -> None:
    assert split_specs("a(x=1, y=(2, 3)),b, c(name='p,q')") == ("a(x=1, y=(2, 3))", "b", "c(name='p,q')")
    assert split_specs("") == ()


def test_a_price_is_two_numbers_or_three() -> None:
    assert read_price("0.40,1.60") == Price(input=0.4, output=1.6)
    assert read_price("0.40,1.60,0.1") == Price(input=0.4, output=1.6, cached=0.1)
    for text in ("1", "a,b", "-1,2", "nan,1", "1,2,-3", "1,2,3,4"):
        with pytest.raises(UsageError, match=r"0\.40,1\.60"):
            read_price(text)


def test_tables_align_numbers_right_and_words_left(capsys: pytest.CaptureFixture[str]) -> None:
    say_table(("name", "n"), [("long name", 5), ("x", None), ("y", 120)])
    assert capsys.readouterr().out == "name         n\nlong name    5\nx            –\ny          120\n"
    say_table(("name",), [])
    assert capsys.readouterr().out == ""


def test_a_name_that_cannot_be_written_is_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    """Case H10; written as in manifests."""
    say("caf\udce9.pdf")
    assert capsys.readouterr().out == "caf\\xe9.pdf\n"


HOSTILE = "\x1b]0;owned\x07\x1b[2J\r\x9b2K\u202eabc\u2028"
HARMLESS = r"\x1b]0;owned\x07\x1b[2J\r\x9b2K\u202eabc\u2028"


def test_what_a_document_says_to_the_terminal_is_written_out(capsys: pytest.CaptureFixture[str]) -> None:
    """design.md, section 9: text of documents and models may not clear the screen, write its title or turn a line round."""
    say(f"Q: {HOSTILE}\nnext line")
    say_table(("question",), [(f"{HOSTILE}\n",)])
    assert capsys.readouterr().out == f"Q: {HARMLESS}\nnext line\nquestion\n{HARMLESS}\\n\n"


def test_json_has_hostile_text_as_it_was_and_shows_none_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    say_json({"question": HOSTILE})
    out = capsys.readouterr().out
    assert json.loads(out) == {"question": HOSTILE}
    assert out.rstrip("\n").isprintable()


def test_an_error_that_quotes_hostile_text_is_written_out(tmp_path: Path) -> None:
    done = evidoc("score", str(tmp_path / "run\x1b[2J"))
    assert done.code != 0
    assert r"run\x1b[2J" in done.err and "\x1b" not in done.err


def test_progress_says_what_came_of_the_work_and_how_long_it_still_takes() -> None:
    progress = Progress(stage="make", done=50, total=100, kept=30, rejected=19, failed=1, tokens=1200, cost=0.5)
    text = line(progress, seconds=60)
    assert text == "make: 50 of 100, 30 kept, 19 rejected, 1 failed, 1200 tokens, $0.50, about 60 s left"
    assert line(Progress(stage="read", done=2), seconds=1) == "read: 2"
    assert line(Progress(stage="read", done=1, total=61), seconds=60).endswith("about 60 min left")
    assert line(Progress(stage="read", done=1, total=1001), seconds=60).endswith("about 16.7 h left")


def test_a_short_stage_shows_no_progress(capsys: pytest.CaptureFixture[str]) -> None:
    reporter()(Progress(stage="read", done=1, total=1))
    assert capsys.readouterr().err == ""


def test_no_part_is_explained_with_internals() -> None:
    """Errors raised, requirement codes, Python signatures: a user has no use for them, and nobody explains them."""
    for part in json.loads(evidoc("list", "--json").out):
        out = evidoc("explain", f"{part['room']}.{part['name']}").out
        assert "Raises:" not in out and "str = ," not in out and "-> " not in out.replace(" --> ", ""), part
        assert not re.search(r"\b(?:DHQ|CV|PQ|DH|SD|X)-S?\d", out), (part, out)
        assert "Source: ." not in out and "\n." not in out, part


def test_a_source_that_outsiders_can_look_up_stays() -> None:
    text = "One.\n\nSource: DHQ-97; figure 23 of DocHop-QA.\n\nRaises:\n    UsageError: No.\n        More.\n"
    assert explained(text) == "One.\n\nSource: figure 23 of DocHop-QA."
    assert explained("One (X-26), two (CV-1 to CV-3). Source: CV-54, U-32. Metric: `saa`.") == "One, two. Metric: `saa`."
