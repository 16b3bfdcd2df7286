"""Functions that worker processes can import, each misbehaving in one way."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from pathlib import Path
from typing import NoReturn

from evidoc.errors import UnreadableDocument


def double(number: int) -> int:
    return 2 * number


def as_json(number: int) -> bytes:
    return b'{"twice":%d}' % (2 * number)


def late(number: int) -> int:
    """Give the earlier tasks later, so that finishing order is not task order."""
    time.sleep(((number * 7919) % 5) / 500)
    return number


def slow_json(number: int) -> bytes:
    time.sleep(((number * 7919) % 5) / 400)
    if number % 11 == 5:
        raise ValueError(f"{number} is not to my liking")
    return b'{"number":%d,"text":"%s"}' % (number, b"x" * (number % 400))


def kind_of_trouble(number: int) -> int:
    """Number 3 raises, 5 hangs, 7 dies of a segfault, 9 leaves, 11 exits politely; all others double."""
    if number == 3:
        raise UnreadableDocument("3: cannot be read; give another number", status="encrypted")
    if number == 5:
        time.sleep(600)
    if number == 7:
        ctypes.string_at(0)
    if number == 9:
        os._exit(4)
    if number == 11:
        sys.exit("enough")
    return 2 * number


def count_and_die(task: tuple[str, int, bool]) -> int:
    """Write a line to a file; then, where asked, die before the result is sent (case H04)."""
    path, number, dies = task
    with Path(path).open("a") as file:
        file.write(f"{number}\n")
    if dies:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def note_json(task: tuple[str, int, bool]) -> bytes:
    return b"%d" % count_and_die(task)


def large_json(number: int) -> bytes:
    return b'{"number":%d,"text":"%s"}' % (number, b"x" * 300_000)


def process_id(number: int) -> int:
    return os.getpid()


def hold_memory(megabytes: int) -> int:
    return len(bytearray(megabytes << 20))


def raise_memory_error(number: int) -> int:
    raise MemoryError


def keep_memory(megabytes: int) -> int:
    _kept.append(b"x" * (megabytes << 20))
    return os.getpid()


def give_lambda(number: int) -> object:
    return lambda: number


def say_hello(number: int) -> int:
    print("hello from a task")  # noqa: T201
    return number


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def note_and_sleep(task: tuple[str, float]) -> NoReturn:
    path, seconds = task
    Path(path).write_text(str(os.getpid()))
    time.sleep(seconds)
    os._exit(0)


def start_a_program(task: tuple[str, float]) -> int:
    import subprocess

    path, seconds = task
    program = subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({seconds})"])
    Path(path).write_text(str(program.pid))
    return program.wait()


class Unpicklable(Exception):
    """An exception that cannot cross a process border: its arguments are not its constructor's."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def raise_unpicklable(number: int) -> int:
    raise Unpicklable(number, number + 1)


_kept: list[bytes] = []
