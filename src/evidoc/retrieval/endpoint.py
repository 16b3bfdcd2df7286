"""Blocks ranked by a service of one's own behind an address, such as a GTR or any other retriever on another machine."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import urlsplit

import msgspec

from evidoc.errors import ProviderError, UsageError
from evidoc.records.corpus import Corpus
from evidoc.retrieval._passages import Unit
from evidoc.retrieval._ranked import Pool, Ranked

_TRIES = 3
_SECONDS = 120.0  # to answer; a service may encode the whole pool before it does
_HEADERS = {"content-type": "application/json"}
_QUOTED = 200  # characters of an answer that an error shows


class _Found(msgspec.Struct):
    document: str
    block: int
    score: float | None = None


class _Answer(msgspec.Struct):
    ranked: list[_Found]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request, and how to wait between tries."""

    url: str
    body: bytes
    pause: float
    wait: Callable[[float], None]


class EndpointRetriever:
    """A service that ranks; safe to share between threads."""

    def __init__(self, url: str, pool: Pool, *, pause: float, wait: Callable[[float], None] = time.sleep) -> None:
        """Take the address and the pool that it ranks, and how many seconds to wait before the second try."""
        self._url, self._pause, self._wait = url, pause, wait
        self._known = set(pool.places)
        self._documents = _documents(pool)

    def rank(self, question: str, *, k: int) -> list[Ranked]:
        """Ask the service; its order is kept, and where it gives no scores they are one over the rank.

        Raises:
            ProviderError: It does not answer in three tries, refuses, or does not answer with blocks of the pool.
        """
        if k < 1 or not self._known:
            return []
        body = json.dumps({"question": question, "documents": self._documents, "k": k}, ensure_ascii=False).encode()
        found = self._checked(_posted(_Asked(self._url, body, self._pause, self._wait)))
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


def index(
    corpus: Corpus, document_ids: Sequence[str], *, url: str = "", pause: float = 1.0, unit: Unit = "passages"
) -> EndpointRetriever:
    """Rank blocks by a service; `unit` is `passages`, `segments` or `subsections`.

    `POST {question, documents: [{id, blocks: [{block, text}]}], k}` to `url` is answered by
    `{"ranked": [{document, block, score?}]}`, best first. Where it does not answer, or with status 429 or 5xx, it is asked
    three times, after `pause` seconds and after twice as many.

    Raises:
        UsageError: There is no address, or the pause is below 0.
    """
    if not _is_address(url) or pause < 0:
        raise UsageError(f"endpoint has url={url!r}, pause={pause}; write endpoint(url='http://HOST:PORT/PATH', pause=1.0)")
    return EndpointRetriever(url, Pool(corpus, document_ids, unit=unit), pause=pause)


def _is_address(url: str) -> bool:
    try:
        address = urlsplit(url)
        return address.scheme in ("http", "https") and bool(address.hostname) and address.port != 0
    except ValueError:  # brackets that do not close, a port that is no number
        return False


def _documents(pool: Pool) -> list[dict[str, object]]:
    rows = zip(pool.places, pool.texts, strict=True)
    return [
        {"id": document, "blocks": [{"block": place[1], "text": text} for place, text in blocks]}
        for document, blocks in groupby(rows, key=lambda row: row[0][0])
    ]


def _posted(asked: _Asked) -> bytes:
    """Post and give the answer; what may pass, such as no answer or too many questions, is tried again after a pause."""
    import httpx

    fault = ""
    for number in range(_TRIES):
        if number:
            asked.wait(asked.pause * 2 ** (number - 1))
        try:
            answer = httpx.post(asked.url, content=asked.body, headers=_HEADERS, timeout=_SECONDS)
        except httpx.HTTPError as error:
            fault = f"did not answer in {_TRIES} tries ({type(error).__name__}: {error}); start it"
            continue
        status = answer.status_code
        if status == httpx.codes.OK:
            return answer.content
        if status != httpx.codes.TOO_MANY_REQUESTS and status < httpx.codes.INTERNAL_SERVER_ERROR:
            said = f" ({answer.content[:_QUOTED].decode('utf-8', 'replace')})" if answer.content else ""
            raise ProviderError(f"{asked.url} answered with status {status}{said}; check the address and the service")
        fault = f"answered with status {status} in each of {_TRIES} tries; look into its log"
    raise ProviderError(f"{asked.url} {fault}, or take another retriever")
