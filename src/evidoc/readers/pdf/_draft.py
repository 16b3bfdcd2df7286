"""Blocks while a PDF is read: what the layout engine says, with the text that PDFium finds in each box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from evidoc.pages.glyphs import PageText, mapped_text, over_glyphs
from evidoc.pages.text import clean_text
from evidoc.readers.pdf._engine import LaidOutPage, Node
from evidoc.records.document import BlockKind, Figure, Markup
from evidoc.records.geometry import Box, coverage, make_box
from evidoc.records.table import Table

UNVERIFIED = "text_unverified"
_SAME = 0.9  # of all letters; what two readings of one box share unless one of them is wrong

_SILENT: tuple[BlockKind, ...] = ("figure", "chart", "table", "equation")
_HOLDERS: tuple[BlockKind, ...] = ("paragraph", "reference", "list", "footnote", "caption")
_KINDS: Mapping[str, BlockKind] = {
    "text": "paragraph",
    "doc_title": "title",
    "paragraph_title": "heading",
    "ref_text": "reference",
    "header": "header",
    "footer": "footer",
    "page_number": "page_number",
    "aside_text": "margin",
    "page_footnote": "footnote",
    "equation": "equation",
    "index": "toc",
    "list": "list",
}


@dataclass(slots=True, eq=False)
class Draft:
    """A block to be: as `Block`, without a number yet.

    `owner` is the table, figure or listing that a caption or footnote belongs to; `continues` says that
    the engine takes it for the rest of the block before; `raised` are the superscripts in it.
    """

    kind: BlockKind
    text: str = ""
    boxes: list[Box] = field(default_factory=list)
    level: int = 0
    source: str = ""
    markup: Markup = ""
    latex: str = ""
    table: Table | None = None
    figure: Figure | None = None
    label: str = ""
    owner: Draft | None = None
    continues: bool = False
    raised: tuple[str, ...] = ()
    flags: list[str] = field(default_factory=list)

    @property
    def page(self) -> int:
        """The page on which it begins."""
        return self.boxes[0].page


TableReader = Callable[[Node, Box, PageText], Iterator[Draft]]


def drafts_of(page: LaidOutPage, text: PageText, *, read_table: TableReader) -> list[Draft]:
    """Give the drafts of one page in the engine's order; a block without a place on the page is left out."""
    drafts = [draft for node in page.blocks for draft in _drafts(node, text, read_table)]
    return without_repeats([draft for draft in drafts if draft.text or draft.kind in _SILENT])


def without_repeats(drafts: Sequence[Draft]) -> list[Draft]:
    """Leave out what the engine gives twice: a formula or line whose place and text are within another block's."""
    return [draft for draft in drafts if not any(_is_in(draft, other) for other in drafts)]


def _is_in(draft: Draft, other: Draft) -> bool:
    if draft.kind not in ("equation", "paragraph") or other.kind not in _HOLDERS or draft is other or not draft.text:
        return False
    is_smaller = len(draft.text) < len(other.text) and draft.text in other.text
    return is_smaller and coverage(draft.boxes[0], other.boxes[0]) >= _SAME


def plain(node: Node | str) -> str:
    """Give the text of a node and all that is in it, as the engine has it."""
    if isinstance(node, str):
        return node
    return node.content if isinstance(node.content, str) else "".join(map(plain, node.content))


def box_of(node: Node, text: PageText) -> Box | None:
    """Give the place of a node on its page."""
    if node.bbox is None:
        return None
    width, height = text.page.width, text.page.height
    x0, y0, x1, y1 = node.bbox
    box = make_box(text.page.index, (x0 * width, y0 * height, x1 * width, y1 * height), within=text.page)
    return over_glyphs(text, box) if box is not None else None


def agreed_text(found: str, claimed: str) -> tuple[str, tuple[str, ...]]:
    """Give the text that stands in a box: what PDFium finds there, flagged where the engine reads something else."""
    if not claimed or _likeness(found, claimed) >= _SAME:
        return found, ()
    return found or claimed, (UNVERIFIED,)


def _drafts(node: Node, text: PageText, read_table: TableReader) -> Iterator[Draft]:
    box = box_of(node, text)
    if box is None:
        return
    if node.type in ("image", "chart", "table", "code"):
        yield from _with_captions(node, text, read_table)
        return
    found, flags = agreed_text(mapped_text(text, within=box).text, clean_text(_claimed(node)))
    draft = Draft(
        kind=_KINDS.get(node.type, "paragraph"),
        text=found,
        boxes=[box],
        level=max(1, (node.level or 2) - 1) if node.type == "paragraph_title" else 0,
        continues=bool(node.continues_prev),
        raised=tuple(_raised(node)),
        flags=list(flags),
    )
    if node.type in ("list", "index") and not isinstance(node.content, str):
        draft.source, draft.markup = "\n".join(clean_text(plain(item)) for item in node.content), "text"
    if node.type == "equation" and isinstance(node.content, str):
        draft.latex = node.content
    yield draft


def _claimed(node: Node) -> str:
    """Give the engine's text of a node; that of a formula is LaTeX, which no page shows."""
    if node.type == "equation":
        return ""
    separator = " " if node.type in ("list", "index") else ""
    return node.content if isinstance(node.content, str) else separator.join(map(plain, node.content))


def _with_captions(node: Node, text: PageText, read_table: TableReader) -> Iterator[Draft]:
    """Give a table, figure or listing with its captions and footnotes, in the order in which they stand."""
    drafts: list[tuple[str, Draft]] = []
    for part in node.content if not isinstance(node.content, str) else ():
        box = box_of(part, text)
        if box is None:
            continue
        if part.type == "table_body":
            drafts.extend(("body" if draft.kind == "table" else "after", draft) for draft in read_table(part, box, text))
        elif part.type.endswith("_body"):
            drafts.append(("body", _body(node, part, box, text)))
        else:
            drafts.append((part.type, _note(part, box, text)))
    body = next((draft for role, draft in drafts if role == "body"), None)
    for role, draft in drafts:
        if role not in ("body", "after"):
            draft.owner = body
        elif role == "body":
            draft.continues = bool(node.continues_prev)
        yield draft


def _body(node: Node, part: Node, box: Box, text: PageText) -> Draft:
    found = mapped_text(text, within=box).text
    if node.type != "code":
        return Draft(kind="chart" if node.type == "chart" else "figure", text=found, boxes=[box])
    kind: BlockKind = "algorithm" if node.sub_type == "algorithm" else "code"
    found, flags = agreed_text(found, clean_text(plain(part)))
    return Draft(kind=kind, text=found, boxes=[box], source=plain(part), markup="text", flags=list(flags))


def _note(part: Node, box: Box, text: PageText) -> Draft:
    found, flags = agreed_text(mapped_text(text, within=box).text, clean_text(plain(part)))
    kind: BlockKind = "caption" if part.type.endswith("_caption") else "footnote"
    return Draft(kind=kind, text=found, boxes=[box], flags=list(flags))


def _raised(node: Node) -> Iterator[str]:
    """Give the superscripts of a text that are no exponents."""
    before = ""
    for span in _spans(node):
        written = str(span.content)
        if "superscript" in span.styles and not before[-1:].isdigit():
            yield written
        before = written


def _spans(node: Node) -> Iterator[Node]:
    if isinstance(node.content, str):
        yield node
        return
    for part in node.content:
        yield from _spans(part)


def _likeness(first: str, second: str) -> float:
    """Give the share of letters and digits that two texts have in common, whatever their order."""
    a, b = _letters(first), _letters(second)
    total = a.total() + b.total()
    return 2 * (a & b).total() / total if total else 1.0


def _letters(text: str) -> Counter[str]:
    return Counter(character for character in text.casefold() if character.isalnum())
