"""What a whole job may cost, in US dollars and tokens."""

from __future__ import annotations

import os
import sqlite3
import threading
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from evidoc.errors import BudgetSpent, InvalidRecord
from evidoc.models._model import Model
from evidoc.records.reply import Prompt, Reply, Usage

_CHARACTERS_A_TOKEN = 4
_ADD = "UPDATE used SET cost = cost + ?, tokens = tokens + ?"


@dataclass(kw_only=True)
class Budget:
    """Counts what has been used, for all threads of a job; a limit of None is none.

    With a `file` it counts for all processes of a job and over its resumes: each opens the budget with the same
    file. Calls in flight when a limit is reached are still paid for, so a job may go over by one call a worker.
    """

    max_cost: float | None = None
    max_tokens: int | None = None
    file: Path | None = None
    _counts: _Counts = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Begin to count, where the file left off."""
        self._counts = _Counts() if self.file is None else _SharedCounts(self.file)

    @property
    def cost(self) -> float:
        """US dollars used so far."""
        return self._counts.used()[0]

    @property
    def tokens(self) -> int:
        """Tokens used so far."""
        return self._counts.used()[1]

    @property
    def is_spent(self) -> bool:
        """Whether a limit is reached."""
        return bool(self.reached)

    @property
    def reached(self) -> str:
        """Which limit is reached, in words; nothing while neither is."""
        if self.max_cost is None and self.max_tokens is None:
            return ""
        cost, tokens = self._counts.used()
        if self.max_cost is not None and cost >= self.max_cost:
            return f"the limit of {self.max_cost:g} US dollars is reached"
        if self.max_tokens is not None and tokens >= self.max_tokens:
            return f"the limit of {self.max_tokens:,} tokens is reached"
        return ""

    def check(self) -> None:
        """Let a call pass while there is something left.

        Raises:
            BudgetSpent: A limit is reached.
        """
        if self.reached:
            raise BudgetSpent(f"{self.reached}; raise it and go on with --resume")

    def take(self, usage: Usage) -> None:
        """Count what a call took."""
        self._counts.add(usage.cost or 0.0, usage.input + usage.output)

    def __reduce__(self) -> tuple[object, ...]:
        """Travel to another process as limits and file; without a file each process would count for itself.

        Raises:
            TypeError: There is no file.
        """
        if self.file is None:
            raise TypeError("a budget without a file counts in one process; give it a file to share")
        return _opened, (self.max_cost, self.max_tokens, self.file)


@dataclass(frozen=True)
class Budgeted:
    """A model whose calls count against a budget."""

    model: Model
    budget: Budget

    @property
    def name(self) -> str:
        """The model's own name."""
        return self.model.name

    def answer(self, prompt: Prompt) -> Reply:
        """Ask while the budget lasts.

        Raises:
            BudgetSpent: It does not.
        """
        self.budget.check()
        reply = self.model.answer(prompt)
        self.budget.take(_counted(reply, prompt))
        return reply


class _Counts:
    """Dollars and tokens used, in this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._used = (0.0, 0)

    def used(self) -> tuple[float, int]:
        return self._used

    def add(self, cost: float, tokens: int) -> None:
        with self._lock:
            self._used = (self._used[0] + cost, self._used[1] + tokens)


class _SharedCounts(_Counts):
    """The same, in a file that several processes share."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._open: tuple[int, sqlite3.Connection] | None = None
        self.used()

    def used(self) -> tuple[float, int]:
        with self._lock:
            (row,) = self._database().execute("SELECT cost, tokens FROM used").fetchall()
        return float(row[0]), int(row[1])

    def add(self, cost: float, tokens: int) -> None:
        with self._lock:
            self._database().execute(_ADD, (cost, tokens))

    def _database(self) -> sqlite3.Connection:
        """Give this process's own connection: one that was open when a process forked must not be used in both."""
        if self._open is None or self._open[0] != os.getpid():
            self._open = (os.getpid(), _connected(self._path))
        return self._open[1]

    def __del__(self) -> None:
        if self._open is not None and self._open[0] == os.getpid():
            self._open[1].close()


def _connected(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    database = sqlite3.connect(path, check_same_thread=False, timeout=60, isolation_level=None)
    try:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=OFF")  # what a power cut may take from the count is worth less than a write a call
        database.execute("CREATE TABLE IF NOT EXISTS used(one INTEGER PRIMARY KEY CHECK (one = 1), cost REAL, tokens INTEGER)")
        database.execute("INSERT OR IGNORE INTO used VALUES (1, 0, 0)")
    except sqlite3.DatabaseError as error:
        database.close()
        raise InvalidRecord(f"{path}: not a count of what a job used: {error}; remove it and begin to count anew") from error
    return database


def _opened(max_cost: float | None, max_tokens: int | None, file: Path) -> Budget:
    return Budget(max_cost=max_cost, max_tokens=max_tokens, file=file)


def _counted(reply: Reply, prompt: Prompt) -> Usage:
    """Guess the tokens of a reply that does not tell, so that a limit holds with every service."""
    usage = reply.usage
    if usage.input or usage.output or reply.status in ("provider_error", "not_asked"):
        return usage
    written = len(reply.text) + len(reply.reasoning)
    guessed = {"input": len(prompt.text) // _CHARACTERS_A_TOKEN, "output": written // _CHARACTERS_A_TOKEN}
    return msgspec.structs.replace(usage, **guessed)
