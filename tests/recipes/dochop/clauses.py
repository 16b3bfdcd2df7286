"""DocHop's charts and conditions read anew, by a grammar that shares nothing with the recipe's.

It knows none of the recipe's modules: not its tree, its rules, its wordings or its executions. Clauses are read by the
patterns below, over a text in which names have become marks such as `<m2>`; numbers are exact fractions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median

from tests.recipes.dochop.charts import Found, Page

Holds = Callable[[str], bool]

_OPERATORS = {
    "at least": ">=", "no less than": ">=", "at most": "<=", "no more than": "<=", "more than": ">", "over": ">",
    "less than": "<", "under": "<",
}  # fmt: skip
_MEETS: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    ">=": lambda a, b: a >= b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, "<": lambda a, b: a < b,
}  # fmt: skip
_SHORT = {
    "P": r"<m(?P<m>\d+)>(?: under <g(?P<g>\d+)>)?(?: in <t(?P<t>\d+)>)?",
    "R": r"<m(?P<m2>\d+)>(?: under <g(?P<g2>\d+)>)?(?: in <t(?P<t2>\d+)>)?",
    "O": rf"(?P<o>{'|'.join(sorted(_OPERATORS, key=len, reverse=True))})",
    "N": r"(?P<n>-?\d[\d,]*(?:\.\d+)?)",
    "K": r"(?P<k>\d+)",
    "H": r"(?P<h>-?\d[\d,]*(?:\.\d+)?)",
    "S": r"from <t(?P<a>\d+)> to <t(?P<b>\d+)>",
    "C": r"<(?P<c>[tg]\d+)>",
    "D": r"<(?P<d>[tg]\d+)>",
    "E": r"<e(?P<e>\d+)>",
    "F": r"<e(?P<f>\d+)>",
    "A": r"(?P<agg>total|average|median|highest|lowest)",
    "W": r"[\w’' -]+?",
    "L": r"[\w’' -]+? (?:holding|receiving|carrying|listed in|admitted to|belonging to) the <L>",
    "X": r"(?P<clause>(?:whose|that|for which|with) .+)",
    "B": r"(?:hold|receive|carry|belong to|(?:are|be) listed in|(?:are|be) admitted to) the <L>",
}


def pattern_of(text: str) -> re.Pattern[str]:
    text = re.sub(r"\[\[([^|\]]+)\|([^\]]+)\]\]", r"(?:(?P<up>\1)|(?P<down>\2))", text)
    return re.compile(re.sub(r"\{([A-Z])\}", lambda found: _SHORT[found[1]], text))


@dataclass(frozen=True)
class Said:
    """A clause that was read; `number` is another threshold to read it with."""

    page: Page
    found: Found
    number: Fraction | None = None

    @property
    def n(self) -> Fraction:
        return self.number if self.number is not None else value_of(self.found["n"])

    @property
    def k(self) -> int:
        return int(self.found["k"])

    @property
    def sign(self) -> int:
        return -1 if self.found.get("down") else 1

    def meets(self, value: Fraction) -> bool:
        return _MEETS[_OPERATORS[self.found["o"]]](value, self.n)

    def point(self) -> dict[str, Fraction]:
        chart, column = self.page.find(self.found)
        return chart.column(column)

    def at(self, key: str) -> str:
        return self.page.name(self.found[key])

    def pair(self) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
        """Give the column that a series is looked at in, and the one it is compared with."""
        if self.found.get("c"):
            chart, _ = self.page.find(self.found, whole=True)
            return chart.column(self.at("c")), chart.column(self.at("d"))
        chart, column = self.page.find(self.found)
        return chart.column(column), chart.column(self.at("d"))

    def rows(self) -> dict[str, list[Fraction]]:
        """Give the stretch of the series that is meant, of each."""
        chart, _ = self.page.find(self.found, whole=True)
        columns = chart.columns
        if self.found.get("a"):
            first, last = (columns.index(self.page.names["t"][int(self.found[key])]) for key in "ab")
            columns = columns[first : last + 1]
        return {entity: chart.row(entity, columns) for entity in chart.entities}


def value_of(text: str) -> Fraction:
    return Fraction(text.replace(",", ""))


def _steps(row: Sequence[Fraction]) -> list[Fraction]:
    return [later - before for before, later in zip(row, row[1:], strict=False)]


def _rank(values: Mapping[str, Fraction], entity: str, sign: int = 1) -> int:
    return 1 + sum(sign * value > sign * values[entity] for value in values.values())


def _longest(steps: Sequence[Fraction], sign: int) -> int:
    best = run = 0
    for step in steps:
        run = run + 1 if sign * step > 0 else 0
        best = max(best, run)
    return best


def aggregate(name: str, values: Sequence[Fraction]) -> Fraction:
    if name == "median":
        return Fraction(median(values))
    return {"total": sum(values, Fraction(0)), "average": sum(values, Fraction(0)) / len(values), "highest": max(values),
            "lowest": min(values)}[name]  # fmt: skip


def _threshold(s: Said, e: str) -> bool:
    return s.meets(s.point()[e])


def _every(s: Said, e: str) -> bool:
    return all(map(s.meets, s.rows()[e]))


def _some(s: Said, e: str) -> bool:
    return any(map(s.meets, s.rows()[e]))


def _count(s: Said, e: str) -> bool:
    return sum(map(s.meets, s.rows()[e])) >= s.k


def _between(s: Said, e: str) -> bool:
    return s.n <= s.point()[e] <= value_of(s.found["h"])


def _band(s: Said, e: str) -> bool:
    return all(s.n <= value <= value_of(s.found["h"]) for value in s.rows()[e])


def _spread(s: Said, e: str) -> bool:
    return s.meets(max(s.rows()[e]) - min(s.rows()[e]))


def _apart(s: Said, e: str) -> bool:
    here, there = s.pair()
    return s.sign * (here[e] - there[e]) >= s.n


def _percent(s: Said, e: str) -> bool:
    here, there = s.pair()
    return s.meets(s.sign * 100 * (here[e] - there[e]) / there[e])


def _monotone(s: Said, e: str) -> bool:
    return all(s.sign * step > 0 for step in _steps(s.rows()[e]))


def _streak(s: Said, e: str) -> bool:
    return _longest(_steps(s.rows()[e]), s.sign) >= s.k


def _max_step(s: Said, e: str) -> bool:
    return all(abs(step) <= s.n for step in _steps(s.rows()[e]))


def _extreme(s: Said, e: str) -> bool:
    chart, _ = s.page.find(s.found, whole=True)
    own = chart.values[e, s.at("c")]
    return all(s.sign * own > s.sign * chart.values[e, name] for name in chart.columns if name != s.at("c"))


def _ranked(s: Said, e: str) -> bool:
    return _rank(s.point(), e, s.sign) <= s.k


def _climbed(s: Said, e: str) -> bool:
    here, there = s.pair()
    return _rank(there, e) - _rank(here, e) >= s.k


def _share(s: Said, e: str) -> bool:
    return s.meets(100 * s.point()[e] / sum(s.point().values()))


def _own_share(s: Said, e: str) -> bool:
    chart, _ = s.page.find(s.found, whole=True)
    return s.meets(100 * chart.values[e, s.at("c")] / sum(chart.row(e, chart.columns)))


def _ratio(s: Said, e: str) -> bool:
    here, there = s.pair()
    return s.meets(here[e] / there[e])


def _margin(s: Said, distance: Fraction) -> bool:
    return distance >= s.n if s.found.get("n") else distance > 0


def _beside(s: Said, e: str) -> bool:
    other = s.page.names["e"][int(s.found["e"])]
    return e != other and _margin(s, s.sign * (s.point()[e] - s.point()[other]))


def _average(s: Said, e: str) -> bool:
    mean = sum(s.point().values(), Fraction(0)) / len(s.point())
    return _margin(s, s.sign * (s.point()[e] - mean))


def _aggregated(s: Said, e: str) -> bool:
    return s.meets(aggregate(s.found["agg"], s.rows()[e]))


_EXTENT = "(?:{S}|across all {W})"
_CONDITIONS: tuple[tuple[Callable[[Said, str], bool], tuple[str, ...]], ...] = (
    (_threshold, ("whose {P} came to {O} {N}", "that recorded {P} of {O} {N}", "for which {P} amounted to {O} {N}")),
    (_threshold, tuple(text.replace("{G}", r"<g(?P<g>\d+)>").replace("{M}", r"<m(?P<m>\d+)>(?: in <t(?P<t>\d+)>)?") for text in (
        "whose result under {G} for {M} came to {O} {N}", "that showed {O} {N} under {G} for {M}",
        "whose figure under {G} for {M} amounted to {O} {N}"))),
    (_every, ("whose {P} came to {O} {N} in every {W} {S}", "that recorded {P} of {O} {N} in each {W} {S}",
              "for which {P} amounted to {O} {N} in every single {W} {S}")),
    (_some, ("whose {P} came to {O} {N} in at least one {W} {S}", "that recorded {P} of {O} {N} in one {W} or more {S}",
             "for which {P} amounted to {O} {N} in one {W} at the least {S}")),
    (_count, ("whose {P} came to {O} {N} in at least {K} {W} {S}", "that recorded {P} of {O} {N} in {K} or more {W} {S}",
              "for which {P} amounted to {O} {N} in no fewer than {K} {W} {S}")),
    (_every, ("whose {P} came to {O} {N} in every {W}", "that recorded {P} of {O} {N} in each {W}",
              "for which {P} amounted to {O} {N} in every {W} without exception")),
    (_count, ("whose {P} came to {O} {N} in at least {K} {W}", "that recorded {P} of {O} {N} in {K} or more {W}",
              "for which {P} amounted to {O} {N} in no fewer than {K} {W}")),
    (_between, ("whose {P} lay between {N} and {H} inclusive", "that recorded {P} of no less than {N} and no more than {H}",
                "for which {P} fell in the closed range from {N} to {H}")),
    (_band, ("whose {P} stayed between {N} and {H} inclusive in every {W} {S}",
             "that held {P} between {N} and {H} inclusive throughout the {W} {S}",
             "for which {P} never left the closed range from {N} to {H} in the {W} {S}")),
    (_spread, (f"whose highest and lowest {{P}} {_EXTENT} lay {{O}} {{N}} apart",
               f"with a gap of {{O}} {{N}} between the highest and the lowest {{P}} {_EXTENT}",
               f"for which the spread between the highest and the lowest {{P}} {_EXTENT} came to {{O}} {{N}}")),
    (_apart, ("whose {P} came out [[higher|lower]] than (?:in|under) {D} by at least {N}",
              "whose {P} [[exceeded|fell short of]] the figure (?:of|under) {D} by at least {N}",
              "for which {P} stood at least {N} [[above|below]] the figure (?:of|under) {D}")),
    (_percent, ("whose {P} [[grew|fell]] by {O} {N} from {D} to {C}", "that saw {P} [[rise|drop]] by {O} {N} from {D} to {C}",
                "for which {P} [[increased|decreased]] by {O} {N} from {D} to {C}")),
    (_monotone, ("whose {P} [[rose|fell]] at each step {S}", "that saw {P} [[climb|drop]] from each {W} to the next {S}",
                 "for which {P} [[increased|decreased]] without a break {S}")),
    (_streak, ("whose {P} [[rose|fell]] for at least {K} consecutive steps(?: {S})?",
               "that saw {P} [[climb|drop]] over {K} or more consecutive steps(?: {S})?",
               "for which {P} [[increased|decreased]] in at least {K} steps in a row(?: {S})?")),
    (_max_step, ("whose {P} never changed by more than {N} from one {W} to the next {S}",
                 "that kept every step in {P} {S} at {N} or less",
                 "for which no change of {P} from one {W} to the next {S} exceeded {N}")),
    (_extreme, ("whose own [[highest|lowest]] value of {P} came (?:in|under) {C}",
                "whose [[peak|low point]] in {P} came (?:in|under) {C}",
                "for which {P} reached its own [[highest|lowest]] value (?:in|under) {C}")),
    (_ranked, ("that ranked in the [[top|bottom]] {K} of all {W} on {P}",
               "that placed among the {K} {W} with the [[highest|lowest]] {P}",
               "whose figure for {P} was among the {K} [[highest|lowest]] of all {W}")),
    (_climbed, ("that climbed by {K} or more places from {D} to {C} in the order of all {W} by {P}, highest first",
                "whose place among all {W}, ordered from the highest {P} to the lowest, improved by {K} or more from {D} to {C}",
                "that moved up by {K} or more places from {D} to {C} where all {W} are ordered from the highest {P} "
                "to the lowest")),
    (_share, ("that accounted for {O} {N} of the total {P} of all {W}",
              "whose share of the total {P} of all {W} came to {O} {N}", "that contributed {O} {N} of the total {P} of all {W}")),
    (_own_share, ("for which {C} made up {O} {N} of its own total {P} across all {W}",
                  "that owed {O} {N} of its own total {P} across all {W} to {C}",
                  "whose share of {C} in its own total {P} across all {W} came to {O} {N}")),
    (_ratio, ("whose {P} came to {O} {N} times the figure (?:of|under) {D}",
              "that recorded {P} of {O} {N} times what it had (?:in|under) {D}",
              "for which {P} amounted to {O} {N} times the value (?:of|under) {D}")),
    (_beside, ("whose figure for {P} was [[above|below]] that of {E}(?: by at least {N})?",
               "whose {P} [[exceeded|fell short of]] the figure of {E}(?: by at least {N})?",
               "for which {P} came out [[higher|lower]] than for {E}(?: by at least {N})?")),
    (_average, ("whose figure for {P} was [[above|below]] the average of all {W}(?: by at least {N})?",
                "whose {P} [[exceeded|fell short of]] the mean of all {W}(?: by at least {N})?",
                "for which {P} came out [[higher|lower]] than the average over all {W}(?: by at least {N})?")),
    (_aggregated, (f"whose {{A}} {{P}} {_EXTENT} came to {{O}} {{N}}", f"that brought its {{A}} {{P}} {_EXTENT} to {{O}} {{N}}",
                   f"for which the {{A}} {{P}} {_EXTENT} amounted to {{O}} {{N}}")),
)  # fmt: skip
_CLAUSES = [(pattern_of(text), rule) for rule, texts in _CONDITIONS for text in texts]


def condition(clause: str, page: Page, *, number: Fraction | None = None) -> Holds:
    """Read a clause; `number` stands in for its threshold."""
    read = [(rule, found.groupdict()) for pattern, rule in _CLAUSES if (found := pattern.fullmatch(clause))]
    assert len(read) == 1, (clause, len(read))
    rule, fields = read[0]
    said = Said(page, {key: value for key, value in fields.items() if value is not None}, number)
    return lambda entity: rule(said, entity)
