"""Worker processes: what they survive, and what they leave behind."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

import psutil
import pytest

from evidoc.engines import Limits, run_tasks
from evidoc.engines._worker import Done, Ready, Setup, serve
from evidoc.errors import EvidocError, UsageError
from tests.build import ROOT
from tests.engines import tasks


def until(holds: Callable[[], object], *, seconds: float = 20.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.02)
    return False


def is_running(pid: int) -> bool:
    return psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE


def script(tmp_path: Path, code: str) -> subprocess.Popen[str]:
    path = tmp_path / "script.py"
    # Where the tests run in the background, children start with Ctrl-C ignored, and so would never end by it.
    heard = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    path.write_text(f"{heard}from evidoc.engines import run_tasks\nfrom tests.engines import tasks\n{code}\n")
    return subprocess.Popen(
        [sys.executable, str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def test_raising_hanging_segfaulting_and_leaving_cost_their_own_task_and_no_other() -> None:
    outcomes = list(run_tasks(tasks.kind_of_trouble, range(14), workers=3, limits=Limits(seconds=1.0)))
    assert [outcome.index for outcome in outcomes if outcome.failure is None] == [0, 1, 2, 4, 6, 8, 10, 12, 13]
    kinds = {outcome.index: outcome.failure.kind for outcome in outcomes if outcome.failure}
    assert kinds == {3: "raised", 5: "timeout", 7: "crashed", 9: "crashed", 11: "raised"}


def test_a_crash_says_how_the_worker_ended() -> None:
    hung, killed, left = run_tasks(tasks.kind_of_trouble, [5, 7, 9], workers=1, limits=Limits(seconds=0.5))
    assert hung.failure is not None and hung.failure.message == "not done after 0.5 s"
    assert 0.5 <= hung.seconds < 5
    assert killed.failure is not None and killed.failure.message == "the worker process was ended by SIGSEGV"
    assert left.failure is not None and left.failure.message == "the worker process ended with exit code 4"


def test_a_task_whose_worker_dies_is_never_run_again(tmp_path: Path) -> None:
    """Case H04: the side effect of task 37 happened, its result was lost, and it is not done twice."""
    path = tmp_path / "effects.txt"
    work = [(str(path), number, number == 37) for number in range(100)]
    outcomes = list(run_tasks(tasks.count_and_die, work, workers=4))
    assert sorted(map(int, path.read_text().split())) == list(range(100))
    assert [outcome.index for outcome in outcomes if outcome.failure] == [37]


def test_a_worker_is_replaced_after_its_number_of_tasks() -> None:
    ids = [outcome.value for outcome in run_tasks(tasks.process_id, range(9), limits=Limits(tasks_per_worker=3))]
    assert [len(set(ids[start : start + 3])) for start in (0, 3, 6)] == [1, 1, 1]
    assert len(set(ids)) == 3


def test_memory_beyond_the_cap_is_an_error_of_that_task_alone() -> None:
    outcomes = list(run_tasks(tasks.hold_memory, [1, 2_000, 1], limits=Limits(memory=500 << 20)))
    assert [outcome.value for outcome in outcomes] == [1 << 20, None, 1 << 20]
    assert outcomes[1].failure is not None and outcomes[1].failure.error == "MemoryError"


def test_a_worker_that_holds_much_memory_is_replaced() -> None:
    ids = [outcome.value for outcome in run_tasks(tasks.keep_memory, [1, 300, 1], limits=Limits(memory=500 << 20))]
    assert ids[0] == ids[1] != ids[2]


@pytest.mark.parametrize(
    ("function", "limits", "said"),
    [
        (tasks.double, Limits(), [(2, False), (4, False)]),
        (tasks.double, Limits(tasks_per_worker=1), [(2, True)]),
        (tasks.double, Limits(memory=1), [(2, True)]),
        (tasks.raise_memory_error, Limits(), [(None, True)]),
        (tasks.give_lambda, Limits(), [(None, False), (None, False)]),
    ],
)
def test_a_worker_says_what_became_of_each_task_and_whether_it_leaves(
    function: Callable[[int], object], limits: Limits, said: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("resource.setrlimit", lambda *_: None)
    heard: list[object] = []
    with serving(pickle.dumps(function), limits) as worker:
        assert pickle.loads(worker.recv_bytes()) == Ready()
        for number in range(len(said)):
            worker.send_bytes(pickle.dumps((number, pickle.dumps(number + 1))))
            done: Done = pickle.loads(worker.recv_bytes())
            heard.append((done.outcome.value, done.is_last))
    assert heard == said


def test_a_worker_that_cannot_import_its_function_says_so() -> None:
    with serving(b"ctests.engines.tasks\ngone\n.", Limits()) as worker:
        assert "gone" in pickle.loads(worker.recv_bytes()).trouble


@contextmanager
def serving(function: bytes, limits: Limits) -> Iterator[Connection]:
    """The worker's side of the pipe, served by a thread of this process."""
    ours, theirs = multiprocessing.Pipe()
    thread = threading.Thread(target=serve, args=(theirs,))
    with theirs:
        with ours:
            ours.send_bytes(pickle.dumps(Setup(function, limits)))
            thread.start()
            yield ours
        thread.join()


def test_a_value_that_cannot_be_sent_back_is_a_failure_of_its_task() -> None:
    (outcome,) = run_tasks(tasks.give_lambda, [1])
    assert outcome.failure is not None
    assert outcome.failure.message.startswith("the value cannot be sent back")


def test_a_function_that_cannot_be_sent_is_refused_at_once() -> None:
    with pytest.raises(UsageError, match="cannot be sent to a worker .*; use a top-level function, or engine='threads'"):
        run_tasks(lambda number: number, [1])


def test_a_task_that_cannot_be_sent_is_refused() -> None:
    with pytest.raises(UsageError, match="task 0 cannot be sent to a worker .*; use plain data"):
        list(run_tasks(tasks.double, [lambda: 1]))  # type: ignore[arg-type]


def test_a_function_of_the_running_script_is_refused_with_the_way_out(tmp_path: Path) -> None:
    code = "def f(x): return x\nlist(run_tasks(f, [1]))"
    _, errors = script(tmp_path, code).communicate()
    assert "f is defined in the script that runs; put it into a module, or use engine='threads'" in errors


def test_a_script_needs_no_main_guard(tmp_path: Path) -> None:
    code = "print([outcome.value for outcome in run_tasks(tasks.double, [1, 2])])"
    assert script(tmp_path, code).communicate()[0] == "[2, 4]\n"


def test_what_a_task_prints_stays_out_of_our_output(tmp_path: Path) -> None:
    code = "print([outcome.value for outcome in run_tasks(tasks.say_hello, [1])])"
    output, errors = script(tmp_path, code).communicate()
    assert output == "[1]\n"
    assert "hello from a task" in errors


def test_a_module_that_workers_cannot_import_is_said_clearly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = tmp_path / "passing_by.py"
    module.write_text("def f(x): return x\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    import passing_by  # type: ignore[import-not-found]

    module.unlink()
    with pytest.raises(UsageError, match="a worker process cannot run the function .*passing_by"):
        list(run_tasks(passing_by.f, [1]))


def test_a_module_that_kills_its_importer_ends_the_work_after_a_few_tries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "poison.py"
    module.write_text("def f(x): return x\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    import poison  # type: ignore[import-not-found]

    module.write_text("import os\nos._exit(9)\n")
    with pytest.raises(EvidocError, match="exit code 9 before its first task, 3 times"):
        list(run_tasks(poison.f, [1]))


def test_no_process_is_left_when_the_work_is_done_or_dropped() -> None:
    before = set(psutil.Process().children(recursive=True))
    list(run_tasks(tasks.double, range(10), workers=3))
    with closing(run_tasks(tasks.sleep, [0.0, 600.0, 600.0], workers=3)) as outcomes:
        next(outcomes)
    assert set(psutil.Process().children(recursive=True)) <= before


def test_workers_die_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    code = f"list(run_tasks(tasks.note_and_sleep, [({str(note)!r}, 600)]))"
    with script(tmp_path, code) as parent:
        assert until(lambda: note.exists() and note.read_text())
        parent.kill()
        assert until(lambda: not is_running(int(note.read_text())))


def test_ctrl_c_ends_the_work_and_its_workers(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    code = f"list(run_tasks(tasks.note_and_sleep, [({str(note)!r}, 600)]))"
    with script(tmp_path, code) as parent:
        assert until(lambda: note.exists() and note.read_text())
        parent.send_signal(signal.SIGINT)
        try:
            _, errors = parent.communicate(timeout=30)
        finally:
            parent.kill()
        assert errors.rstrip().endswith("KeyboardInterrupt")
        assert errors.count("Traceback") == 1
        assert not is_running(int(note.read_text()))


def test_a_program_that_a_task_started_ends_with_the_task(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    (outcome,) = run_tasks(tasks.start_a_program, [(str(note), 600.0)], limits=Limits(seconds=1.5))
    assert outcome.failure is not None and outcome.failure.kind == "timeout"
    assert until(lambda: not is_running(int(note.read_text())))
