r"""LaTeX projects: the main file with all that it enters, macros replaced, numbers and references resolved as printed.

Nothing is executed; files outside the main file's folder are never read. Source: SD-71; cases C01, C03, C05, C07.
"""

from __future__ import annotations

import re
from pathlib import Path

from evidoc.errors import UnreadableDocument
from evidoc.readers._language import guess_language
from evidoc.readers._names import humanised
from evidoc.readers.latex._emit import Emitted, emit
from evidoc.readers.latex._front import Front, front_drafts
from evidoc.readers.latex._known import protected
from evidoc.readers.latex._loop import close_environment, run
from evidoc.readers.latex._project import Project
from evidoc.readers.latex._references import Entry, read_entries
from evidoc.readers.latex._scan import Scanner
from evidoc.readers.latex._state import Walk
from evidoc.readers.latex._stream import Stream
from evidoc.records.document import Block, Document, DocumentKind, Source

MEDIA_TYPE = "application/x-latex"
READER = "latex@1"
_PREAMBLE = re.compile(r"^[^%\n]*\\(?:documentclass|documentstyle|begin\s*\{document\})", re.MULTILINE)
_COMMAND = re.compile(r"%.*|\\[A-Za-z@]+\*?(?:\[[^\]]*\])?|https?:\S+|\\begin\{.*?\}")
_ABSTRACT = re.compile(r"(?:abstract|summary|摘\s*要)[.:]?", re.IGNORECASE)
_MOST_OUTSIDE = 4
_KINDS: dict[str, DocumentKind] = {"beamer": "slides", "book": "book", "thesis": "book", "report": "report", "rep": "report"}


def read(path: Path, *, name: str, sha256: str) -> Document:
    """Read a LaTeX project by its main file; a file without a preamble is read as it stands.

    `flags` say what is missing (`missing_file:…`, `outside_file:…`), named but not there (`unresolved_reference:…`,
    `unresolved_citation:…`) or beyond a limit.

    Raises:
        UnreadableDocument: The file cannot be opened, is too large, or says nothing.
    """
    project = Project(path, name=name)
    walk = _walked(project, project.main_text())
    _read_outside(walk)
    entries = read_entries(walk)
    emitted = emit(walk, walk.context.drafts, entries)
    if not emitted.blocks:
        raise UnreadableDocument(f"{name}: no text in the document; give a file with text", status="empty")
    return _document(walk, emitted, entries, Source(name=name, sha256=sha256, media_type=MEDIA_TYPE))


def _walked(project: Project, text: str) -> Walk:
    walk = Walk(stream=Stream(protected()), project=project, front=Front())
    walk.language = _script(text)
    walk.in_preamble = _PREAMBLE.search(text) is not None
    walk.stream.feed.enter(Scanner(text, walk.stream.lexing, path=str(project.main.resolve())))
    run(walk)
    _finish(walk)
    return walk


def _script(text: str) -> str:
    """Give "zh" or "ja" where the text is plainly written so; other languages are stated, or guessed when all is read."""
    language = guess_language(_COMMAND.sub(" ", text))
    return language if language in ("zh", "ja") else ""


def _read_outside(walk: Walk) -> None:
    r"""Take the labels of documents that \externaldocument names and the project has: a supplement's sections."""
    for prefix, file in walk.outside[:_MOST_OUTSIDE]:
        path = walk.project.find(file)
        if path is None or path == walk.project.main.resolve():
            continue
        other = _walked(Project(path, name=file), walk.project.text(path))
        walk.outside_labels.update({prefix + key: target for key, target in other.labels.items()})


def _finish(walk: Walk) -> None:
    """Close what is open, and print the head if the document did not."""
    while walk.opened:
        close_environment(walk, walk.opened[-1].name)
    walk.end_paragraph()
    walk.stream.feed.end_all()
    walk.is_done = False
    if walk.in_preamble:
        walk.context.drafts.clear()
    shows = walk.front.shows_itself or walk.in_preamble or bool(walk.front.abstracts)
    if not walk.front.is_shown and shows:
        walk.in_preamble = False
        walk.context.drafts[:0] = front_drafts(walk)


def _document(walk: Walk, emitted: Emitted, entries: dict[str, Entry], source: Source) -> Document:
    title = walk.plain(walk.front.title)
    title = title or next((block.text for block in emitted.blocks if block.kind == "title"), "")
    return Document(
        id=f"d-{walk.project.digest()[:12]}",  # over all its files: a changed \input is another document
        source=source,
        kind=_kind(walk),
        title=title or humanised(source.name),
        abstract=_abstract(emitted.blocks),
        language=walk.language or guess_language(" ".join(block.text for block in emitted.blocks[:40])[:8_000]),
        blocks=emitted.blocks,
        relations=emitted.relations,
        references=tuple(entry.reference for entry in entries.values()),
        identifiers=tuple(dict.fromkeys(walk.front.identifiers)),
        reader=READER,
        flags=(*walk.project.flags, *walk.stream.flags, *walk.flags, *emitted.flags, *(() if title else ("title_from_name",))),
    )


def _kind(walk: Walk) -> DocumentKind:
    name = walk.document_class.lower()
    return next((kind for part, kind in _KINDS.items() if part in name), "article")


def _abstract(blocks: tuple[Block, ...]) -> str:
    """Give the first abstract, or what stands under a heading that calls itself one."""
    for block in blocks:
        if block.kind == "abstract":
            return block.text
    heading = next((block for block in blocks if block.kind == "heading" and _ABSTRACT.fullmatch(block.text)), None)
    if heading is None:
        return ""
    return " ".join(block.text for block in blocks if block.parent == heading.id and block.kind == "paragraph")
