"""Pair documents that share key words and whose titles and abstracts are alike: Algorithm 1 of DocHop-QA.

Key words are up to `most` phrases of one or two words from title and abstract, similarity is the cosine of TF-IDF vectors
over the corpus. A pair shares a key word and is alike by `threshold` or more; its score is
α · ln(1 + shared) / ln(1 + most key words) + (1 - α) · similarity, and each document keeps its `top` best partners among
those after it in the corpus. English texts only. Source: DHQ-26 … DHQ-34.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from evidoc.errors import UsageError
from evidoc.linking._chunks import chunks
from evidoc.linking._job import Job
from evidoc.linking._pairs import Pair, PairOptions, pair_up
from evidoc.linking._phrases import MOST
from evidoc.linking._reuse import capped
from evidoc.linking._selection import SelectionTask, select_chunk
from evidoc.linking._vectors import TermCounts, tfidf
from evidoc.records.corpus import Corpus
from evidoc.records.groups import LinkedGroup, Tie


def link(  # noqa: PLR0913  (the constants of the algorithm are its options, one by one)
    corpus: Corpus,
    job: Job | None = None,
    *,
    alpha: float = 0.5,
    threshold: float = 0.3,
    top: int = 3,
    most: int = MOST,
    max_reuse: int | None = None,
) -> Iterator[LinkedGroup]:
    """Give pairs of documents, by the first one's place in the corpus, best partner first.

    With `max_reuse` a document is in that many pairs at most; the best pairs go first. Documents without abstract, not in
    English, or without key words are left out and noted in the job.

    Raises:
        MissingDependency: scipy is not installed.
        UsageError: An option is outside what it can mean.
    """
    options = PairOptions(alpha=alpha, threshold=threshold, top=top)
    if most < 1 or (max_reuse is not None and max_reuse < 1):
        raise UsageError(f"most={most}, max_reuse={max_reuse}; each is at least 1")
    job = job or Job()
    ids, key_words, counts = _selected(corpus, job, most=most)
    pairs: Iterable[Pair] = pair_up(tfidf(counts.matrix()), key_words, options=options, job=job) if ids else ()
    for pair in pairs if max_reuse is None else capped(list(pairs), most=max_reuse):
        yield _group(pair, ids, key_words, by=job.name or "keywords")


def _selected(corpus: Corpus, job: Job, *, most: int) -> tuple[list[str], list[tuple[str, ...]], TermCounts]:
    ids: list[str] = []
    key_words: list[tuple[str, ...]] = []
    counts = TermCounts()
    for found in job.run(select_chunk, (SelectionTask(chunk, most) for chunk in chunks(corpus))):
        for selected in found:
            if selected.reason:
                job.leave_out(selected.document, selected.reason, selected.detail)
                continue
            ids.append(selected.document)
            key_words.append(selected.key_words)
            counts.add(selected.terms, selected.counts)
    job.counts["documents_compared"] += len(ids)
    return ids, key_words, counts


def _group(pair: Pair, ids: list[str], key_words: list[tuple[str, ...]], *, by: str) -> LinkedGroup:
    others = set(key_words[pair.second])
    words = tuple(Tie(kind="key_word", text=word) for word in key_words[pair.first] if word in others)
    return LinkedGroup(
        documents=(ids[pair.first], ids[pair.second]),
        score=round(pair.score, 9),
        by=by,
        rationale=(*words, Tie(kind="similarity", text="TF-IDF cosine of title and abstract", value=pair.similarity)),
    )
