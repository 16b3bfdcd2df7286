r"""One file as tokens, as TeX's eyes see it: comments gone, text that is taken as it is kept whole.

A token is a string: `\name` a command, one of `{ } $ & ~ ^ _ [ ] *` itself, `#1` a parameter, a space or line break the
gap between words, two line breaks the end of a paragraph, anything else a stretch of text without gaps. Text taken as it
is (verbatim, listings, addresses, drawings) is one token of the form RAW kind GAP options GAP text. Source: case C01.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

from evidoc.readers.latex._marks import GAP, RAW

PARAGRAPH = "\n\n"
_LONGEST_INLINE = 2_000  # characters of \verb, which ends on its line
_LONGEST_ADDRESS, _SHORT_ADDRESS = 20_000, 200
_MOST_FAILED = 50  # braces that are not closed, after which only near ones are looked for, so that reading stays linear
_CODE = (
    "verbatim verbatim* Verbatim BVerbatim LVerbatim SaveVerbatim lstlisting minted alltt tcblisting pycode luacode Sinput "
    "Soutput jllisting sagesilent gnuplot"
)
_DRAWN = "tikzpicture pgfpicture pspicture picture circuitikz forest tikzcd asy xy scope dot2tex feynmandiagram tikzpicture*"
_UNSEEN = "comment filecontents filecontents* CCSXML"
_INLINE = frozenset({"verb", "Verb", "lstinline", "mintinline", "path", "url", "nolinkurl", "href"})
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_NAME = re.compile(r"\s*\{([^{}\\$%]{1,60})\}")
_OPTIONS = re.compile(r"\s*\[([^\[\]]{0,500})\]")
_LANGUAGE = re.compile(r"\s*\{([^{}]{0,80})\}")


@dataclass(slots=True)
class Lexing:
    """What decides how text becomes tokens, which commands of the document change."""

    raw: set[str] = field(default_factory=lambda: set(f"{_CODE} {_DRAWN} {_UNSEEN}".split()))
    short: str = ""  # characters that stand for \verb and themselves
    at_is_letter: bool = False


class Scanner:
    """A file's text and how far it is read."""

    __slots__ = ("always_letter", "failed", "folder", "last", "lexing", "path", "place", "text")

    def __init__(self, text: str, lexing: Lexing, *, path: str = "", folder: str = "", is_package: bool = False) -> None:
        """Begin at the start; `path` names the file, `folder` is where names in it may be meant from."""
        self.text, self.lexing, self.path, self.folder = text, lexing, path, folder
        self.place = self.last = self.failed = 0
        self.always_letter = is_package

    def next(self) -> str | None:
        """Give the next token, None at the end."""
        while True:
            pattern = _pattern(self.always_letter or self.lexing.at_is_letter, self.lexing.short)
            match = pattern.match(self.text, self.place)
            if match is None:
                return None
            self.last, self.place = self.place, match.end()
            kind = match.lastgroup
            if kind == "text" or kind == "mark":
                return match[0]
            if kind == "space":
                return "\n" if "\n" in match[0] else " "
            if kind == "word":
                return self._word(match["name"])
            if kind == "par":
                return PARAGRAPH
            if kind == "symbol":
                return match[0]
            if kind == "short":
                return self._until(match[0], kind="verb")

    def end(self) -> None:
        """Drop what is left."""
        self.place = len(self.text)

    def _word(self, name: str) -> str:
        if name == "begin":
            return self._environment()
        if name in _INLINE:
            return self._inline(name)
        return "\\" + name

    def _environment(self) -> str:
        r"""Give \begin, or the whole environment where its text is taken as it is."""
        found = _NAME.match(self.text, self.place)
        if found is None or found[1] not in self.lexing.raw:
            return "\\begin"
        name, start = found[1], found.end()
        if self.text.startswith("}", start):  # the halves of a definition, not an environment
            return "\\begin"
        end = self.text.find(f"\\end{{{name}}}", start)
        content = self.text[start:] if end < 0 else self.text[start:end]
        self.place = len(self.text) if end < 0 else end + len(name) + 6
        return f"{RAW}{name}{GAP}{GAP}{content}"

    def _inline(self, name: str) -> str:
        if name in ("verb", "Verb"):
            self.place = self.last + len(name) + 1  # a space after the name is its delimiter
            if self.text.startswith("*", self.place):
                self.place += 1
        options = _OPTIONS.match(self.text, self.place) if name not in ("verb", "url", "href") else None
        self.place = options.end() if options else self.place
        language = _LANGUAGE.match(self.text, self.place) if name == "mintinline" else None
        self.place = language.end() if language else self.place
        sign = self.text[self.place : self.place + 1]
        if sign == "{" and name != "verb":
            return self._braced(name)
        if not sign or sign in "\n\\}" or name in ("href", "nolinkurl"):
            return "\\" + name
        self.place += 1
        return self._until(sign, kind=name)

    def _braced(self, name: str) -> str:
        """Give what stands in braces as it is, if they are closed."""
        depth, limit = 0, self.place + (_LONGEST_ADDRESS if self.failed < _MOST_FAILED else _SHORT_ADDRESS)
        for match in _BRACES.finditer(self.text, self.place, limit):
            depth += {"{": 1, "}": -1}.get(match[0], 0)
            if not depth:
                content = self.text[self.place + 1 : match.start()]
                self.place = match.end()
                return f"{RAW}{name}{GAP}{GAP}{content}"
        self.failed += 1
        return "\\" + name

    def _until(self, sign: str, *, kind: str) -> str:
        """Give what stands before the next `sign` of the line as it is."""
        limit = self.place + _LONGEST_INLINE
        end = self.text.find(sign, self.place, limit)
        if end < 0 or "\n" in self.text[self.place : end]:
            return sign if kind == "verb" and sign in self.lexing.short else "\\" + kind
        content = self.text[self.place : end]
        self.place = end + 1
        return f"{RAW}{kind}{GAP}{GAP}{content}"


def tokens_of(text: str) -> list[str]:
    """Give the tokens of a short text, such as a field of a bibliography."""
    scanner = Scanner(text, Lexing())
    tokens: list[str] = []
    while (token := scanner.next()) is not None:
        tokens.append(token)
    return tokens


def raw_parts(token: str) -> tuple[str, str]:
    """Give kind and text of a token of text that is taken as it is."""
    kind, _, content = token[len(RAW) :].split(GAP, 2)
    return kind, content


def is_drawn(kind: str) -> bool:
    """Say whether an environment draws a picture."""
    return kind in _DRAWN.split()


def is_unseen(kind: str) -> bool:
    """Say whether an environment shows nothing."""
    return kind in _UNSEEN.split()


@cache
def _pattern(at_is_letter: bool, short: str) -> re.Pattern[str]:
    letters = "A-Za-z@" if at_is_letter else "A-Za-z"
    own = re.escape(short)
    shorts = rf"(?P<short>[{own}])|" if short else ""
    return re.compile(
        rf"{shorts}(?P<text>[^\\{{}}$&#~^_\[\]*%\s{own}]+)"
        r"|(?P<par>[ \t\v]*\n[ \t\v]*\n\s*|%[^\n]*\n[ \t\v]*\n\s*)"
        r"|(?P<space>[ \t\v]+(?:\n[ \t\v]*)?|\n[ \t\v]*|[^\S\n])"
        r"|(?P<mark>[{}$&~^_\[\]*]|\#+\d?)"
        rf"|\\(?P<name>@?[{letters}]+)(?P<word>)(?:[ \t]*\n(?![ \t]*\n)[ \t]*|[ \t]+)?"
        r"|(?P<symbol>\\(?:.|\n|\Z))"
        r"|(?P<comment>%[^\n]*(?:\n[ \t]*)?)",
        re.DOTALL,
    )
