"""The sentences of a trace: one a node, each naming its own list and those it builds on, so that grouping cannot be misread.

Source: DH-40. A sentence reads back to its node; a sentence of none of these forms says nothing of the trace.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from evidoc.errors import InvalidRecord
from evidoc.recipes.dochop._genres import Genre
from evidoc.recipes.dochop._labels import Label
from evidoc.recipes.dochop._phrases import phrase, read_marked
from evidoc.recipes.dochop._records import ChartSchema, CompositionNode, ConstraintNode, Node, Pool

_ORDINALS = {
    "en": (
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
        "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth",
    ),
    "zh": tuple(f"第{number}" for number in (
        "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二", "十三", "十四", "十五", "十六",
        "十七", "十八", "十九", "二十",
    )),
}  # fmt: skip
_FRAMES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "root": (
            "The {own} {list} holds every {singular} {clause}.",
            "Every {singular} {clause} goes on the {own} {list}.",
            "On the {own} {list} stands every {singular} {clause}.",
        ),
        "child": (
            "Of the {plural} on the {parent} {list}, every one {clause} moves on to the {own} {list}.",
            "The {own} {list} keeps, from the {parent} {list} alone, every {singular} {clause}.",
            "Only the {plural} on the {parent} {list} are looked at next, and every one {clause} goes on the {own} {list}.",
        ),
        "next": (
            "Among those, every {singular} {clause} moves on to the {own} {list}.",
            "From among them, every {singular} {clause} is carried over to the {own} {list}.",
            "The {own} {list} takes from these every {singular} {clause}.",
        ),
        "AND": (
            "Any {singular} found on {every} is entered on the {own} {list}.",
            "The {own} {list} holds every {singular} that stands on {every}.",
            "Every {singular} that stands on {every} goes on the {own} {list}.",
        ),
        "OR": (
            "A place on at least one of {some} is enough for the {own} {list}.",
            "The {own} {list} holds every {singular} that stands on at least one of {some}.",
            "Every {singular} that stands on at least one of {some} goes on the {own} {list}.",
        ),
        "label": (
            "Every {singular} on the {own} {list} {label}, and no other {singular} {aux}.",
            "It follows that every {singular} on the {own} {list} {label}, and that no other {singular} {aux}.",
            "In the end, every {singular} on the {own} {list} {label}, and no other {singular} {aux}.",
        ),
    },
    "zh": {
        "root": ("凡{clause}的{singular}，列入{own}{list}。", "{own}{list}收录所有{clause}的{singular}。"),
        "child": (
            "在{parent}{list}所列的{plural}当中，凡{clause}者，转入{own}{list}。",
            "{own}{list}只从{parent}{list}中收录{clause}的{singular}。",
        ),
        "next": ("在上述{plural}当中，凡{clause}者，转入{own}{list}。", "其中凡{clause}的{singular}，再列入{own}{list}。"),
        "AND": ("凡同时列于{every}的{singular}，归入{own}{list}。", "{own}{list}由同时列于{every}的{singular}组成。"),
        "OR": (
            "凡至少列于{some}其中之一的{singular}，归入{own}{list}。",
            "{own}{list}由至少列于{some}其中之一的{singular}组成。",
        ),
        "label": (
            "{own}{list}所列的每一{singular}均{label}，其他{singular}则否。",
            "最终，{own}{list}所列的每一{singular}均{label}，其他{singular}则否。",
        ),
    },
}
_PLACE = re.compile(r"\{(\w+)\}")
_IMPLICIT = 0.6  # how often a child of the node just said is called "among those"


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence of the trace: its text and where the clause lies in it; `next` follows from the one before."""

    text: str
    start: int
    end: int
    follows: bool


@dataclass(frozen=True, slots=True)
class Speaker:
    """What sentences are made with: the pool's nouns, the genre's word for a list, and chance."""

    pool: Pool
    genre: Genre
    rng: random.Random

    def say(self, kind: str, places: dict[str, str]) -> str:
        """Fill one of the frames of a kind."""
        frame = self.rng.choice(_FRAMES[self.pool.language][kind])
        nouns = {"singular": self.pool.singular, "plural": self.pool.plural, "list": self.genre.list}
        return _PLACE.sub(lambda found: (nouns | places)[found[1]], frame)


def node_sentence(node: Node, place: int, *, places: dict[int, int], schemas: Sequence[ChartSchema], speaker: Speaker) -> Said:
    """Say a node; `place` is its number in the order of the text, `places` those of all nodes by id."""
    own = _ordinal(place, speaker.pool.language)
    if isinstance(node, CompositionNode):
        return _composed(node, own, places=places, speaker=speaker)
    schema = next(schema for schema in schemas if schema.id == node.condition.chart)
    clause = phrase(node.condition, schema, speaker.pool, speaker.rng)
    filling = {"own": own, "clause": clause}
    kind = "root"
    if node.parent is not None:
        parent = places[node.parent]
        kind = "next" if parent == place - 1 and speaker.rng.random() < _IMPLICIT else "child"
        filling["parent"] = _ordinal(parent, speaker.pool.language)
    text = speaker.say(kind, filling)
    start = text.index(clause)
    return Said(text, start, start + len(clause), kind == "next")


def label_sentence(label: Label, place: int, speaker: Speaker) -> str:
    """Say who bears the label: all on the list of the last node, and nobody else."""
    own = _ordinal(place, speaker.pool.language)
    aux = "is" if label.verb.startswith("is ") else "does"
    return speaker.say("label", {"own": own, "label": label.said_of(many=False), "aux": aux})


def read_node(sentence: str, place: int, *, schemas: Sequence[ChartSchema], pool: Pool) -> Node | None:
    """Read a sentence in marked form as the node of that place in the text; None where it says nothing of the trace.

    Raises:
        InvalidRecord: It has the form of such a sentence, but names another list or no condition.
    """
    for kind, pattern in _patterns(pool.language):
        found = pattern.fullmatch(sentence)
        if found and kind != "label":
            own = _number(found["own"], pool.language)
            if own != place:
                raise InvalidRecord(f"{sentence!r} is about list {own + 1}; list {place + 1} comes next")
            return _node(kind, found, place, schemas=schemas, pool=pool)
    return None


def read_label(sentence: str, pool: Pool) -> tuple[int, str] | None:
    """Read who bears the label: the place of the list, and what is said of them; None where it is no such sentence."""
    for kind, pattern in _patterns(pool.language):
        if kind == "label" and (found := pattern.fullmatch(sentence)):
            return _number(found["own"], pool.language), found["label"]
    return None


def _composed(node: CompositionNode, own: str, *, places: dict[int, int], speaker: Speaker) -> Said:
    language, word = speaker.pool.language, speaker.genre.list
    names = [_ordinal(places[entry], language) for entry in node.inputs]
    if language == "zh":
        listed = "、".join(f"{name}{word}" for name in names)
        every, some = listed, listed
    else:
        named = [f"the {name} {word}" for name in names]
        listed = f"{', '.join(named[:-1])} and {named[-1]}"
        every, some = f"{'both' if len(named) == 2 else 'all of'} {listed}", listed
    text = speaker.say(node.combination, {"own": own, "every": every, "some": some})
    return Said(text, 0, len(text), False)


def _node(kind: str, found: re.Match[str], place: int, *, schemas: Sequence[ChartSchema], pool: Pool) -> Node:
    language = pool.language
    if kind in ("AND", "OR"):
        listed = found["every" if kind == "AND" else "some"]
        inputs = tuple(_number(name, language) for name in re.findall(_ordinal_pattern(language), listed))
        if len(inputs) < 2 or any(entry >= place for entry in inputs):
            raise InvalidRecord(f"{found[0]!r} joins {len(inputs)} lists; it joins two or more that are there already")
        return CompositionNode(id=place, combination="AND" if kind == "AND" else "OR", inputs=inputs)
    parent = {"root": None, "next": place - 1}.get(kind, -1)
    if parent == -1:
        parent = _number(found["parent"], language) if kind == "child" else -1
    if parent is not None and not 0 <= parent < place:
        raise InvalidRecord(f"{found[0]!r} builds on list {parent + 1}, which is not there yet")
    condition = read_marked(found["clause"], schemas, pool)
    return ConstraintNode(id=place, parent=parent, condition=condition)


@cache
def _patterns(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Give the pattern of every frame; the most exact kinds come first.

    Nouns may be any words, so that one set of patterns serves all pools; an English clause is known by its first word.
    """
    order = ("label", "AND", "OR", "next", "child", "root")
    return tuple((kind, _pattern(frame, language)) for kind in order for frame in _FRAMES[language][kind])


def _pattern(frame: str, language: str) -> re.Pattern[str]:
    ordinal = _ordinal_pattern(language)
    word = r"[^\s⟦⟧，。的]+?" if language == "zh" else r"[a-z]+"
    noun = word if language == "zh" else r"[^.⟦⟧]+?"
    lists = rf"{ordinal}{word}" if language == "zh" else rf"the {ordinal} {word}"
    some = rf"{lists}(?:、{lists})*" if language == "zh" else rf"{lists}(?:, {lists})* and {lists}"
    patterns = {
        "own": f"(?P<own>{ordinal})",
        "parent": f"(?P<parent>{ordinal})",
        "list": word,
        "singular": noun,
        "plural": noun,
        "clause": "(?P<clause>.+)" if language == "zh" else "(?P<clause>(?:whose|that|for which|with) .+)",
        "every": f"(?P<every>{some if language == 'zh' else rf'(?:both|all of) {some}'})",
        "some": f"(?P<some>{some})",
        "label": "(?P<label>.+)",
        "aux": "(?:is|does)",
    }
    parts, done = [], 0
    for found in _PLACE.finditer(frame):
        parts += [re.escape(frame[done : found.start()]), patterns[found[1]]]
        done = found.end()
    return re.compile("".join(parts) + re.escape(frame[done:]))


def _ordinal(place: int, language: str) -> str:
    words = _ORDINALS[language]
    if place >= len(words):
        raise InvalidRecord(f"a trace of more than {len(words)} nodes; narratives number no more lists")
    return words[place]


def _number(word: str, language: str) -> int:
    return _ORDINALS[language].index(word)


def _ordinal_pattern(language: str) -> str:
    words = sorted(_ORDINALS[language], key=len, reverse=True)
    return f"(?:{'|'.join(words)})"
