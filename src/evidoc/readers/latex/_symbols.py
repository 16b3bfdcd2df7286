r"""Commands that are a character: accents over letters, letters of other alphabets, signs.

The signs come from pylatexenc's tables (MIT), which docvortex brings with it; what these lack or name otherwise stands here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

ACCENTS: Mapping[str, str] = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "d": "\u0323", "b": "\u0331", "r": "\u030a", "k": "\u0328",
    "t": "\u0361", "textcommabelow": "\u0326", "G": "\u030f", "f": "\u0311",
}  # fmt: skip
_OWN: Mapping[str, str] = {
    "LaTeX": "LaTeX", "TeX": "TeX", "LaTeXe": "LaTeX2ε", "BibTeX": "BibTeX", "XeTeX": "XeTeX", "XeLaTeX": "XeLaTeX",
    "LuaTeX": "LuaTeX", "LuaLaTeX": "LuaLaTeX", "pdfTeX": "pdfTeX", "pdfLaTeX": "pdfLaTeX", "CTeX": "CTeX",
    "pounds": "£", "copyright": "©", "S": "§", "P": "¶", "checkmark": "✓", "qed": "□", "implies": "⟹", "iff": "⟺",
    "impliedby": "⟸", "ldots": "…", "dots": "…", "dotsc": "…", "dotsb": "⋯", "dotsm": "⋯", "dotsi": "⋯", "dotso": "…",
    "textellipsis": "…", "slash": "/", "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^",
    "textunderscore": "_", "textbar": "|", "textless": "<", "textgreater": ">", "textbraceleft": "{",
    "textbraceright": "}", "textquotesingle": "'", "textquotedbl": '"', "quotedblbase": "„", "quotesinglbase": "‚",
    "glqq": "„", "grqq": "“", "glq": "‚", "grq": "‘", "flqq": "«", "frqq": "»", "og": "« ", "fg": " »",
    "textendash": "–", "textemdash": "—", "textperiodcentered": "·", "textregistered": "®", "texttrademark": "™",
    "textcopyright": "©", "textordfeminine": "ª", "textordmasculine": "º", "textdagger": "†", "textdaggerdbl": "‡",
    "textsection": "§", "textparagraph": "¶", "textdegree": "°", "degree": "°", "celsius": "°C", "textcelsius": "°C",
    "euro": "€", "EUR": "€", "texteuro": "€", "textyen": "¥", "textcent": "¢", "textohm": "Ω", "textmu": "µ",
    "micro": "µ", "permil": "‰", "textperthousand": "‰", "percent": "%", "textonehalf": "½", "textonequarter": "¼",
    "textthreequarters": "¾", "texttimes": "×", "textdiv": "÷", "textpm": "±", "textminus": "−", "textsterling": "£",
    "textnumero": "№", "dag": "†", "ddag": "‡", "i": "i", "j": "j", "textbullet": "•", "textasteriskcentered": "∗",
    "lbrack": "[", "rbrack": "]", "lbrace": "{", "rbrace": "}", "coloneqq": ":=", "qquad": " ", "quad": " ", "space": " ",
    "nobreakspace": " ", "enspace": " ", "thinspace": " ", "textvisiblespace": "␣", "cmark": "✓",
    "xmark": "✗", "varnothing": "∅", "lvert": "|", "rvert": "|", "lVert": "‖", "rVert": "‖", "colon": ":",
    "prime": "′", "argmin": "arg min", "argmax": "arg max", "gets": "←", "land": "∧", "lor": "∨", "leadsto": "⇝", "models": "⊨",
    "triangle": "△", "ddagger": "‡", "bigsqcup": "⨆", "imath": "ı", "jmath": "ȷ", "Re": "ℜ", "Im": "ℑ", "bot": "⊥", "neg": "¬",
    "clubsuit": "♣", "diamondsuit": "♢", "heartsuit": "♡", "spadesuit": "♠", "Box": "□", "eqqcolon": "=:", "lll": "⋘",
    "ggg": "⋙", "restriction": "↾", "Join": "⋈", "trademark": "™", "maltese": "✠", "bigstar": "★", "textsurd": "√",
    "guillemetleft": "«", "guillemetright": "»", "injlim": "inj lim", "projlim": "proj lim", "circ": "∘",
}  # fmt: skip
_SHORTHANDS: Mapping[str, str] = {
    "a": "ä", "o": "ö", "u": "ü", "A": "Ä", "O": "Ö", "U": "Ü", "s": "ß", "z": "ß", "S": "SS", "`": "„", "'": "“", "<": "«",
    ">": "»", "-": "", "=": "-", "~": "-", '"': "", "|": "", "e": "ë", "i": "ï",
}  # fmt: skip
_SHORTHAND = re.compile(r'"(.)')
# Where ZapfDingbats has signs that Unicode keeps elsewhere
_DINGS: Mapping[str, str] = {
    "37": "☎", "42": "☛", "43": "☞", "72": "★", "108": "●", "110": "■", "115": "▲", "116": "▼", "117": "◆",
}  # fmt: skip
_NO_SIGNS = frozenset({"today", "ref", "eqref", "cref", "Cref", "autoref", "cite", "citet", "citep"})  # of pylatexenc's tables


@cache
def _table() -> dict[str, str]:
    from pylatexenc import latexencode
    from pylatexenc.latex2text import get_default_latex_context_db

    found: dict[str, str] = {}
    for code, tex in latexencode.get_builtin_uni2latex_dict().items():
        name = tex.removeprefix("\\ensuremath{").strip("{}")
        if name[:1] == "\\" and name[1:].isalpha():
            found.setdefault(name[1:], chr(code))
    for spec in get_default_latex_context_db().iter_macro_specs():
        if isinstance(spec.simplify_repl, str) and "%" not in spec.simplify_repl and spec.macroname not in _NO_SIGNS:
            found[spec.macroname] = spec.simplify_repl
    return {**{name: sign for name, sign in found.items() if sign and name not in _NO_SIGNS}, **_OWN}


def symbol(name: str) -> str | None:
    """Give the character of a command, None where it is none."""
    return _table().get(name)


def accented(accent: str, letter: str) -> str:
    """Give a letter with its accent; the two are composed when the text is cleaned."""
    letter = {"ı": "i", "ȷ": "j"}.get(letter[:1], letter[:1]) + letter[1:]
    return letter[:1] + ACCENTS[accent] + letter[1:] if letter.strip() else ""


def with_shorthands(text: str) -> str:
    """Give German text with babel's shorthands replaced: "a is ä, "` a quotation mark."""
    return _SHORTHAND.sub(lambda found: _SHORTHANDS.get(found[1], found[0]), text)


def ding(number: str) -> str:
    r"""Give the sign of \ding{number}: ZapfDingbats 33 to 126 stand from U+2701 on, in order."""
    if number in _DINGS:
        return _DINGS[number]
    code = int(number) if number.isascii() and number.isdigit() and len(number) < 4 else 0
    if 33 <= code <= 126:
        return chr(0x2700 + code - 32)
    return chr(0x2776 + code - 182) if 182 <= code <= 211 else ""
