"""A folder of requests that others answer: one file of requests that several processes add to, and files of results beside it.

`requests.jsonl` holds what is not answered yet; every other `.jsonl` file is one of results. `asked.db` knows every request
that was ever written, so that none is written twice and a result that nobody asked for is noticed.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from evidoc.errors import InvalidRecord
from evidoc.records.store import whole_file

REQUESTS = "requests.jsonl"
_KNOWN = "asked.db"


class _Named(msgspec.Struct):
    custom_id: str
    error: object = None
    response: _Status | None = None

    @property
    def is_good(self) -> bool:
        return not self.error and (self.response is None or (self.response.status_code or 200) == 200)


class _Status(msgspec.Struct):
    status_code: int | None = None


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a result stands: its file, the byte, and whether it is one that can be used."""

    path: Path
    offset: int
    is_good: bool


@dataclass(frozen=True, kw_only=True)
class BatchReport:
    """What a folder holds: requests still waiting, results, those with an error, and results that nobody asked for."""

    waiting: int
    answered: int
    failed: int
    unknown: tuple[str, ...]


@dataclass
class BatchFolder:
    """Requests and results by id. Results are read when the folder is opened; what comes later counts at the next opening."""

    path: Path
    _places: dict[str, _Place] = field(default_factory=dict, init=False, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Open the folder, making it where there is none, and leave in the requests only what has no result.

        Raises:
            InvalidRecord: A line of a file of results has no `custom_id`; the message names the place.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        self._places = _results(self.path)
        with self._alone() as database:
            waiting = self._prune()
            database.execute("DELETE FROM waiting")
            database.executemany("INSERT INTO waiting VALUES (?)", [(name,) for name in waiting])
            database.executemany("INSERT OR IGNORE INTO asked VALUES (?)", [(name,) for name in waiting])

    def _prune(self) -> set[str]:
        """Write the requests anew without those that are answered, torn or there twice, and give the ids that are left."""
        waiting: set[str] = set()
        if not self.requests.is_file():
            return waiting
        with whole_file(self.requests) as file:
            for name, line in _requests(self.requests):
                if name not in waiting and name not in self._places:
                    waiting.add(name)
                    file.write(line + b"\n")
        return waiting

    @property
    def requests(self) -> Path:
        """The file of requests that wait."""
        return self.path / REQUESTS

    def result(self, name: str) -> bytes | None:
        """Give the line of a request's result, or None."""
        place = self._places.get(name)
        if place is None:
            return None
        with place.path.open("rb") as file:
            file.seek(place.offset)
            return file.readline()

    def ask(self, name: str, write: Callable[[], bytes]) -> None:
        """Write a request down, unless it waits there already."""
        with self._alone() as database:
            if database.execute("SELECT 1 FROM waiting WHERE name = ?", (name,)).fetchone():
                return
            with self.requests.open("ab") as file:
                file.write(write() + b"\n")
            database.execute("INSERT OR IGNORE INTO waiting VALUES (?)", (name,))
            database.execute("INSERT OR IGNORE INTO asked VALUES (?)", (name,))

    def keep(self, name: str, content: bytes) -> Path:
        """Put a picture beside the requests, once."""
        path = self.path / "pictures" / name
        if not path.is_file():
            with whole_file(path) as file:
                file.write(content)
        return path

    def report(self) -> BatchReport:
        """Count what the folder holds."""
        with self._alone() as database:
            known = {name for (name,) in database.execute("SELECT name FROM asked")}
            (waiting,) = database.execute("SELECT COUNT(*) FROM waiting").fetchone()
        unknown = tuple(sorted(name for name in self._places if name not in known))
        failed = sum(not place.is_good for place in self._places.values())
        return BatchReport(waiting=waiting, answered=len(self._places) - failed - len(unknown), failed=failed, unknown=unknown)

    @contextmanager
    def _alone(self) -> Iterator[sqlite3.Connection]:
        """Keep all other threads and processes out of the folder; a transaction of SQLite is a lock on every system."""
        with self._lock:
            database = sqlite3.connect(self.path / _KNOWN, timeout=60, isolation_level=None)
            try:
                database.execute("PRAGMA synchronous=OFF")
                database.execute("BEGIN IMMEDIATE")
                database.execute("CREATE TABLE IF NOT EXISTS asked(name TEXT PRIMARY KEY) WITHOUT ROWID")
                database.execute("CREATE TABLE IF NOT EXISTS waiting(name TEXT PRIMARY KEY) WITHOUT ROWID")
                yield database
                database.execute("COMMIT")
            except sqlite3.DatabaseError as error:
                raise InvalidRecord(f"{self.path / _KNOWN}: not a list of requests: {error}; remove it") from error
            finally:
                database.close()

    def __reduce__(self) -> tuple[type[BatchFolder], tuple[Path]]:
        """Travel to another process as the path."""
        return BatchFolder, (self.path,)


def _results(folder: Path) -> dict[str, _Place]:
    """Find the results by id; the first good one of several counts, and an error only where there is no good one."""
    places: dict[str, _Place] = {}
    for path in sorted(folder.glob("*.jsonl")):
        if path.name == REQUESTS:
            continue
        for number, offset, line in _lines(path):
            try:
                named = msgspec.json.decode(line, type=_Named)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise InvalidRecord(f'{path}:{number}: not a result: {error}; write {{"custom_id": …, "text": …}}') from error
            known = places.get(named.custom_id)
            if known is None or (named.is_good and not known.is_good):
                places[named.custom_id] = _Place(path, offset, named.is_good)
    return places


def _requests(path: Path) -> Iterator[tuple[str, bytes]]:
    """Give the whole lines of the requests; a torn last one is left out, as its model asks again."""
    if not path.is_file():
        return
    for _, _, line in _lines(path):
        try:
            yield msgspec.json.decode(line, type=_Named).custom_id, line.strip()
        except msgspec.DecodeError:
            continue


def _lines(path: Path) -> Iterator[tuple[int, int, bytes]]:
    offset = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield number, offset, line
            offset += len(line)
