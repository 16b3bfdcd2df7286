"""rating sheet: a Bench or a scored Run → a sheet of a balanced part of it that a person fills in blind.

A column that is to be filled in says its scale: `accuracy [1-4]`; `evidoc agree` reads these columns back by themselves.
What would tell a rater what to find (concept, system, scores, judges' marks) stands in a key file beside.
Source: DHQ-66, DHQ-78, DHQ-139, X-35.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from evidoc.analyses._marks import marked
from evidoc.errors import NothingKept, UsageError
from evidoc.flow._own_folder import refuse_file
from evidoc.flow._quota_draw import Share, drawn, drawn_items, shares_of, shortfalls, stratum_of
from evidoc.flow._replies import replies_of
from evidoc.flow.rating_form import RatingForm, load_form
from evidoc.records.bench import Bench, open_bench, open_run
from evidoc.records.corpus import Corpus
from evidoc.records.item import Evidence, Item
from evidoc.records.record import Record
from evidoc.records.score import Score
from evidoc.reports.csv_files import write_named
from evidoc.scorers.rouge_bleu import right_answers

Form = Literal["quality", "correctness", "answerability", "evidence"]
RATER, COMMENT = "rater", "comment"
_SHOWN = frozenset({"answer", "right answer", "evidence"})  # what of an item fits into a cell


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """What the sheet is for, how many items it has, and by which seed they are drawn.

    `quality` rates questions with their snippets by the three criteria of the judges; `correctness` rates a run's answers;
    `answerability` asks whether the documents answer, how sure the rater is, and what the answer is; `evidence` asks for the
    passages that answer. The last two show neither answer nor evidence. None: what the folder is for. `overwrite`
    replaces a sheet that is there.
    """

    form: Form | None = None
    n: int = 50
    seed: int = 0
    overwrite: bool = False


class SheetSummary(Record, frozen=True, kw_only=True):
    """What was drawn; `short` says in words which concepts have fewer than an even share."""

    out: str
    key: str
    form: Form
    items: int
    asked: int
    taken: int
    seed: int
    shares: tuple[Share, ...]
    short: tuple[str, ...]


_OPTIONS = SheetOptions()


def draw_sheet(source: Path, *, out: Path, options: SheetOptions = _OPTIONS) -> SheetSummary:
    """Write a sheet of a bench or of a scored run as CSV or (by its suffix) JSON lines, and the key file beside it.

    Every concept has as many items as any other while it has any, and within a concept every pattern of hops.

    Raises:
        UsageError: A file is there already; the form is none, or not of such a folder; the run has no scores.
        NothingKept: There are no items.
    """
    key = out.with_suffix(f".key{out.suffix}")
    refuse_file(out, key, overwrite=options.overwrite)
    is_run = (source / "run.json").is_file()
    name = options.form or default_form(source)
    if name not in get_args(Form):
        raise UsageError(f"form={name!r} is none; take one of {', '.join(get_args(Form))}")
    form = load_form(name)
    found = draw_items(source, form=form, n=options.n, seed=options.seed)
    bench, items, answers = found.bench, found.items, found.answers
    every = {item.id: stratum_of(item) for item in bench.items()}
    known = _known_of_run(answers) if is_run else _marks_of(bench)
    shown = [name for name in form.shows if name in _SHOWN]
    columns = (*_ABOUT, "question", *shown, "documents", RATER, *form.columns, COMMENT)
    write_named(out, columns, _rows(items, bench.corpus, answers))
    names = tuple(dict.fromkeys(name for item in items for name in known.get(item.id, {})))
    write_named(key, ("item", "concept", "pattern", *names), _keys(items, every, known))
    shares = shares_of(list(every.values()), [every[item.id] for item in items], asked=options.n, by=("concept",))
    return SheetSummary(
        out=str(out),
        key=str(key),
        form=name,
        items=len(every),
        asked=options.n,
        taken=len(items),
        seed=options.seed,
        shares=shares,
        short=shortfalls(shares, asked=options.n, taken=len(items)),
    )


@dataclass(frozen=True, slots=True)
class Answered:
    """What a system answered, and what it was scored."""

    system: str
    text: str
    metrics: Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class Drawn:
    """The items that people judge, in an order that tells nothing; of a run also its answers by item."""

    bench: Bench
    items: list[Item]
    answers: Mapping[str, Answered]


def default_form(source: Path) -> Form:
    """Give the form that suits a folder: correctness for a run, quality for a bench."""
    return "correctness" if (source / "run.json").is_file() else "quality"


def draw_items(source: Path, *, form: RatingForm, n: int | None, seed: int = 0) -> Drawn:
    """Draw `n` items (None: all) of a bench or of a scored run, balanced as sheets are.

    Raises:
        UsageError: The form is not of such a folder; the run has no scores.
        NothingKept: There are no items.
    """
    is_run = (source / "run.json").is_file()
    _check(form, is_run=is_run, n=n)
    bench = open_run(source).bench if is_run else open_bench(source)
    there = sum(1 for _ in bench.items())
    if not there:
        raise NothingKept(f"{source}: the bench has no items; make some first")
    asked = there if n is None else n
    answers = _answers_of(source) if is_run else {}
    items = _drawn_of_run(bench, answers, n=asked, seed=seed) if is_run else drawn_items(bench, n=asked, seed=seed)
    return Drawn(bench=bench, items=items, answers=answers)


_ABOUT = ("item", "document")
_BANDS = 3  # of scores: wrong, partly right, right


def _check(form: RatingForm, *, is_run: bool, n: int | None) -> None:
    if (form.of == "run") != is_run:
        what = "a run has answers to rate: take the form correctness" if is_run else "a bench has no system's answers; give a run"
        raise UsageError(f"the form {form.name} does not suit; {what}")
    if n is not None and n < 1:
        raise UsageError(f"a sheet of {n} items asks nothing; give at least 1")


def _answers_of(run: Path) -> dict[str, Answered]:
    folder = open_run(run)
    if not (run / "scores.jsonl").is_file():
        raise UsageError(f"{run} has no scores; run evidoc score {run} first")
    scores: dict[str, Score] = {score.item: score for score in folder.scores()}
    return {
        item.id: Answered(folder.system, row.text, scores[item.id].metrics if item.id in scores else {})
        for item, row in replies_of(folder).beside(folder.bench.items())
        if row is not None and row.status != "not_asked"
    }


def _drawn_of_run(bench: Bench, answers: Mapping[str, Answered], *, n: int, seed: int) -> list[Item]:
    """Draw items by concept, and within it by how good the answers were scored, so that raters see all kinds."""
    items = [item for item in bench.items() if item.id in answers]
    strata = [(stratum_of(item)[0], _band(answers[item.id])) for item in items]
    places = drawn([item.id for item in items], strata, asked=n, seed=seed)
    return [items[place] for place in places]


def _band(answered: Answered) -> str:
    score = next((value for value in answered.metrics.values() if value is not None), None)
    return "unscored" if score is None else str(min(_BANDS - 1, int(score * _BANDS)))


def _known_of_run(answers: Mapping[str, Answered]) -> dict[str, dict[str, str]]:
    return {
        item: {"system": one.system, **{name: "" if value is None else f"{value:g}" for name, value in one.metrics.items()}}
        for item, one in answers.items()
    }


def _marks_of(bench: Bench) -> dict[str, dict[str, str]]:
    return {
        one.item.id: {
            f"{judge}: {criterion}": f"{value:g}" for judge, marks in one.marks.items() for criterion, value in marks.items()
        }
        for one in marked(bench)
    }


def _rows(items: Iterable[Item], corpus: Corpus, answers: Mapping[str, Answered]) -> Iterator[dict[str, str]]:
    for item in items:
        right = right_answers(item)[0]
        yield {
            "item": item.id,
            "document": item.documents[0].id if item.documents else "",
            "question": item.question,
            "right answer": right,
            "answer": answers[item.id].text if item.id in answers else right,
            "evidence": _evidence_text(item, corpus),
            "documents": "\n".join(_name(corpus, document.id, number) for number, document in enumerate(item.documents, 1)),
        }


def _evidence_text(item: Item, corpus: Corpus) -> str:
    numbers = {document.id: number for number, document in enumerate(item.documents, 1)}
    return "\n".join(
        f"[{place}] {_place(evidence, numbers)}: {evidence.text or corpus[evidence.document].block(evidence.block).text}"
        for place, evidence in enumerate(item.needed, 1)
    )


def _place(evidence: Evidence, numbers: Mapping[str, int]) -> str:
    pages = sorted({box.page + 1 for box in evidence.boxes})
    page = f", page {', '.join(map(str, pages))}" if pages else ""
    return f"document {numbers.get(evidence.document, '?')}{page}"


def _name(corpus: Corpus, document_id: str, number: int) -> str:
    document = corpus[document_id]
    title = f" ({document.title})" if document.title else ""
    path = corpus.pdf(document) or corpus.source_path(document.source)
    return f"{number}: {document.source.name}{title}" + (f", in {path.parent.name}/{path.name} of the corpus" if path else "")


def _keys(
    items: Iterable[Item], strata: Mapping[str, tuple[str, ...]], known: Mapping[str, Mapping[str, str]]
) -> Iterator[dict[str, str]]:
    for item in items:
        concept, pattern = strata[item.id]
        yield {"item": item.id, "concept": concept, "pattern": pattern, **known.get(item.id, {})}
