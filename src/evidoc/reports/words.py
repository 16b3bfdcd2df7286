"""Names and numbers in the words that a report's reader uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_WITHIN = ", or where it covers a cell, a sentence or a mark and stays within the table, paragraph or chart around it"
HEADLINE = ("saa", "answer", "f1", "recall", "precision")  # the most telling first; others follow in order of name


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric as people read it: its short name, and one or two sentences with operator and threshold."""

    name: str
    title: str
    words: str


_METRICS = {
    "saa": (
        "Answer with evidence",
        "Share of items with a right answer whose evidence is cited as well: answer >= 0.8 (4 of 5) and evidence recall >= 0.6, "
        "or a judge's mark for the cited regions >= 4 of 5 where there is a judge. Strictly attributed accuracy, SAA.",
    ),
    "answer": ("Answer", "Mean score of the answer alone, from 0 (wrong) to 1 (right), by the comparison that fits its kind."),
    "recall": (
        "Evidence recall",
        "Share of the crucial evidence boxes that are cited. A cited region hits a box on the same page when their "
        "intersection over union is >= {threshold}{within}.",
    ),
    "precision": (
        "Evidence precision",
        "Share of the cited regions that hit an evidence box by the same rule; 0 where nothing is cited.",
    ),
    "f1": ("Evidence F1", "Harmonic mean of evidence recall and evidence precision, item by item."),
    "page_recall": (
        "Right page",
        "Share of the pages with crucial evidence on which the reply cites something, wherever on the page.",
    ),
    "dochop_official": (
        "DocHop, published rule",
        '1 where what follows "The answer is" is the right text in any case, or the last numbers of both lie within 1 %.',
    ),
    "dochop_strict": (
        "DocHop, strict",
        "1 where the answer is right by its kind: numbers as numbers, lists as sets or in order, yes or no, names as words.",
    ),
    "number": ("Number", "1 where the number that the reply means is the right one, within the item's tolerance."),
    "exact": ("Exact", "1 where the final answer is the right text, apart from case, punctuation and white space."),
    "token_f1": ("Words shared", "Harmonic mean of precision and recall over the words of the answer."),
    "list": ("List", "1 where all entries are right and none is missing."),
    "list_f1": ("List, entries shared", "Harmonic mean of precision and recall over the entries of the answer."),
    "index_f1": ("Elements F1", "Harmonic mean of precision and recall over the numbers of the elements that are named."),
    "index_precision": ("Elements precision", "Share of the named elements that hold evidence."),
    "index_recall": ("Elements recall", "Share of the elements with evidence that are named."),
    "belong": ("Be", "1 where all elements that are named hold evidence."),
    "contain": ("Co", "1 where all elements with evidence are named."),
    "overlap": ("Ov", "1 where at least one element with evidence is named."),
}
THRESHOLD = "0.5"  # of the citations scorer, where its signature is not known

OUTCOMES = {
    "answered": ("answered", "The system gave an answer; it may be right or wrong."),
    "empty": ("empty", "The reply had no text. Scores 0."),
    "refused": ("refused", "The system declined to answer. Scores 0."),
    "filtered": ("filtered", "A content filter of the provider held the reply back. Scores 0."),
    "truncated": ("cut off", "The reply ended at the length limit before an answer. Scores 0."),
    "unreadable": ("unreadable", "The reply could not be read as the answer asked for. Scores 0."),
    "provider_error": ("failed", "The provider gave an error after all tries. Scores 0."),
    "not_asked": ("not asked", "The item was never put to the system. Not in any mean."),
}

RESULTS = {
    "right": "right",
    "unsupported": "right answer, evidence not cited",
    "partly": "partly right",
    "wrong": "wrong",
    "failed": "failed",
    "unscored": "unscored",
}

DIMENSIONS = {
    "document_kind": "Kind of document",
    "question_type": "Type of question",
    "answer_kind": "Kind of answer",
    "modality": "Where the evidence stands",
    "depth": "Depth of the reasoning",
    "charts": "Charts on the page",
    "evidence": "Pieces of evidence",
    "pages": "Pages that the evidence spans",
    "language": "Language",
}


def metric(name: str, *, threshold: str = THRESHOLD, within_element: bool = True) -> Metric:
    """Give a metric's title, and what it counts with operator and threshold (case F09).

    `within_element` says that regions which cover evidence finer than its element within that element hit it too.
    """
    title, words = _METRICS.get(name, (name.replace("_", " ").capitalize(), "From 0 to 1, as its scorer defines it."))
    return Metric(
        name=name,
        title=title,
        words=words.replace("{threshold}", threshold).replace("{within}", _WITHIN if within_element else ""),
    )


def ordered(names: Iterable[str]) -> tuple[str, ...]:
    """Give metric names with the most telling first."""
    known = list(names)
    return (*(name for name in HEADLINE if name in known), *sorted(name for name in known if name not in HEADLINE))


def percent(value: float | None, *, sign: bool = False) -> str:
    """Give a share as percent with one decimal; a value that is not defined is a dash."""
    if value is None:
        return "–"
    text = f"{100 * value:+.1f}" if sign else f"{100 * value:.1f}"
    return re.sub(r"^[+-](0\.0)$", r"\1", text).replace("-", "−")


def count(number: int, noun: str, plural: str = "") -> str:
    """Give a number with its noun: 1 item, 12 items."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def listed(names: Sequence[str], *, limit: int = 4) -> str:
    """Give names as a sentence lists them, the rest counted."""
    shown = list(names[:limit]) + ([f"{len(names) - limit} more"] if len(names) > limit else [])
    return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " and " + shown[-1] if shown else "none"


def short(text: str, limit: int) -> str:
    """Give a name or the start of a text, for places where the rest can be looked up."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


_UNPRINTABLE = re.compile(r"[\ud800-\udfff\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")


def printable(text: str, *, limit: int = 4000) -> str:
    """Give text that any encoding and parser takes.

    Halves of characters and control codes become U+FFFD; what is over the limit is cut, and its length said.
    """
    if len(text) <= limit and text.isprintable():
        return text
    more = f" … ({len(text) - limit:,} more characters)" if len(text) > limit else ""
    return _UNPRINTABLE.sub("\ufffd", text[:limit]) + more
