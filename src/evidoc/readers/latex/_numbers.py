"""Counters and the names that stand before their numbers: "Figure 2.1", "Abbildung 3", "附录 A"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from evidoc.readers.latex._word_lists import words

RANKS: Mapping[str, int] = {
    "part": -1, "chapter": 0, "section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4, "subparagraph": 5,
}  # fmt: skip
_CHAIN = ("chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
_BY_CHAPTER = frozenset({"figure", "table", "equation", "algorithm", "listing", "lstlisting"})
_LARGEST = 100_000  # a counter beyond is not meant
_NAMES: Mapping[str, Mapping[str, str]] = {
    "figure": {
        "": "Figure",
        "de": "Abbildung",
        "fr": "Figure",
        "es": "Figura",
        "it": "Figura",
        "pt": "Figura",
        "zh": "图",
        "nl": "Figuur",
    },
    "table": {
        "": "Table",
        "de": "Tabelle",
        "fr": "Table",
        "es": "Tabla",
        "it": "Tabella",
        "pt": "Tabela",
        "zh": "表",
        "nl": "Tabel",
    },
    "algorithm": {"": "Algorithm", "de": "Algorithmus", "fr": "Algorithme", "zh": "算法"},
    "listing": {"": "Listing", "zh": "代码"},
    "lstlisting": {"": "Listing", "zh": "代码"},
    "references": {
        "": "References",
        "de": "Literatur",
        "fr": "Références",
        "es": "Referencias",
        "it": "Riferimenti bibliografici",
        "pt": "Referências",
        "zh": "参考文献",
        "nl": "Referenties",
    },
    "bibliography": {
        "": "Bibliography",
        "de": "Literaturverzeichnis",
        "fr": "Bibliographie",
        "es": "Bibliografía",
        "it": "Bibliografia",
        "pt": "Bibliografia",
        "zh": "参考文献",
        "nl": "Bibliografie",
    },
    "proof": {"": "Proof", "de": "Beweis", "fr": "Démonstration", "es": "Demostración", "it": "Dimostrazione", "zh": "证明"},
    "theorem": {"": "Theorem", "zh": "定理"},
    "lemma": {"": "Lemma", "zh": "引理"},
    "definition": {"": "Definition", "zh": "定义"},
    "corollary": {"": "Corollary", "zh": "推论"},
    "proposition": {"": "Proposition", "zh": "命题"},
    "remark": {"": "Remark", "zh": "注"},
    "example": {"": "Example", "zh": "例"},
    "note": {"": "Note", "zh": "注"},
    "alert": {"": "Alert", "zh": "警告"},
}  # fmt: skip  (babel's and ctex's words)


# How classes print numbers and names otherwise: by counter its style and what stands between it and its section's
_LOOKS: Mapping[str, Mapping[str, str]] = {
    "IEEEtran": {"section": "Roman", "subsection": "-Alph", "table": "Roman", "figure:": "Fig.", "table:": "TABLE"},
    "revtex": {"section": "Roman", "subsection": " Alph", "table": "Roman", "figure:": "FIG.", "table:": "TABLE"},
    "llncs": {"figure:": "Fig."},
    "svjour": {"figure:": "Fig."},
    "sn-jnl": {"figure:": "Fig."},
}


def look_of(document_class: str) -> Mapping[str, str]:
    """Give how a class prints numbers and names, where that is not LaTeX's way."""
    return next((look for name, look in _LOOKS.items() if document_class.startswith(name)), {})


@dataclass(slots=True)
class Counters:
    """The counters of a document: their values, and which one sets which others back."""

    values: dict[str, int] = field(default_factory=dict)
    within: dict[str, str] = field(default_factory=dict)  # counter → the one that sets it back and stands before it
    has_chapters: bool = False
    appendix: bool = False
    look: Mapping[str, str] = field(default_factory=dict)

    def step(self, name: str) -> None:
        """Count one on, and set back what counts within."""
        self.values[name] = self.values.get(name, 0) + 1
        self._set_back(name, depth=0)

    def set(self, name: str, value: int) -> None:
        """Give a counter a value."""
        self.values[name] = max(-_LARGEST, min(_LARGEST, value))

    def outer(self, name: str) -> str:
        """Give the counter whose number stands before this one's, "" where none does."""
        if name in self.within:
            return self.within[name]
        if name in _CHAIN:
            before = _CHAIN[: _CHAIN.index(name)]
            return before[-1] if before and (before[-1] != "chapter" or self.has_chapters) else ""
        return "chapter" if name in _BY_CHAPTER and self.has_chapters else ""

    def printed(self, name: str, *, depth: int = 0) -> str:
        """Give a counter as LaTeX prints it where the document says nothing else: 2.1, A.3."""
        value = self.values.get(name, 0)
        outer = self.outer(name) if depth < 8 else ""
        top = "chapter" if self.has_chapters else "section"
        own = alphabetic(value, upper=True) if self.appendix and name == top else str(value)
        own = roman(value).upper() if name == "part" else own
        style = self.look.get(name, "") if not self.appendix else ""
        own = shown(style.lstrip(" -"), value) if style else own
        gap = style[0] if style[:1] in (" ", "-") and style else "."
        is_shown = outer != "" and (outer != "chapter" or self.values.get("chapter", 0) or name == "section")
        before = self.printed(outer, depth=depth + 1) if is_shown else ""
        return f"{before}{gap}{own}" if before else own

    def _set_back(self, name: str, *, depth: int) -> None:
        inner = [*self.within, *_CHAIN, *_BY_CHAPTER] if depth < 8 else []
        for other in dict.fromkeys(inner):
            if other != name and self.values.get(other) and self.outer(other) == name:
                self.values[other] = 0
                self._set_back(other, depth=depth + 1)


def alphabetic(value: int, *, upper: bool = False) -> str:
    """Give a number as a letter: 1 as a, 27 as aa."""
    if not 0 < value <= 702:
        return str(value) if value else ""
    high, low = divmod(value - 1, 26)
    text = (chr(96 + high) if high else "") + chr(97 + low)
    return text.upper() if upper else text


def roman(value: int) -> str:
    """Give a number in small Roman numerals."""
    if not 0 < value < 4000:
        return str(value)
    signs = zip((1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1), words("m cm d cd c xc l xl x ix v iv i"), strict=True)
    text = ""
    for size, sign in signs:
        count, value = divmod(value, size)
        text += sign * count
    return text


def shown(style: str, value: int) -> str:
    r"""Give a number as \arabic, \alph, \Alph, \roman, \Roman or \fnsymbol show it."""
    if style in ("alph", "Alph"):
        return alphabetic(value, upper=style == "Alph")
    if style in ("roman", "Roman"):
        return roman(value) if style == "roman" else roman(value).upper()
    return "∗†‡§¶‖"[value - 1] if style == "fnsymbol" and 0 < value <= 6 else str(value)


def name_of(kind: str, language: str) -> str:
    """Give the word for a kind of thing in a language, English where it is not known."""
    names = _NAMES.get(kind)
    if names is None:
        return kind[:1].upper() + kind[1:]
    return names.get(language) or names[""]
