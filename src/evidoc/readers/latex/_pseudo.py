r"""Algorithms: the commands of algorithmic, algpseudocode and algorithm2e as lines of plain pseudo-code, indented."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from evidoc.pages.text import clean_text
from evidoc.readers.latex._drafts import Draft, Flat
from evidoc.readers.latex._marks import INTERNAL
from evidoc.readers.latex._prose import Prose
from evidoc.readers.latex._state import Close, Context, Walk

_MOST_LINES = 20_000
_DEEPEST = 60
_DEDENT, _ELSE = f"{INTERNAL}dedent", f"{INTERNAL}else"
# command → words before its argument, words behind it, whether what follows stands deeper
_OPENING: Mapping[str, tuple[str, str]] = {
    "if": ("if", "then"), "for": ("for", "do"), "forall": ("for all", "do"), "foreach": ("for each", "do"),
    "while": ("while", "do"), "loop": ("loop", ""), "repeat": ("repeat", ""), "switch": ("switch", "do"), "case": ("case", "do"),
}  # fmt: skip
_INSTEAD: Mapping[str, tuple[str, str]] = {"elsif": ("else if", "then"), "elseif": ("else if", "then"), "else": ("else", "")}
_CLOSING: Mapping[str, str] = {
    "endif": "end if", "endfor": "end for", "endwhile": "end while", "endloop": "end loop", "endprocedure": "end procedure",
    "endfunction": "end function", "until": "until",
}  # fmt: skip
_LINES: Mapping[str, str] = {
    "state": "", "statex": "", "require": "Require: ", "ensure": "Ensure: ", "input": "Input: ", "output": "Output: ",
    "return": "return ", "print": "print ", "kwin": "Input: ", "kwout": "Output: ", "kwdata": "Data: ", "kwresult": "Result: ",
    "kwret": "return ", "globals": "Globals: ",
}  # fmt: skip
_WORDS = {"true": "true", "false": "false", "to": "to", "and": "and", "or": "or", "not": "not", "xor": "xor", "kwto": "to"}


@dataclass(slots=True, eq=False)
class Pseudo:
    """The lines so far and what they name; `is_braced` where bodies stand in braces, as algorithm2e has them."""

    is_braced: bool
    indent: int = 0
    lines: list[str] = field(default_factory=list)
    named: Flat = field(default_factory=lambda: Flat(""))
    captions: list[Draft] = field(default_factory=list)

    def end_line(self, walk: Walk) -> None:
        """End the line that is being read."""
        context = walk.context
        self.captions += [draft for draft in context.drafts if draft.kind == "caption"]
        context.drafts = [draft for draft in context.drafts if draft.kind != "caption"]
        flat = walk.flattened(context)
        context.drafts, context.prose = [], Prose()
        self.named.mentions += flat.mentions
        self.named.citations += flat.citations
        self.named.tex += flat.tex
        self.named.notes += flat.notes
        text = clean_text(flat.text)
        if text and len(self.lines) < _MOST_LINES:
            self.lines.append("  " * self.indent + text)

    def begin_line(self, walk: Walk, words: str = "", *, deeper: int = 0) -> None:
        """Begin a line with some words, `deeper` by so much."""
        self.end_line(walk)
        self.indent = max(0, min(_DEEPEST, self.indent + deeper))
        walk.prose.take(words)

    def draft(self) -> Draft:
        """Give the lines as one block."""
        draft = Draft("algorithm", "\n".join(self.lines), mentions=self.named.mentions, latex="\n".join(self.named.tex))
        draft.citations = list(dict.fromkeys(self.named.citations))
        return draft


def begin_algorithmic(walk: Walk, kind: str) -> Close | None:
    """Open the lines of an algorithm."""
    walk.stream.optional()
    return open_lines(walk, is_braced=False)


def open_lines(walk: Walk, *, is_braced: bool) -> Close | None:
    """Read what follows as lines of pseudo-code."""
    walk.part()
    pseudo = Pseudo(is_braced)
    outer = walk.enter(Context(pseudo=pseudo))
    if outer is None:
        return None

    def close(walk: Walk) -> None:
        pseudo.end_line(walk)
        walk.context = outer
        outer.drafts += [*pseudo.captions, *([pseudo.draft()] if pseudo.lines else []), *pseudo.named.notes]

    return close


def step(walk: Walk, name: str) -> bool:
    """Read a command of pseudo-code; give whether it was one."""
    pseudo = walk.context.pseudo
    if pseudo is None or not name:
        return False
    key = name.lower()
    if pseudo.is_braced and _braced(walk, pseudo, name):
        return True
    if not name[0].isupper():
        return False
    if key in _CLOSING:
        pseudo.begin_line(walk, _CLOSING[key] + " ", deeper=-1)
    elif key in _OPENING:
        _open(walk, pseudo, *_OPENING[key], takes=key not in ("loop", "repeat"))
    elif key in _INSTEAD:
        pseudo.begin_line(walk, deeper=-1)
        _open(walk, pseudo, *_INSTEAD[key], takes=key != "else")
    else:
        return _said(walk, pseudo, key)
    return True


def _said(walk: Walk, pseudo: Pseudo, key: str) -> bool:
    if key in _LINES:
        pseudo.begin_line(walk, _LINES[key])
    elif key in _WORDS:
        walk.prose.take(f" {_WORDS[key]} ")
    elif key in _ROUTINES:
        _ROUTINES[key](walk, pseudo, key)
    else:
        return False
    return True


def _braced(walk: Walk, pseudo: Pseudo, name: str) -> bool:
    """Read a command of algorithm2e, whose body stands in braces."""
    stream = walk.stream
    key = name.lower()
    if name in (_DEDENT, _ELSE):
        pseudo.begin_line(walk, "else" if name == _ELSE else "end", deeper=-1)
        pseudo.begin_line(walk, deeper=name == _ELSE)
    elif name == ";":
        pseudo.end_line(walk)
    elif name == "eIf":
        condition = stream.argument()
        stream.push(["{", *condition, "}", "{", *stream.argument(), f"\\{_ELSE}", *stream.argument(), "}"])
        _open_braced(walk, pseudo, "if", "then")
    elif name[0] == "l" and key[1:] in (*_OPENING, *_INSTEAD):
        before, after = _OPENING.get(key[1:]) or _INSTEAD[key[1:]]
        pseudo.begin_line(walk, f"{before} ")
        if key != "lelse":
            walk.take_flat(walk.flat(stream.argument()))
        walk.prose.take(f" {after} ")
    elif name[0].isupper() and key in (*_OPENING, *_INSTEAD):
        _open_braced(walk, pseudo, *(_OPENING.get(key) or _INSTEAD[key]))
    elif name in ("tcp", "tcc"):
        _comment(walk, pseudo, key)
    else:
        return False
    return True


def _open_braced(walk: Walk, pseudo: Pseudo, before: str, after: str) -> None:
    _open(walk, pseudo, before, after, takes=before != "else")
    walk.stream.push([*walk.stream.argument(), f"\\{_DEDENT}"])


def _open(walk: Walk, pseudo: Pseudo, before: str, after: str, *, takes: bool) -> None:
    """Begin a line that what follows stands under."""
    pseudo.begin_line(walk, f"{before} ")
    if takes:
        walk.take_flat(walk.flat(walk.stream.argument()))
    walk.prose.take(f" {after}")
    pseudo.end_line(walk)
    pseudo.indent = min(_DEEPEST, pseudo.indent + 1)


def _routine(walk: Walk, pseudo: Pseudo, key: str) -> None:
    pseudo.begin_line(walk, f"{key} ")
    walk.take_flat(walk.flat(walk.stream.argument()))
    walk.prose.take("(")
    walk.take_flat(walk.flat(walk.stream.argument()))
    walk.prose.take(")")
    pseudo.end_line(walk)
    pseudo.indent = min(_DEEPEST, pseudo.indent + 1)


def _call(walk: Walk, pseudo: Pseudo, key: str) -> None:
    walk.take_flat(walk.flat(walk.stream.argument()))
    walk.prose.take("(")
    walk.take_flat(walk.flat(walk.stream.argument()))
    walk.prose.take(")")


def _comment(walk: Walk, pseudo: Pseudo, key: str) -> None:
    walk.stream.star()
    walk.prose.take(" ▷ ")
    walk.take_flat(walk.flat(walk.stream.argument()))


_ROUTINES: Mapping[str, Callable[[Walk, Pseudo, str], None]] = {
    "procedure": _routine, "function": _routine, "call": _call, "comment": _comment,
}  # fmt: skip


ENVIRONMENTS: dict[str, Callable[[Walk, str], Close | None]] = dict.fromkeys(
    ("algorithmic", "algorithmic*", "pseudocode"), begin_algorithmic
)
