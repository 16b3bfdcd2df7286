"""Vectors kept in memory for as long as a corpus is open: items share documents, and retrievers share encoders."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from evidoc.records.corpus import Corpus
from evidoc.retrieval._encoder import SVD, Encoder

if TYPE_CHECKING:
    from evidoc.retrieval._encoder import Vectors

_MOST_TEXTS = 50_000  # of one corpus and encoder: 75 MB of rows of 384 numbers


class Sharing:
    """An encoder that encodes a text once; what it gives is the same as without. Safe to share between threads."""

    def __init__(self, encoder: Encoder) -> None:
        """Know no text yet."""
        self.name = encoder.name
        self._encoder = encoder
        self._lock = threading.Lock()
        self._known: OrderedDict[str, Vectors] = OrderedDict()

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Give the vectors of texts, encoding those that are new."""
        import numpy as np

        with self._lock:
            known = {text: self._known[text] for text in texts if text in self._known}
        fresh = [text for text in dict.fromkeys(texts) if text not in known]
        if fresh or not texts:
            rows = self._encoder.encode(fresh)
            known |= dict(zip(fresh, rows, strict=True))
            self._keep(known)
        return np.stack([known[text] for text in texts]) if texts else rows

    def _keep(self, known: dict[str, Vectors]) -> None:
        with self._lock:
            self._known.update(known)
            while len(self._known) > _MOST_TEXTS:
                self._known.popitem(last=False)


def shared(encoder: Encoder, corpus: Corpus) -> Encoder:
    """Give the encoder of this name that is in use for the corpus; one that is fitted on its texts is shared with no others."""
    if encoder.name.startswith(SVD):
        return encoder
    with _LOCK:
        return _IN_USE.setdefault(corpus, {}).setdefault(encoder.name, Sharing(encoder))


_LOCK = threading.Lock()
_IN_USE: WeakKeyDictionary[Corpus, dict[str, Sharing]] = WeakKeyDictionary()
