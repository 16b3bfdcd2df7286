"""The journal: append-only, one writer, whole records, and what resuming means."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evidoc.engines import Failure, Journal, Outcome, run_journaled
from evidoc.errors import EvidocError, InvalidRecord, ResumeMismatch, UsageError
from tests.build import ROOT
from tests.engines import tasks

FAILURE = Failure(kind="raised", error="ValueError", message="no")


def done(value: bytes) -> Outcome[bytes]:
    return Outcome(index=0, value=value)


def keyed(numbers: Sequence[int]) -> Iterator[tuple[str, int]]:
    return ((f"k{number}", number) for number in numbers)


def values(path: Path, numbers: Sequence[int], **options: object) -> list[bytes | None]:
    with Journal(path) as journal:
        return [
            outcome.value
            for outcome in run_journaled(tasks.as_json, keyed(numbers), journal=journal, engine="inline", **options)  # type: ignore[arg-type]
        ]


def test_what_was_put_is_there_after_opening_again(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.jsonl") as journal:
        journal.put("a", replace(done(b'{"x":[1, 2]}'), seconds=0.5))
        journal.put("b", Outcome(index=1, failure=FAILURE))
    with Journal(tmp_path / "j.jsonl") as journal:
        assert len(journal) == 2
        assert "a" in journal and "c" not in journal
        assert journal.get("a") == Outcome(index=0, value=b'{"x":[1, 2]}', seconds=0.5)
        assert journal.get("b").failure == FAILURE
        assert journal.has_failed("b") and not journal.has_failed("a")


def test_the_file_is_a_heading_and_one_line_a_record(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.jsonl", settings={"n": "1"}) as journal:
        journal.put("a", done(b"7"))
    heading, row = (msgspec.json.decode(line) for line in (tmp_path / "j.jsonl").read_bytes().splitlines())
    assert heading["settings"] == {"n": "1"} and len(heading["digest"]) == 64
    assert row["key"] == "a" and row["value"] == 7


@pytest.mark.parametrize("cut", range(1, 40))
def test_a_torn_last_line_is_cut_off_on_opening(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "j.jsonl"
    with Journal(path) as journal:
        journal.put("a", done(b'"whole"'))
        before = path.stat().st_size
        journal.put("b", done(b'"torn, because the machine stopped here"'))
    os.truncate(path, path.stat().st_size - cut)
    with Journal(path) as journal:
        assert "a" in journal and "b" not in journal
        assert path.stat().st_size == before
        journal.put("b", done(b'"again"'))
    with Journal(path) as journal:
        assert journal.get("b").value == b'"again"'


def test_a_torn_heading_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    path.write_bytes(b'{"journal":1,"dig')
    with Journal(path) as journal:
        assert len(journal) == 0
    assert path.read_bytes().startswith(b'{"journal":1,"digest":"')


def test_a_last_line_of_zero_bytes_is_cut_off(tmp_path: Path) -> None:
    """After a power cut a file may have its length but not its last block."""
    path = tmp_path / "j.jsonl"
    with Journal(path) as journal:
        journal.put("a", done(b"1"))
    with path.open("ab") as file:
        file.write(b"\0" * 50 + b"\n")
    with Journal(path) as journal:
        assert len(journal) == 1


def test_damage_before_the_last_line_is_not_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    with Journal(path) as journal:
        journal.put("a", done(b"1"))
        journal.put("b", done(b"2"))
    path.write_bytes(path.read_bytes().replace(b'{"key":"a"', b'{"key":"a'))
    with pytest.raises(InvalidRecord, match=r"j\.jsonl:2: no record of a journal"):
        Journal(path)


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    """Case H02: two writers never share a file."""
    with Journal(tmp_path / "j.jsonl"), pytest.raises(UsageError, match="somebody else is writing it"):
        Journal(tmp_path / "j.jsonl")
    with Journal(tmp_path / "j.jsonl"):
        pass  # closed is free


def test_a_writer_in_another_process_is_refused_until_the_first_is_done(tmp_path: Path) -> None:
    code = "import sys, pathlib; from evidoc.engines import Journal; Journal(pathlib.Path(sys.argv[1]))"
    command = [sys.executable, "-c", code, str(tmp_path / "j.jsonl")]
    with Journal(tmp_path / "j.jsonl"):
        assert "somebody else is writing it" in subprocess.run(command, capture_output=True, text=True, check=False).stderr
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_records_of_eight_workers_are_whole_and_each_there_once(tmp_path: Path) -> None:
    """Case H02: large records of many workers go through one writer."""
    path = tmp_path / "j.jsonl"
    with Journal(path) as journal:
        for _ in run_journaled(tasks.large_json, keyed(range(200)), journal=journal, engine="processes", workers=8):
            pass
    rows = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()][1:]
    assert sorted(row["key"] for row in rows) == sorted(f"k{number}" for number in range(200))
    assert all(len(row["value"]["text"]) == 300_000 for row in rows)


def test_other_settings_do_not_resume_and_the_message_names_them(tmp_path: Path) -> None:
    Journal(tmp_path / "j.jsonl", settings={"seed": "1", "n": "2"}).close()
    with pytest.raises(ResumeMismatch, match=r"\(n was '2' and is None, seed was '1' and is '7'\)"):
        Journal(tmp_path / "j.jsonl", settings={"seed": "7"})


def test_a_journal_of_a_later_format_is_refused(tmp_path: Path) -> None:
    (tmp_path / "j.jsonl").write_bytes(b'{"journal":2,"digest":"","settings":{}}\n')
    with pytest.raises(ResumeMismatch, match="journal format 2"):
        Journal(tmp_path / "j.jsonl")


@pytest.mark.parametrize("value", [b"not json", b"", b'{"a":\n1}', b'"\xff"'])
def test_a_value_that_is_not_a_line_of_json_is_refused(tmp_path: Path, value: bytes) -> None:
    with Journal(tmp_path / "j.jsonl") as journal:
        with pytest.raises(UsageError, match="the value of 'a' (is no JSON|has a line break)"):
            journal.put("a", done(value))
        assert "a" not in journal


def test_a_write_that_fails_reaches_the_caller_and_leaves_no_half_record(tmp_path: Path) -> None:
    """Case H02: a full disk is not passed over."""
    path = tmp_path / "j.jsonl"
    with Journal(path) as journal:
        journal.put("a", done(b"1"))
        size = path.stat().st_size
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 100, hard))
        try:
            with pytest.raises(EvidocError, match="could be written; make room and resume|cannot be written"):
                journal.put("b", done(b'"%s"' % (b"x" * 1000)))
            assert path.stat().st_size == size
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
            with pytest.raises(EvidocError, match="cannot be written"):
                journal.put("b", done(b"2"))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert "b" not in journal
        journal.put("b", done(b"2"))
    with Journal(path) as journal:
        assert journal.get("b").value == b"2"


def test_a_place_that_cannot_be_written_is_said_clearly(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(EvidocError, match=r"cannot be opened for writing \(.*\); give a folder that can be written"):
        Journal(tmp_path / "file" / "j.jsonl")


def test_a_journal_may_be_begun_anew_and_removed(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    with Journal(path, settings={"a": "1"}) as journal:
        journal.put("a", done(b"1"))
    with Journal(path, settings={"a": "2"}, anew=True) as journal:
        assert len(journal) == 0
        journal.remove()
    assert not path.exists()


def test_what_the_journal_has_is_not_run_again(tmp_path: Path) -> None:
    values(tmp_path / "j.jsonl", [1, 2])
    with Journal(tmp_path / "j.jsonl") as journal:
        ran: list[int] = []
        outcomes = list(
            run_journaled(
                tasks.as_json, keyed([0, 1, 2, 3]), journal=journal, engine="inline", on_done=lambda o: ran.append(o.index)
            )
        )
    assert [outcome.value for outcome in outcomes] == [b'{"twice":0}', b'{"twice":2}', b'{"twice":4}', b'{"twice":6}']
    assert [outcome.index for outcome in outcomes] == [0, 1, 2, 3]
    assert ran == [0, 3]


def test_resuming_is_not_retrying(tmp_path: Path) -> None:
    """Failures are journaled like values; only `retry_failed` runs them again, and the latest record counts."""
    path = tmp_path / "effects.txt"
    work = [("t0", (str(path), 0, False)), ("t1", (str(path), 1, True))]

    def round_of(**options: bool) -> list[bool]:
        with Journal(tmp_path / "j.jsonl") as journal:
            outcomes = run_journaled(tasks.note_json, work, journal=journal, engine="processes", **options)  # type: ignore[arg-type]
            return [outcome.failure is None for outcome in outcomes]

    assert round_of() == [True, False]
    assert round_of() == [True, False]
    assert path.read_text() == "0\n1\n"
    assert round_of(retry_failed=True) == [True, False]
    assert path.read_text() == "0\n1\n1\n"
    work[1] = ("t1", (str(path), 1, False))
    assert round_of(retry_failed=True) == [True, True]
    assert round_of(retry_failed=True) == [True, True]
    assert path.read_text() == "0\n1\n1\n1\n"


def test_two_tasks_of_one_key_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="two tasks have the key 'k1'"):
        values(tmp_path / "j.jsonl", [1, 2, 1])


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.permutations(range(12)), st.sets(st.integers(0, 11)))
def test_any_part_done_before_gives_the_same_in_task_order(tmp_path: Path, order: list[int], before: set[int]) -> None:
    path = tmp_path / "j.jsonl"
    path.unlink(missing_ok=True)
    values(path, sorted(before))
    assert values(path, order) == [b'{"twice":%d}' % (2 * number) for number in order]


def _work_on(folder: Path, engine: str, workers: int, *death: str) -> int:
    folder.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "tests.engines.work_on", str(folder), engine, str(workers), *death]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


@pytest.mark.parametrize(("engine", "workers"), [("processes", 2), ("threads", 8)])
def test_killing_it_again_and_again_and_resuming_gives_the_bytes_of_an_uninterrupted_run(
    tmp_path: Path, engine: str, workers: int
) -> None:
    """Cases E13 and H04: twelve kills at random moments lose at most what was under way, and each key is there once."""
    assert _work_on(tmp_path / "whole", "inline", 1) == 0
    chance = random.Random(20)
    for _ in range(12):
        moment = (str(chance.randrange(3_000)), str(chance.uniform(0, 0.01)))
        assert _work_on(tmp_path / "broken", engine, workers, *moment) == -signal.SIGKILL
    assert _work_on(tmp_path / "broken", engine, workers) == 0
    assert (tmp_path / "broken" / "result.txt").read_bytes() == (tmp_path / "whole" / "result.txt").read_bytes()
    rows = (tmp_path / "broken" / "journal.jsonl").read_bytes().splitlines()[1:]
    assert len(rows) == len({msgspec.json.decode(row)["key"] for row in rows}) == 300
