"""JSON as models write it: with comments, single quotes, trailing commas, Python's words, and brackets left open at the end.

Nothing is evaluated. A text that ends within a string is not read: that is a reply that was cut.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from evidoc.errors import InvalidRecord

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

_DEEPEST = 100
_LONGEST_NUMBER = 400  # digits; Python refuses to read much longer ones
_SPACE = re.compile(r"(?:[\s\ufeff]+|//[^\n]*|#[^\n]*|/\*.*?\*/)*", re.DOTALL)
_NUMBER = re.compile(r"[-+]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?![\w.])")
_WORD = re.compile(r"[^\W\d][\w$-]*")
_WORDS: dict[str, Json] = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’"}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "/": "/", "\\": "\\", '"': '"', "'": "'", "\n": ""}
_CODE = re.compile(r"u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|U(00(?:10|0[0-9a-fA-F])[0-9a-fA-F]{4})")
_PLAIN = re.compile(r"[^\\\"'”’]+")


def read_loosely(text: str) -> Json:
    """Read one JSON value that may be written loosely; white space and comments may stand around it.

    Raises:
        InvalidRecord: The text is no such value; the message has the place.
    """
    reader = _Reader(text)
    value = reader.value(0)
    reader.skip()
    if reader.place < len(text):
        raise reader.fault("something follows the value")
    return value


class _Reader:
    """A place in a text, and what is read from there."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0

    def fault(self, what: str) -> InvalidRecord:
        near = self.text[self.place : self.place + 20]
        return InvalidRecord(f"character {self.place}: {what}, near {near!r}; give one JSON value")

    def skip(self) -> None:
        found = _SPACE.match(self.text, self.place)
        assert found is not None  # the pattern also matches nothing
        self.place = found.end()

    def next(self) -> str:
        self.skip()
        return self.text[self.place : self.place + 1]

    def value(self, depth: int) -> Json:
        if depth > _DEEPEST:
            raise self.fault(f"more than {_DEEPEST} brackets within each other")
        first = self.next()
        if first == "{":
            return self._object(depth)
        if first == "[" or first == "(":
            return self._list(depth, close="]" if first == "[" else ")")
        return self._string(first) if first in _QUOTES else self._scalar(depth)

    def _object(self, depth: int) -> dict[str, Json]:
        found: dict[str, Json] = {}

        def entry() -> None:
            name = self._name()
            if self.next() != ":":
                raise self.fault(f"no colon after {name!r}")
            self.place += 1
            if name in found:
                raise self.fault(f"{name!r} stands there twice")
            found[name] = self.value(depth + 1)

        self._entries(entry, close="}")
        return found

    def _list(self, depth: int, *, close: str) -> list[Json]:
        found: list[Json] = []
        self._entries(lambda: found.append(self.value(depth + 1)), close=close)
        return found

    def _entries(self, entry: Callable[[], None], *, close: str) -> None:
        """Read entries up to the closing bracket, or to the end of the text where it was forgotten."""
        self.place += 1
        while (mark := self.next()) not in (close, ""):
            entry()
            mark = self.next()
            if mark == ",":
                self.place += 1
            elif mark not in (close, ""):
                raise self.fault(f"neither a comma nor {close!r}")
        self.place += len(mark)

    def _name(self) -> str:
        first = self.next()
        if first in _QUOTES:
            return self._string(first)
        word = _WORD.match(self.text, self.place)
        if word is None:
            raise self.fault("no name of a field")
        self.place = word.end()
        return word[0]

    def _string(self, quote: str) -> str:
        self.place += 1
        close = _QUOTES[quote]
        pieces: list[str] = []
        while (mark := self.text[self.place : self.place + 1]) != close:
            if not mark:
                raise self.fault("the text ends within a string")
            pieces.append(self._escaped() if mark == "\\" else self._run(mark))
        self.place += 1
        return _without_halves("".join(pieces))

    def _run(self, mark: str) -> str:
        plain = _PLAIN.match(self.text, self.place)
        run = plain[0] if plain else mark
        self.place += len(run)
        return run

    def _escaped(self) -> str:
        self.place += 1
        code = _CODE.match(self.text, self.place)
        if code:
            self.place = code.end()
            return chr(int(code[1] or code[2] or code[3], 16))
        mark = self.text[self.place : self.place + 1]
        self.place += 1
        return _ESCAPES.get(mark, "\\" + mark)  # a lone backslash, as in LaTeX, stays

    def _scalar(self, depth: int) -> Json:
        number = _NUMBER.match(self.text, self.place)
        if number and depth and number.end() == len(self.text):
            raise self.fault("the text ends within a number")
        if number and len(number[0]) <= _LONGEST_NUMBER:
            self.place = number.end()
            return _number(number[0])
        word = _WORD.match(self.text, self.place)
        if word and word[0] in _WORDS:
            self.place = word.end()
            return _WORDS[word[0]]
        raise self.fault("no value")


def _number(written: str) -> int | float:
    plain = written.replace("_", "")
    return int(plain) if plain.lstrip("+-").isdigit() else float(plain)


def _without_halves(text: str) -> str:
    """Join surrogate halves that belong together, and replace those that stand alone, which no file can hold."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
