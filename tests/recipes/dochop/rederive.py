"""DocHop's answers worked out again from a page's text, its charts' values and the question, by a grammar of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from evidoc.records.item import Item
from tests.recipes.dochop.charts import Page, marked, page_of
from tests.recipes.dochop.clauses import Said, aggregate, condition, pattern_of

_ORDINALS = re.findall(
    r"\w+",
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth",
)
_LISTS = rf"(?:the (?:{'|'.join(_ORDINALS)}) \w+(?:, | and )?)+"
_OWN = rf"(?P<own>{'|'.join(_ORDINALS)})"
_FROM = rf"(?P<from>{'|'.join(_ORDINALS)})"
_CLAUSE = "(?P<clause>(?:whose|that|for which|with) .+)"
_NO_OTHER = r"and (?:that )?no other {W} (?:is|does)\."
_SENTENCES = [
    (kind, pattern_of(text))
    for kind, text in (
        ("label", rf"(?:Every|It follows that every|In the end, every) {{W}} on the {_OWN} \w+ .+, {_NO_OTHER}"),
        ("all", rf"The {_OWN} \w+ holds every {{W}} that stands on (?:both|all of) (?P<lists>{_LISTS})\."),
        ("all", rf"Any {{W}} found on (?:both|all of) (?P<lists>{_LISTS}) is entered on the {_OWN} \w+\."),
        ("any", rf"A place on at least one of (?P<lists>{_LISTS}) is enough for the {_OWN} \w+\."),
        ("all", rf"Every {{W}} that stands on (?:both|all of) (?P<lists>{_LISTS}) goes on the {_OWN} \w+\."),
        ("any", rf"The {_OWN} \w+ holds every {{W}} that stands on at least one of (?P<lists>{_LISTS})\."),
        ("any", rf"Every {{W}} that stands on at least one of (?P<lists>{_LISTS}) goes on the {_OWN} \w+\."),
        ("last", rf"Among those, every {{W}} {_CLAUSE} moves on to the {_OWN} \w+\."),
        ("last", rf"From among them, every {{W}} {_CLAUSE} is carried over to the {_OWN} \w+\."),
        ("last", rf"The {_OWN} \w+ takes from these every {{W}} {_CLAUSE}\."),
        ("from", rf"Of the {{W}} on the {_FROM} \w+, every one {_CLAUSE} moves on to the {_OWN} \w+\."),
        ("from", rf"The {_OWN} \w+ keeps, from the {_FROM} \w+ alone, every {{W}} {_CLAUSE}\."),
        ("from", rf"Only the {{W}} on the {_FROM} \w+ are looked at next, and every one {_CLAUSE} goes on the {_OWN} \w+\."),
        ("root", rf"The {_OWN} \w+ holds every {{W}} {_CLAUSE}\."),
        ("root", rf"Every {{W}} {_CLAUSE} goes on the {_OWN} \w+\."),
        ("root", rf"On the {_OWN} \w+ stands every {{W}} {_CLAUSE}\."),
    )
]


@dataclass(frozen=True)
class Step:
    """One sentence of the reasoning: how a list comes of others, and by which clause."""

    kind: str
    own: int
    sources: tuple[int, ...]
    clause: str = ""


def steps_of(text: str) -> list[Step]:
    """Read the sentences of a marked text; what is none of these says nothing."""
    steps: list[Step] = []
    bearer = None
    for sentence in re.split(r"(?<=\.)\s+", text):
        step = _step(sentence, len(steps))
        if step is not None and step.kind == "label":
            bearer = step.own
        elif step is not None:
            assert step.own == len(steps), sentence
            steps.append(step)
    assert bearer == len(steps) - 1, (bearer, len(steps))
    return steps


def _step(sentence: str, number: int) -> Step | None:
    for kind, pattern in _SENTENCES:
        if not (found := pattern.fullmatch(sentence)):
            continue
        fields = found.groupdict()
        own = _ORDINALS.index(fields["own"])
        if kind in ("all", "any"):
            named = re.findall(rf"the ({'|'.join(_ORDINALS)}) ", fields["lists"] + " ")
            return Step(kind, own, tuple(map(_ORDINALS.index, named)))
        sources = [_ORDINALS.index(fields["from"])] if kind == "from" else [number - 1] if kind == "last" else []
        return Step(kind, own, tuple(sources), fields.get("clause") or "")
    return None


def bearers(
    steps: Sequence[Step], page: Page, *, number: Fraction | None = None, clause: str = "", drop: bool = False
) -> list[str]:
    """Give who is on the last list; of the step with this clause the threshold is another, or the condition is dropped."""
    lists: list[list[str]] = []
    for step in steps:
        pools = [lists[source] for source in step.sources] or [list(page.everyone)]
        if step.kind == "all":
            lists.append([name for name in page.everyone if all(name in pool for pool in pools)])
        elif step.kind == "any":
            lists.append([name for name in page.everyone if any(name in pool for pool in pools)])
        else:
            changed = bool(clause) and step.clause == clause
            holds = condition(step.clause, page, number=number if changed else None)
            lists.append([name for name in pools[0] if (changed and drop) or holds(name)])
    return lists[-1]


@dataclass(frozen=True)
class Asked(Said):
    """A question that was read, and who bears the label."""

    who: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()

    def of(self, names: Sequence[str] | None = None) -> list[Fraction]:
        """Give the values of those that bear the label, at the place that is named."""
        values = self.point()
        return [values[name] for name in (self.who if names is None else names)]

    def best(self, values: Mapping[str, Fraction]) -> str:
        return max(self.who, key=lambda name: self.sign * values[name])

    def total(self, column: str) -> Fraction:
        chart, _ = self.page.find(self.found, whole=True)
        return sum((chart.values[name, column] for name in self.who), Fraction(0))


Result = Fraction | int | str | bool | tuple[str, ...]


def _q_other(q: Asked) -> Result:
    chart, column = q.page.find(q.found, keys="second")
    return chart.values[q.best(q.point()), column]


def _q_when(q: Asked) -> Result:
    chart, _ = q.page.find(q.found, whole=True)
    return max(chart.columns, key=lambda name: q.sign * chart.values[q.who[0], name])


def _q_changes(q: Asked) -> list[Fraction]:
    here, there = q.pair()
    return [q.sign * (here[name] - there[name]) for name in q.who]


def _q_periods(q: Asked) -> Result:
    rows = q.rows()
    means = [sum(column) / len(q.who) for column in zip(*(rows[name] for name in q.who), strict=True)]
    return sum(q.meets(Fraction(mean)) for mean in means)


def _q_window(q: Asked) -> Result:
    values = [value for name in q.who for value in q.rows()[name]]
    return sum(values, Fraction(0)) / len(values)


def _q_total_extreme(q: Asked) -> Result:
    chart, _ = q.page.find(q.found, whole=True)
    return max(chart.columns, key=lambda name: q.sign * q.total(name))


def _q_nth(q: Asked) -> Result:
    ranked = sorted(q.who, key=lambda name: -q.point()[name])
    return ranked[_ORDINALS.index(q.found["nth"])]


def _q_replaced(q: Asked) -> Result:
    changed = q.best(q.point())
    return sum((q.n if name == changed else q.point()[name] for name in q.who), Fraction(0)) / len(q.who)


def _q_without(q: Asked) -> Result:
    left = [name for name in q.who if name != max(q.who, key=lambda name: q.point()[name])]
    return sum(q.of(left), Fraction(0)) / len(left)


def _q_left(q: Asked) -> list[str]:
    return [name for name in q.who if condition(q.found["clause"], q.page)(name)]


def _q_dropped(q: Asked) -> Result:
    who = bearers(q.steps, q.page, clause=q.found["clause"], drop=True)
    return aggregate(q.found["agg"], q.of(who))


def _q_named(q: Asked) -> tuple[str, str]:
    return q.page.names["e"][int(q.found["e"])], q.page.names["e"][int(q.found["f"])]


def _q_higher(q: Asked) -> Result:
    first, second = _q_named(q)
    return first in q.who and second in q.who and q.point()[first] > q.point()[second]


def _q_meeting(q: Asked, names: Sequence[str] | None = None) -> list[str]:
    return [name for name in (q.who if names is None else names) if q.meets(q.point()[name])]


def _q_of_all(q: Asked) -> Result:
    return 100 * sum(q.of(), Fraction(0)) / sum(q.point().values())


def _q_largest_change(q: Asked) -> Result:
    return max(zip(_q_changes(q), q.who, strict=True))[1]


_QUESTIONS: tuple[tuple[str, Callable[[Asked], Result]], ...] = (
    ("Which {W} {B}\\?", lambda q: tuple(sorted(q.who))),
    ("What figure does the {L} show for {P}\\?", lambda q: q.of()[0]),
    ("Among the {L}, what is the {R} of the one with the [[highest|lowest]] {P}\\?", _q_other),
    ("In which {W} does the {L} record its [[highest|lowest]] {P}\\?", _q_when),
    ("Which {L} has {P} of {O} {N}\\?", lambda q: _q_meeting(q)[0]),
    ("How many {W} {B}\\?", lambda q: len(q.who)),
    ("How many of the {L} have {P} of {O} {N}\\?", lambda q: len(_q_meeting(q))),
    ("How many of the {L} show a [[higher|lower]] figure for {P} (?:in|under) {C} than (?:in|under) {D}\\?",
     lambda q: sum(change > 0 for change in _q_changes(q))),
    ("How many {W} (?:do not hold|do not receive|do not carry|do not belong to|are not listed in|are not admitted to) the <L> "
     "but have {P} of {O} {N}\\?", lambda q: len(_q_meeting(q, [name for name in q.page.everyone if name not in q.who]))),
    ("In how many {W} {S} is the average {P} of the {L} {O} {N}\\?", _q_periods),
    ("What is the total {P} of all {L}\\?", lambda q: sum(q.of(), Fraction(0))),
    ("What is the {A} {P} of the {L}\\?", lambda q: aggregate(q.found["agg"], q.of())),
    ("What is the average {P} of the {L} over the {W} {S}\\?", _q_window),
    ("What is the difference between the highest and the lowest {P} among the {L}\\?", lambda q: max(q.of()) - min(q.of())),
    ("By how much does the total {P} of the {L} change from {D} to {C} \\(negative if it falls\\)\\?",
     lambda q: q.total(q.at("c")) - q.total(q.at("d"))),
    ("What is the percentage change in the total {P} of the {L} from {D} to {C} \\(negative if it falls\\)\\?",
     lambda q: 100 * (q.total(q.at("c")) - q.total(q.at("d"))) / q.total(q.at("d"))),
    ("What is the ratio of the total {P} of the {L} under {C} to that under {D}\\?",
     lambda q: q.total(q.at("c")) / q.total(q.at("d"))),
    ("What percentage of the total {P} of all {W} comes from the {L}\\?", _q_of_all),
    ("Which of the {L} has the [[highest|lowest]] {P}\\?", lambda q: q.best(q.point())),
    (f"Which of the {{L}} has the (?P<nth>{'|'.join(_ORDINALS)}) highest {{P}}\\?", _q_nth),
    ("List the {L} in descending order of {P}\\.", lambda q: tuple(sorted(q.who, key=lambda name: -q.point()[name]))),
    ("In which {W} is the total {P} of the {L} the [[highest|lowest]]\\?", _q_total_extreme),
    ("Which of the {L} shows the largest [[increase|decrease]] in {P} from {D} to {C}\\?", _q_largest_change),
    ("If the {P} of every one of the {L} rose by {N}, what would their total be\\?",
     lambda q: sum(q.of(), Fraction(0)) * (100 + q.n) / 100),
    ("Among the {L}, if the one with the [[highest|lowest]] {P} had {N} instead, what would their average be\\?", _q_replaced),
    ("If the one with the highest {P} were left out of the {L}, what would the average {R} of the others be\\?", _q_without),
    ("If the <L> were, in addition, open only to an? {W} {X}, how many {W} would still {B}\\?",
     lambda q: len(_q_left(q))),
    ("If the <L> were, in addition, open only to an? {W} {X}, which {W} would still {B}\\?",
     lambda q: tuple(sorted(_q_left(q)))),
    ("If the threshold in the condition “(?P<clause>.+)” were {N} instead, how many {W} would {B}\\?",
     lambda q: len(bearers(q.steps, q.page, clause=q.found["clause"], number=q.n))),
    ("If the condition “(?P<clause>.+)” were dropped, what would the {A} {P} of the {L} be\\?", _q_dropped),
    ("True or not: {E} (?:holds|receives|carries|belongs to|is listed in|is admitted to) the <L>\\.",
     lambda q: q.page.names["e"][int(q.found["e"])] in q.who),
    ("True or not: the {A} {P} of the {L} is {O} {N}\\.", lambda q: q.meets(aggregate(q.found["agg"], q.of()))),
    ("True or not: all of the {L} have {P} of {O} {N}\\.", lambda q: len(_q_meeting(q)) == len(q.who)),
    ("True or not: among the {L}, {E} has a higher figure for {P} than {F}\\.", _q_higher),
    ("True or not: at least {K} of the {L} (?:has|have) {P} of {O} {N}\\.", lambda q: len(_q_meeting(q)) >= q.k),
)  # fmt: skip
_ASKED = [(pattern_of(text), answering) for text, answering in _QUESTIONS]


def rederived(item: Item, text: str) -> str | tuple[str, ...]:
    """Answer an item's question from the text of its page and the values of its charts."""
    page = page_of(item)
    label = label_in(text)
    steps = steps_of(marked(text, page, label))
    who = bearers(steps, page)
    return _canonical(_answered(marked(item.question, page, label), page, who, steps))


def _answered(question: str, page: Page, who: Sequence[str], steps: Sequence[Step]) -> Result:
    read = [(answering, found.groupdict()) for pattern, answering in _ASKED if (found := pattern.fullmatch(question))]
    assert len(read) == 1, (question, len(read))
    answering, groups = read[0]
    fields = {key: value for key, value in groups.items() if value is not None}
    return answering(Asked(page, fields, None, tuple(who), tuple(steps)))


def label_in(text: str) -> str:
    """Give the label that a text defines."""
    found = re.search(
        r"(?:holds|receives|carries|belongs to|is listed in|is admitted to) the ([A-Z][\w ]+?), and (?:that )?no other", text
    )
    assert found, text
    return found[1]


def _canonical(result: Result) -> str | tuple[str, ...]:
    if isinstance(result, bool):
        return "yes" if result else "no"
    if isinstance(result, str | tuple):
        return result
    cents = abs(Fraction(result)) * 100
    whole = int(cents + Fraction(1, 2))
    text = f"{whole // 100}.{whole % 100:02}".rstrip("0").rstrip(".")
    return f"-{text}" if result < 0 and whole else text
