r"""TeX's conditions: the branch that is printed is read, the other one is passed over.

What can be told from the source is decided (\iffalse, flags of the document, equal names, plain numbers); every other
condition counts as false, so that its \else is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from evidoc.readers.latex._macros import joined
from evidoc.readers.latex._word_lists import words

if TYPE_CHECKING:
    from evidoc.readers.latex._stream import Stream

_LONGEST_BRANCH = 2_000_000  # tokens; a draft may hide most of a book behind \iffalse
_TRUE = frozenset({"iftrue", "ifpdf", "ifPDFTeX", "ifpdftex", "ifhmode"})
_TEX = words(
    "if ifcat ifx ifcase ifnum ifdim ifodd ifvmode ifhmode ifmmode ifinner ifvoid ifhbox ifvbox ifeof iftrue iffalse ifdefined "
    "ifcsname iffontchar ifpdf ifxetex ifluatex ifPDFTeX ifXeTeX ifLuaTeX ifpdftex iftutex"
)
_WITH_BRANCHES = words(  # etoolbox and ifthen: conditions whose branches are arguments
    "ifdefempty ifdefvoid ifstrempty ifblank ifstrequal ifdefstring ifdefequal ifbool iftoggle ifthenelse ifcsdef ifdef ifundef "
    "ifcsundef ifnumcomp ifnumequal ifboolexpr IfFileExists @ifundefined @ifpackageloaded @ifclassloaded @ifnextchar"
)
_COMPARED = re.compile(r"\s*(-?\d+)\s*([<=>])\s*(-?\d+)\s*")


def condition(stream: Stream, name: str) -> bool:
    r"""Read a condition and leave the stream at the branch that counts; give whether the name was one."""
    if name in _WITH_BRANCHES:
        _branches(stream, name)
    elif name in _TEX or name in stream.switches:
        if not _holds(stream, name):
            _pass_over(stream, to_else=True)
    elif name == "else":
        _pass_over(stream, to_else=False)
    elif name != "fi":
        return _switch(stream, name)
    return True


def newif(stream: Stream, kind: str) -> None:
    r"""Read \newif\ifname, \newtoggle{name} or \newbool{name}: a flag that is off."""
    token = "".join(stream.argument()).strip()
    name = token[1:] if token.startswith("\\") else f"if{token}"
    if name.startswith("if"):
        stream.switches[name] = False


def set_flag(stream: Stream, kind: str) -> None:
    r"""Follow \toggletrue{name}, \boolfalse{name}, \setbool{name}{true} and the like."""
    name = "if" + joined(stream.argument()).strip()
    value = kind.endswith("true") or (kind.startswith("set") and joined(stream.argument()).strip() == "true")
    stream.switches[name] = value


def _switch(stream: Stream, name: str) -> bool:
    r"""Follow \nametrue and \namefalse of a flag that the document has made."""
    for ending in ("true", "false"):
        flag = "if" + name.removesuffix(ending)
        if name.endswith(ending) and flag in stream.switches:
            stream.switches[flag] = ending == "true"
            return True
    return False


def _holds(stream: Stream, name: str) -> bool:
    if name in stream.switches:
        return stream.switches[name]
    if name == "ifx":
        return _same(stream, stream.next_full(), stream.next_full())
    if name == "ifdefined":
        token = stream.next_full()
        return token is not None and token[1:] in stream.macros
    if name == "ifnum":
        return _number_test(stream)
    return name in _TRUE


def _same(stream: Stream, first: str | None, second: str | None) -> bool:
    if first is None or second is None or first[0] != "\\" or second[0] != "\\":
        return first == second
    one, two = stream.macros.get(first[1:]), stream.macros.get(second[1:])
    if one is None and two is None:
        return first == second
    if one is None or two is None:
        return False
    return one.body == two.body


def _number_test(stream: Stream) -> bool:
    """Read two numbers and what is between them where they stand in plain digits, nothing otherwise."""
    token = stream.next_full()
    found = _COMPARED.match(token or "")
    if token is None or found is None:
        stream.push([token] if token is not None else [])
        return False
    if found.end() < len(token):
        stream.push([token[found.end() :]])
    first, second = int(found[1]), int(found[3])
    return {"<": first < second, "=": first == second, ">": first > second}[found[2]]


def _pass_over(stream: Stream, *, to_else: bool) -> None:
    r"""Read on behind the \fi of this condition, or behind its \else."""
    depth, count = 0, 0
    while count < _LONGEST_BRANCH and (token := stream.next()) is not None:
        count += 1
        if token[0] != "\\":
            continue
        name = token[1:]
        if name == "fi":
            if not depth:
                return
            depth -= 1
        elif name == "else" and not depth and to_else:
            return
        elif name in _TEX or name in stream.switches:
            depth += 1


def _branches(stream: Stream, name: str) -> None:
    """Read a condition of arguments and push the branch that holds."""
    count = {"ifstrequal": 2, "ifdefstring": 2, "ifdefequal": 2, "ifnumcomp": 3, "ifnumequal": 2}.get(name, 1)
    tested = [stream.argument() for _ in range(count)]
    holds = _TESTS.get(name, _never)(stream, tested)
    first, second = stream.argument(), stream.argument()
    stream.push(first if holds else second)


def _never(stream: Stream, tested: list[list[str]]) -> bool:
    return False


def _is_empty(stream: Stream, tested: list[list[str]]) -> bool:
    macro = stream.macros.get(joined(tested[0]).strip()[1:])
    return macro is None or not any(token.strip() for token in macro.body)


def _is_blank(stream: Stream, tested: list[list[str]]) -> bool:
    return not joined(tested[0]).strip()


def _is_undefined(stream: Stream, tested: list[list[str]]) -> bool:
    return joined(tested[0]).strip().removeprefix("\\") not in stream.macros


def _is_defined(stream: Stream, tested: list[list[str]]) -> bool:
    return not _is_undefined(stream, tested)


def _is_equal(stream: Stream, tested: list[list[str]]) -> bool:
    return joined(stream.spelled(tested[0])).strip() == joined(stream.spelled(tested[1])).strip()


def _is_on(stream: Stream, tested: list[list[str]]) -> bool:
    return stream.switches.get("if" + joined(tested[0]).strip(), False)


def _ifthen(stream: Stream, tested: list[list[str]]) -> bool:
    r"""Decide \equal{a}{b}, \boolean{name} and comparisons of plain numbers."""
    text = joined(stream.spelled(tested[0])).strip()
    equal = re.fullmatch(r"\\equal\s*\{([^{}]*)\}\s*\{([^{}]*)\}", text)
    if equal:
        return equal[1].strip() == equal[2].strip()
    flag = re.fullmatch(r"\\boolean\s*\{([^{}]*)\}", text)
    if flag:
        return stream.switches.get("if" + flag[1].strip(), False)
    compared = _COMPARED.fullmatch(text)
    if compared is None:
        return False
    first, second = int(compared[1]), int(compared[3])
    return {"<": first < second, "=": first == second, ">": first > second}[compared[2]]


_TESTS: dict[str, Callable[[Stream, list[list[str]]], bool]] = {
    "ifdefempty": _is_empty,
    "ifdefvoid": _is_empty,
    "ifstrempty": _is_blank,
    "ifblank": _is_blank,
    "ifstrequal": _is_equal,
    "ifdefstring": _is_equal,
    "ifdefequal": _is_equal,
    "ifbool": _is_on,
    "iftoggle": _is_on,
    "ifthenelse": _ifthen,
    "ifdef": _is_defined,
    "ifcsdef": _is_defined,
    "ifundef": _is_undefined,
    "ifcsundef": _is_undefined,
    "@ifundefined": _is_undefined,
}

CONDITIONS: dict[str, Callable[[Stream, str], None]] = {
    **dict.fromkeys(("newif", "newtoggle", "newbool", "providetoggle", "providebool"), newif),
    **dict.fromkeys(("toggletrue", "togglefalse", "settoggle", "booltrue", "boolfalse", "setbool", "setboolean"), set_flag),
}
