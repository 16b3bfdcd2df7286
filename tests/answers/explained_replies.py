"""Replies that state an answer and explain it, and replies that look like it and are wrong: templates by golds.

The templates are in `explained/`, one a line under their kind. `{g}` is a right text, `{w}` and `{x}` are wrong ones, `{q}` is
the question; `{a}` and `{b}` are numbers that come to the answer where it is one. Each kind of wrong reply is a way in which
lenient scorers are fooled: public evaluators look for the gold as a substring (X-37, cases E12, F15).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

from evidoc.records.item import Answer

_FOLDER = Path(__file__).parent / "explained"


@dataclass(frozen=True, slots=True)
class Gold:
    """A question with its right answer, as it is written, two wrong ones, the options of a choice, and the terms of a sum."""

    question: str
    answer: Answer
    written: str
    wrong: tuple[str, str]
    options: tuple[str, ...] = ()
    terms: tuple[str, str] = ("3.1", "9.3")

    @property
    def is_number(self) -> bool:
        """Whether other answers are numbers."""
        return self.answer.kind == "number"

    def may_have(self, template: str) -> bool:
        """Say whether an explanation can be told from another answer: no free words or numbers where these could be one."""
        if self.options or self.written[0] in "0123456789$-":
            return True
        has_digits = any(map(str.isdigit, self.written))
        return "passengers" not in template and not (has_digits and ("{a}" in template or "{year}" in template))


@dataclass(frozen=True, slots=True)
class Told:
    """A reply to a question, of a kind."""

    gold: Gold
    kind: str
    text: str


def _text(question: str, value: str, *wrong: str, options: tuple[str, ...] = ()) -> Gold:
    return Gold(question, Answer(kind="text", value=value), value, (wrong[0], wrong[1]), options)


def _number(question: str, answer: Answer, written: str, *others: str) -> Gold:
    return Gold(question, answer, written, (others[0], others[1]), terms=(others[2], others[3]))


def _value(value: str, unit: str = "", *, scale: int = 0) -> Answer:
    return Answer(kind="number", value=value, unit=unit, scale=scale, decimals=len(value.partition(".")[2]))


GOLDS = (
    _text("What is the capital of France?", "Paris", "Lyon", "Rome"),
    _text("Which measurement is longest in the skulls of group B?", "frontal chord", "sagittal chord", "parietal arc"),
    _text(
        "What does PCA stand for?", "principal component analysis", "posterior cerebral artery", "partial correlation analysis"
    ),
    _text("Who led the trial?", "Mary Okafor", "John Smith", "Wei Chen"),
    _text("When did sales peak?", "Q3 2020", "Q4 2020", "Q2 2021"),
    _text("Which item of the statement rose most?", "net income", "gross profit", "deferred revenue"),
    _text("Which country has the largest fleet?", "United States", "United Kingdom", "South Korea"),
    _text("What share did rail have?", "12.4 %", "13 %", "11.9 %"),
    _text(
        "Which team has more cups: Flyers or Maple Leafs?", "Maple Leafs", "Flyers", "Flyers", options=("Flyers", "Maple Leafs")
    ),
    _text("Is yield higher for rye or oat?", "rye", "oat", "oat", options=("rye", "oat")),
    _text("Which language is the kernel written in?", "C++", "C", "Rust"),
    _text("Where was the company founded?", "Ghent", "Bruges", "Antwerp"),
    _number("What share did rail have?", _value("12.4", "%"), "12.4 %", "13 %", "11.9 %", "3.1", "9.3"),
    _number("How many sites were sampled?", _value("42"), "42", "43", "24", "12", "30"),
    _number(
        "What was revenue, in millions of US dollars?",
        _value("1204", "USD", scale=6),
        *("$1,204 million", "$1,310 million", "$1,402 million", "1,000", "204"),
    ),
    _number("What was the mean density?", _value("0.57"), "0.57", "0.75", "0.59", "0.20", "0.37"),
    _number("By how much did it change, in percent?", _value("-3.2", "%"), "-3.2 %", "3.4 %", "-2.3 %", "9.3", "12.5"),
    _number("How heavy was the sample?", _value("5.6", "kg"), "5.6 kg", "6.5 kg", "5.9 kg", "2.2", "3.4"),
)


def right_replies() -> Iterator[Told]:
    """Give replies that state the right answer, first or last, and explain it."""
    templates = _templates("right")
    for gold, stated, sentence in product(GOLDS, templates["stated"], templates["sentence"]):
        if gold.may_have(sentence):
            yield _told(gold, "sentence", f"{stated}. {sentence}")
    for gold, stated, clause in product(GOLDS, templates["stated"], templates["clause"]):
        if gold.may_have(clause):
            yield _told(gold, "clause", f"{stated}{clause}")
    for gold, template in product(GOLDS, templates["concluded"]):
        yield _told(gold, "concluded", template)
    for gold, template in product((gold for gold in GOLDS if gold.is_number), templates["reckoned"]):
        yield _told(gold, "reckoned", template)


def wrong_replies() -> Iterator[Told]:
    """Give replies that do not state the right answer, or another one beside it, by kind.

    A reply with one number in it means that, be it hedged or only mentioned: the scorer `number` has it so since its first
    version. Such replies are wrong for texts alone; they stand under "worth a number".
    """
    templates = _templates("wrong")
    for gold, (kind, own) in product(GOLDS, templates.items()):
        if kind in ("worth a number", "another thing" if gold.is_number else "another number"):
            continue
        yield from (_told(gold, kind, one) for one in own if not (gold.is_number and one in templates["worth a number"]))


@cache
def _templates(name: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    own: list[str] = []
    for line in (_FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and line.endswith("]"):
            own = found.setdefault(line[1:-1], [])
        elif line:
            own.append(line.replace("\\n", "\n"))
    return found


def _told(gold: Gold, kind: str, template: str) -> Told:
    named = {
        "g": gold.written,
        "w": gold.wrong[0],
        "x": gold.wrong[1],
        "q": gold.question,
        "a": gold.terms[0],
        "b": gold.terms[1],
    }
    return Told(gold, kind, template.format(**named, year="2010"))
