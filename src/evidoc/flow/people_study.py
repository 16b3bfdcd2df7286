"""people study: filled sheets and their Bench → whether people can answer, how well, and whether they find the same evidence.

Source: DHQ-66 (snippets against people's), DHQ-139 (answerability); table 26 of DocHop-QA.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evidoc.answers.rouge import rouge
from evidoc.errors import UsageError
from evidoc.flow._own_folder import refuse_file
from evidoc.flow._own_words import Filled, filled_rows
from evidoc.flow._ratings import OWN_ANSWER, OWN_EVIDENCE, refuse
from evidoc.records.bench import open_bench, open_run
from evidoc.records.corpus import Corpus
from evidoc.records.entities import entities_of, entity_text
from evidoc.records.item import Item
from evidoc.records.record import Record, to_json
from evidoc.records.store import write_bytes
from evidoc.scorers.rouge_bleu import right_answers
from evidoc.statistics.clusters import cluster_of
from evidoc.statistics.intervals import mean_interval

COINCIDES = 0.5  # of the pairs of words of the shorter of two passages: one is most of the other, whole or cut otherwise
_WORD = re.compile(r"\w+")


class Mean(Record, frozen=True, kw_only=True):
    """A mean over `n` items with its 95 % interval, drawn over documents; None where it is undefined."""

    value: float | None
    low: float | None
    high: float | None
    n: int


class Answerability(Record, frozen=True, kw_only=True):
    """What people made of the questions without having seen an answer.

    An item counts as answerable where more than half of those who said so say yes. `confidence` is over the items' means,
    `rouge_l` of people's answers against the right one likewise; an item that nobody answered has none.
    """

    raters: tuple[str, ...]
    answerable: Mean
    confidence: Mean
    rouge_l: Mean


class SnippetsFound(Record, frozen=True, kw_only=True):
    """How far the bench's snippets and the passages that people marked are the same.

    `precision` is the share of snippets that coincide with a passage, `recall` the share of passages that coincide with a
    snippet: half of the pairs of neighbouring words of the shorter stand in the other. `word_precision` and `word_recall`
    are shares of all such pairs. All are means over items, of an item over its raters.
    """

    raters: tuple[str, ...]
    precision: Mean
    recall: Mean
    word_precision: Mean
    word_recall: Mean


class PeopleStudy(Record, frozen=True, kw_only=True):
    """What people found; None where no sheet asked for it."""

    answerability: Answerability | None = None
    snippets: SnippetsFound | None = None


def people_study(paths: Sequence[Path], *, bench: Path, out: Path | None = None, overwrite: bool = False) -> PeopleStudy:
    """Compare what people wrote into sheets with the bench (or the bench of the run) from which these were drawn.

    With `out` people's answers are also written as predictions, the first of each item, for the row of people in
    `evidoc ablate`.

    Raises:
        UsageError: A file is not there, there are no answers to write, or `out` is there and not to be replaced.
        InvalidRecord: A sheet has an item that the bench has not, or a cell that is not on the scale of its column.
    """
    refuse_file(out, overwrite=overwrite)
    rows = list(filled_rows(paths))
    opened = open_run(bench).bench if (bench / "run.json").is_file() else open_bench(bench)
    wanted = {row.item for row in rows}
    items = {item.id: item for item in opened.items() if item.id in wanted}
    refuse([f"{row.place}: the bench has no item {row.item!r}" for row in rows if row.item not in items])
    if out is not None:
        _write_predictions(rows, out)
    answering = [row for row in rows if row.columns.get("answerable") or row.columns.get(OWN_ANSWER)]
    marking = [row for row in rows if row.columns.get(OWN_EVIDENCE)]
    return PeopleStudy(
        answerability=_answerability(answering, items) if answering else None,
        snippets=_snippets(marking, items, opened.corpus) if marking else None,
    )


def answerable_by_majority(said: Sequence[bool]) -> bool:
    """Say whether more than half say that a question can be answered (DHQ-139)."""
    return sum(said) * 2 > len(said)


@dataclass(frozen=True, slots=True)
class Found:
    """How much of the snippets is in the passages, and of the passages in the snippets: whole ones, then pairs of words."""

    precision: float
    recall: float
    word_precision: float
    word_recall: float


def compare_passages(snippets: Sequence[str], passages: Sequence[str]) -> Found:
    """Compare the snippets of one item with the passages that one person marked; both have at least one."""
    ours, theirs = [_pairs(text) for text in snippets], [_pairs(text) for text in passages]
    all_ours, all_theirs = sum(ours, Counter()), sum(theirs, Counter())
    shared = (all_ours & all_theirs).total()
    return Found(
        precision=sum(any(_coincide(one, other) for other in theirs) for one in ours) / len(ours),
        recall=sum(any(_coincide(one, other) for other in ours) for one in theirs) / len(theirs),
        word_precision=shared / max(1, all_ours.total()),
        word_recall=shared / max(1, all_theirs.total()),
    )


def _answerability(rows: Sequence[Filled], items: Mapping[str, Item]) -> Answerability:
    said: dict[str, list[bool]] = defaultdict(list)
    confidence: dict[str, list[float]] = defaultdict(list)
    likeness: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        if row.columns.get("answerable"):
            said[row.item].append(row.columns["answerable"] == "yes")
        if row.columns.get("confidence"):
            confidence[row.item].append(float(row.columns["confidence"]))
        if row.columns.get(OWN_ANSWER):
            right = right_answers(items[row.item])[0]
            likeness[row.item].append(rouge(row.columns[OWN_ANSWER], right).rouge_l)
    return Answerability(
        raters=_raters(rows),
        answerable=_mean({item: float(answerable_by_majority(votes)) for item, votes in said.items()}, items),
        confidence=_mean(_means(confidence), items),
        rouge_l=_mean(_means(likeness), items),
    )


def _snippets(rows: Sequence[Filled], items: Mapping[str, Item], corpus: Corpus) -> SnippetsFound:
    found: dict[str, list[Found]] = defaultdict(list)
    for row in rows:
        ours = list(_snippet_texts(items[row.item], corpus))
        theirs = list(_passages(row.columns[OWN_EVIDENCE], items[row.item], corpus))
        if ours and theirs:
            found[row.item].append(compare_passages(ours, theirs))
    columns = {
        name: _mean(_means({item: [getattr(one, name) for one in every] for item, every in found.items()}), items)
        for name in ("precision", "recall", "word_precision", "word_recall")
    }
    return SnippetsFound(raters=_raters(rows), **columns)


def _snippet_texts(item: Item, corpus: Corpus) -> Iterator[str]:
    for evidence in item.evidence:
        text = evidence.text or corpus[evidence.document].block(evidence.block).text
        if evidence.role == "crucial" and _WORD.search(text):
            yield text


def _passages(written: str, item: Item, corpus: Corpus) -> Iterator[str]:
    """Give the passages that a person wrote, one a line; the tag of an entity (`doc1_paragraph3`) stands for its text."""
    documents = {document.id: corpus[document.id] for document in item.documents}
    tags = {entity.tag: entity for entity in entities_of(list(documents.values()))}
    for line in written.splitlines():
        tag = line.strip().strip("<>[]")
        text = entity_text(tags[tag], documents[tags[tag].document]) if tag in tags else line
        if _WORD.search(text):
            yield text


def _pairs(text: str) -> Counter[tuple[str, str]]:
    """Count the pairs of neighbouring words; a single word is a pair with itself."""
    words = [word.lower() for word in _WORD.findall(text)]
    return Counter(zip(words, words[1:] if len(words) > 1 else words, strict=False))


def _coincide(one: Counter[tuple[str, str]], other: Counter[tuple[str, str]]) -> bool:
    return (one & other).total() >= COINCIDES * min(one.total(), other.total())


def _means(values: Mapping[str, Sequence[float]]) -> dict[str, float]:
    return {item: sum(found) / len(found) for item, found in values.items() if found}


def _mean(values: Mapping[str, float], items: Mapping[str, Item]) -> Mean:
    found = mean_interval(list(values.values()), clusters=[cluster_of(items[item]) for item in values])
    rounded = (None if number is None else round(number, 4) for number in (found.mean, found.low, found.high))
    value, low, high = rounded
    return Mean(value=value, low=low, high=high, n=found.n)


def _raters(rows: Iterable[Filled]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(row.rater for row in rows))


def _write_predictions(rows: Sequence[Filled], out: Path) -> None:
    answers: dict[str, str] = {}
    for row in rows:
        if row.columns.get(OWN_ANSWER):
            answers.setdefault(row.item, row.columns[OWN_ANSWER])
    if not answers:
        raise UsageError(f"no sheet has an answer in its column {OWN_ANSWER!r}; there are no predictions to write")
    write_bytes(out, b"".join(to_json({"item": item, "text": text}) + b"\n" for item, text in answers.items()))
