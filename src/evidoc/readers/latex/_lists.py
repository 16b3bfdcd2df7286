r"""Lists: one block an item, with its printed mark; what parts an item follows it, as the JATS reader has it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from evidoc.readers.latex._drafts import Draft, Target
from evidoc.readers.latex._macros import joined
from evidoc.readers.latex._numbers import shown
from evidoc.readers.latex._silent import pass_over
from evidoc.readers.latex._state import Close, Walk
from evidoc.readers.latex._word_lists import words

_ENUMERATED = words("enumerate enumerate* compactenum asparaenum inparaenum")
_INLINE = words("enumerate* itemize* description* inparaenum inparaitem")
_TERMS = words("description description* labeling basedescript compactdesc")
_KINDS = [*_ENUMERATED, *_INLINE, *_TERMS, "itemize", "compactitem", "asparaitem", "list", "trivlist", "tightlist", "easylist"]
_STYLES = (("arabic", ".", ""), ("alph", ")", "("), ("roman", ".", ""), ("Alph", ".", ""))  # LaTeX's, by depth
_COUNTERS = ("enumi", "enumii", "enumiii", "enumiv")
_STYLE = re.compile(r"\\(arabic|alph|Alph|roman|Roman)\s*(?:\*|\{\w*\})?")
_SHORT = {"1": "arabic", "a": "alph", "A": "Alph", "i": "roman", "I": "Roman"}
_SHORT_SIGN = re.compile(r"(?<![A-Za-z\\])[1aAiI](?![A-Za-z])")


@dataclass(slots=True, eq=False)
class ListLevel:
    """One list that is open: how its marks look, and the item that is being read."""

    kind: str
    counter: str = ""
    style: str = "arabic"
    before: str = ""
    after: str = ""
    outer_number: str = ""
    own_style: bool = False
    is_open: bool = False
    label: str = ""
    target: Target | None = None
    first: Draft | None = None

    def give(self, draft: Draft) -> None:
        """Make a paragraph this item's: the first has its mark, later ones continue it."""
        if self.first is None:
            draft.label, draft.target, draft.follows = self.label, self.target, None
            self.first = draft
        else:
            draft.follows = self.first


def begin_list(walk: Walk, kind: str) -> Close | None:
    """Open a list."""
    options = joined(walk.stream.optional() or [])
    pass_over(walk.stream, {"list": "mm", "labeling": "om"}.get(kind, ""))
    is_inline = kind in _INLINE
    if not is_inline:
        walk.part()
    depth = sum(level.counter != "" for level in walk.context.lists)
    level = ListLevel(kind)
    if kind in _ENUMERATED:
        level.counter = _COUNTERS[min(depth, 3)]
        level.style, level.after, level.before = _STYLES[min(depth, 3)]
        level.outer_number = walk.context.lists[-1].target.number if depth and walk.context.lists[-1].target else ""
        _apply(level, options, walk)
    before = walk.context.open
    walk.context.lists.append(level)
    walk.context.open = None if not is_inline else before

    def close(walk: Walk) -> None:
        if not is_inline:
            walk.end_paragraph()
        if level in walk.context.lists:
            del walk.context.lists[walk.context.lists.index(level) :]
        walk.context.open = before

    return close


def _apply(level: ListLevel, options: str, walk: Walk) -> None:
    """Take the look and the start of an enumeration from its options: enumitem's, or the short form of `enumerate`."""
    if "resume" not in options:
        start = re.search(r"start\s*=\s*(\d{1,5})", options)
        walk.counters.set(level.counter, int(start[1]) - 1 if start else 0)
    look = _label_option(options) if "=" in options else options
    found = _STYLE.search(look)
    if found:
        level.style, level.own_style = found[1], True
        level.before, level.after = walk.plain_text(look[: found.start()]), walk.plain_text(look[found.end() :])
        return
    short = _SHORT_SIGN.search(look) if "=" not in options else None
    if short:
        level.style, level.own_style = _SHORT[short[0]], True
        level.before, level.after = walk.plain_text(look[: short.start()]), walk.plain_text(look[short.end() :])


def _label_option(options: str) -> str:
    """Give the value of label= among enumitem's options, without the braces around it."""
    found = re.search(r"(?<![a-z])label\s*=\s*", options)
    if not found:
        return ""
    depth = 0
    for place, sign in enumerate(options[found.end() :], found.end()):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if sign == "," and not depth:
            return options[found.end() : place]
    value = options[found.end() :].strip()
    return value[1:-1] if value.startswith("{") and value.endswith("}") else value


def item(walk: Walk, name: str) -> None:
    r"""Begin an item; outside a list \item only begins a paragraph."""
    pass_over(walk.stream, "d")
    own = walk.stream.optional()
    lists = walk.context.lists
    if not lists:
        walk.end_paragraph()
        return
    level = lists[-1]
    is_inline = level.kind in _INLINE
    if not is_inline:
        walk.end_paragraph()
    level.is_open, level.first, level.label = not is_inline, None, ""
    level.target = walk.targets[-1] = walk.new_target("item", "")
    if own is not None:
        _own_mark(walk, level, own)
    elif level.counter:
        _next_number(walk, level)
        if is_inline:
            walk.prose.take(f" {level.label} ")


def _own_mark(walk: Walk, level: ListLevel, tokens: list[str]) -> None:
    r"""Take the mark of \item[mark]: a term stands in the text, any other mark is the label."""
    flat = walk.flat(tokens)
    text = flat.text.strip()
    if level.kind in _TERMS or len(text) > 40 or flat.mentions or flat.citations:
        flat.text = f"{text} " if not text or text[-1] in ".:;,!?：。" else f"{text}: "
        walk.take_flat(flat)
        return
    level.label = walk.plain(tokens)
    if level.target is not None:
        level.target.number = level.label.strip("().:")


def _next_number(walk: Walk, level: ListLevel) -> None:
    walk.counters.step(level.counter)
    number = shown(level.style, walk.counters.values[level.counter])
    level.label = f"{level.before}{number}{level.after}"
    if level.target is not None:
        level.target.number = level.label.rstrip(".") if level.own_style else level.outer_number + number


COMMANDS: dict[str, Callable[[Walk, str], None]] = {"item": item}
ENVIRONMENTS: dict[str, Callable[[Walk, str], Close | None]] = dict.fromkeys(_KINDS, begin_list)
