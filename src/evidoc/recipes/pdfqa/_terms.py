"""Abbreviations that a text spells out, and terms that it defines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evidoc.recipes.pdfqa._word_lists import words_of
from evidoc.records.document import Block, Document
from evidoc.records.remembered import Remembered

_TEXT_KINDS = frozenset({"paragraph", "abstract", "list"})
_MOST_WORDS_OF_TERM = 6
_SHORT = 3  # letters up to which every one must begin a word


@dataclass(frozen=True, slots=True)
class Definition:
    """A term and what it means, with the half-open characters of the block in which both stand."""

    form: str
    term: str
    meaning: str
    start: int
    end: int


def definitions_in(block: Block) -> Iterator[Definition]:
    """Find the abbreviations and definitions that a paragraph gives."""
    if block.kind not in _TEXT_KINDS:
        return
    for found in _IN_BRACKETS.finditer(block.text):
        long = _long_form(found["short"], block.text[: found.start()])
        if long:
            yield Definition("abbreviation", found["short"], long, found.start() - len(long) - 1, found.end())
    patterns = (_DEFINED_AS, _REFERS_TO, *([_IS] if _GLOSSARY.search(" ".join(block.section[-1:])) else []))
    for sentence in _SENTENCE.finditer(block.text):
        matches = [match for pattern in patterns if (match := pattern.fullmatch(sentence[0].strip()))]
        for match in matches[:1]:
            term = next(text for name, text in match.groupdict().items() if name != "meaning" and text)
            if _is_term(term) and _is_meaning(match["meaning"]):
                yield Definition("term", term.strip("“”\"' "), match["meaning"].strip(), sentence.start(), sentence.end())


_definitions: Remembered[dict[tuple[int, int, int], Definition]] = Remembered(most=8)


def clear_definitions(document: Document) -> dict[tuple[int, int, int], Definition]:
    """Give a document's definitions by block and span: one for a term, and none for a term with several meanings."""
    return _definitions.of(document.blocks, lambda: _clear(document))


def _clear(document: Document) -> dict[tuple[int, int, int], Definition]:
    found: dict[tuple[str, str], list[tuple[int, Definition]]] = {}
    for block in document.body():
        for definition in definitions_in(block):
            found.setdefault((definition.form, definition.term.lower().rstrip("s")), []).append((block.id, definition))
    clear = {}
    for same in found.values():
        if len({_meaning_key(definition.meaning) for _, definition in same}) == 1:
            block_id, definition = same[0]
            clear[block_id, definition.start, definition.end] = definition
    return clear


_IN_BRACKETS = re.compile(r"(?<=[\w)”\"] )\((?P<short>[A-Z][A-Za-z0-9&/-]{1,9})\)")
_SENTENCE = re.compile(r"[^.!?\n](?:[^.!?\n]|[.!?](?=[^\s]))*[.!?]")
_INTRODUCED = r"(?:\d{1,2} )?(?:(?:Here|In this (?:paper|study|article|work|report)|Herein|Generally|In general),? )?"
_DEFINED_AS = re.compile(
    _INTRODUCED + r"(?P<term>(?:The |An? )?[A-Z“\"]?[^,;:.]{2,60}?)\s(?:is|are|was|were) "
    r"(?:commonly |usually |generally |here |formally |typically )?defined as [“\"]?(?P<meaning>[^;]{20,240}?)[.]?[”\"]?[.]"
)
_REFERS_TO = re.compile(
    _INTRODUCED + r"(?:The term )?(?:(?P<quoted>[“\"][^”\"]{2,50}[”\"])\s(?:refers to|(?:shall )?means?)|"
    r"(?P<plain>(?:The )?[A-Z][\w -]{3,40}?)\srefers to) (?P<meaning>[^;]{20,240}?)[.]"
)
_IS = re.compile(r"(?P<term>(?:The |An? )?[A-Za-z][\w -]{2,40}?) (?:is|are) (?P<meaning>(?:the|an?) [^;]{15,240}?)[.]")
_GLOSSARY = re.compile(r"definition|glossary|terminology|nomenclature|\bterms\b", re.IGNORECASE)
_STOP = words_of(
    """
    the a an of in on for and or by with from to at as is are was were be this that these those we our its their using used
    called
    """
)
_MOST_EXTRA_WORDS = 5  # Schwartz and Hearst 2003: at most min(letters + 5, 2 × letters) words before the bracket


def _long_form(short: str, before: str) -> str:
    """Find the words before a bracket that its letters abbreviate. Source: Schwartz and Hearst 2003."""
    letters = [character for character in short if character.isalnum()]
    if sum(map(str.isupper, short)) < 2 or len(letters) < 2:
        return ""
    clause = re.split(r"[.;:!?()\[\]]\s|[()\[\];:]", before)[-1].rstrip()
    words = clause.split()
    most = min(len(letters) + _MOST_EXTRA_WORDS, 2 * len(letters))
    window = " ".join(words[-most:])
    start = _match_from_right(short, window)
    long = window[start:] if start is not None else ""
    return long if _is_long_form(long, short) else ""


def _match_from_right(short: str, window: str) -> int | None:
    position = len(window)
    letters = [character.lower() for character in short.rstrip("s") if character.isalnum()]
    for index, letter in enumerate(reversed(letters)):
        is_first = index == len(letters) - 1
        position -= 1
        while position >= 0 and (
            window[position].lower() != letter or (is_first and position > 0 and window[position - 1].isalnum())
        ):
            position -= 1
        if position < 0:
            return None
    return position


def _is_long_form(long: str, short: str) -> bool:
    words = re.findall(r"[A-Za-zÀ-ɏ][\w’'-]*", long)
    if not 2 <= len(words) <= 8 or len(long) < 2 * len(short) or words[0].lower() in _STOP or words[-1].lower() in _STOP:
        return False
    if any(word.lower() in _VERBS - {"and"} for word in words):
        return False
    if re.search(r"\b[A-Z]\b", long):
        return False
    initials = [part[0].lower() for word in words for part in word.split("-") if part]
    capitals = [character.lower() for character in short if character.isupper()]
    covered = _in_order(capitals, initials)
    joins = "and" in map(str.lower, words)  # "Food and Agriculture Organization", where every letter begins a word
    return (
        not (joins and covered < len(capitals))
        and covered >= len(capitals) - (len(capitals) > _SHORT)
        and not re.search(r"[,=<>%$/\d“”\"×+±]|\bet al\b", long)
        and short.lower() not in long.lower().split()
    )


def _in_order(letters: Sequence[str], initials: Sequence[str]) -> int:
    """Count the letters that are initials of words, each of a later word than the one before."""
    found, position = 0, 0
    for letter in letters:
        if letter in initials[position:]:
            position = initials.index(letter, position) + 1
            found += 1
    return found


def _is_term(term: str) -> bool:
    words = re.findall(r"[A-Za-z][\w’'-]*", term)
    if not 1 <= len(words) <= _MOST_WORDS_OF_TERM or words[0].lower() in _DEICTIC or _NO_TERM.search(term):
        return False
    return not any(word.lower() in _VERBS for word in words)


def _is_meaning(meaning: str) -> bool:
    return (
        not meaning.startswith("that ")
        and not _POINTS_ELSEWHERE.search(meaning)
        and meaning.count("(") == meaning.count(")")
        and len(meaning.split()) >= 4
    )


_NO_TERM = re.compile(r"[=<>\[\]]|\d(?:\s|$)|[’']s\s|\((?![A-Z]{2,6}\))")
_DEICTIC = words_of(
    """
    its their his her our my your another other it this that these those they he she we which who such each both here there i one
    all any some where if when while for in as to
    """
)
_VERBS = words_of(
    """
    is are was were be been has have had can may which that who where and or but because although do does did
    """
)
_POINTS_ELSEWHERE = re.compile(
    r"\b(?:above|below|following|previous(?:ly)?|earlier|see|tables?|figs?|figures?|eqs?|equation|section|appendix|"
    r"respectively|herein)\b|\band (?:the )?others?\b|[=∑√≤≥{}\\]|https?:|\[\d",
    re.IGNORECASE,
)


def _meaning_key(meaning: str) -> str:
    return re.sub(r"\W+", "", meaning.lower()).rstrip("s")
