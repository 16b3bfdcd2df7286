"""Answers taken from the blocks that BM25 finds: a cell, a comparison of two cells, or a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evidoc.answers.choice import options_listed
from evidoc.answers.number import numbers_in
from evidoc.answers.region import write_citation
from evidoc.records.geometry import Box
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.retrieval import block_text, query_terms
from evidoc.systems._asked import kind_asked
from evidoc.systems._cells import Found, Match, best_cell, weights
from evidoc.views import Context, Visible, visible

_CONSIDERED = 10  # blocks that are looked into
_RANKED = 100  # blocks that are ranked: the best of them may be out of sight
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9(])|(?<=[。！？])")
_THAN = re.compile(r"\bthan\b|\bcompared (?:to|with)\b|\bexceed(?:s|ed)?\b", re.IGNORECASE)
_LESS = re.compile(
    r"\b(?:less|lower|fewer|smaller|below|under|decreas\w*|declin\w*|fall|fell|drop\w*|shr[aiu]nk)\b", re.IGNORECASE
)
_LEAST = re.compile(r"\b(?:lowest|smallest|least|fewest|minimum|shortest|lower|smaller|less|fewer)\b", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_NOT_SAYING = ("heading", "title", "caption", "toc", "reference")


@dataclass(frozen=True, slots=True)
class Extract:
    """An answer's text, the document that it is from, and where it stands there."""

    text: str
    shown: Visible
    boxes: tuple[Box, ...]


def extracted(item: Item, context: Context) -> Reply:
    """Answer from the blocks that match the question best, citing the cell or the block that was used."""
    found = _found(item, context)
    kind = kind_asked(item.question, item.contract)
    extract: Extract | None = None
    if kind == "number":
        extract = _number(item.question, found)
    if kind == "yes_no":
        extract = _comparison(item.question, found)
    if kind == "choice":
        extract = _choice(item.question, options_listed(item.contract), found)
    extract = extract or _sentence(item.question, found)
    return Reply(status="empty", detail="no block matches the question") if extract is None else reply_of(extract, item)


def reply_of(extract: Extract, item: Item) -> Reply:
    """Give the reply that says an extract and cites where it stands."""
    pages = extract.shown.document.pages
    number, many = extract.shown.number, len(item.documents) > 1
    tags = (write_citation(number, box, pages[box.page], many=many) for box in extract.boxes)
    return Reply(text=" ".join([extract.text, *tags]))


def sentences(text: str) -> list[str]:
    """Cut a text into sentences, roughly."""
    return [sentence.strip() for sentence in _SENTENCE_END.split(text) if sentence.strip()]


def _found(item: Item, context: Context) -> list[Found]:
    places = {(shown.document.id, block.id): (shown, block) for shown in visible(item, context) for block in shown.blocks}
    if not places:
        return []
    index = context.indexes.over([link.id for link in item.documents])
    ranked = [entry for entry in index.rank(item.question, k=_RANKED) if (entry.document, entry.block) in places]
    best = ranked[0].score if ranked else 1.0
    return [
        Found(*places[entry.document, entry.block], score=entry.score / best if best else 0.0) for entry in ranked[:_CONSIDERED]
    ]


def _number(question: str, found: Sequence[Found]) -> Extract | None:
    match = best_cell(found, weights((question, 1.0)))
    if match is not None:
        return _of_cell(match, match.cell.text)
    asked = {number.amount for number in numbers_in(question)}
    for candidate in found:
        for sentence in _by_overlap(question, candidate):
            numbers = [number for number in numbers_in(sentence) if number.amount not in asked]
            if numbers:
                said = sentence[numbers[0].start : numbers[0].end].strip()
                return Extract(text=said, shown=candidate.shown, boxes=candidate.block.boxes)
    return None


def _comparison(question: str, found: Sequence[Found]) -> Extract | None:
    """Compare the number of one side with that of the other, which may stand in the question itself."""
    left, right = _sides(question)
    first = best_cell(found, weights((left, 2.0), (right, 1.0)))
    if first is None or not right:
        return None if first is None else _of_cell(first, "no")
    second = best_cell(found, weights((right, 2.0), (left, 1.0)))
    stated = [number for number in numbers_in(right) if not _YEAR.fullmatch(right[number.start : number.end].strip())]
    other = stated[0].value if stated or second is None else second.number
    is_less = first.number < other
    is_so = is_less if _LESS.search(question) else first.number > other
    return _of_cell(first, "yes" if is_so else "no", with_=None if stated else second)


def _choice(question: str, options: Sequence[str], found: Sequence[Found]) -> Extract | None:
    """Choose the option with the greatest number, or with the least one where the question says so."""
    rest = question
    for option in options:
        rest = rest.replace(option, " ")
    matches = {option: best_cell(found, weights((option, 2.0), (rest, 1.0))) for option in options}
    numbers = {option: match for option, match in matches.items() if match is not None}
    if not numbers:
        return None
    pick = min if _LEAST.search(question) else max
    chosen = pick(numbers, key=lambda option: numbers[option].number)
    return _of_cell(numbers[chosen], chosen)


def _sides(question: str) -> tuple[str, str]:
    """Part a question into what is compared and what it is compared with: at "than", or at its two years."""
    than = _THAN.search(question)
    if than is not None:
        return question[: than.start()], question[than.end() :]
    years = list(_YEAR.finditer(question))
    if len(years) < 2:
        return question, ""
    earlier, later = years[0], years[1]
    return f"{question[: earlier.start()]} {later.group()} {question[later.end() :]}", earlier.group()


def _sentence(question: str, found: Sequence[Found]) -> Extract | None:
    saying = [candidate for candidate in found if candidate.block.kind not in _NOT_SAYING] or list(found)
    for candidate in saying[:1]:
        best = _by_overlap(question, candidate)
        if best:
            return Extract(text=best[0], shown=candidate.shown, boxes=candidate.block.boxes)
    return None


def _by_overlap(question: str, found: Found) -> list[str]:
    """Give a block's sentences, the one that shares most words with the question first."""
    asked = set(query_terms(question))
    text = block_text(found.shown.document, found.block)
    return sorted(sentences(text), key=lambda sentence: -len(asked & set(query_terms(sentence))))


def _of_cell(match: Match, text: str, *, with_: Match | None = None) -> Extract:
    """Give an answer that rests on a cell, or on two of one document."""
    shown = match.found.shown
    also = with_.boxes if with_ is not None and with_.found.shown.number == shown.number and with_.boxes != match.boxes else ()
    return Extract(text=text, shown=shown, boxes=(*match.boxes, *also))
