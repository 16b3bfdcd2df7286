"""Which axis of a table says what is measured, and which of whom: the words of one number."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from evidoc.answers.units import Unit, is_currency
from evidoc.errors import Reject
from evidoc.recipes.pdfqa._axes import Axes, Heading
from evidoc.recipes.pdfqa._case import Vocabulary, inside_sentence, vocabulary_of
from evidoc.recipes.pdfqa._context import Context
from evidoc.recipes.pdfqa._labels import plain
from evidoc.recipes.pdfqa._lexicon import BARE, COUNTED, GENERIC, PHYSICAL, head_noun, names_measure, names_statistic
from evidoc.recipes.pdfqa._naming import Naming, naming_of
from evidoc.recipes.pdfqa._periods import Period
from evidoc.recipes.pdfqa._phrases import is_plural
from evidoc.records.document import Document

_MOST = 0.8  # share of headings that must name measures for an axis to be the measuring one where both could be
_HALF = 0.5
_LONGEST_UNKNOWN = 12

Shape = Literal["periods_across", "periods_down", "measures_across", "measures_down"]


@dataclass(frozen=True, slots=True)
class Words:
    """A number in words: the measure ("net sales"), of whom ("" for nobody in particular), and when."""

    measure: str
    entity: str
    period: Period | None


@dataclass(frozen=True, slots=True)
class Measured:
    """How a table is to be read: which axis measures, how rows are named, and what totals say of the rows above them."""

    shape: Shape
    naming: Naming
    context: Context
    vocabulary: Vocabulary
    totals: dict[int, str]
    is_single: bool

    def words(self, row: Heading, column: Heading, unit: Unit) -> Words:
        """Say a number of a unit in words.

        Raises:
            Reject: No heading says what is measured, or a heading is too bare to be asked about.
        """
        if column.period and row.period:
            raise Reject("two_periods")
        measure, entity = self._measure_and_entity(row, column)
        if entity and set(plain(_of_what(measure)).split()) <= set(plain(entity).split()):
            raise Reject("measure_is_entity")
        if unit.name == "" and head_noun(measure.split(" (")[0]) in PHYSICAL:
            raise Reject("no_unit", measure)
        return Words(_completed(measure, unit, is_count=column.is_count), entity, column.period or row.period)

    def _measure_and_entity(self, row: Heading, column: Heading) -> tuple[str, str]:
        if self.shape in ("periods_across", "periods_down"):
            timed, line = (column, row) if self.shape == "periods_across" else (row, column)
            if timed.labels or timed.period is None:
                raise Reject("not_a_period")
            return self._line(line)
        if self.shape == "measures_across":
            return self._measure(column), self.naming.entity(row, grouped=True)
        statistic = names_statistic(column.labels[-1].text) if column.labels else ""
        if statistic:
            return f"{statistic} {self._measure(row)}", ""
        if self.is_single and column.labels and names_measure(column.labels[-1].text):
            return self._measure(row), ""
        return self._measure(row), self.naming.entity(column)

    def _line(self, heading: Heading) -> tuple[str, str]:
        """Read a line of a time series: a measure itself, or somebody of whom the group, total or caption says the measure."""
        if not heading.labels:
            raise Reject("empty_header")
        inner = heading.labels[-1].text
        outer = heading.clear_outer
        if heading.needs_outer and not outer:
            raise Reject("repeated_header")
        if heading.is_total and not names_measure(re.sub(r"^\W*(?:sub-?|grand )?totals?\W*", "", inner, flags=re.IGNORECASE)):
            return self._total(outer), ""
        if names_statistic(inner) and outer:
            return f"{names_statistic(inner)} {self._small(outer)}", ""
        if names_measure(inner) or heading.labels[-1].unit != Unit() or heading.unit_beside not in (None, Unit()):
            return self._self_named(inner, outer if _says_whose(heading, inner, outer) else "")
        measure = outer if names_measure(outer) else self.totals.get(heading.index) or self.context.measure
        if not measure or (GENERIC.fullmatch(inner) and measure != outer):
            raise Reject("no_measure", inner)
        return self._small(measure), self.naming.entity(heading)

    def _total(self, outer: str) -> str:
        measure = outer if names_measure(outer) else self.context.measure
        if not measure:
            raise Reject("bare_total")
        return self._small(f"total {measure}")

    def _self_named(self, inner: str, outer: str) -> tuple[str, str]:
        if (GENERIC.fullmatch(inner) or BARE.fullmatch(inner)) and not outer:
            raise Reject("bare_label", inner)
        if not outer or plain(outer) in plain(inner):
            return self._small(inner), ""
        if names_measure(outer):
            return f"{self._small(inner)} ({self._small(outer)})", ""
        return self._small(inner), self.naming.name(outer)

    def _measure(self, heading: Heading) -> str:
        """Join the levels of a measuring heading: "infection rate (percent)", "mean plant height"."""
        texts = [label.text for label in heading.labels]
        if heading.group is not None and heading.group.is_clear and heading.group.text and len(texts) == 1:
            texts = [heading.group.text, *texts]
        if heading.group is not None and not heading.needs_outer and names_measure(texts[-1]) and not BARE.fullmatch(texts[-1]):
            texts = texts[-1:]
        if not texts or len(texts) > 2 or not all(label.is_clear for label in heading.labels[-2:]):
            raise Reject("unclear_levels", " / ".join(texts))
        inner, outer = texts[-1], texts[0] if len(texts) == 2 else ""
        if plain(inner) in ("percent", "percentage") and names_measure(outer):
            return self._sound(outer)
        if not outer or plain(outer) in plain(inner):
            return self._sound(inner)
        if BARE.fullmatch(outer) or len(plain(inner)) < 2:
            raise Reject("unclear_levels", f"{outer} / {inner}")
        statistic = names_statistic(inner)
        if statistic:
            return f"{statistic} {self._small(outer)}"
        if names_measure(outer):
            return f"{self._small(outer)} ({self._small(inner)})"
        if names_measure(inner) and not BARE.fullmatch(inner):
            return f"{self._small(inner)} ({self._small(outer)})"
        raise Reject("unclear_levels", f"{outer} / {inner}")

    def _sound(self, text: str) -> str:
        if GENERIC.fullmatch(text) or BARE.fullmatch(text) or names_statistic(text) or len(plain(text)) < 2:
            raise Reject("bare_label", text)
        if re.search(r"[a-z]\.[A-Za-z]{2}", text) or any(map(self._is_glued, re.findall(r"[A-Za-z]+", text))):
            raise Reject("glued_words", text)
        return self._small(text)

    def _is_glued(self, word: str) -> bool:
        """Say whether a long word, which the document's text does not know, is rather two that lost their space."""
        return len(word) > _LONGEST_UNKNOWN and bool(self.vocabulary.small) and not self.vocabulary.knows(word)

    def _small(self, text: str) -> str:
        found = re.fullmatch(r"(?P<of>.+), (?P<which>beginning|ending) balances?", text, re.IGNORECASE)
        text = f"{found['which']} balance of {found['of']}" if found else text
        return inside_sentence(text, self.vocabulary, of="measure")


def measured_by(axes: Axes, context: Context, document: Document) -> Measured:
    """Find out how a table is to be read.

    Raises:
        Reject: `no_numbers` without numeric columns or rows, `unclear_axes` where no axis is clearly the measuring one.
    """
    if not axes.columns or not axes.rows:
        raise Reject("no_numbers")
    corner = axes.corner if axes.corner and not names_measure(axes.corner) else ""
    vocabulary = vocabulary_of(document)
    naming = naming_of(corner, vocabulary)
    shape = _shape(axes, naming)
    return Measured(shape, naming, context, vocabulary, _totals(axes), len(axes.columns) == 1)


def _shape(axes: Axes, naming: Naming) -> Shape:
    if _share(axes.columns, _is_period) >= _HALF:
        if axes.unused:
            raise Reject("labels_of_several_columns")
        return "periods_across"
    if _share(axes.rows, _is_period) >= _HALF:
        return "periods_down"
    across, down = _share(axes.columns, _measures), _share(axes.rows, _measures)
    if naming.is_variable or (down >= _HALF and across < _HALF):
        return "measures_down"
    if (across >= _HALF or naming.noun) and (down < _HALF or across >= _MOST):
        return "measures_across"
    if down >= _MOST:
        return "measures_down"
    raise Reject("unclear_axes")


def _share(headings: tuple[Heading, ...], holds: Callable[[Heading], bool]) -> float:
    clear = [heading for heading in headings if not heading.fault or heading.fault == "repeated_header"]
    return sum(map(holds, clear)) / len(clear) if clear else 0.0


def _is_period(heading: Heading) -> bool:
    return heading.period is not None and not heading.labels


def _measures(heading: Heading) -> bool:
    return heading.unit != Unit() or any(
        names_measure(label.text) or bool(names_statistic(label.text)) for label in heading.labels
    )


def _totals(axes: Axes) -> dict[int, str]:
    """Find for each row the total below it that says what its number is: "Total net sales" → "net sales".

    A total counts as one only where the rows above it add up to it in some column.
    """
    found: dict[int, str] = {}
    waiting: list[int] = []
    for row in axes.rows:
        if row.is_total:
            measure = re.sub(r"^(?:grand |sub-?)?totals?\s*", "", row.labels[-1].text, flags=re.IGNORECASE)
            if names_measure(measure) and not BARE.fullmatch(measure) and _adds_up(axes, waiting, row.index):
                found.update(dict.fromkeys(waiting, measure))
            waiting = []
        else:
            waiting.append(row.index)
    return found


def _adds_up(axes: Axes, parts: list[int], total: int) -> bool:
    for column in axes.columns:
        numbers = [axes.numbers.get((row, column.index)) for row in parts]
        whole = axes.numbers.get((total, column.index))
        if len(parts) > 1 and whole is not None and all(number is not None for number in numbers):
            return sum(filter(None, numbers), Decimal(0)) == whole
    return False


def _of_what(measure: str) -> str:
    return re.sub(r"^(?:number|percentage|value|total) of |(?: value)$", "", measure)


def _says_whose(heading: Heading, inner: str, outer: str) -> bool:
    """Say whether the level above a measure must be said: it tells rows apart, or a column names whom each row is about."""
    is_bare = BARE.fullmatch(inner) is not None or GENERIC.fullmatch(inner) is not None
    return heading.needs_outer or is_bare or (len(heading.labels) > 1 and not names_measure(outer))


def _completed(measure: str, unit: Unit, *, is_count: bool) -> str:
    """Give a heading that names no measure the noun that it lacks: "anemia" in percent → "percentage of anemia"."""
    head = measure.split(" (")[0]
    if measure.startswith("number of ") and not is_plural(head.removeprefix("number of ")):
        raise Reject("unclear_count", measure)
    if is_count and unit == Unit() and head.split()[-1].lower() in COUNTED and is_plural(head):
        return f"number of {measure}"
    if names_measure(head) or names_statistic(head.split()[0]) or is_currency(unit.name):
        return measure
    is_code = not re.search(r"[a-zà-ɏ]{3}", head)
    if unit.name == "%" and not is_code:
        return f"percentage of {measure}"
    if (is_code and unit.name != "%") or (unit.name and not is_code):
        return f"value of {measure}" if _needs_of(head, measure) else f"{measure} value"
    if is_count and is_plural(head):
        return f"number of {measure}"
    raise Reject("no_measure", measure)


def _needs_of(head: str, measure: str) -> bool:
    return "(" in measure or is_plural(head) or re.search(r" (?:for|of|in|with) ", head) is not None
