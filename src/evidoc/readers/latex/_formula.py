r"""Formulas: TeX kept with the document's macros replaced, and one readable line of it.

Displayed ones are blocks with number and labels; `align` and its kin are one block with a label a line. Source: case C05.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from evidoc.readers._marks import is_note_mark, raised
from evidoc.readers.latex._drafts import Draft, Target
from evidoc.readers.latex._feed import since
from evidoc.readers.latex._macros import joined
from evidoc.readers.latex._numbers import alphabetic
from evidoc.readers.latex._readable import readable, skip
from evidoc.readers.latex._scan import PARAGRAPH
from evidoc.readers.latex._silent import pass_over
from evidoc.readers.latex._state import Close, Walk
from evidoc.readers.latex._word_lists import words

_LONGEST = 20_000  # tokens of one formula; what is not closed by then is text again
_ONE_LINE = words("equation displaymath math multline dmath empheq")
_LINES = words("align gather eqnarray flalign alignat IEEEeqnarray xalignat dgroup subeqnarray")
_ARGUMENTS = {"alignat": "m", "xalignat": "m", "IEEEeqnarray": "om", "empheq": "om"}
_SUPERSCRIPT = re.compile(r"\^(?:\{(.*)\}|(.|\\[A-Za-z]+))$", re.DOTALL)
_BOLD = re.compile(r"\\(?:mathbf|bm|boldsymbol)\s*\{[^{}]*\}")
_SUBSCRIPT = re.compile(r"_(?:\{([^{}]*)\}|(\w))$")


@dataclass(slots=True)
class _Line:
    """One line of a displayed formula, with its number and labels."""

    tokens: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    tag: str = ""
    is_numbered: bool = True


def dollar(walk: Walk) -> None:
    """Read a formula between dollars, or a displayed one between double ones."""
    token = walk.stream.next()
    if token == "$":
        display(walk, _until_sign(walk, "$", double=True), "displaymath*")
        return
    walk.stream.push([token] if token is not None else [])
    inline(walk, _until_sign(walk, "$"))


def bracketed(walk: Walk, name: str) -> None:
    r"""Read \( … \) and \[ … \]."""
    tokens = _until_sign(walk, {"(": "\\)", "[": "\\]"}[name])
    if name == "(":
        inline(walk, tokens)
    else:
        display(walk, tokens, "displaymath*")


def ensured(walk: Walk, name: str) -> None:
    r"""Read \ensuremath{…}."""
    inline(walk, walk.stream.spelled(walk.stream.argument()))


def inline(walk: Walk, tokens: Sequence[str]) -> None:
    """Take a formula into the text: readable, with its TeX beside."""
    tex = joined(tokens).strip()
    if not tex:
        return
    prose = walk.prose
    script, below = _SUPERSCRIPT.fullmatch(tex), _SUBSCRIPT.fullmatch(tex)
    if script and (script[2] or _is_one_group(tex[1:])):
        raise_text(walk, readable(tokens[1:]).strip())
    elif below:
        prose.take(readable(tokens[1:]))
    else:
        if walk.context.grid is not None and prose.is_blank and _BOLD.fullmatch(tex):
            walk.context.grid.set_bold(pieces=len(prose.parts) + 1)
        prose.tex.append(tex)
        prose.take(readable(tokens))


def raise_text(walk: Walk, text: str) -> None:
    """Take raised text in: an exponent stays apart from its number, a note mark in a cell leaves it."""
    prose = walk.prose
    if text in ("∘", "°"):
        prose.take("°")
    elif prose.is_cell and is_note_mark(text, before=prose.text()):
        prose.marks.append(text)
    else:
        after = walk.stream.peek() or ""
        prose.take(raised(text, before=prose.tail, after=after if after[:1].isalnum() else ""))


def environment(walk: Walk, kind: str) -> Close | None:
    """Read a formula's environment to its end."""
    pass_over(walk.stream, _ARGUMENTS.get(kind.rstrip("*"), "o" if kind.startswith("dmath") else ""))
    tokens = _until_end(walk, kind)
    if kind == "math":
        inline(walk, tokens)
    else:
        display(walk, tokens, kind, source=since(walk.stream.feed, walk.opened[-1].start))
    walk.stream.push(["\\end", "{", kind, "}"])
    return None


def subequations(walk: Walk, kind: str) -> Close | None:
    """Open a group of formulas that share a number: 3a, 3b."""
    walk.counters.step("equation")
    walk.subequations = walk.new_target("equation", walk.number("equation"))
    walk.targets[-1] = walk.subequations
    walk.counters.set("subequation", 0)
    walk.part()
    return _end_subequations


def _end_subequations(walk: Walk) -> None:
    walk.part()
    walk.subequations = None


def display(walk: Walk, tokens: Sequence[str], kind: str, *, source: str = "") -> None:
    """Add a displayed formula."""
    lines = [line for line in _lines(walk, tokens, kind) if joined(line.tokens).strip()]
    if not lines:
        return
    walk.part()
    is_first = walk.subequations is not None and not walk.counters.values["subequation"]
    targets = [_target(walk, line) for line in lines]
    numbers = [f"({target.number})" for target in targets if target.number]
    draft = Draft("equation", _text(lines), latex=_tex(lines, tokens, kind), source=source, label=_span(numbers))
    draft.labels = [key for line in lines for key in line.keys]
    draft.target = walk.subequations if is_first else None
    for line, target in zip(lines, targets, strict=True):
        for key in line.keys:
            _bind(walk, key, target)
    walk.add(draft)


def _bind(walk: Walk, key: str, target: Target) -> None:
    if key in walk.labels:
        walk.flags[f"label_twice:{key}"] = None
    else:
        walk.labels[key] = target


def _text(lines: Sequence[_Line]) -> str:
    return " ".join(readable(line.tokens) for line in lines)


def _tex(lines: Sequence[_Line], tokens: Sequence[str], kind: str) -> str:
    """Give the TeX without labels and tags; several lines stay one formula that can be set by itself."""
    if len(lines) == 1:
        return joined(lines[0].tokens).strip()
    inner = "gathered" if kind.startswith(("gather", "multline")) else "aligned"
    body = " \\\\\n".join(joined(line.tokens).strip() for line in lines)
    return f"\\begin{{{inner}}}\n{body}\n\\end{{{inner}}}"


def _span(numbers: Sequence[str]) -> str:
    return numbers[0] if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}" if numbers else ""


def _target(walk: Walk, line: _Line) -> Target:
    if line.tag:
        return walk.new_target("equation", line.tag)
    if not line.is_numbered:
        return walk.new_target("equation", "")
    if walk.subequations is not None:
        walk.counters.step("subequation")
        letter = alphabetic(walk.counters.values["subequation"])
        return walk.new_target("equation", walk.subequations.number + letter)
    walk.counters.step("equation")
    return walk.new_target("equation", walk.number("equation"))


def _lines(walk: Walk, tokens: Sequence[str], kind: str) -> list[_Line]:
    """Cut a formula into its numbered lines and take labels and tags out of them."""
    plain = kind.rstrip("*")
    has_lines = plain in _LINES
    numbered = not kind.endswith("*") and plain not in ("displaymath", "math")
    lines = [_Line(is_numbered=numbered)]
    depth = 0
    rest = list(reversed(tokens))
    while rest:
        token = rest.pop()
        depth += _DEPTH.get(token, 0)
        line = lines[-1]
        if token == "\\\\" and has_lines and not depth:
            skip(rest, "so")
            lines.append(_Line(is_numbered=numbered))
        elif token in ("\\label", "\\tag"):
            _named(walk, token, _take(rest), line)
        elif token in ("\\nonumber", "\\notag"):
            line.is_numbered = False
        elif token in ("\\intertext", "\\shortintertext"):
            line.tokens += ["\\text", "{", *_take(rest), "}"]
        elif token != PARAGRAPH:
            line.tokens.append(token)
    return lines


def _named(walk: Walk, token: str, argument: list[str], line: _Line) -> None:
    if token == "\\label":
        line.keys.append(" ".join(joined(argument).split()))
    else:
        line.tag = walk.plain(argument)


def _take(rest: list[str]) -> list[str]:
    """Take one argument off the front of reversed tokens."""
    while rest and (rest[-1].isspace() or rest[-1] == "*"):
        rest.pop()
    if not rest or rest[-1] != "{":
        return [rest.pop()] if rest else []
    taken: list[str] = []
    depth = 0
    while rest:
        token = rest.pop()
        depth += {"{": 1, "}": -1}.get(token, 0)
        if not depth:
            break
        taken.append(token)
    return taken[1:]


def _until_sign(walk: Walk, sign: str, *, double: bool = False) -> list[str]:
    """Read a formula as far as its closing sign; a paragraph's end closes it too."""
    tokens: list[str] = []
    depth = 0
    stream = walk.stream
    while len(tokens) < _LONGEST and (token := stream.expanded()) is not None:
        if token == PARAGRAPH and not double:
            stream.push([token])
            break
        if token == "}" and not depth:
            stream.push([token])  # the group around the formula ends, so the formula does
            break
        depth += {"{": 1, "}": -1}.get(token, 0)
        if token == sign and not depth:
            if double and stream.peek() == "$":
                stream.next()
            break
        tokens.append(token)
    return tokens


def _until_end(walk: Walk, kind: str) -> list[str]:
    r"""Read as far as \end of the environment, which is read too."""
    tokens: list[str] = []
    open_names: list[str] = []
    while len(tokens) < _LONGEST and (token := walk.stream.expanded()) is not None:
        if token not in ("\\begin", "\\end"):
            tokens.append(token)
            continue
        name = walk.stream.argument()
        text = joined(name).strip()
        if token == "\\begin":
            open_names.append(text)
        elif text == kind and kind not in open_names:
            break
        elif text in open_names:
            del open_names[len(open_names) - 1 - open_names[::-1].index(text) :]
        elif text == "document":
            walk.stream.push([token, "{", *name, "}"])
            break
        tokens += [token, "{", *name, "}"]
    return tokens


def _is_one_group(text: str) -> bool:
    depth = 0
    for place, sign in enumerate(text):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if not depth:
            return place == len(text) - 1
    return False


_DEPTH = {"{": 1, "}": -1, "\\begin": 1, "\\end": -1, "\\left": 0}
COMMANDS: dict[str, Callable[[Walk, str], None]] = {"(": bracketed, "[": bracketed, "ensuremath": ensured}
ENVIRONMENTS: dict[str, Callable[[Walk, str], Close | None]] = {
    **{f"{name}{star}": environment for name in (*_ONE_LINE, *_LINES) for star in ("", "*")},
    "subequations": subequations,
}
