"""Formulas as one readable line: signs for commands, what only sets the type left out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from unicodedata import category, normalize

from evidoc.readers._tex import tex_text
from evidoc.readers.latex._macros import joined
from evidoc.readers.latex._marks import RAW
from evidoc.readers.latex._scan import raw_parts
from evidoc.readers.latex._silent import silent_commands
from evidoc.readers.latex._symbols import symbol
from evidoc.readers.latex._word_lists import words

_STAYS = words("frac dfrac tfrac cfrac sqrt left right text textrm mathrm mathbf mathbb mathcal begin end over overline")
_DROPPED = re.compile(r"\\(?:mathop|mathbin|mathrel|mathord|mathopen|mathclose|middle|[bB]igg?[lrm]?|displaylimits)(?![A-Za-z])")
_ODD_DEGREE = re.compile(r"\^\s*(?:([°′″∘]+)|\(([°′″∘\s]+)\)) ?")
_PRIME = re.compile(r"\^\(?('+)\)?")
_SPREAD = re.compile(r"_\(±\s*([\d.,]+)\)")  # 87.1 with ± 0.3 below it
_STROKE = "\u0338"
_NO_GAP = frozenset("∑∏∐∫∬∭∮√∂∇∞¬∀∃|‖⋃⋂⨁⨂⨆⊤⊥∥")
_MATH_SHAPES: Mapping[str, str] = {  # what else than in text is passed over
    "label": "m", "tag": "m", "footnote": "m", "footnotemark": "o", "cline": "m", "xrightarrow": "o", "xleftarrow": "o",
    "hspace": "sm", "vspace": "sm", "raisebox": "moo", "smash": "o",
}  # fmt: skip
_FUNCTIONS = words("arg deg det dim gcd hom ker lg Pr sec csc cot coth mod bmod pmod sgn tr diag rank")


def readable(tokens: Sequence[str]) -> str:
    """Give a formula as one readable line."""
    pieces: list[str] = []
    rest = list(reversed(tokens))
    while rest:
        token = rest.pop()
        if token == "\\not" and rest:
            _negate(rest)
        elif token[0] == RAW:
            kind, content = raw_parts(token)
            pieces.append("" if kind == "href" else content)
        elif token[0] == "\\" and token[1:] not in _STAYS:
            pieces.append(_sign(token[1:], rest))
        else:
            pieces.append(token)
    text = _SPREAD.sub(r"±\1", tex_text(_DROPPED.sub("", joined(pieces))))
    return _ODD_DEGREE.sub(_degree, _PRIME.sub(r"\1", text).replace("'", "′"))


def _degree(found: re.Match[str]) -> str:
    return "".join((found[1] or found[2]).split()).replace("∘", "°")


def _negate(rest: list[str]) -> None:
    r"""Strike the sign that follows \not through."""
    token = rest.pop()
    sign = symbol(token[1:]) or "" if token[0] == "\\" else token[:1]
    rest.extend(
        part for part in (token[1:] if token[0] != "\\" else "", f" {normalize('NFC', sign + _STROKE)} " if sign else "") if part
    )


def _sign(name: str, rest: list[str]) -> str:
    """Give the character or word of a command in a formula, nothing where it only sets the type or is not known."""
    if not name.isalpha():
        return "\\" + name
    shape = _MATH_SHAPES.get(name, silent_commands().get(name))
    sign = name.removeprefix("b").removeprefix("p") if name in ("bmod", "pmod") else name if name in _FUNCTIONS else None
    sign = symbol(name) if sign is None and shape is None else sign
    if sign is None:
        skip(rest, shape or "")
        return ""
    if len(sign) > 1:
        return f" {sign}" if rest and rest[-1] in "^_" else f" {sign} "
    return f" {sign} " if category(sign) == "Sm" and sign not in _NO_GAP else sign


def skip(rest: list[str], shape: str) -> None:
    """Take arguments off the front of reversed tokens."""
    for kind in shape:
        while rest and rest[-1].isspace():
            rest.pop()
        closing = {"m": ("{", "}"), "o": ("[", "]")}.get(kind)
        if closing is None or not rest or rest[-1] != closing[0]:
            if kind == "s" and rest and rest[-1] == "*":
                rest.pop()
            continue
        depth = 0
        while rest:
            token = rest.pop()
            depth += {closing[0]: 1, closing[1]: -1}.get(token, 0)
            if not depth:
                break
