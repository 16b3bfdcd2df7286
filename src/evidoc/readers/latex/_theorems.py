r"""Theorems and what looks like them, proofs, quotations and boxes: paragraphs with a role, the first with its head."""

from __future__ import annotations

import re
from collections.abc import Callable

from evidoc.readers.latex._drafts import Draft
from evidoc.readers.latex._macros import joined
from evidoc.readers.latex._numbers import RANKS
from evidoc.readers.latex._scan import tokens_of
from evidoc.readers.latex._silent import pass_over
from evidoc.readers.latex._state import Close, Walk

# What classes define by themselves; a document that defines its own has them in Walk.theorems
_KNOWN = (
    "theorem lemma definition corollary proposition remark example conjecture claim fact assumption axiom observation notation "
    "problem exercise question solution hypothesis property condition case define note alert thm lem defn cor prop"
)
_SHORT = {
    "thm": "theorem",
    "lem": "lemma",
    "defn": "definition",
    "define": "definition",
    "cor": "corollary",
    "prop": "proposition",
}
_TITLE = re.compile(r"(?<![a-z])title\s*=\s*(?:\{([^{}]*)\}|([^,]*))")
_UNNUMBERED = frozenset({"note", "alert", "solution", "case"})


def new_theorem(walk: Walk, name: str) -> None:
    r"""Follow \newtheorem{env}[like]{Name}[within], its starred form, and \spnewtheorem of Springer's classes."""
    has_star = walk.stream.star()
    kind = joined(walk.stream.argument()).strip()
    like = joined(walk.stream.optional() or []).strip()
    printed = walk.plain(walk.stream.argument())
    within = joined(walk.stream.optional() or []).strip()
    if name == "spnewtheorem":
        pass_over(walk.stream, "mm")
    counter = walk.theorems.get(like, ("", like))[1] if like else kind
    walk.theorems[kind] = (printed, "" if has_star else counter)
    if within and within != counter:
        walk.counters.within[counter] = within
    walk.counters.values.setdefault(counter, 0)


def declare_theorem(walk: Walk, name: str) -> None:
    r"""Follow \declaretheorem[name=Lemma,sibling=theorem]{lemma} of thmtools."""
    options = dict(
        part.partition("=")[::2] for part in joined(walk.stream.optional() or []).replace(" ", "").split(",") if "=" in part
    )
    for kind in joined(walk.stream.argument()).split(","):
        like = options.get("sibling", options.get("numberlike", options.get("sharenumber", "")))
        counter = walk.theorems.get(like, ("", like))[1] if like else kind.strip()
        printed = options.get("name", options.get("title", kind.strip().capitalize())).strip("{}")
        walk.theorems[kind.strip()] = (printed, "" if options.get("numbered") == "no" else counter)
        within = options.get("within", options.get("numberwithin", options.get("parent", "")))
        if within and within != counter:
            walk.counters.within[counter] = within
        walk.counters.values.setdefault(counter, 0)
    walk.stream.optional()


def begin_theorem(walk: Walk, kind: str) -> Close | None:
    """Open a theorem: its first paragraph begins with the name, the number and what it is called."""
    walk.end_paragraph()
    options = walk.stream.optional()
    if kind not in walk.theorems:
        plain = _SHORT.get(kind.rstrip("*"), kind.rstrip("*"))
        walk.theorems[kind] = (walk.name(plain), "" if kind.endswith("*") or plain in _UNNUMBERED else plain)
    printed, counter = walk.theorems[kind]
    number = ""
    if counter:
        walk.counters.step(counter)
        number = walk.number(counter)
    target = walk.targets[-1] = walk.new_target(kind, number)
    label = f"{printed} {number}".strip()
    walk.context.role = _SHORT.get(kind.rstrip("*"), kind.rstrip("*"))
    walk.context.pending = Draft("paragraph", role=walk.context.role, label=label, target=target)
    walk.prose.take(label)
    if options:
        walk.prose.take(" (")
        walk.take_flat(walk.flat(options))
        walk.prose.take(")")
    walk.prose.take((" " if walk.language == "zh" else ". ") if label or options else "")
    return _end_theorem


def _end_theorem(walk: Walk) -> None:
    walk.end_paragraph()
    walk.context.pending = None


def begin_proof(walk: Walk, kind: str) -> Close | None:
    """Open a proof."""
    walk.end_paragraph()
    options = walk.stream.optional()
    walk.context.role = "proof"
    if options:
        walk.take_flat(walk.flat(options))
    else:
        walk.prose.take(walk.name("proof"))
    walk.prose.take(". ")
    return _end_theorem


def begin_block(walk: Walk, kind: str) -> Close | None:
    r"""Open a box with a title: \begin{block}{Title} of slides, \begin{tcolorbox}[title=Title]."""
    walk.part()
    options = joined(walk.stream.optional() or [])
    found = _TITLE.search(options)
    tokens = tokens_of(found[1] or found[2]) if found else walk.stream.argument() if kind.endswith("block") else []
    flat = walk.flat(tokens)
    if flat.text.strip():
        walk.add(Draft("paragraph", flat.text, role="box", mentions=flat.mentions, citations=flat.citations))
    return Walk.part


def begin_thanks(walk: Walk, kind: str) -> Close | None:
    """Open acknowledgments, which some classes print under a heading of their own."""
    walk.end_paragraph()
    walk.add(Draft("heading", "Acknowledgments", rank=RANKS["section"]))
    return Walk.end_paragraph


def begin_quote(walk: Walk, kind: str) -> Close | None:
    """Open a quotation."""
    walk.part()
    walk.context.role = "quote"
    pass_over(walk.stream, "oo" if kind.startswith("display") else "")
    return Walk.end_paragraph


def epigraph(walk: Walk, name: str) -> None:
    r"""Read \epigraph{text}{source} and \blockquote{text} as quotations."""
    walk.end_paragraph()
    for _ in range(2 if name == "epigraph" else 1):
        flat = walk.flat(walk.stream.argument())
        draft = Draft("paragraph", flat.text, role="quote", mentions=flat.mentions, citations=flat.citations)
        walk.add(draft)


COMMANDS: dict[str, Callable[[Walk, str], None]] = {
    **dict.fromkeys(("newtheorem", "spnewtheorem"), new_theorem),
    "declaretheorem": declare_theorem,
    **dict.fromkeys(("epigraph", "blockquote"), epigraph),
}
ENVIRONMENTS: dict[str, Callable[[Walk, str], Close | None]] = {
    **{f"{name}{star}": begin_theorem for name in _KNOWN.split() for star in ("", "*")},
    **dict.fromkeys(("block", "alertblock", "exampleblock", "tcolorbox", "mdframed"), begin_block),
    **dict.fromkeys(("acks", "acknowledgments", "acknowledgements"), begin_thanks),
    **dict.fromkeys(("proof", "proof*", "IEEEproof"), begin_proof),
    **dict.fromkeys(("quote", "quotation", "displayquote", "verse"), begin_quote),
}
