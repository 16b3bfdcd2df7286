r"""Notes: at the foot of the page, in the margin, below a table."""

from __future__ import annotations

from collections.abc import Callable

from evidoc.readers.latex._drafts import Draft, Mention
from evidoc.readers.latex._state import Walk


def footnote(walk: Walk, name: str) -> None:
    r"""Set a note apart, with its number as label; the text keeps no mark but refers to the note (as the JATS reader does)."""
    number = walk.plain(walk.stream.optional() or [])
    if name == "footnotetext":
        number = number or str(walk.counters.values.get("footnote", 0))
    elif not number:
        walk.counters.step("footnote")
        number = walk.number("footnote")
    tokens = walk.stream.argument()
    add_note(walk, tokens, label="" if name == "thanks" else number, is_named=name != "footnotetext")


def margin_note(walk: Walk, name: str) -> None:
    r"""Set a note in the margin apart."""
    walk.stream.optional()
    add_note(walk, walk.stream.argument(), label="", is_named=False)


def add_note(walk: Walk, tokens: list[str], *, label: str, is_named: bool) -> None:
    """Set a note apart, behind the paragraph that it belongs to."""
    target = walk.new_target("footnote", label)
    anchor = f"footnote.{target.place}"
    walk.labels[anchor] = target
    walk.targets.append(target)
    flat = walk.flat(tokens)
    walk.targets.pop()
    note = Draft("footnote", flat.text, label=label, target=target, labels=[anchor], mentions=flat.mentions)
    note.citations, note.latex = flat.citations, "\n".join(flat.tex)
    if is_named:
        walk.prose.mentions.append(Mention("note", (anchor,)))
    if walk.prose.is_cell and label:
        walk.prose.marks.append(label)
    walk.prose.notes += [note, *flat.notes]


def footnote_mark(walk: Walk, name: str) -> None:
    r"""Follow \footnotemark, whose \footnotetext comes later."""
    if walk.stream.optional() is None:
        walk.counters.step("footnote")


def table_mark(walk: Walk, name: str) -> None:
    r"""Follow \tnote{a} of threeparttable."""
    mark = walk.plain(walk.stream.argument(long=False))
    if mark and walk.prose.is_cell:
        walk.prose.marks.append(mark)


COMMANDS: dict[str, Callable[[Walk, str], None]] = {
    **dict.fromkeys(("footnote", "thanks", "footnotetext", "sidenote", "endnote"), footnote),
    **dict.fromkeys(("marginpar", "marginnote", "todo"), margin_note),
    **dict.fromkeys(("tnotetext", "cortext", "fntext", "authornote", "icmlEqualContribution"), margin_note),
    "footnotemark": footnote_mark,
    "tnote": table_mark,
}
