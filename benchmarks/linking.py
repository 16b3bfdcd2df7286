"""Linking: key phrases a second, Algorithm 1 against the naive one, and the whole stage with growing corpora.

`python -m benchmarks.linking --sizes 12500,25000,50000,100000` measures other sizes. Abstracts are synthetic: words by
Zipf's law out of 100,000, and a third out of the 40 words of a speciality; specialities grow with the corpus.
"""

from __future__ import annotations

import itertools
import math
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Row, at_least, at_most, cpu_seconds, wall_seconds

SIZES = (2_500, 5_000, 10_000)
_VOCABULARY, _BACKGROUND, _SPECIAL, _EACH = 100_000, 100, 35, 40
_SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "er", "is")]


def word(number: int) -> str:
    """Give a pronounceable word for a number."""
    letters = ""
    number += len(_SYLLABLES)
    while number:
        number, place = divmod(number, len(_SYLLABLES))
        letters += _SYLLABLES[place]
    return letters


def abstracts(count: int, *, seed: int = 0) -> Iterator[tuple[str, str]]:
    """Give titles and abstracts."""
    rng = random.Random(seed)
    words = [word(number) for number in range(_VOCABULARY)]
    weights = list(itertools.accumulate(1 / (rank + 10) for rank in range(_VOCABULARY)))
    for _ in range(count):
        first = _VOCABULARY + _EACH * rng.randrange(max(1, count // _EACH))
        drawn = rng.choices(words, cum_weights=weights, k=_BACKGROUND) + [
            word(first + rng.randrange(_EACH)) for _ in range(_SPECIAL)
        ]
        rng.shuffle(drawn)
        text = [" of the ".join(drawn[at : at + 3]) + " and was " + " ".join(drawn[at + 3 : at + 9]) for at in range(9, 135, 9)]
        yield " ".join(drawn[:9]).capitalize(), ". ".join(sentence.capitalize() for sentence in text) + "."


def write_corpus(folder: Path, count: int) -> None:
    """Write a corpus of synthetic articles."""
    from evidoc.records.corpus import SCHEMA, encode_document, write_documents
    from evidoc.records.document import Document, Source
    from evidoc.records.store import new_header

    def members() -> Iterator[tuple[str, bytes]]:
        for number, (title, abstract) in enumerate(abstracts(count)):
            source = Source(name=f"{number}.xml", sha256=f"{number:064x}")
            document = Document(
                id=f"d-{number:012x}", source=source, kind="article", title=title, abstract=abstract, language="en"
            )
            yield document.id, encode_document(document)

    write_documents(folder, members(), header=new_header(SCHEMA, settings={}))


def naive(
    similar: list[list[float]], sets: list[set[str]], *, alpha: float = 0.5, tau: float = 0.3, top: int = 3
) -> list[object]:
    """Algorithm 1 as it is printed, over a dense matrix of similarities."""
    most = max(map(len, sets))
    pairs: list[object] = []
    for i, words in enumerate(sets):
        partners = []
        for j in range(i + 1, len(sets)):
            shared = len(words & sets[j])
            if shared and similar[i][j] >= tau:
                score = alpha * (math.log(1 + shared) / math.log(1 + most)) + (1 - alpha) * similar[i][j]
                partners.append((-score, -similar[i][j], j, shared))
        pairs += [(i, j, shared, -alike, -score) for score, alike, j, shared in sorted(partners)[:top]]
    return pairs


def _ratio(count: int) -> float:
    """Give how many times faster Algorithm 1 is than the naive one, key words and vectors given."""
    import numpy as np

    from evidoc.linking import key_phrases
    from evidoc.linking._pairs import pair_up
    from evidoc.linking._selection import term_counts
    from evidoc.linking._vectors import TermCounts, tfidf

    counts, key_words = TermCounts(), []
    for title, abstract in abstracts(count):
        terms = term_counts(f"{title}\n{abstract}")
        counts.add(tuple(terms), tuple(terms.values()))
        key_words.append(key_phrases(f"{title}\n{abstract}"))
    vectors = tfidf(counts.matrix())
    fast = wall_seconds(lambda: list(pair_up(vectors, key_words)), repeat=3)
    start = time.perf_counter()
    similar = np.round((vectors @ vectors.T).toarray(), 9).tolist()
    slow_pairs = naive(similar, [set(words) for words in key_words])
    slow = time.perf_counter() - start
    found = [(pair.first, pair.second, pair.shared, pair.similarity, pair.score) for pair in pair_up(vectors, key_words)]
    assert found == slow_pairs, "the pairs differ from the naive algorithm's"
    return slow / fast


def _stage(count: int, *, workers: int = 2) -> tuple[float, float, int]:
    """Link a corpus with two workers; give wall seconds, the peak memory of all processes in MB, and the pairs."""
    from evidoc.flow.link import link
    from evidoc.flow.work import Work

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_corpus(folder / "corpus", count)
        with _Watch() as watch:
            start = time.perf_counter()
            summary = link(folder / "corpus", out=folder / "groups.jsonl", work=Work(engine="processes", workers=workers))
            seconds = time.perf_counter() - start
    return seconds, watch.peak, summary.groups


class _Watch:
    """Watches the resident memory of this process and its children; pages that they share count for each."""

    def __enter__(self) -> _Watch:
        self.peak, self._stop = 0.0, threading.Event()
        self._thread = threading.Thread(target=self._look)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _look(self) -> None:
        import psutil

        here = psutil.Process()
        while not self._stop.wait(0.2):
            total = 0
            for process in [here, *here.children(recursive=True)]:
                try:
                    total += process.memory_info().rss
                except psutil.NoSuchProcess:
                    continue
            self.peak = max(self.peak, total / 2**20)


def measure(sizes: tuple[int, ...] = SIZES) -> list[Row]:
    from evidoc.linking import key_phrases

    texts = ["\n".join(pair) for pair in abstracts(500)]
    characters = sum(map(len, texts)) / len(texts)
    seconds = cpu_seconds(lambda: Counter(phrase for text in texts for phrase in key_phrases(text)))
    rows = [
        at_least(f"key phrases of abstracts of {characters:.0f} characters, a second and core", len(texts) / seconds, "/s", 1_000)
    ]
    ratios = {count: _ratio(count) for count in (1_000, 2_500, 5_000)}
    rows += [Row(f"naive ÷ evidoc, {count:,} documents", ratios[count], "×") for count in (1_000, 2_500)]
    rows.append(at_least("naive ÷ evidoc, 5,000 documents", ratios[5_000], "×", 25))
    before: tuple[int, float] | None = None
    for count in sizes:
        seconds, peak, pairs = _stage(count)
        rows.append(Row(f"evidoc link with 2 workers, {count:,} documents, {pairs:,} pairs", seconds, "s"))
        rows.append(at_most(f"peak memory of all processes, {count:,} documents", peak, "MB", 4_096))
        if before is not None:
            power = math.log(seconds / before[1]) / math.log(count / before[0])
            rows.append(Row(f"growth from {before[0]:,} to {count:,} documents: exponent (1 is linear)", power, ""))
        before = (count, seconds)
    return rows


if __name__ == "__main__":
    asked = tuple(int(size) for size in sys.argv[2].split(",")) if sys.argv[1:2] == ["--sizes"] else SIZES
    for row in measure(asked):
        print(f"{row.what:<80} {row.value:>10.3g} {row.unit} {row.target}")
