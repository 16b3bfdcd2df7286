"""How far the reading of a document is, shared by all that reads commands and environments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from evidoc.readers.latex._drafts import Draft, Flat, Mention, Target
from evidoc.readers.latex._feed import Mark
from evidoc.readers.latex._marks import OPEN
from evidoc.readers.latex._numbers import Counters, name_of
from evidoc.readers.latex._project import Project
from evidoc.readers.latex._prose import Prose, mention_mark, resolved_line
from evidoc.readers.latex._scan import tokens_of
from evidoc.readers.latex._stream import Stream
from evidoc.records.document import Figure

if TYPE_CHECKING:
    from evidoc.readers.latex._bib import BibEntry
    from evidoc.readers.latex._floats import Float
    from evidoc.readers.latex._front import Front
    from evidoc.readers.latex._grids import Grid
    from evidoc.readers.latex._lists import ListLevel
    from evidoc.readers.latex._pseudo import Pseudo

MAX_DEPTH = 30  # texts within texts (a note in a caption in a cell); deeper ones are left out

Close = Callable[["Walk"], None]


@dataclass(slots=True, eq=False)
class Context:
    """A place that text goes to: the body, a cell, a note; with what is open in it."""

    drafts: list[Draft] = field(default_factory=list)
    prose: Prose = field(default_factory=Prose)
    lists: list[ListLevel] = field(default_factory=list)
    grid: Grid | None = None
    pseudo: Pseudo | None = None
    open: Draft | None = None  # the paragraph that text behind a formula or list continues
    role: str = ""
    pending: Draft | None = None  # label, target and role that the next paragraph gets
    level: int = 0  # how many such places this one stands in


@dataclass(slots=True)
class Opened:
    """An environment that is open, with what was open outside it."""

    name: str
    close: Close | None
    groups: int
    targets: int
    role: str
    start: Mark | None = None


@dataclass(slots=True)
class Walk:
    """The state of reading one document."""

    stream: Stream
    project: Project
    front: Front
    context: Context = field(default_factory=Context)
    counters: Counters = field(default_factory=Counters)
    targets: list[Target] = field(default_factory=lambda: [Target()])
    labels: dict[str, Target] = field(default_factory=dict)
    outside: list[tuple[str, str]] = field(default_factory=list)  # prefix and file of documents whose labels this one names
    outside_labels: dict[str, Target] = field(default_factory=dict)
    mentions: list[Mention] = field(default_factory=list)
    floats: list[Float] = field(default_factory=list)
    opened: list[Opened] = field(default_factory=list)
    open_names: Counter[str] = field(default_factory=Counter)
    groups: list[bool] = field(default_factory=list)  # for each open brace whether code surrounds it
    is_code: bool = False
    flags: dict[str, None] = field(default_factory=dict)
    packages: dict[str, str] = field(default_factory=dict)  # package → its options
    document_class: str = ""
    class_options: str = ""
    language: str = ""
    has_shorthands: bool = False  # of babel's German: "a is ä
    theorems: dict[str, tuple[str, str]] = field(default_factory=dict)  # environment → (printed name, counter)
    names: dict[str, str] = field(default_factory=dict)  # what cleveref calls things, by command and counter
    float_kinds: dict[str, str] = field(default_factory=dict)  # environments of the document's own that float
    bibliographies: list[str] = field(default_factory=list)  # names of .bib files
    bib_entries: dict[str, BibEntry] = field(default_factory=dict)  # of biblatex's .bbl
    bib_items: list[tuple[str, str, Target]] = field(default_factory=list)  # key and label of each \\bibitem
    cited: dict[str, None] = field(default_factory=dict)
    cites_all: bool = False
    bib_style: str = ""
    section_depth: int | None = None
    subequations: Target | None = None
    closing: Mark | None = None  # where the environment began that ends just now
    notes: int = 0
    depth: int = 0
    in_preamble: bool = True
    is_done: bool = False

    # -- text and blocks

    @property
    def prose(self) -> Prose:
        """The stretch of text that is being read."""
        return self.context.prose

    def add(self, draft: Draft) -> Draft:
        """Append a block here."""
        self.context.drafts.append(draft)
        return draft

    def enter(self, context: Context) -> Context | None:
        """Let text go to another place, and give the one around it; None where that would be too deep."""
        if self.context.level >= MAX_DEPTH:
            self.flags["nested_too_deep"] = None
            return None
        context.level = self.context.level + 1
        outer, self.context = self.context, context
        return outer

    def part(self) -> None:
        """End this stretch of text for something that stands apart within its paragraph."""
        self._flush()

    def end_paragraph(self) -> None:
        """End this paragraph."""
        self._flush()
        self.context.open = None

    def _flush(self) -> None:
        context, prose = self.context, self.context.prose
        if prose.parts or prose.labels or prose.citations:
            context.prose = Prose(is_cell=prose.is_cell, marks=prose.marks)
            self._add_prose(prose)
        elif prose.images or prose.notes:
            context.prose = Prose(is_cell=prose.is_cell, marks=prose.marks)
        for image in prose.images:
            self.add(Draft("figure", figure=Figure(image=image)))
        context.drafts += prose.notes

    def _add_prose(self, prose: Prose) -> None:
        """Add what a stretch says; a stop left behind a formula says nothing, but what it names is kept."""
        context = self.context
        if prose.says_something:
            draft = self._shaped(prose)
            context.drafts.append(draft)
            context.open = draft
            return
        last = context.open or (context.drafts[-1] if context.drafts else None)
        if last is not None:
            last.citations = list(dict.fromkeys((*last.citations, *prose.citations)))
            last.labels += prose.labels

    def _shaped(self, prose: Prose) -> Draft:
        """Give the block of a stretch: an item's, a theorem's, or a plain paragraph."""
        context, level = self.context, self.context.lists[-1] if self.context.lists else None
        draft = Draft(
            "paragraph",
            prose.text(),
            role=context.role,
            latex="\n".join(prose.tex),
            labels=prose.labels,
            mentions=prose.mentions,
            citations=list(dict.fromkeys(prose.citations)),
            ranges=prose.ranges,
            follows=context.open,
        )
        if level is not None and level.is_open:
            draft.kind, draft.rank = "reference" if level.kind == "bibliography" else "list", len(context.lists)
            level.give(draft)
        if context.pending is not None:
            draft.label, draft.target, draft.role = context.pending.label, context.pending.target, context.pending.role
            draft.kind, draft.follows = context.pending.kind, None
            context.pending = None
        return draft

    def flat(self, tokens: Sequence[str], *, is_cell: bool = False) -> Flat:
        """Read tokens as one stretch of text; blocks within are set one after the other."""
        if self.depth >= MAX_DEPTH:
            self.flags["nested_too_deep"] = None
            return Flat("")
        from evidoc.readers.latex._loop import run

        outer, code, groups = self.context, self.is_code, self.groups
        opened, names, targets = self.opened, self.open_names, self.targets
        self.context, self.groups, self.opened, self.open_names = Context(prose=Prose(is_cell=is_cell)), [], [], Counter()
        self.targets = [self.targets[-1]]
        self.depth += 1
        self.stream.feed.begin_stretch(tokens)
        run(self)
        self.stream.feed.end_stretch()
        flat = self.flattened(self.context)
        self.depth -= 1
        self.context, self.is_code, self.groups = outer, code, groups
        self.opened, self.open_names, self.targets = opened, names, targets
        return flat

    def flattened(self, context: Context) -> Flat:
        """Give all that a context holds as one stretch of text."""
        prose = context.prose
        flat = Flat(
            "", list(prose.mentions), list(prose.citations), list(prose.tex), prose.marks, prose.images, list(prose.notes)
        )
        pieces: list[str] = []
        for draft in context.drafts:
            if draft.kind == "footnote":
                flat.notes.append(draft)
                continue
            pieces.append(_text_of(draft))
            flat.mentions += draft.mentions
            flat.citations += draft.citations
            if draft.latex:
                flat.tex.append(draft.latex)
        flat.text = " ".join([*(piece for piece in pieces if piece), prose.text()])
        self.targets[-1].keys += prose.labels
        return flat

    def take_flat(self, flat: Flat) -> None:
        """Take a stretch that was read by itself into the text that is being read."""
        prose = self.prose
        prose.take(flat.text)
        prose.mentions += flat.mentions
        prose.citations += flat.citations
        prose.tex += flat.tex
        prose.marks += flat.marks
        prose.images += flat.images
        prose.notes += flat.notes

    def plain(self, tokens: Sequence[str]) -> str:
        """Give tokens as one clean line, without what they name."""
        return resolved_line(self.flat(tokens).text, ["" for _ in self.mentions]) if tokens else ""

    def plain_text(self, tex: str) -> str:
        """Give a short piece of TeX as one clean line."""
        return self.plain(tokens_of(tex)) if any(sign in tex for sign in "\\{}$~-'`%") else " ".join(tex.split())

    # -- what is named

    def mention(self, mention: Mention) -> None:
        """Take a mention into the text; it is printed when all is known."""
        self.prose.mentions.append(mention)
        self.prose.take(mention_mark(len(self.mentions)))
        self.mentions.append(mention)

    def label(self, key: str) -> None:
        """Bind a label to what it stands in."""
        key = " ".join(key.split())
        if not key or OPEN in key:
            return
        target = self.targets[-1]
        if key in self.labels:
            self.flags[f"label_twice:{key}"] = None
            return
        self.labels[key] = target
        if target.kind:
            target.keys.append(key)
        else:
            self.prose.labels.append(key)

    def new_target(self, kind: str, number: str, *, within: Target | None = None) -> Target:
        """Give a target in the order in which things stand."""
        self.notes += 1
        return Target(kind=kind, number=number, within=within, place=self.notes)

    def number(self, counter: str) -> str:
        r"""Give a counter as the document prints it: by its own \thecounter, else as LaTeX does."""
        return self.plain([f"\\the{counter}"]) if f"the{counter}" in self.stream.macros else self.counters.printed(counter)

    def name(self, kind: str) -> str:
        r"""Give the word for a kind of thing: the document's own \figurename, else the language's."""
        macro = {"lstlisting": "lstlistingname", "listing": "listingname", "references": "refname", "bibliography": "bibname"}
        own = macro.get(kind, f"{kind}name")
        if own in self.stream.macros:
            return self.plain([f"\\{own}"])
        return self.counters.look.get(f"{kind}:") or name_of(kind, self.language)

    def has_package(self, *names: str) -> bool:
        """Say whether one of these packages is loaded."""
        return any(name in self.packages for name in names)


def _text_of(draft: Draft) -> str:
    if draft.cells is not None:
        return " ".join(entry.cell.text for entry in draft.cells if entry.cell.text)
    return f"{draft.label} {draft.text}" if draft.kind == "list" and draft.label else draft.text
