"""Replies kept on disk by everything that changes a reply, so that an equal request is not paid for twice.

The endpoint and the key are no part of it: they change who answers, not what was asked. Only
answered replies are kept; a failure is asked again. Source: X-49.
"""

from __future__ import annotations

import hashlib
import sqlite3
import threading
import weakref
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from evidoc.errors import InvalidRecord
from evidoc.models._model import Model
from evidoc.records.record import from_json, to_json
from evidoc.records.reply import Prompt, Reply

_VERSION = "1"  # of what a key stands for


class ReplyCache:
    """A file of replies by key; one may be shared by threads, and its file by processes."""

    def __init__(self, path: Path) -> None:
        """Open the file, making it where there is none.

        Raises:
            InvalidRecord: The file is no cache.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        try:
            self._database = sqlite3.connect(path, check_same_thread=False, timeout=60, isolation_level=None)
            weakref.finalize(self, self._database.close)
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=NORMAL")
            self._database.execute("CREATE TABLE IF NOT EXISTS replies(key TEXT PRIMARY KEY, reply BLOB) WITHOUT ROWID")
        except sqlite3.DatabaseError as error:
            raise InvalidRecord(f"{path}: not a cache of replies: {error}; remove it or ask with --no-cache") from error

    def find(self, key: str) -> Reply | None:
        """Give the reply of a key, or None."""
        with self._lock:
            row = self._database.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
        return from_json(row[0], Reply, place=f"cached reply {key}") if row else None

    def keep(self, key: str, reply: Reply) -> None:
        """Keep the reply of a key; the first one stays."""
        with self._lock:
            self._database.execute("INSERT OR IGNORE INTO replies VALUES (?, ?)", (key, to_json(reply)))


@dataclass
class Cached:
    """A model that answers from a cache what it was asked before.

    `parameters` are what else changes a reply: fields added to each request, the digest of a script. `hits` counts the
    replies that cost nothing.
    """

    model: Model
    cache: ReplyCache
    parameters: Mapping[str, object] = field(default_factory=dict)
    hits: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The model's own name."""
        return self.model.name

    def answer(self, prompt: Prompt) -> Reply:
        """Give the kept reply, or ask and keep what was answered."""
        key = cache_key(self.model.name, prompt, parameters=self.parameters)
        kept = self.cache.find(key)
        if kept is not None:
            with self._lock:
                self.hits += 1
            return kept
        reply = self.model.answer(prompt)
        if reply.status == "answered":
            self.cache.keep(key, reply)
        return reply


def cache_key(model: str, prompt: Prompt, *, parameters: Mapping[str, object]) -> str:
    """Give the digest of all that changes a reply: model, parameters, messages, picture digests, schema."""
    asked = to_json([_VERSION, model, dict(parameters), prompt])
    return hashlib.sha256(asked).hexdigest()
