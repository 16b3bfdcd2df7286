r"""Floats: figures with their parts, tables, listings and algorithms, each bound to its captions and labels.

A label anywhere in a float names the float, before its caption or behind it; one in a part names the part. Source: case C05.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from evidoc.readers.latex._drafts import Draft, Target
from evidoc.readers.latex._macros import joined
from evidoc.readers.latex._numbers import alphabetic
from evidoc.readers.latex._pseudo import open_lines
from evidoc.readers.latex._silent import pass_over
from evidoc.readers.latex._state import MAX_DEPTH, Close, Walk
from evidoc.records.document import BlockKind

_KINDS = {
    "figure": "figure", "figure*": "figure", "wrapfigure": "figure", "wrapfloat": "figure", "SCfigure": "figure",
    "sidewaysfigure": "figure", "sidewaysfigure*": "figure", "floatingfigure": "figure", "marginfigure": "figure",
    "table": "table", "table*": "table", "wraptable": "table", "sidewaystable": "table", "sidewaystable*": "table",
    "SCtable": "table", "margintable": "table", "algorithm": "algorithm", "algorithm*": "algorithm", "algorithm2e": "algorithm",
    "listing": "listing", "listing*": "listing", "scheme": "scheme", "chart": "chart", "graphic": "figure",
    "teaserfigure": "figure",
}  # fmt: skip
_ARGUMENTS = {"wrapfigure": "omom", "wraptable": "omom", "floatingfigure": "om", "wrapfloat": "momom"}
_BODIES = frozenset({"figure", "table", "code", "algorithm", "equation"})
_MOST_NESTED = 12  # floats and parts within one another; deeper ones are read as what stands in them
_PERIOD = re.compile(r"labelsep\s*=\s*period")


@dataclass(slots=True, eq=False)
class Float:
    """An open float: its kind, where its blocks begin, its target, its captions with theirs, and its parts.

    `outer` is the float that this one is a part of; `letters` counts its own parts that have a letter.
    """

    kind: str
    start: int
    target: Target
    captions: list[tuple[Draft, Target]] = field(default_factory=list)
    parts: list[Draft] = field(default_factory=list)
    outer: Float | None = None
    letters: int = 0


def begin_float(walk: Walk, kind: str) -> Close | None:
    """Open a float."""
    pass_over(walk.stream, _ARGUMENTS.get(kind, "oo"))
    walk.end_paragraph()
    if len(walk.floats) >= _MOST_NESTED:
        return None
    counter = _KINDS.get(kind) or walk.float_kinds.get(kind, "figure")
    target = walk.targets[-1] = walk.new_target(counter, "")
    walk.floats.append(Float(counter, len(walk.context.drafts), target))
    if counter != "algorithm" or not walk.has_package("algorithm2e"):
        return end_float
    lines_end = open_lines(walk, is_braced=True)

    def close(walk: Walk) -> None:
        if lines_end is not None:
            lines_end(walk)
        end_float(walk)

    return close


def begin_part(walk: Walk, kind: str) -> Close | None:
    r"""Open \begin{subfigure}[b]{width}; some documents leave the width out."""
    pass_over(walk.stream, "oo")
    if walk.stream.peek() == "{":
        walk.stream.argument()
    walk.part()
    if len(walk.floats) >= _MOST_NESTED:
        return None
    _open_part(walk, start=len(walk.context.drafts))
    return end_float


def _open_part(walk: Walk, *, start: int) -> None:
    """Open a part of the float around it."""
    outer = walk.floats[-1] if walk.floats else None
    kind = outer.kind if outer is not None else "figure"
    target = walk.targets[-1] = walk.new_target(f"sub{kind}", "", within=outer.target if outer is not None else None)
    walk.floats.append(Float(kind, start, target, outer=outer))


def part_command(walk: Walk, name: str) -> None:
    r"""Read \subfloat[list][caption]{content}, \subfigure[caption]{content} or \subcaptionbox{caption}[width]{content}."""
    walk.stream.star()
    first = walk.stream.optional()
    if name == "subcaptionbox":
        caption: list[str] | None = walk.stream.argument()
        pass_over(walk.stream, "oo")
    else:
        second = walk.stream.optional()
        caption = first if second is None else second
    content = walk.stream.argument()
    walk.part()
    if len(walk.floats) >= _MOST_NESTED:
        return
    targets = walk.targets
    walk.targets = [targets[-1]]
    _open_part(walk, start=len(walk.context.drafts))
    _read_within(walk, content)
    if caption is not None:
        _add_caption(walk, caption, numbered=True)
    end_float(walk)
    walk.targets = targets


def _read_within(walk: Walk, tokens: Sequence[str]) -> None:
    """Read tokens into this place, and come back when they end."""
    from evidoc.readers.latex._loop import close_environment, run

    if walk.depth >= MAX_DEPTH:
        walk.flags["nested_too_deep"] = None
        return
    walk.depth += 1
    outer = walk.opened, walk.open_names, walk.groups
    walk.opened, walk.open_names, walk.groups = [], Counter(), []
    walk.stream.feed.begin_stretch(tokens)
    run(walk)
    walk.stream.feed.end_stretch()
    while walk.opened:
        close_environment(walk, walk.opened[-1].name)
    walk.opened, walk.open_names, walk.groups = outer
    walk.depth -= 1


def caption(walk: Walk, name: str) -> None:
    r"""Read \caption, \caption*, \captionof{figure}, \subcaption and captions of long tables."""
    has_star = walk.stream.star()
    kind = joined(walk.stream.argument()).strip() if name == "captionof" else ""
    walk.stream.optional()
    tokens = walk.stream.argument()
    walk.part()
    here = walk.floats[-1] if walk.floats else None
    if kind:
        walk.floats.append(Float(kind, _last_body(walk), walk.new_target(kind, "")))
    elif name == "subcaption" and here is not None and here.outer is None:
        drafts = walk.context.drafts
        _open_part(walk, start=next((n for n in range(here.start, len(drafts)) if not drafts[n].is_part), len(drafts)))
    _add_caption(walk, tokens, numbered=not has_star)
    if here is not (walk.floats[-1] if walk.floats else None):
        end_float(walk)


def _last_body(walk: Walk) -> int:
    r"""Give the place of the block that \captionof belongs to: the last of few before it that could have one and has none."""
    drafts = walk.context.drafts
    taken = {id(draft.caption_of) for draft in drafts[-12:] if draft.caption_of is not None}
    lowest = max(walk.floats[-1].start if walk.floats else 0, len(drafts) - 3)
    places = range(len(drafts) - 1, lowest - 1, -1)
    return next((n for n in places if drafts[n].kind in _BODIES and id(drafts[n]) not in taken), len(drafts))


def table_of_class(walk: Walk, name: str) -> None:
    r"""Read \tbl{caption}{content} of some publishers' classes."""
    _add_caption(walk, walk.stream.argument(), numbered=True)


def _add_caption(walk: Walk, tokens: Sequence[str], *, numbered: bool) -> None:
    """Add a caption with its number in front; outside a float it is that of the long table around it."""
    here = walk.floats[-1] if walk.floats else None
    grid = walk.context.grid
    holder = here if grid is None or here is not None and not grid.is_long else grid
    target = here.target if holder is here and here is not None and not here.captions else _next_target(walk, here)
    if numbered:
        _give_number(walk, target, here)
    walk.targets[-1] = target
    flat = walk.flat(tokens)
    draft = Draft("caption", flat.text, mentions=flat.mentions, citations=flat.citations, latex="\n".join(flat.tex))
    draft.label = _printed(walk, target) if numbered else ""
    draft.separator = _separator(walk, target)
    (walk.context if grid is None else grid.outer).drafts.extend([draft, *flat.notes])
    if holder is not None:
        holder.captions.append((draft, target))


def _next_target(walk: Walk, here: Float | None) -> Target:
    if here is None or here.outer is not None:
        return walk.new_target("table", "")
    return walk.new_target(here.kind, "")


def _give_number(walk: Walk, target: Target, here: Float | None) -> None:
    if here is not None and here.outer is not None:
        here.outer.letters += 1
        target.number = alphabetic(here.outer.letters)
        return
    walk.counters.step(target.kind)
    target.number = walk.number(target.kind)


def _printed(walk: Walk, target: Target) -> str:
    if target.within is not None:
        return f"({target.number})"
    own = walk.names.get(f"float:{target.kind}")
    return f"{own or walk.name(target.kind)} {target.number}"


def _separator(walk: Walk, target: Target) -> str:
    if target.within is not None or walk.language == "zh":
        return " "
    return ". " if _PERIOD.search(walk.packages.get("caption", "")) else ": "


def end_float(walk: Walk) -> None:
    """Close a float and bind what stands in it."""
    walk.end_paragraph()
    if not walk.floats:
        return
    here = walk.floats.pop()
    here.start = min(here.start, len(walk.context.drafts))
    new = [draft for draft in walk.context.drafts[here.start :] if not draft.is_part]
    bodies = [draft for draft in new if draft.kind in _BODIES and draft.target is None]
    here_too = {id(draft) for draft in new}
    captions = [(draft, target) for draft, target in here.captions if id(draft) in here_too]
    if len(captions) > 1 and len(bodies) == len(captions):
        for body, entry in zip(bodies, captions, strict=True):
            _bind(walk, body, [entry], here)
        return
    head = _head(walk, here, bodies)
    if head is not None:
        _join_bodies(walk, here, head, bodies)
        _bind(walk, head, captions, here)


def _head(walk: Walk, here: Float, bodies: Sequence[Draft]) -> Draft | None:
    """Give the block that the captions belong to: the first body, or an empty one where the float has parts or no body."""
    if bodies and not here.parts:
        return bodies[0]
    is_picture = here.kind not in ("algorithm", "listing", "lstlisting")
    if not here.captions and not here.parts and not (here.target.keys and is_picture):
        return None
    kind: BlockKind = "table" if here.kind == "table" else "figure" if is_picture else "code"
    head = Draft(kind, flags=("parts",) if here.parts else ("empty",))
    walk.context.drafts.insert(here.start, head)
    return head


def _join_bodies(walk: Walk, here: Float, head: Draft, bodies: Sequence[Draft]) -> None:
    """Make one block of several pictures; further tables continue the first; parts belong to the head."""
    for part in here.parts:
        part.sub_of = head
    more = {id(draft) for draft in bodies if draft.kind == head.kind == "figure" and draft is not head}
    if more:
        walk.context.drafts[here.start :] = [draft for draft in walk.context.drafts[here.start :] if id(draft) not in more]
        head.flags = (*head.flags, "more_images")
    for draft in bodies:
        if draft is not head and draft.kind == head.kind:
            draft.follows = head
    if here.kind == "table" and head.kind == "figure":
        head.kind, head.flags = "table", (*head.flags, "image_only")


def _bind(walk: Walk, head: Draft, captions: Sequence[tuple[Draft, Target]], here: Float) -> None:
    head.target = captions[0][1] if captions else here.target
    for draft, target in captions:
        draft.caption_of = draft.parent = head
        head.labels += target.keys if target is not head.target else []
    if captions and captions[0][0].label:
        head.label = captions[0][0].label
    if here.outer is not None:
        head.is_part = True
        head.label = walk.name(here.kind) if head.label else ""
        here.outer.parts.append(head)
        for draft, _ in captions:
            draft.is_part = True


def new_float(walk: Walk, name: str) -> None:
    r"""Follow \newfloat{program}{t}{lop}[section] and \DeclareFloatingEnvironment[name=Program]{program}."""
    options = joined(walk.stream.optional() or [])
    kind = joined(walk.stream.argument()).strip()
    if name == "newfloat":
        walk.stream.argument()
        walk.stream.argument()
        walk.stream.optional()
    found = re.search(r"name\s*=\s*\{?([^,}]+)", options)
    walk.float_kinds[kind] = walk.float_kinds[f"{kind}*"] = kind
    if found:
        walk.names[f"float:{kind}"] = found[1].strip()


COMMANDS: dict[str, Callable[[Walk, str], None]] = {
    **dict.fromkeys(("caption", "captionof", "subcaption", "tablecaption", "topcaption", "bottomcaption"), caption),
    "tbl": table_of_class,
    **dict.fromkeys(("subfloat", "subfigure", "subtable", "subcaptionbox"), part_command),
    **dict.fromkeys(("newfloat", "DeclareFloatingEnvironment"), new_float),
}
ENVIRONMENTS: dict[str, Callable[[Walk, str], Close | None]] = {
    **dict.fromkeys(_KINDS, begin_float),
    **dict.fromkeys(("subfigure", "subtable", "subfigure*", "subfloat"), begin_part),
}
