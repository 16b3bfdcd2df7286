r"""The reading itself: token by token, commands and environments to what knows them.

What nobody knows says nothing: an unknown command is dropped with the bracket behind it, an unknown environment is read
as what stands in it.
"""

from __future__ import annotations

from evidoc.readers.latex._feed import mark
from evidoc.readers.latex._formula import dollar
from evidoc.readers.latex._known import commands, environments, raw_kinds
from evidoc.readers.latex._macros import joined, replacement
from evidoc.readers.latex._marks import INTERNAL, RAW
from evidoc.readers.latex._pseudo import step
from evidoc.readers.latex._scan import PARAGRAPH, raw_parts
from evidoc.readers.latex._silent import pass_over, silent_commands, silent_environments
from evidoc.readers.latex._state import Close, Opened, Walk
from evidoc.readers.latex._symbols import symbol, with_shorthands
from evidoc.readers.latex._word_lists import words

_OPEN_LIMIT = 2_000  # environments within one another; deeper ones are read as what stands in them


def run(walk: Walk) -> None:
    """Read as far as this stretch goes, or the document."""
    stream, known = walk.stream, commands()
    while not walk.is_done and (token := stream.expanded()) is not None:
        sign = token[0]
        if sign == "\\":
            act = known.get(token[1:])
            if walk.context.pseudo is not None and step(walk, token[1:]):
                continue
            if act is not None:
                act(walk, token[1:])
            else:
                _other_command(walk, token[1:])
        elif token in _SPECIAL:
            _SPECIAL[token](walk)
        elif sign == RAW:
            _raw(walk, token)
        elif walk.is_code or token.isspace():
            walk.context.prose.take(token)
        elif token[0] == "#":
            continue
        else:
            walk.context.prose.word(with_shorthands(token) if walk.has_shorthands and '"' in token else token)


def begin(walk: Walk, name: str) -> None:
    r"""Follow \begin."""
    start = mark(walk.stream.feed)
    kind = joined(walk.stream.argument()).strip()
    if len(walk.opened) >= _OPEN_LIMIT:
        return
    own = walk.stream.environments.get(kind)
    known = environments()
    if kind in walk.theorems and kind not in _FIRM:
        act = known["theorem"]
    elif own is not None and kind not in _FIRM:
        _begin_own(walk, kind)
        return
    elif kind in walk.float_kinds:
        act = known["figure"]
    else:
        act = known.get(kind, _transparent)
    opened = open_environment(walk, kind, None)
    opened.start = start
    opened.close = act(walk, kind)


def open_environment(walk: Walk, name: str, close: Close | None) -> Opened:
    """Open an environment: what is set in it holds as far as its end."""
    opened = Opened(name, close, len(walk.groups), len(walk.targets), walk.context.role)
    walk.opened.append(opened)
    walk.open_names[name] += 1
    walk.groups.append(walk.is_code)
    walk.targets.append(walk.targets[-1])
    return opened


def end(walk: Walk, name: str) -> None:
    r"""Follow \end: environments that were not closed within it end as well, one that is not open is none."""
    kind = joined(walk.stream.argument()).strip()
    if kind == "document":
        walk.is_done = True
        return
    if not walk.open_names[kind]:
        return
    own = walk.stream.environments.get(kind)
    if own is not None and kind not in _FIRM and kind not in walk.theorems:
        walk.stream.push([*own.end, f"\\{INTERNAL}{kind}"])
        return
    close_environment(walk, kind)


def close_environment(walk: Walk, kind: str) -> None:
    """Close the innermost environment of a name, and all within it."""
    while walk.open_names[kind]:
        opened = walk.opened.pop()
        walk.open_names[opened.name] -= 1
        walk.closing = opened.start
        if opened.close is not None:
            opened.close(walk)
        walk.is_code = walk.groups[opened.groups] if opened.groups < len(walk.groups) else walk.is_code
        del walk.groups[opened.groups :]
        del walk.targets[max(1, opened.targets) :]
        walk.context.role = opened.role
        if opened.name == kind:
            return


def _begin_own(walk: Walk, kind: str) -> None:
    """Open an environment that the document made itself."""
    own = walk.stream.environments[kind]
    tokens = replacement(own.begin, walk.stream)
    open_environment(walk, kind, None)
    walk.stream.put(tokens)


def _transparent(walk: Walk, kind: str) -> Close | None:
    """Read an environment as what stands in it; paragraphs end where it begins and ends."""
    shape = silent_environments().get(kind)
    if shape is not None:
        pass_over(walk.stream, shape)
    elif walk.stream.peek() == "[":
        walk.stream.optional()
    walk.part()
    return Walk.part


def _other_command(walk: Walk, name: str) -> None:
    """Read a command that has no function of its own: silent, a sign, a counter, or unknown."""
    if name.startswith(INTERNAL):
        close_environment(walk, name[len(INTERNAL) :])
        return
    shape = silent_commands().get(name)
    if shape is not None:
        pass_over(walk.stream, shape)
        return
    sign = symbol(name)
    if sign is not None:
        walk.prose.take(sign)
    elif name.startswith("the") and name[3:] in walk.counters.values:
        walk.prose.take(walk.counters.printed(name[3:]))
    elif name[:1].isalpha():
        walk.stream.star()
        if walk.stream.peek() == "[":
            walk.stream.optional()


def _raw(walk: Walk, token: str) -> None:
    kind, content = raw_parts(token)
    raw_kinds()[kind if kind in raw_kinds() else ""](walk, kind, content)


def _open_brace(walk: Walk) -> None:
    walk.groups.append(walk.is_code)


def _close_brace(walk: Walk) -> None:
    """Close a group; one that an environment opened is not closed by a stray brace."""
    if walk.groups and len(walk.groups) > (walk.opened[-1].groups + 1 if walk.opened else 0):
        walk.is_code = walk.groups.pop()


def _paragraph(walk: Walk) -> None:
    walk.end_paragraph()


def _tie(walk: Walk) -> None:
    walk.context.prose.take("\u00a0")


def _align(walk: Walk) -> None:
    grid = walk.context.grid
    if grid is not None and len(walk.groups) <= grid.depth:
        grid.next_cell(walk)
    else:
        walk.context.prose.take(" ")


def _circumflex(walk: Walk) -> None:
    walk.context.prose.take("^")


def _underscore(walk: Walk) -> None:
    walk.context.prose.take("_")


_SPECIAL = {
    "{": _open_brace,
    "}": _close_brace,
    "$": dollar,
    "&": _align,
    "~": _tie,
    PARAGRAPH: _paragraph,
    "^": _circumflex,
    "_": _underscore,
}
# Environments that the reader knows better than the document's definition of them shows
_FIRM = words(
    """
    document abstract figure figure* table table* equation equation* align align* itemize enumerate description
    thebibliography algorithm algorithmic tabular tabular* tabularx longtable subfigure verbatim lstlisting
    """
)
