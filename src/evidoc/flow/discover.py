"""discover: linked documents → the kinds of questions that they carry; a model proposes, a person decides, rules code.

The optional beginning of DocHop-QA: candidates, a review, scaffolds of keywords, more questions under these by a second model,
and few concepts in the end. Source: DHQ-23; section 3.1 of the paper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import msgspec

from evidoc.errors import NothingKept, UsageError
from evidoc.flow._own_folder import refuse_strange
from evidoc.flow._review_sheet import Candidate, Reviewed, read_sheet, write_sheet
from evidoc.flow._roles import Roles, models_of, spending
from evidoc.flow._scaffolds import Scaffold, code, consolidate, final_of
from evidoc.linking import abstract_of
from evidoc.models import Model
from evidoc.models.structured import ask_json
from evidoc.records.corpus import Corpus, open_corpus
from evidoc.records.groups import LinkedGroup
from evidoc.records.record import Record, content_id, to_json
from evidoc.records.reply import Message, Prompt, TextPart
from evidoc.records.store import read_rows, write_bytes, write_rows
from evidoc.wording import Wording, fenced

CANDIDATES, SHEET, SEEDS, EXPANDED = "candidates.jsonl", "review.csv", "seeds.jsonl", "expanded.jsonl"
CONCEPTS, MERGES, SUMMARY = "concepts.jsonl", "merges.jsonl", "discovery.json"
_WORDING = Wording("evidoc.flow")
_EXAMPLES = 2


@dataclass(frozen=True, slots=True)
class DiscoverOptions:
    """How many candidates to propose and questions to add; below how many questions a scaffold is rare."""

    n: int = 90
    expand: int = 1000
    rare: int = 10


class Seed(Record, frozen=True, kw_only=True):
    """A question with the elements that it asks for: a row of `seeds.jsonl` and `expanded.jsonl`."""

    question: str
    answer: str
    documents: tuple[str, ...]
    scaffold: Scaffold
    concept: Scaffold = ()
    model: str = ""
    prompt: str = ""


class Concept(Record, frozen=True, kw_only=True):
    """A scaffold that was kept, with how many questions it has in the end: a row of `concepts.jsonl`."""

    scaffold: Scaffold
    questions: int


class DiscoverySummary(Record, frozen=True, kw_only=True):
    """The counts of each step; those after the review are 0 until there is one."""

    out: str
    pairs: int
    candidates: int
    unreadable: int
    kept: int = 0
    refused: int = 0
    not_reviewed: int = 0
    scaffolds: int = 0
    expanded: int = 0
    strayed: int = 0
    merged: int = 0
    dropped: int = 0
    concepts: int = 0

    @property
    def waits_for_review(self) -> bool:
        """Whether a person has to decide first."""
        return not self.kept

    def counts(self) -> dict[str, int]:
        """Give the counts in the order of the steps."""
        return {name.replace("_", " "): value for name, value in msgspec.structs.asdict(self).items() if name != "out"}


class _Pair(msgspec.Struct, frozen=True):
    question: str
    answer: str


class _Proposed(msgspec.Struct, frozen=True):
    """What a model answers."""

    candidates: tuple[_Pair, ...]


@dataclass(frozen=True, slots=True)
class _Said:
    """The questions that a model gave for a pair of documents, and whether its reply could be read."""

    candidates: tuple[Candidate, ...]
    is_read: bool


def discover(
    corpus: Path, groups: Path, *, out: Path, roles: Roles, options: DiscoverOptions = DiscoverOptions()
) -> DiscoverySummary:
    """Propose candidates and write a review sheet; called again once that is filled in, go on to the concepts.

    The writer proposes; the solver, or the writer where there is none, expands. Replies are kept in the folder, so that the same
    call gives the same files.

    Raises:
        UsageError: No writer is named, a number is too small, or the folder holds something else.
        NothingKept: The groups have no pair of documents of the corpus, or the models gave no question.
        InvalidRecord: The sheet does not read.
        Waiting: A reply is not there yet.
        BudgetSpent: The job has used what it may; replies are kept, so that calling again goes on.
    """
    if min(options.n, options.rare) < 1 or options.expand < 0:
        raise UsageError(f"n={options.n}, rare={options.rare}, expand={options.expand}; the first two are at least 1, the last 0")
    refuse_strange(out, kind="discovery")
    opened = open_corpus(corpus)
    pairs = tuple(_pairs(opened, groups))
    if not pairs:
        raise NothingKept(f"{groups}: no group has two documents of {corpus}; link that corpus first")
    with spending(roles, out):
        models = models_of(roles, out)
        writer = next(iter(models.get("writer", ())), None)
        if writer is None:
            raise UsageError("no writer is named; give one with --writer, as openai/NAME")
        summary, candidates = _proposed(opened, pairs, writer, out=out, options=options)
        reviewed = read_sheet(out / SHEET, candidates)
        if reviewed.kept:
            expander = next(iter(models.get("solver", ())), writer)
            summary = _concluded(opened, pairs, reviewed, _Going(expander, out, options, summary))
    write_bytes(out / SUMMARY, msgspec.json.format(to_json(summary), indent=2) + b"\n")
    return summary


def _pairs(corpus: Corpus, groups: Path) -> Iterator[tuple[str, ...]]:
    """Give the pairs of the corpus, each once, whichever groups or strategies bind it."""
    seen: set[frozenset[str]] = set()
    for group in read_rows(groups, LinkedGroup):
        pair = frozenset(group.documents)
        if len(group.documents) == 2 and pair not in seen and all(document in corpus for document in group.documents):
            seen.add(pair)
            yield group.documents


def _proposed(
    corpus: Corpus, pairs: Sequence[tuple[str, ...]], writer: Model, *, out: Path, options: DiscoverOptions
) -> tuple[DiscoverySummary, tuple[Candidate, ...]]:
    """Give the writer's candidates; the review sheet is written where there is none, and never written over."""
    found: dict[str, Candidate] = {}
    unreadable = asked = 0
    for pair in pairs:
        if len(found) >= options.n:
            break
        said = _asked(writer, "proposing", corpus, pair)
        found |= {one.id: one for one in said.candidates}
        unreadable += not said.is_read
        asked += 1
    candidates = tuple(islice(found.values(), options.n))
    if not candidates:
        raise NothingKept(f"{writer.name} gave no question for {asked} pairs; {unreadable} of its replies could not be read")
    write_rows(out / CANDIDATES, candidates)
    if not (out / SHEET).exists():
        write_sheet(out / SHEET, candidates)
    return DiscoverySummary(out=str(out), pairs=asked, candidates=len(candidates), unreadable=unreadable), candidates


@dataclass(frozen=True, slots=True)
class _Going:
    """What the steps after the review need beside the questions."""

    expander: Model
    out: Path
    options: DiscoverOptions
    summary: DiscoverySummary


def _concluded(corpus: Corpus, pairs: Sequence[tuple[str, ...]], reviewed: Reviewed, going: _Going) -> DiscoverySummary:
    """Code the seeds, expand under their scaffolds, consolidate, and write all of it down."""
    seeds = [_seed(one) for one in reviewed.kept]
    scaffolds = [scaffold for scaffold, _ in Counter(seed.scaffold for seed in seeds if seed.scaffold).most_common()]
    added, strayed = _expanded(corpus, pairs, seeds, scaffolds, going)
    kept, merges = consolidate(Counter(seed.scaffold for seed in (*seeds, *added)), rare=going.options.rare)
    concept = {seed.scaffold: final_of(seed.scaffold, merges) for seed in (*seeds, *added)}
    for name, rows in ((SEEDS, seeds), (EXPANDED, added)):
        write_rows(going.out / name, [msgspec.structs.replace(row, concept=concept[row.scaffold]) for row in rows])
    ranked = sorted(kept.items(), key=lambda pair: (-pair[1], pair[0]))
    write_rows(going.out / CONCEPTS, [Concept(scaffold=scaffold, questions=count) for scaffold, count in ranked])
    write_rows(going.out / MERGES, merges)
    return msgspec.structs.replace(
        going.summary,
        kept=len(seeds),
        refused=reviewed.refused,
        not_reviewed=reviewed.open,
        scaffolds=len(scaffolds),
        expanded=len(added),
        strayed=strayed,
        merged=sum(bool(merge.into) for merge in merges),
        dropped=sum(not merge.into for merge in merges),
        concepts=len(kept),
    )


def _expanded(
    corpus: Corpus, pairs: Sequence[tuple[str, ...]], seeds: Sequence[Seed], scaffolds: Sequence[Scaffold], going: _Going
) -> tuple[list[Seed], int]:
    """Ask for more questions, scaffold by scaffold in turn over the pairs; give also how many came out of another build."""
    found: dict[str, Seed] = {seed.question.casefold(): seed for seed in seeds}
    strayed, most = 0, len(found) + going.options.expand
    examples = {scaffold: [seed for seed in seeds if seed.scaffold == scaffold][:_EXAMPLES] for scaffold in scaffolds}
    for pair, scaffold in ((pair, scaffold) for pair in pairs for scaffold in scaffolds):
        if len(found) >= most:
            break
        for one in _asked(going.expander, "expanding", corpus, pair, more=_build(scaffold, examples)).candidates:
            if len(found) < most and one.question.casefold() not in found:
                found[one.question.casefold()] = _seed(one)
                strayed += code(one.question) != scaffold
    return list(islice(found.values(), len({seed.question.casefold() for seed in seeds}), None)), strayed


def _build(scaffold: Scaffold, examples: Mapping[Scaffold, Sequence[Seed]]) -> tuple[str, ...]:
    return (fenced("elements", ", ".join(scaffold)), *(fenced("example", seed.question) for seed in examples[scaffold]))


def _seed(one: Candidate) -> Seed:
    return Seed(
        question=one.question,
        answer=one.answer,
        documents=one.documents,
        scaffold=code(one.question),
        model=one.model,
        prompt=one.prompt,
    )


def _asked(model: Model, wording: str, corpus: Corpus, pair: Sequence[str], *, more: Sequence[str] = ()) -> _Said:
    documents = [corpus[document] for document in pair]
    shown = (fenced(f"document{number}", f"{one.title}\n{abstract_of(one)}") for number, one in enumerate(documents, 1))
    prompt = Prompt(
        messages=(
            Message(role="system", parts=(TextPart(text=_WORDING.words(wording)),)),
            Message(role="user", parts=(TextPart(text="\n".join((*more, *shown))),)),
        ),
        max_tokens=1200,
    )
    said = ask_json(model, prompt, _Proposed)
    if said.value is None:
        return _Said((), is_read=False)
    texts = ((" ".join(one.question.split()), " ".join(one.answer.split())) for one in said.value.candidates)
    return _Said(
        tuple(
            Candidate(
                id=content_id("q", question, pair),
                question=question,
                answer=answer,
                documents=tuple(pair),
                model=model.name,
                prompt=prompt.id,
            )
            for question, answer in texts
            if question and answer
        ),
        is_read=True,
    )
