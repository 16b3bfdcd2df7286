"""Formulas in TeX as one line of plain characters, such as (a + b)/(2) or x_i^2."""

from __future__ import annotations

import re
from functools import cache

_BODY = re.compile(r"\\begin\{document\}(.*?)\\end\{document\}", re.DOTALL)
_DELIMITERS = (("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"), ("$", "$"))
_TOKEN = re.compile(r"\\[A-Za-z]+\s?|\\.|[{}^_]|\s+|[^\\{}^_\s]", re.DOTALL)
_DEEPEST = 40  # groups within one another; below it braces are left out and nothing else is done
_FRACTIONS = frozenset({"frac", "dfrac", "tfrac", "cfrac"})
_RELATIONS = frozenset("≤≥≠≈∼≃≡∝→←⇒∈∉⊂⊆≪≫±∓×÷")
_STYLES = """
    mathrm mathbf mathit mathsf mathcal mathbb mathfrak mathscr text textrm textit textbf textsf operatorname mbox boldsymbol bm
    hat bar tilde vec dot ddot underline widehat widetilde left right big Big bigg Bigg bigl bigr Bigl Bigr displaystyle
    textstyle limits nolimits rm bf it sf tt cal nonumber notag hspace vspace phantom
"""
_OVERLINE = "\u0305"
_SILENT = frozenset(_STYLES.split())
_CHARACTERS = """
    alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν xi ξ
    pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ
    Phi Φ Psi Ψ Omega Ω times × cdot · pm ± mp ∓ leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ approx ≈ sim ∼ simeq ≃ equiv ≡ propto ∝ infty ∞
    sum ∑ prod ∏ int ∫ partial ∂ nabla ∇ in ∈ notin ∉ subset ⊂ subseteq ⊆ cup ∪ cap ∩ to → rightarrow → leftarrow ←
    Rightarrow ⇒ forall ∀ exists ∃ ldots … cdots … dots … prime ′ circ ° degree ° ll ≪ gg ≫ div ÷ ast * star ⋆ mid | vert |
    langle ⟨ rangle ⟩ emptyset ∅ hbar ħ ell ℓ wedge ∧ vee ∨ neg ¬ oplus ⊕ otimes ⊗ perp ⊥ parallel ∥ angle ∠
    lbrace { rbrace } lbrack [ rbrack ]
"""  # commands that are one character


def tex_source(raw: str) -> str:
    """Give the TeX of a formula without the document and the dollars around it."""
    body = _BODY.search(raw)
    text = (body[1] if body else raw).strip()
    for opening, closing in _DELIMITERS:
        if len(text) > len(opening) + len(closing) and text.startswith(opening) and text.endswith(closing):
            return text[len(opening) : -len(closing)].strip()
    return text


def tex_text(tex: str) -> str:
    """Give TeX as one line of plain characters; commands that are not known keep their name."""
    return " ".join(_Formula(_TOKEN.findall(tex)).group().split())


class _Formula:
    """The tokens of a formula, and how far they are read."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.place = 0
        self.depth = 0
        self.nested = 0  # arguments within one another: \\sqrt\\sqrt… opens no group

    def group(self) -> str:
        """Read as far as the end of this group."""
        parts: list[str] = []
        while self.place < len(self.tokens):
            token = self._next()
            if token == "}" and self.depth:
                break
            parts.append(self._one(token))
        return "".join(parts)

    def _next(self) -> str:
        self.place += 1
        return self.tokens[self.place - 1]

    def _one(self, token: str) -> str:
        if token == "{":
            return self._within()
        if token in ("^", "_"):
            return token + _grouped(self._argument())
        if token.startswith("\\"):
            return self._command(token[1:].rstrip() or " ")
        return " " if token in ("~", "&") else "" if token in ("}", "$") else token

    def _within(self) -> str:
        if self.depth >= _DEEPEST:
            return ""
        self.depth += 1
        text = self.group()
        self.depth -= 1
        return text

    def _argument(self) -> str:
        """Read the next group, command or character."""
        while self.place < len(self.tokens) and self.tokens[self.place].isspace():
            self.place += 1
        if self.nested >= _DEEPEST or self.place >= len(self.tokens) or self.tokens[self.place] == "}":
            return ""
        self.nested += 1
        text = self._one(self._next()).strip()
        self.nested -= 1
        return text

    def _command(self, name: str) -> str:
        if name in _FRACTIONS:
            return f"({self._argument()})/({self._argument()})"
        if name == "sqrt":
            return f"√({self._argument()})"
        if name in ("begin", "end"):
            return self._environment(self._argument())
        if name == "overline":  # a bar over digits or a set is its complement, or a repeating decimal
            return "".join(sign if sign.isspace() else f"{sign}{_OVERLINE}" for sign in self._argument())
        if name in _SILENT:
            return ""
        if not name.isalpha():
            return name if name in "{}%$#&_|" else " "
        character = " " if name in ("quad", "qquad") else _characters().get(name, f"{name} ")
        return f" {character} " if character in _RELATIONS else character

    def _environment(self, name: str) -> str:
        """Leave out what begins and ends a matrix or aligned lines, with the letters for its columns."""
        if name.startswith(("array", "tabular")) and self.place < len(self.tokens) and self.tokens[self.place] == "{":
            self._argument()
        return " "


def _grouped(script: str) -> str:
    return script if len(script) <= 1 or script.isalpha() or script.lstrip("+-").isdigit() else f"({script})"


@cache
def _characters() -> dict[str, str]:
    words = _CHARACTERS.split()
    return dict(zip(words[::2], words[1::2], strict=True))
