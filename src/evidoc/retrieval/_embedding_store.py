"""Vectors kept on disk by the digest of their text, so that a corpus is encoded once."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from evidoc.retrieval._encoder import Encoder

if TYPE_CHECKING:
    from evidoc.retrieval._encoder import Vectors

_AT_ONCE = 500  # texts looked up in one statement, and written in one; SQLite takes 999 values everywhere
_READABLE = 80  # characters of an encoder's name in that of its file
_WAIT = 60.0  # seconds that one process waits for another's write


class Remembering:
    """An encoder whose vectors are kept in a folder; several processes may share it."""

    def __init__(self, encoder: Encoder, folder: Path) -> None:
        """Keep the vectors of this encoder in a file of its own in the folder, which is made where it is not there."""
        self.name = encoder.name
        self._encoder = encoder
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / f"vectors-{_file_name(encoder.name)}.sqlite"
        with closing(self._open()) as database, database:
            database.execute("CREATE TABLE IF NOT EXISTS vectors (text BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID")

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Give the kept vectors of texts, and encode and keep those that are not there."""
        import numpy as np

        digests = [_digest(text) for text in texts]
        with closing(self._open()) as database:
            known = dict(_kept(database, digests))
            missing = {digest: text for digest, text in zip(digests, texts, strict=True) if digest not in known}
            for batch in _batches(list(missing)):
                rows = self._encoder.encode([missing[digest] for digest in batch])
                fresh = {digest: row.astype("<f4").tobytes() for digest, row in zip(batch, rows, strict=True)}
                with database:
                    database.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?)", fresh.items())
                known |= fresh
        if not texts:
            return self._encoder.encode(texts)
        return np.stack([np.frombuffer(known[digest], dtype="<f4") for digest in digests])

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=_WAIT)


def _kept(database: sqlite3.Connection, digests: Sequence[bytes]) -> Iterator[tuple[bytes, bytes]]:
    for batch in _batches(list(dict.fromkeys(digests))):
        places = ", ".join("?" * len(batch))
        yield from database.execute(f"SELECT text, vector FROM vectors WHERE text IN ({places})", batch)


def _batches(digests: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    return (digests[start : start + _AT_ONCE] for start in range(0, len(digests), _AT_ONCE))


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _file_name(name: str) -> str:
    """Give a name that people can read, and a digest, as names that differ in a mark alone read alike."""
    readable = re.sub(r"[^\w.-]", "_", name)[:_READABLE]
    return f"{readable}-{hashlib.sha256(name.encode()).hexdigest()[:12]}"
