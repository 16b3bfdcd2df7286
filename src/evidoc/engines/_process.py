"""One worker process as its parent sees it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from multiprocessing import Pipe
from multiprocessing.connection import Connection

_ONE_CORE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}  # a worker is one core's worth


class WorkerProcess:
    """A process, the pipe to it, and the task that it has, if any."""

    def __init__(self, setup: bytes) -> None:
        """Start the process and tell it what it is for; it says when it is ready."""
        self.connection, theirs = Pipe()
        with theirs:
            self._process = _start(theirs)
        self.job: tuple[int, bytes] | None = None
        self.is_ready = False
        self._clock = time.monotonic()
        self._send(setup)

    @property
    def seconds(self) -> float:
        """How long the start, the task or the leaving has taken so far."""
        return time.monotonic() - self._clock

    @property
    def has_ended(self) -> bool:
        """Whether the process is gone."""
        return self._process.poll() is not None

    def begin(self, message: bytes) -> None:
        """Send the task; its clock starts now. A worker that died before counts as never begun."""
        self._clock = time.monotonic()
        self.is_ready = self._send(message)

    def death(self) -> str:
        """Say how the process ended, once its pipe is closed at the other end."""
        self.kill()  # what it started may live on and keep files open
        code = self._process.wait()
        if code >= 0:
            return f"the worker process ended with exit code {code}"
        known = {int(entry): entry.name for entry in signal.Signals}
        return f"the worker process was ended by {known.get(-code, f'signal {-code}')}"

    def hang_up(self) -> None:
        """Close the pipe, upon which an idle worker ends by itself."""
        self._clock = time.monotonic()
        self.connection.close()

    def kill(self) -> None:
        """End the process and all that it started; safe to repeat."""
        if self._process.returncode is None:  # else the number may be somebody else's by now
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def wait(self, seconds: float) -> None:
        """Give the process some time to end, then end it."""
        try:
            self._process.wait(max(0.0, seconds))
        except subprocess.TimeoutExpired:
            self.kill()
            self._process.wait()

    def _send(self, message: bytes) -> bool:
        try:
            self.connection.send_bytes(message)
        except OSError:  # its death shows when the pipe is listened to
            return False
        return True


def _start(theirs: Connection) -> subprocess.Popen[bytes]:
    """Start a fresh interpreter; unlike multiprocessing's, it never imports the script that runs here.

    It is a process group of its own: Ctrl-C does not reach it, and ending the group ends what it started.
    """
    path = [str(entry) for entry in sys.path]
    code = f"import sys; sys.path[:] = {path!r}; from evidoc.engines._worker import main; main({theirs.fileno()}, {os.getpid()})"
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.DEVNULL,
        stdout=2,  # what a task prints must not get between the results on our own output
        pass_fds=[theirs.fileno()],
        process_group=0,
        env={**_ONE_CORE, **os.environ},
    )
