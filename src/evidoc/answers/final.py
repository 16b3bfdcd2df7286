"""The final answer of a reply, without the reasoning before it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from evidoc.records.thinking import part_thinking


@dataclass(frozen=True, slots=True)
class Final:
    """A reply parted: the final text, the reasoning before it, and whether there is a final answer at all.

    `marked` says that a marker ("Answer:", an answer tag, LaTeX's boxed) stood before the text.
    """

    text: str
    reasoning: str = ""
    found: bool = True
    marked: bool = False


def final_answer(text: str) -> Final:
    """Part a reply into reasoning and final answer.

    A thinking part at the start, or everything before a closing tag that has no opening one, is reasoning;
    a thinking part that never closes leaves no answer. Of the rest, what follows the last "Answer:",
    "Final answer:" or "The answer is" is final, as far as the next blank line. A text that only
    mentions a tag is kept whole. Source: case E02, DH-68.
    """
    spoken = part_thinking(text)
    marked = _marked(spoken.text)
    if marked is None:
        return Final(spoken.text.strip(), reasoning=spoken.reasoning, found=bool(spoken.text.strip()))
    before, answer = marked
    return Final(answer, reasoning=f"{spoken.reasoning}\n{before}".strip(), marked=True)


def without_thinking(text: str) -> str:
    """Give a reply without its thinking part, "" where that never closes; markers stay."""
    return part_thinking(text).text


def answer_text(reply: str) -> str:
    """Give the final answer as one text: out of its JSON object where the reply is `{"answer": …}`, else as it stands.

    Of an answer after a marker the brackets that contracts write around the place for it ("The answer is: <your value>") are
    left off.
    """
    final = final_answer(reply)
    placed = _PLACED.fullmatch(final.text) if final.marked else None
    text = placed[1].strip() if placed else final.text
    fenced = _FENCE.fullmatch(text)
    bare = fenced[1].strip() if fenced else text
    if not (bare.startswith("{") and bare.endswith("}") and len(bare) <= _LONGEST_JSON):
        return text
    try:
        read = json.loads(bare)
    except (ValueError, RecursionError):
        return text
    return _spoken(read, otherwise=text)


def last_line(text: str) -> str:
    """Give the last line that is not empty. Source: DH-68, where no marker stands."""
    return text.rstrip().rpartition("\n")[2].strip()


_LONGEST_JSON = 100_000
_ANSWER_KEYS = ("final_answer", "answer", "Answer", "result")
_FENCE = re.compile(r"```[a-zA-Z]*\n(.*?)\n?```", re.DOTALL)
_KIND = r"(?:(?:final|short|correct|right)\s{1,3})?"
_MARKER = re.compile(
    rf"(?<![\w\"'])(?:{_KIND}answer[*_]{{0,3}}\s{{0,3}}[:：]"
    rf"|(?:the|my)\s{{1,3}}{_KIND}answer\s{{1,3}}(?:is|was)\b[*_]{{0,3}}\s{{0,3}}[:：]?)"
    r"|(?:最终|最后)?答案(?:是|为)?\s{0,3}[:：]|(?:最终|最后)?答案[是为]",
    re.IGNORECASE,
)
_ANSWER_TAG = re.compile(r"<(answer|final_answer|final)>(.*?)(?:</\1>|$)", re.IGNORECASE | re.DOTALL)
_PLACED = re.compile(r"<([^<>/=]{1,1000})>\.?")  # no tag: these close, or have attributes
_BOXED = re.compile(r"\\boxed\s{0,3}\{")


def _marked(text: str) -> tuple[str, str] | None:
    """Give what stands before and after the last marker that something follows, or None without one."""
    tags = [found for found in _ANSWER_TAG.finditer(text) if found[2].strip()]
    if tags:
        return text[: tags[-1].start()], tags[-1][2].strip()
    for marker in reversed(list(_MARKER.finditer(text))):
        answer = _first_paragraph(text, marker.end())
        if answer:
            return text[: marker.start()], answer
    return _boxed(text)


def _first_paragraph(text: str, start: int) -> str:
    """Give the answer after a marker as far as the next blank line, without the end of an emphasis that began before it."""
    while start < len(text) and (
        text[start].isspace() or (text[start] in "*_" and text[start : start + 3].strip("*_")[:1].isspace())
    ):
        start += 1
    stop = text.find("\n\n", start)
    answer = text[start:] if stop < 0 else text[start:stop]
    answer = answer.strip()
    return answer[:-2].rstrip() if answer.endswith("**") and answer.count("**") == 1 else answer


def _boxed(text: str) -> tuple[str, str] | None:
    openings = list(_BOXED.finditer(text))
    if not openings:
        return None
    depth, start = 1, openings[-1].end()
    for position in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        if depth == 0:
            return text[: openings[-1].start()], text[start:position].strip()
    return None


def _spoken(read: object, *, otherwise: str) -> str:
    """Give the answer field of a JSON object as a reply would say it."""
    keys = [key for key in _ANSWER_KEYS if isinstance(read, dict) and key in read]
    if not keys or not isinstance(read, dict):
        return otherwise
    value = read[keys[0]]
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
