"""Link documents whose profiles are alike, and say which of their sections answer to one another.

A profile is title, abstract, headings, captions and the first sentences of each section; profiles are compared by the
cosine of their TF-IDF vectors, or of embeddings where an encoder is named. No key words are asked for, so documents without
an abstract can be linked too. Sections of one kind (Methods to Methods) are set side by side with how alike their words are;
where a writer is named, it is shown all sections of a document and of those nearest to it, and says itself which belong
together and why. Source: X-13, CV-13 to CV-15.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evidoc.linking._aligned import Aligning, Pool, aligned
from evidoc.linking._chunks import Chunk, chunks
from evidoc.linking._embedded import embedded_pairs
from evidoc.linking._job import Job
from evidoc.linking._nearest import nearest
from evidoc.linking._pairs import Pair, PairOptions, pair_up
from evidoc.linking._sections import section_of
from evidoc.linking._selection import term_counts
from evidoc.linking._vectors import TermCounts, tfidf
from evidoc.records.corpus import Corpus
from evidoc.records.document import Block, Document
from evidoc.records.groups import LinkedGroup, Tie
from evidoc.retrieval import open_encoder

if TYPE_CHECKING:
    from evidoc.linking._nearest import Rows

ASKS = ("writer",)  # the role whose model this strategy asks, where there is one
_OPENING = 300  # characters of each section's first paragraph
_SECTION_TERMS = 60  # most frequent words by which two sections are compared
_SAYS = ("title", "abstract", "heading", "caption")


@dataclass(frozen=True, slots=True)
class Profile:
    """A document as this strategy sees it: its text, the words of that with counts, and each kind of section's frequent words."""

    document: str
    text: str
    terms: tuple[str, ...]
    counts: tuple[int, ...]
    sections: dict[str, frozenset[str]]


def link(  # noqa: PLR0913  (corpus and job are every strategy's; the rest are options)
    corpus: Corpus,
    job: Job | None = None,
    *,
    threshold: float = 0.3,
    top: int = 3,
    encoder: str = "",
    candidates: int = 5,
    reliable: float = 0.6,
) -> Iterator[LinkedGroup]:
    """Give groups of documents with like profiles: pairs, or where a writer is named, those whose sections it finds to match.

    Pairs are given by the first one's place in the corpus, the `top` best partners after it, best first. A writer is asked
    about each document and its nearest `candidates`, before or after it, and gives at most five groups of one section and the
    one to three that answer to it, surest first; those below `reliable` do not count. Either way only documents count whose
    profiles are alike by `threshold` or more; with 0 it is enough that they have anything in common.

    `encoder` names one that `evidoc.retrieval` opens (`minilm`, `svd`, `python:MODULE:FUNCTION`); embeddings of any two texts of
    a field are rather alike, so give a higher `threshold`, as 0.6. Without one, words are compared.

    Raises:
        MissingDependency: scipy, or a package of the encoder, is not installed.
        UnknownName: There is no such encoder.
        UsageError: An option is outside what it can mean.
        BudgetSpent: The job has used what it may.
    """
    options = PairOptions(alpha=0.0, threshold=threshold, top=top)
    aligning = Aligning(candidates=candidates, reliable=reliable)
    job = job or Job()
    profiles, counts = _profiles(corpus, job)
    if not profiles:
        return
    vectors = _Vectors(profiles, counts, encoder=encoder)
    if job.writer is not None:
        pools = vectors.pools(most=aligning.candidates, threshold=threshold)
        yield from aligned(corpus, pools, job, reliable=aligning.reliable)
        return
    for pair in vectors.pairs(options, job):
        yield _group(pair, profiles, by=job.name or "profiles", how=vectors.how)


def profile_of(document: Document) -> Profile:
    """Read a document as this strategy sees it."""
    text = "\n".join([document.title, *_opening(document)])
    counts = term_counts(text)
    words: dict[str, Counter[str]] = {}
    for block in document.body():
        if block.kind != "reference" and (kind := section_of(block)) != "Others":
            words.setdefault(kind, Counter()).update(term_counts(block.text))
    sections = {kind: frozenset(word for word, _ in _most(found)) for kind, found in words.items() if found}
    return Profile(document.id, text=text, terms=tuple(counts), counts=tuple(counts.values()), sections=sections)


def _profiles(corpus: Corpus, job: Job) -> tuple[list[Profile], TermCounts]:
    profiles: list[Profile] = []
    counts = TermCounts()
    for found in job.run(_read_chunk, chunks(corpus)):
        for profile in found:
            if not profile.terms:
                job.leave_out(profile.document, "no_words")
                continue
            profiles.append(profile)
            counts.add(profile.terms, profile.counts)
    job.counts["documents_compared"] += len(profiles)
    return profiles, counts


class _Vectors:
    """The profiles of a corpus as rows of length 1, by words or by an encoder, and who is near whom."""

    def __init__(self, profiles: Sequence[Profile], counts: TermCounts, *, encoder: str) -> None:
        self._profiles = profiles
        self._encoded = bool(encoder)
        self._rows: Rows
        if not encoder:
            self._rows, self.how = tfidf(counts.matrix()), "TF-IDF cosine of the profiles"
            return
        texts = [profile.text for profile in profiles]
        opened = open_encoder(encoder, fit=texts)
        self._rows, self.how = opened.encode(texts), f"cosine of the profiles' embeddings, {opened.name}"

    def pairs(self, options: PairOptions, job: Job) -> Iterator[Pair]:
        """Give the pairs that are alike, each document with those after it."""
        if self._encoded:
            return embedded_pairs(self._rows, options=options)
        same = [("document",)] * len(self._profiles)  # all share it, so that similarity alone decides
        return pair_up(self._rows, same, options=options, job=job)

    def pools(self, *, most: int, threshold: float) -> Iterator[Pool]:
        """Give each document with those nearest to it."""
        for profile, near in zip(self._profiles, nearest(self._rows, most=most, threshold=threshold), strict=True):
            found = tuple((self._profiles[one.row].document, one.likeness) for one in near)
            yield Pool(profile.document, found, self.how)


def _opening(document: Document) -> Iterator[str]:
    seen: set[tuple[str, ...]] = set()
    for block in document.body():
        if block.kind in _SAYS:
            yield block.text
        elif _opens(block, seen):
            yield block.text[:_OPENING]


def _opens(block: Block, seen: set[tuple[str, ...]]) -> bool:
    if block.kind != "paragraph" or block.section in seen:
        return False
    seen.add(block.section)
    return True


def _most(words: Counter[str]) -> list[tuple[str, int]]:
    return sorted(words.items(), key=lambda entry: (-entry[1], entry[0]))[:_SECTION_TERMS]


def _read_chunk(chunk: Chunk) -> list[Profile]:
    return [profile_of(document) for document in chunk.documents()]


def _group(pair: Pair, profiles: list[Profile], *, by: str, how: str) -> LinkedGroup:
    first, second = profiles[pair.first], profiles[pair.second]
    aligned = tuple(
        Tie(kind="section", text=kind, value=round(len(words & second.sections[kind]) / len(words | second.sections[kind]), 3))
        for kind, words in sorted(first.sections.items())
        if kind in second.sections
    )
    return LinkedGroup(
        documents=(first.document, second.document),
        score=round(pair.score, 9),
        by=by,
        rationale=(Tie(kind="similarity", text=how, value=pair.similarity), *aligned),
    )
