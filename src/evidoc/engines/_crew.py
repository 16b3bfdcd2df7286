"""A crew of worker processes: started as tasks come, watched, ended and replaced."""

from __future__ import annotations

import pickle
import time
from collections import deque
from multiprocessing.connection import wait
from typing import Generic, TypeVar, cast

from evidoc.engines._outcome import Failure, Limits, Outcome
from evidoc.engines._process import WorkerProcess
from evidoc.engines._worker import Done, Ready, Setup
from evidoc.errors import EvidocError, UsageError

T = TypeVar("T")
R = TypeVar("R")

_TICK = 0.5  # seconds between looks at workers that say nothing
_START_SECONDS = 120.0  # importing the heaviest reader takes 3 s on an idle core
_LEAVE_SECONDS = 5.0
_START_TRIES = 3


class Processes(Generic[T, R]):
    """Worker processes for one function; each has at most one task, so a death has one task to answer for it."""

    def __init__(self, function: bytes, *, size: int, limits: Limits) -> None:
        """Take the pickled function; processes are started when there is something to do."""
        self._setup = pickle.dumps(Setup(function, limits))
        self._size = size
        self._limits = limits
        self._workers: list[WorkerProcess] = []
        self._leaving: list[WorkerProcess] = []
        self._finished: deque[Outcome[R]] = deque()
        self._failed_starts = 0
        self._looked = time.monotonic()

    @property
    def has_room(self) -> bool:
        """Whether a worker is idle, or may still be started."""
        return len(self._busy()) < self._size

    @property
    def is_busy(self) -> bool:
        """Whether an outcome is still to come."""
        return bool(self._finished or self._busy())

    def give(self, index: int, task: T) -> None:
        """Give one task to an idle worker, or to a new one."""
        try:
            self._assign((index, pickle.dumps(task)))
        except (pickle.PicklingError, TypeError, AttributeError) as error:
            raise UsageError(f"task {index} cannot be sent to a worker ({error}); use plain data, or engine='threads'") from error

    def next(self) -> Outcome[R]:
        """Wait for whichever task is finished, late or lost next."""
        while not self._finished:
            self._listen()
        return self._finished.popleft()

    def close(self) -> None:
        """End all workers: idle ones by closing their pipe, busy ones by force."""
        for worker in self._workers:
            if worker.job is not None:
                worker.kill()
            worker.hang_up()
        for worker in (*self._workers, *self._leaving):
            worker.wait(_LEAVE_SECONDS - worker.seconds)
        self._workers, self._leaving = [], []

    def _busy(self) -> list[WorkerProcess]:
        return [worker for worker in self._workers if worker.job is not None]

    def _assign(self, job: tuple[int, bytes]) -> None:
        worker = next((worker for worker in self._workers if worker.job is None), None)
        if worker is None:
            worker = WorkerProcess(self._setup)
            self._workers.append(worker)
        worker.job = job
        if worker.is_ready:
            worker.begin(pickle.dumps(job))

    def _listen(self) -> None:
        busy = {worker.connection: worker for worker in self._busy()}
        heard = wait(list(busy), timeout=self._patience())
        for connection in heard:
            self._hear(busy[cast("object", connection)])  # type: ignore[index]
        if not heard or time.monotonic() - self._looked >= _TICK:
            self._look_around()

    def _patience(self) -> float:
        if self._limits.seconds is None:
            return _TICK
        left = (self._limits.seconds - worker.seconds for worker in self._busy() if worker.is_ready)
        return max(0.0, min((*left, _TICK)))

    def _hear(self, worker: WorkerProcess) -> None:
        try:
            packed = worker.connection.recv_bytes()
        except (EOFError, OSError):
            self._bury(worker)
            return
        message = _unpacked(packed, worker)
        if isinstance(message, Ready):
            self._welcome(worker, message)
        else:
            self._dismiss(worker, message)

    def _welcome(self, worker: WorkerProcess, message: Ready) -> None:
        if message.trouble:
            raise UsageError(
                f"a worker process cannot run the function ({message.trouble}); check that its module can be imported"
            )
        self._failed_starts = 0
        worker.begin(pickle.dumps(worker.job))

    def _dismiss(self, worker: WorkerProcess, message: Done) -> None:
        worker.job = None
        if message.is_last:
            self._send_home(worker)
        self._finished.append(cast("Outcome[R]", message.outcome))

    def _send_home(self, worker: WorkerProcess) -> None:
        worker.hang_up()
        self._workers.remove(worker)
        self._leaving.append(worker)

    def _bury(self, worker: WorkerProcess) -> None:
        """Replace a worker that died; its task failed if it had begun, and is given to another if it had not."""
        death = worker.death()
        if worker.is_ready:
            self._fail(worker, "crashed", error="WorkerDied", message=death)
            return
        self._failed_starts += 1
        if self._failed_starts >= _START_TRIES:
            raise EvidocError(
                f"{death} before its first task, {_START_TRIES} times; look at what it printed, or raise its memory limit"
            )
        self._send_home(worker)
        assert worker.job is not None
        self._assign(worker.job)

    def _fail(self, worker: WorkerProcess, kind: str, *, error: str, message: str) -> None:
        assert worker.job is not None
        failure = Failure(kind=kind, error=error, message=message)  # type: ignore[arg-type]
        self._finished.append(Outcome(index=worker.job[0], failure=failure, seconds=worker.seconds))
        worker.job = None
        self._send_home(worker)

    def _look_around(self) -> None:
        """Find what no message tells: tasks out of time, starts that hang, deaths with the pipe kept open."""
        self._looked = time.monotonic()
        for worker in self._busy():
            if not worker.connection.poll():  # a last word that has just come counts
                self._look_at(worker)
        for worker in list(self._leaving):
            if worker.has_ended or worker.seconds > _LEAVE_SECONDS:
                worker.wait(0.0)
                self._leaving.remove(worker)

    def _look_at(self, worker: WorkerProcess) -> None:
        limit = self._limits.seconds
        if worker.is_ready and limit is not None and worker.seconds >= limit:
            worker.kill()
            self._fail(worker, "timeout", error="TimeoutError", message=f"not done after {limit:g} s")
        elif not worker.is_ready and worker.seconds > _START_SECONDS:
            worker.kill()
            self._bury(worker)
        elif worker.has_ended:
            self._bury(worker)


def _unpacked(packed: bytes, worker: WorkerProcess) -> Ready | Done:
    try:
        message: Ready | Done = pickle.loads(packed)
    except Exception as error:
        assert worker.job is not None
        failure = Failure(kind="raised", error=type(error).__name__, message=f"the value cannot be read back: {error}")
        return Done(Outcome(index=worker.job[0], failure=failure, seconds=worker.seconds), is_last=True)
    return message
