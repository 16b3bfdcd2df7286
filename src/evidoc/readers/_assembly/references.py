"""The list of references at the end of an article, and which of them a text cites."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from evidoc.pages.text import clean_text
from evidoc.readers._assembly.paragraphs import append
from evidoc.readers._draft import Draft
from evidoc.records.document import Reference

_HEADING = re.compile(
    r"(?:\d+\.?\s*)?(?:references?(?: and notes| cited)?|bibliography|literature cited|works cited|literatur(?:verzeichnis)?"
    r"|références|bibliograf[ií]a|riferimenti bibliografici|参考文献|引用文献|參考文獻)[.:]?$",
    re.IGNORECASE,
)
_KEY = re.compile(r"[\[(]?(\d{1,3})[\])]?[.)]?\s+(?=\S)|\[([^\]\s]{1,20})\]\s*")
_DOI = re.compile(r"\b(10\.\d{4,9}/[^\s\"<>]+[^\s\"<>.,;)\]])")
_PMID = re.compile(r"\bPMID:?\s*(\d{4,9})")
_YEAR = re.compile(r"\b(1[89]\d\d|20\d\d)[a-z]?\b")
_BRACKETED = re.compile(r"\[(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\]")
_RAISED = re.compile(r"\s*\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\s*,?$")
_MANY = 8  # a list of fewer numbered paragraphs with years may be anything
_SKIPPED = 4  # numbers that may be lost in between
_LONGEST_RANGE = 30
_NUMBERED = 0.7  # of the references; below that, numbers at their beginnings are chance


def mark_references(drafts: Sequence[Draft]) -> list[Draft]:
    """Retype what stands under a heading of references, one draft a reference where they are numbered."""
    for entries in _under_headings(drafts):
        dated = sum(_YEAR.search(draft.text) is not None for draft in entries)
        if 2 * dated >= len(entries):
            for draft in entries:
                draft.kind, draft.level = "reference", 0
    if all(draft.kind != "reference" for draft in drafts):
        _mark_counted(drafts)
    references = [draft for draft in drafts if draft.kind == "reference"]
    numbered = sum(_KEY.match(draft.text) is not None for draft in references)
    return _with_rests_joined(drafts) if numbered >= _NUMBERED * len(references) > 0 else list(drafts)


def _under_headings(drafts: Sequence[Draft]) -> Iterator[list[Draft]]:
    """Give the paragraphs under each heading of references, up to the next heading."""
    entries: list[Draft] = []
    is_within = False
    for draft in drafts:
        if draft.kind in ("heading", "title"):
            yield entries
            entries, is_within = [], is_reference_heading(draft.text)
        elif is_within and draft.kind in ("paragraph", "list"):
            entries.append(draft)
    yield entries


def is_reference_heading(text: str) -> bool:
    """Say whether a text is the heading of a list of references."""
    return _HEADING.match(text) is not None


def _mark_counted(drafts: Sequence[Draft]) -> None:
    """Retype paragraphs at the end that count from 1 on and mostly name a year: references whose heading is lost."""
    run: list[Draft] = []
    last = 0
    for draft in drafts:
        match = _KEY.match(draft.text) if draft.kind == "paragraph" else None
        number = int(match[1]) if match and match[1] else 0
        if number == 1:
            run, last = [draft], 1
        elif last < number <= last + _SKIPPED and run:
            run.append(draft)
            last = number
    dated = sum(_YEAR.search(draft.text) is not None for draft in run)
    if len(run) >= _MANY and dated >= _NUMBERED * len(run):
        for draft in drafts[next(index for index, draft in enumerate(drafts) if draft is run[0]) :]:
            if draft.kind == "paragraph":
                draft.kind = "reference"


def _with_rests_joined(drafts: Sequence[Draft]) -> list[Draft]:
    """Join a reference without a number to the one before it, of which it must be the rest."""
    joined: list[Draft] = []
    last: Draft | None = None
    for draft in drafts:
        if draft.kind != "reference":
            joined.append(draft)
        elif last is None or _KEY.match(draft.text):
            joined.append(draft)
            last = draft
        else:
            append(last, draft)
    return joined


def references_of(drafts: Sequence[Draft]) -> dict[int, Reference]:
    """Give each reference by the position of its draft."""
    found: dict[int, Reference] = {}
    keys: set[str] = set()
    for index, draft in enumerate(drafts):
        if draft.kind == "reference" and draft.text:
            found[index] = _reference(draft.text, keys)
            keys.add(found[index].key)
    return found


def cited(text: str, raised: Sequence[str], known: frozenset[str]) -> tuple[str, ...]:
    """Give the numbered references that a text cites in brackets or raised, each once, in order."""
    written = [match[1] for match in _BRACKETED.finditer(text)]
    written.extend(mark for mark in raised if _RAISED.match(mark))
    numbers = (number for mark in written for number in _numbers(mark))
    return tuple(dict.fromkeys(number for number in numbers if number in known))


def _reference(text: str, keys: set[str]) -> Reference:
    match = _KEY.match(text)
    key = (match[1] or match[2]) if match else ""
    if not key or key in keys:
        key = f"r{len(keys) + 1}"
    rest = clean_text(text[match.end() :]) if match else text
    return Reference(key=key, text=rest, year=_first(_YEAR, rest), doi=_first(_DOI, rest), pmid=_first(_PMID, rest))


def _first(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return match[1] if match else ""


def _numbers(mark: str) -> Iterator[str]:
    for part in re.split(r"[,;]", mark):
        ends = [end.strip() for end in re.split(r"[–-]", part)]
        if len(ends) == 2 and all(end.isdigit() for end in ends) and 0 < int(ends[1]) - int(ends[0]) < _LONGEST_RANGE:
            yield from map(str, range(int(ends[0]), int(ends[1]) + 1))
        else:
            yield from (end for end in ends if end)
