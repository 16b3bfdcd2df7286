"""Plain text and books: paragraphs, headings and list items by blank lines, indentation and how they begin."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from evidoc.errors import UnreadableDocument
from evidoc.pages.text import clean_text
from evidoc.readers._encoding import Decoded, decode
from evidoc.readers._language import guess_language
from evidoc.readers._names import humanised
from evidoc.readers._outline import Outline
from evidoc.records.document import Block, BlockKind, Document, DocumentKind, Source

MEDIA_TYPE = "text/plain"
READER = "text@1"
MAX_BYTES = 50_000_000  # the longest books are under 10 MB of text
_CHAPTER = re.compile(
    r"(?P<part>(?:BOOK|PART|VOLUME|ACT|Book|Part|Volume|Act)\s+(?:[IVXLC]+|\d+|[A-Z][a-z]+|[A-Z]{3,})\b[.:]?"
    r"|第[一二三四五六七八九十百零〇\d]+[部卷篇])|"
    r"(?P<chapter>(?:CHAPTER|Chapter|SCENE|Scene|SECTION|KAPITEL|Kapitel|CHAPITRE|Chapitre|CAPÍTULO|Capítulo)\s+(?:[IVXLC]+|\d+|[A-Z][a-z]+|[A-Z]{3,})\b[.:]?"
    r"|第[一二三四五六七八九十百零〇\d]+[章回节節]|(?:PREFACE|PROLOGUE|EPILOGUE|INTRODUCTION|FOREWORD|APPENDIX|CONTENTS)\b)"
)
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+(?=\S)")
_LONE_MARK = re.compile(r"[A-Z]|[IVXLC]{1,7}\.?")  # a letter of a dictionary, the number of a chapter
_MARKDOWN = re.compile(r"(#{1,6})\s+(.+?)\s*#*$")
_UNDERLINE = re.compile(r"\s*(=|-|~|\*|\^)\1{3,}\s*$")
_ITEM = re.compile(r"\s*(?P<marker>[-*•–+]|\(?(?:\d{1,3}|[a-z])[.)])\s+(?=\S)")
_RULE = re.compile(r"[\s*\-_=~#.]+$")
_GUTENBERG = re.compile(r"\*\*\*\s*(START|END)\s+OF\s+(?:THE|THIS)\s+PROJECT\s+GUTENBERG", re.IGNORECASE)
_STATED_TITLE = re.compile(r"^Title:\s*(.+)$", re.MULTILINE)
_LONGEST_HEADING = 90
_LONG_LINE = 160  # characters; a file whose lines are longer holds one paragraph a line
_PARAGRAPH = re.compile(r"\n[ \t\u3000]*\n")
_SET_IN = re.compile(r"[ ]{2,}\S|\t")
_QUOTES = "\"'\u201c\u2018([_-\u2014"
_LONGEST_VERSE = 70  # characters; prose that is set in fills its lines
_VERSE_SHARE = 0.7  # of the lines of a poem begin with a capital
_INDENT = re.compile(r"[ ]{2,}\S|\t|\u3000")


@dataclass(frozen=True, slots=True)
class _Shape:
    """What a paragraph is: a heading of a level, an item, plain text, or with the role `verse` lines that are kept apart."""

    kind: str
    text: str
    level: int = 0
    label: str = ""
    role: str = ""


def read(path: Path, *, name: str, sha256: str) -> Document:
    """Read a text file; one with chapters, or of Project Gutenberg, is a book.

    What stands before and after a Project Gutenberg book is its distributor's, and typed `margin`.

    Raises:
        UnreadableDocument: The file is empty or too large.
    """
    decoded = _decoded(path, name=name)
    text = decoded.text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n")
    outline = Outline()
    chapters = _add_blocks(text, outline)
    blocks = outline.finish()
    if not blocks:
        raise UnreadableDocument(f"{name}: no letter in the file; give a file with text", status="empty")
    is_gutenberg = _GUTENBERG.search(text) is not None
    return Document(
        id=f"d-{sha256[:12]}",
        source=Source(
            name=name, sha256=sha256, media_type=MEDIA_TYPE, licence="Project Gutenberg License" if is_gutenberg else ""
        ),
        kind=_kind(chapters, is_gutenberg),
        title=_title(text, blocks, name=name),
        language=guess_language(" ".join(block.text for block in blocks if block.kind != "margin")[:5_000]),
        blocks=blocks,
        reader=READER,
        flags=() if decoded.is_certain else ("encoding_guessed",),
    )


def _decoded(path: Path, *, name: str) -> Decoded:
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise UnreadableDocument(f"{name}: {size:,} bytes of text; the limit is {MAX_BYTES:,}", status="too_large")
    decoded = decode(path.read_bytes())
    if not decoded.text.strip():
        raise UnreadableDocument(f"{name}: the file is empty; give a file with text", status="empty")
    return decoded


def _kind(chapters: int, is_gutenberg: bool) -> DocumentKind:
    return "book" if chapters or is_gutenberg else "other"


def _title(text: str, blocks: tuple[Block, ...], *, name: str) -> str:
    stated = _STATED_TITLE.search(text[:3_000])
    first = next((block for block in blocks if block.kind != "margin"), blocks[0])
    if stated:
        return clean_text(stated[1])
    if first.kind == "heading" and not _CHAPTER.match(first.text):
        return first.text
    return humanised(name)


def _add_blocks(text: str, outline: Outline) -> int:
    """Add all paragraphs in their shapes; give how many chapters there are."""
    chapters = 0
    outside = _GUTENBERG.search(text) is not None
    paragraphs = list(_paragraphs(text))
    sets_apart = sum(map(_is_set_in, paragraphs)) * 2 < len(paragraphs)  # or the whole text stands to the right
    for paragraph in paragraphs:
        marker = _GUTENBERG.search(paragraph)
        if marker:
            outside = marker[1].upper() == "END"
            outline.close(0)
        if marker or outside:
            outline.add("margin", clean_text(paragraph))
            continue
        chapters += _CHAPTER.match(paragraph.strip()) is not None
        for shape in _verse(paragraph) if sets_apart and _is_verse(paragraph) else _shapes(paragraph):
            _add(shape, outline)
    return chapters


def _add(shape: _Shape, outline: Outline) -> None:
    if shape.kind == "heading":
        outline.heading(shape.text, level=shape.level)
    else:
        kind: BlockKind = "list" if shape.kind == "item" else "paragraph"
        outline.add(kind, shape.text, label=shape.label, level=shape.level, role=shape.role)


def _is_set_in(paragraph: str) -> bool:
    """Say whether all lines of a paragraph, two or more, stand to the right of the margin."""
    lines = [line for line in paragraph.split("\n") if line.strip()]
    return len(lines) > 1 and all(map(_SET_IN.match, lines))


def _is_verse(paragraph: str) -> bool:
    """Say whether lines that are set in are those of a poem: short, and begun anew, mostly with a capital, each time."""
    lines = [line.strip() for line in paragraph.split("\n") if line.strip()]
    begun = sum(line.lstrip(_QUOTES)[:1].isupper() for line in lines)
    is_short = max(map(len, lines), default=0) <= _LONGEST_VERSE
    return _is_set_in(paragraph) and is_short and begun >= _VERSE_SHARE * len(lines) and not _is_list(lines)


def _verse(paragraph: str) -> Iterator[_Shape]:
    lines = (clean_text(line) for line in paragraph.split("\n"))
    yield _Shape("text", "\n".join(line for line in lines if line), role="verse")


def _paragraphs(text: str) -> Iterator[str]:
    """Cut a text into paragraphs: at blank lines, or where there are none at indented lines, or at long lines."""
    parts = [part for part in _PARAGRAPH.split(text) if part.strip()]
    lines = [line for line in text.split("\n") if line.strip()]
    if len(parts) * 20 < len(lines) and sum(map(len, lines)) > _LONG_LINE * len(lines):
        yield from lines
    elif len(parts) * 20 < len(lines) and any(map(_INDENT.match, lines)):
        yield from _by_indentation(lines)
    else:
        yield from parts


def _by_indentation(lines: list[str]) -> Iterator[str]:
    paragraph: list[str] = []
    for line in lines:
        if paragraph and (_INDENT.match(line) or _CHAPTER.match(line.strip())):
            yield "\n".join(paragraph)
            paragraph = []
        paragraph.append(line)
    yield "\n".join(paragraph)


def _shapes(paragraph: str) -> Iterator[_Shape]:
    lines = [line for line in paragraph.split("\n") if line.strip()]
    if _RULE.fullmatch(paragraph):
        return
    heading = _heading(lines)
    if heading is not None:
        yield heading
        lines = lines[1:] if len(lines) > 1 and not _UNDERLINE.match(lines[1]) else lines[2:]
    if lines and all(map(_ITEM.match, lines[:1])) and _is_list(lines):
        yield from _items(lines)
    elif lines:
        yield _Shape("text", clean_text("\n".join(lines)))


def _heading(lines: list[str]) -> _Shape | None:
    """Give the heading that a paragraph is, or begins with where a chapter's first line is followed by its text."""
    first = clean_text(lines[0])
    markdown = _MARKDOWN.match(first)
    if markdown:
        return _Shape("heading", markdown[2], level=len(markdown[1]))
    chapter = _CHAPTER.match(first)
    if chapter and len(first) <= _LONGEST_HEADING and (len(lines) <= 2 or first == chapter[0] or first.isupper()):
        return _Shape("heading", first, level=1 if chapter["part"] else 2)
    if len(lines) == 2 and _UNDERLINE.match(lines[1]) and len(first) <= _LONGEST_HEADING:
        return _Shape("heading", first, level=1 if lines[1].strip()[0] == "=" else 2)
    return _lone_heading(first) if len(lines) == 1 else None


def _lone_heading(line: str) -> _Shape | None:
    """Give the heading that a line standing alone is: in capitals, or numbered and no sentence."""
    if _LONE_MARK.fullmatch(line):
        return _Shape("heading", line, level=3)
    if len(line) > _LONGEST_HEADING or line[-1] in ".,;:!?" or sum(map(str.isalpha, line)) < 4:
        return None
    numbered = _NUMBERED.match(line)
    if numbered and line[numbered.end()].isupper() and not _ends_like_sentence(line):
        return _Shape("heading", line, level=numbered[1].count(".") + 1)
    return _Shape("heading", line, level=3) if line.isupper() else None


def _ends_like_sentence(line: str) -> bool:
    return len(line.split()) > 12


def _is_list(lines: list[str]) -> bool:
    """Say whether lines that begin with a marker are items: two of them, or one with a bullet."""
    marked = [line for line in lines if _ITEM.match(line)]
    first = _ITEM.match(lines[0])
    return len(marked) > 1 or (first is not None and not first["marker"][0].isalpha())


def _items(lines: list[str]) -> Iterator[_Shape]:
    gathered: list[str] = []
    for line in lines:
        if gathered and _ITEM.match(line):
            yield _item(gathered)
            gathered = []
        gathered.append(line)
    yield _item(gathered)


def _item(lines: list[str]) -> _Shape:
    whole = "\n".join(lines)
    marker = _ITEM.match(whole)
    assert marker is not None
    return _Shape("item", clean_text(whole[marker.end() :]), level=1, label=marker["marker"])
