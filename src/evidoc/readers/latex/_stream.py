"""The tokens of a document as TeX would meet them: macros replaced, conditions decided, arguments read.

Replacing has a budget, so that a macro that calls itself ends (`expansion_limit` in the flags). Definitions hold
from where they stand to the end of the document; TeX would forget those of a group where the group ends, which no
document measured depends on.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from evidoc.readers.latex._conditions import CONDITIONS, condition
from evidoc.readers.latex._feed import Feed
from evidoc.readers.latex._macros import DEFINITIONS, Macro, Surround, replacement
from evidoc.readers.latex._scan import PARAGRAPH, Lexing

MAX_REPLACED = 50_000  # macros replaced in one document; the most of the documents measured is 2,000
MAX_TOKENS = 500_000  # tokens that macros put in
MAX_DEPTH = 40  # files within one another
_LONGEST_OPTION = 3_000  # tokens between brackets
_MOST_FAILED, _NEAR = 100, 50  # what is not closed so often is looked for only so near, so that reading stays linear
_MOST_NESTED = 15
_NUMBER = re.compile(r"=?[+-]?\s*(?:\d+(?:[.,]\d*)?|[.,]\d+)?")
_UNIT = re.compile(r"(?:true)?(?:pt|em|ex|cm|mm|in|pc|bp|dd|cc|sp|px|mu|fil{1,3})(?![A-Za-z])")
_INNER = frozenset({"\\expandafter", "\\csname", "\\futurelet", "\\def", "\\let", "\\catcode", "\\begingroup"})
_BRACES = {"{": 1, "}": -1}
_BRACKETS = {"[": 1, "]": -1}
_PLAIN_DEFINITIONS = frozenset(name for name in DEFINITIONS if name != "csname" and not name.startswith("If"))
_PRIMITIVES = {**DEFINITIONS, **CONDITIONS}


class Stream:
    """What is still to be read, and what the document has defined so far."""

    def __init__(self, protected: frozenset[str]) -> None:
        """Begin with nothing to read; `protected` are the commands that a document may not define anew."""
        self.macros: dict[str, Macro] = {}
        self.environments: dict[str, Surround] = {}
        self.switches: dict[str, bool] = {}
        self.lexing = Lexing()
        self.flags: dict[str, None] = {}
        self._protected = protected
        self._package_known: Container[str] | None = None  # while a package is read, what its definitions may not change
        self.feed = Feed()
        self.next, self.next_full, self.peek, self.push = self.feed.next, self.feed.next_full, self.feed.peek, self.feed.push
        self._replaced, self._tokens = 0, 0
        self._failed = 0  # brackets and delimiters that were looked for in vain
        self._nested = 0  # stretches that are being spelled out within one another

    def expanded(self) -> str | None:
        """Give the next token that is no macro, definition or condition; these are followed on the way."""
        while True:
            token = self.next()
            if token is None or token[0] != "\\":
                return token
            name = token[1:]
            macro = self.macros.get(name)
            if macro is not None and not macro.alias and self._may_replace():
                self.put(replacement(macro, self))
                continue
            name = macro.alias or name if macro is not None else name
            if name in _PRIMITIVES:
                _PRIMITIVES[name](self, name)
            elif not condition(self, name):
                return "\\" + name

    def put(self, tokens: Sequence[str]) -> None:
        """Put what replaces a macro before what comes next, as long as the budget lasts."""
        self._tokens += len(tokens)
        if self._tokens <= MAX_TOKENS:
            self.push(tokens)

    def argument(self, *, long: bool = True) -> list[str]:
        """Read one argument: what stands in braces, else one character, command or text taken as it is.

        Braces that are never closed end with the paragraph where `long` is false, else with the stretch.
        """
        token = self.next_full()
        if token is None:
            return []
        if token == "{":
            return self._group(long=long)
        if token == "}" or token == PARAGRAPH:
            self.push([token])
            return []
        if len(token) > 1 and token[0] not in "\\#\ufdd3":
            self.push([token[1:]])
            return [token[0]]
        return [token]

    def optional(self) -> list[str] | None:
        """Read what stands in brackets, None where nothing does; a paragraph's end is never within them."""
        gap = self.next()
        token = gap
        skipped = []
        if gap is not None and gap in (" ", "\n"):
            skipped, token = [gap], self.next()
        if token != "[":
            self.push([*skipped, *([token] if token is not None else [])])
            return None
        read: list[str] = []
        depth = brackets = 0
        limit = self._limit(_LONGEST_OPTION)
        while len(read) < limit and (token := self.next()) is not None:
            if token == "]" and not depth and not brackets:
                return read
            read.append(token)
            depth += _BRACES.get(token, 0)
            brackets += _BRACKETS.get(token, 0) if not depth else 0
            if depth < 0 or token == PARAGRAPH:
                break
        self._failed += 1
        self.push([*skipped, "[", *read])
        return None

    def star(self) -> bool:
        """Read a star if one comes next."""
        token = self.next()
        if token == "*":
            return True
        self.push([token] if token is not None else [])
        return False

    def until(self, delimiter: Sequence[str], *, limit: int, expand: bool = False) -> list[str]:
        """Read as far as these tokens, which are dropped; braces within are kept whole. Nothing where they do not come."""
        read: list[str] = []
        depth = 0
        size = len(delimiter)
        limit = self._limit(limit) if self._nested < _MOST_NESTED else 0
        self._nested += expand
        while len(read) < limit and (token := self.expanded() if expand else self.next()) is not None:
            depth = max(0, depth + _BRACES.get(token, 0))
            read.append(token)
            if not depth and token == delimiter[-1] and tuple(read[-size:]) == tuple(delimiter):
                del read[-size:]
                self._nested -= expand
                return read[1:-1] if _is_one_group(read) else read
        self._nested -= expand
        self._failed += 1
        self.push(read)
        return []

    def _limit(self, limit: int) -> int:
        """Give how far to look for what closes something: not far once it was looked for in vain too often."""
        return limit if self._failed < _MOST_FAILED else min(limit, _NEAR)

    def upto_brace(self) -> list[str]:
        """Read what stands before the next brace: the parameters of a definition."""
        read: list[str] = []
        while len(read) < 60 and (token := self.next()) is not None:
            if token in ("{", "}", PARAGRAPH):
                self.push([token])
                break
            read.append(token)
        return read

    def spelled(self, tokens: Sequence[str], *, limit: int = 1_000) -> list[str]:
        """Give tokens with their macros replaced."""
        if self._nested >= _MOST_NESTED:
            return list(tokens)
        self._nested += 1
        self.feed.begin_stretch(tokens)
        read: list[str] = []
        while len(read) < limit and (token := self.expanded()) is not None:
            read.append(token)
        self.feed.end_stretch()
        self._nested -= 1
        return read

    def skip_size(self) -> None:
        r"""Read past a length written without braces, such as `= 2pt plus 1fil` or `0.5\textwidth`."""
        self._skip_one_size()
        for _ in range(2):
            token = self.next_full()
            if token in ("plus", "minus"):
                self._skip_one_size()
            elif token is not None:
                self.push([token])
                return

    def _skip_one_size(self) -> None:
        token = self.next_full()
        if token == "=":
            token = self.next_full()
        if token is None:
            return
        if token[0] == "\\":
            return
        number = _NUMBER.match(token)
        rest = token[number.end() :] if number else token
        if not rest:
            rest = self.next_full() or ""
            if rest.startswith("\\"):
                return
        unit = _UNIT.match(rest)
        rest = rest[unit.end() :] if unit else rest
        self.push([rest] if rest else [])

    def define(self, name: str, macro: Macro) -> None:
        """Keep a macro, unless the reader knows the command better than the document's definition shows."""
        if not name or name in self._protected:
            return
        known = self._package_known
        if known is not None and (name in known or name in self.macros or not _is_simple(macro)):
            return
        if macro.alias != name:
            self.macros[name] = macro

    def next_in_package(self, *, known: Container[str]) -> str | None:
        """Give a package's next command that defines nothing; on the way plain macros that are new and not `known` are kept."""
        self._package_known = known
        while (token := self.next()) is not None and (token[0] != "\\" or token[1:] in _PLAIN_DEFINITIONS):
            if token[0] == "\\":
                DEFINITIONS[token[1:]](self, token[1:])
        self._package_known = None
        return token

    def _group(self, *, long: bool) -> list[str]:
        read: list[str] = []
        depth = 1
        while (token := self.next()) is not None:
            if token == "{":
                depth += 1
            elif token == "}":
                depth -= 1
                if not depth:
                    return read
            elif token == PARAGRAPH and not long:
                self.push([token])
                return read
            read.append(token)
        return read

    def _may_replace(self) -> bool:
        self._replaced += 1
        if self._replaced <= MAX_REPLACED and self._tokens <= MAX_TOKENS:
            return True
        self.flags["expansion_limit"] = None
        return False


def _is_simple(macro: Macro) -> bool:
    """Say whether a macro of a package can be followed: not one that works with TeX's inner commands."""
    return not any(token[0] == "\\" and ("@" in token or token in _INNER) for token in macro.body)


def _is_one_group(tokens: Sequence[str]) -> bool:
    """Say whether the first brace is closed by the last one."""
    if len(tokens) < 2 or tokens[0] != "{" or tokens[-1] != "}":
        return False
    depth = 0
    for number, token in enumerate(tokens):
        depth += _BRACES.get(token, 0)
        if not depth:
            return number == len(tokens) - 1
    return False
