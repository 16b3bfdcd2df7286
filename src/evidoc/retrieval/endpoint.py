"""Blocks ranked by a service of one's own behind an address, such as a GTR or any other retriever on another machine."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby

import msgspec

from evidoc.errors import ProviderError, UsageError
from evidoc.records.corpus import Corpus
from evidoc.retrieval._passages import Unit
from evidoc.retrieval._ranked import Pool, Ranked

_TRIES = 3
_SECONDS = 120.0  # to answer; a service may encode the whole pool before it does
_QUOTED = 200  # characters of an answer that an error shows


class _Found(msgspec.Struct):
    document: str
    block: int
    score: float | None = None


class _Answer(msgspec.Struct):
    ranked: list[_Found]


class EndpointRetriever:
    """A service that ranks; safe to share between threads."""

    def __init__(self, url: str, pool: Pool) -> None:
        """Take the address and the pool that it ranks."""
        self._url, self._pool = url, pool
        self._known = set(pool.places)
        self._documents = _documents(pool)

    def rank(self, question: str, *, k: int) -> list[Ranked]:
        """Ask the service; its order is kept, and where it gives no scores they are one over the rank.

        Raises:
            ProviderError: It does not answer, or not with blocks of the pool, after three tries.
        """
        if k < 1 or not self._known:
            return []
        body = json.dumps({"question": question, "documents": self._documents, "k": k}, ensure_ascii=False).encode()
        found = self._checked(_posted(self._url, body))
        return [
            Ranked(document=one.document, block=one.block, score=1 / place if one.score is None else one.score)
            for place, one in enumerate(found[:k], 1)
        ]

    def _checked(self, body: bytes) -> list[_Found]:
        try:
            ranked = msgspec.json.decode(body, type=_Answer).ranked
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            said = body[:_QUOTED].decode("utf-8", "replace")
            raise ProviderError(f'{self._url} answered {said!r} ({error}); it must give {{"ranked": […]}}') from error
        places = [(one.document, one.block) for one in ranked]
        for place in places:
            if place not in self._known:
                raise ProviderError(f"{self._url} ranked block {place}, which it was not given; give blocks of the request")
        if len(set(places)) < len(places):
            raise ProviderError(f"{self._url} ranked a block twice; give each block once")
        return ranked


def index(corpus: Corpus, document_ids: Sequence[str], *, url: str = "", unit: Unit = "passages") -> EndpointRetriever:
    """Rank blocks by a service; `unit` is `passages` or `segments`.

    `POST {question, documents: [{id, blocks: [{block, text}]}], k}` to `url` is answered by
    `{"ranked": [{document, block, score?}]}`, best first.

    Raises:
        UsageError: There is no address.
    """
    if not url.startswith(("http://", "https://")):
        raise UsageError(f"endpoint has url={url!r}; write endpoint(url='http://HOST:PORT/PATH')")
    return EndpointRetriever(url, Pool(corpus, document_ids, unit=unit))


def _documents(pool: Pool) -> list[dict[str, object]]:
    rows = zip(pool.places, pool.texts, strict=True)
    return [
        {"id": document, "blocks": [{"block": place[1], "text": text} for place, text in blocks]}
        for document, blocks in groupby(rows, key=lambda row: row[0][0])
    ]


def _posted(url: str, body: bytes) -> bytes:
    import httpx

    fault = ""
    for _ in range(_TRIES):
        try:
            answer = httpx.post(url, content=body, headers={"content-type": "application/json"}, timeout=_SECONDS)
        except httpx.HTTPError as error:
            fault = f"{type(error).__name__}: {error}"
            continue
        if answer.status_code == httpx.codes.OK:
            return answer.content
        fault = f"status {answer.status_code}"
    raise ProviderError(f"{url} did not answer after {_TRIES} tries ({fault}); start it, or take another retriever")
