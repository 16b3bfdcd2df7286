"""What models write around entries: emphasis, numbered and bulleted lists, brackets in a row, Markdown tables."""

from __future__ import annotations

import re
from collections.abc import Iterator

LABEL = r"(?:(?<![a-z])(?:entit(?:y|ies)|element|elements|ind(?:ex|ices|exes)|box(?:es)?|snippets?|ids?)(?![a-z])|实体|编号|元素)"
BULLET = r"[-*•–+·◦]"
_EMPHASIS = re.compile(r"(?<=\S)\*{1,3}|\*{1,3}(?=\S)|(?<!`)`(?!`)")
_NUMBERED = re.compile(r"^[ \t>]{0,9}(?:\(?(\d{1,3})[.)]|(\d{1,3})\\\.)[ \t]{1,4}(?=\S)", re.MULTILINE)
_BEFORE_ENTRY = re.compile(rf"(?<![\w.\-])\(?\d{{1,3}}[.):][ \t]{{0,4}}(?=\[|{LABEL}[\s_#]{{0,3}}\[?\d)", re.IGNORECASE)
_LABELLED = re.compile(rf"{LABEL}[\s_#]{{0,3}}$|,\s{{0,3}}$|\b(?:and|or)\s{{0,3}}$", re.IGNORECASE)
_BEFORE = 16  # characters that may say what a number is
_ITEM = re.compile(rf"[ \t>]{{0,9}}(?:{BULLET}[ \t]{{1,4}}|\(?\d{{1,3}}[.)][ \t]{{1,4}})(?=\S)")
_IN_BRACKETS = rf"\[\s{{0,3}}(?:{LABEL}[\s_#:]{{0,3}})?(\d{{1,9}})\s{{0,3}}\]"
_SPAN = re.compile(rf"{_IN_BRACKETS}[ \t]{{0,3}}(?:-|–|—|~|to|through|至|到)[ \t]{{0,3}}{_IN_BRACKETS}", re.IGNORECASE)
_LEADING = re.compile(r"\(?#?(\d{1,9})\)?\s{0,3}(?:[:：(]|[-–—]{1,2}\s)")
_RULE = re.compile(r"\|?(?:\s{0,20}:?-{2,40}:?\s{0,20}\|?){1,20}")
_HEADS = re.compile(rf"(?:relevant\s|the\s)?{LABEL}(?:\s(?:{LABEL}|no\.?|numbers?|#))?", re.IGNORECASE)
_BLANK = re.compile(r"\n[ \t]*\n")


def plain(text: str) -> str:
    """Take emphasis and the numbers of list items away, and write two brackets with "to" between them as one."""
    bare = _EMPHASIS.sub("", text)
    bare = _without_list_numbers(bare)
    bare = _BEFORE_ENTRY.sub(_list_number, bare)
    return _SPAN.sub(r"[\1-\2]", bare)


def with_list(text: str, *, reply: str) -> str:
    """Give a final answer that begins with an item of a list with all further items, also after blank lines."""
    if not _ITEM.match(text) or text not in reply:
        return text
    paragraphs = [text]
    for paragraph in _BLANK.split(reply.rpartition(text)[2].strip("\n")):
        if not _ITEM.match(paragraph):
            break
        paragraphs.append(paragraph)
    return "\n".join(paragraphs)


def leading_numbers(text: str) -> list[int] | None:
    """Give the number that every item of a bulleted list begins with, before its explanation; None where one has none."""
    items = [line[match.end() :] for line in text.split("\n") if (match := _ITEM.match(line))]
    found = [_LEADING.match(item) for item in items]
    return [int(match[1]) for match in found if match] if items and all(found) else None


def table_columns(text: str) -> Iterator[list[str]]:
    """Give the cells below each heading that names entries, of every Markdown table."""
    lines = [[cell.strip() for cell in line.strip().strip("|").split("|")] if "|" in line else [] for line in text.split("\n")]
    for place in range(1, len(lines)):
        if lines[place] and lines[place - 1] and all(_RULE.fullmatch(cell) for cell in lines[place]):
            columns = [column for column, head in enumerate(lines[place - 1]) if _HEADS.fullmatch(head)]
            for column in columns[:1]:
                yield list(_below(lines[place + 1 :], column))


def _list_number(match: re.Match[str]) -> str:
    """Take a number before an entry away, where it is not that of the entry before: "Entity 3. Entity 5."."""
    return match[0] if _LABELLED.search(match.string[max(0, match.start() - _BEFORE) : match.start()]) else ""


def _below(lines: list[list[str]], column: int) -> Iterator[str]:
    for cells in lines:
        if len(cells) <= column:
            return
        yield cells[column]


def _without_list_numbers(text: str) -> str:
    """Take the numbers of a list away: they count from 1 (or 0) without a gap, and something stands behind each."""
    marks = list(_NUMBERED.finditer(text))
    numbers = [int(mark[1] or mark[2]) for mark in marks]
    if (
        not marks
        or numbers[0] > 1
        or any(later not in (earlier + 1, 1) for earlier, later in zip(numbers, numbers[1:], strict=False))
    ):
        return text
    return _NUMBERED.sub("", text)
