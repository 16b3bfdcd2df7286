"""show: an item or document by its id, and both as an HTML page: what there is of it, drawn over the page pictures."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evidoc.errors import UnknownName, UnreadableDocument, UsageError
from evidoc.flow._inputs import DOCUMENT_SUFFIXES
from evidoc.flow._reading import SourceFile, read_pair
from evidoc.flow.check import verdicts_of
from evidoc.readers import pdf_beside
from evidoc.records.bench import Bench, open_bench, open_run
from evidoc.records.corpus import Corpus, open_corpus
from evidoc.records.document import Document
from evidoc.records.item import Item
from evidoc.records.printable import printable
from evidoc.records.record import Record
from evidoc.records.store import file_digest, write_bytes
from evidoc.reports.cases import case_of
from evidoc.reports.document_page import GENERATOR, write_document_page
from evidoc.reports.documents import document_facts
from evidoc.reports.item_page import write_item_page
from evidoc.reports.pictures import EMBED_BUDGET, Pictures, draw_file, draw_pages

_HEADERS = ("bench.json", "run.json", "corpus.json")
MOST_PAGES = 200  # drawn where no pages are asked for; a browser takes that without a pause
_LAID_OUT = b"/Creator (evidoc)"  # in every PDF that evidoc draws


@dataclass(frozen=True, slots=True)
class ShowOptions:
    """How a document is shown as an HTML page.

    `pages` are the first and the last page to be drawn, from 1; by default the first 200. `twins` takes the pages of a
    structured file from the PDF of the same name beside it; `passwords` are tried in turn on an encrypted PDF. `pdf` is
    the file of the pages where a Document is given. Pictures beyond `picture_bytes` lie in a folder beside the page.
    """

    pages: tuple[int, int] | None = None
    twins: bool = True
    passwords: tuple[str, ...] = ()
    pdf: Path | None = None
    picture_bytes: int = EMBED_BUDGET


class ShowSummary(Record, frozen=True, kw_only=True):
    """What was written where: the file, the document, its pages and blocks, and how many pages are drawn.

    `note` is what the page says over them, such as why a PDF of the same name is not taken for the pages.
    """

    out: str
    document: str
    pages: int
    drawn: int
    blocks: int
    note: str = ""


class ItemShown(Record, frozen=True, kw_only=True):
    """What was written where: the file, the item, its pieces of evidence, and the pages that they stand on."""

    out: str
    item: str
    evidence: int
    pages: int


@dataclass(frozen=True, slots=True)
class Found:
    """An item with its bench, or a document with the PDF of its pages where its corpus keeps one."""

    record: Item | Document
    pdf: Path | None = None
    bench: Bench | None = None


_OPTIONS = ShowOptions()


def find(name: str, *, folder: Path | None = None) -> Item | Document:
    """Give the item or document of an id, from a folder or from those below the current one.

    Raises:
        UsageError: No folder of evidoc is there.
        UnknownName: None of them has this id.
    """
    return locate(name, folder=folder).record


def locate(name: str, *, folder: Path | None = None) -> Found:
    """Give the item or document of an id with the file of its pages, as `find` does.

    Raises:
        UsageError: No folder of evidoc is there.
        UnknownName: None of them has this id.
    """
    folders = [folder] if folder is not None else sorted(_folders_here())
    if not folders or not any(_header(one) for one in folders):
        raise UsageError(f"{folder or Path.cwd()}: no bench, run or corpus here; give the folder after the id")
    known: list[str] = []
    for one in folders:
        found = _find_in(name, folder=one, known=known)
        if found is not None:
            return found
    raise UnknownName(name, kind="item or document", known=tuple(known))


def show_document(source: Path | Document, *, out: Path, options: ShowOptions = _OPTIONS) -> ShowSummary:
    """Write a document as one HTML page: its blocks over the page pictures, and the list of them beside.

    A file is read first. A document without pages is laid out, as it is when a bench is made.

    Raises:
        UnreadableDocument: The file gives no document.
        UsageError: No page is asked for that the document has, or `out` is a file that this function did not write.
    """
    _refuse_to_replace(out)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        document, pdf, note = _read(source, options, folder) if isinstance(source, Path) else (source, options.pdf, "")
        if not document.pages:
            document, pdf = _laid_out(document, folder)
            note = note or "The file has no pages of its own; it is laid out as benchmarks lay it out."
        first, last = _wanted(document, options.pages)
        pictures = _pictures(document, pdf, range(first, last), out=out, options=options)
        is_laid_out = _is_laid_out(pdf)
    if last - first < len(document.pages):
        note = f"{note} Pages {first + 1} to {last} of {len(document.pages)} are shown; --pages shows others.".strip()
    page = write_document_page(document, pictures=pictures, note=note, is_laid_out=is_laid_out)
    write_bytes(out, page)
    counts = {"pages": len(document.pages), "drawn": last - first, "blocks": len(document.blocks)}
    return ShowSummary(out=str(out), document=document.id, note=note, **counts)


def show_item(item: Item, bench: Bench, *, out: Path, options: ShowOptions = _OPTIONS) -> ItemShown:
    """Write an item as one HTML page: question, answer and evidence, its pages with their boxes, and what the checks said.

    Of the verdicts those of `evidoc check` stand after those that the item was made with.

    Raises:
        UsageError: `out` is a file that this command did not write.
    """
    _refuse_to_replace(out)
    wanted = {entry.document for entry in item.evidence} | {document.id for document in item.documents}
    case = case_of(item, {document.id: document for document in document_facts(bench.corpus, only=wanted)})
    pages = [(page.document, page.page) for page in case.pages]
    pictures = draw_pages(pages, bench.corpus, folder=None, budget=options.picture_bytes)
    verdicts = (*item.verdicts, *(row.verdict for row in verdicts_of(bench) if row.item == item.id))
    write_bytes(out, write_item_page(case, verdicts=verdicts, pictures=pictures))
    return ItemShown(out=str(out), item=item.id, evidence=len(item.evidence), pages=len(pages))


def _refuse_to_replace(out: Path) -> None:
    """Replace only what this command wrote: a page of the same name may be the document itself, or its twin."""
    if not out.exists():
        return
    if not out.is_file() or GENERATOR.encode() not in _beginning(out):
        raise UsageError(f"{out} is there, and was not written by evidoc show; give --out another name")


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(1000)


def _read(path: Path, options: ShowOptions, folder: Path) -> tuple[Document, Path | None, str]:
    """Read a file, with the pages of its twin where it has one; give it with the file of its pages and what is to be said."""
    twin = _twin(path) if options.twins else None
    main, other = _source(path), None if twin is None else _source(twin)
    document, result = read_pair(main, other, passwords=options.passwords, keep_pages=folder)
    if document.pages_source is None:
        reason = printable(result.reason) if result is not None else ""
        return document, None, f"{path.stem}.pdf is not taken for its pages: {reason}." if reason else ""
    places = {main.sha256: path} if twin is None or other is None else {main.sha256: path, other.sha256: twin}
    pages = document.pages_source.sha256
    return document, places.get(pages, folder / f"{pages}.pdf"), ""  # the last where a scan was recognised


def _twin(path: Path) -> Path | None:
    if path.suffix.lower() == ".json":
        return pdf_beside(path)
    if path.suffix.lower() not in DOCUMENT_SUFFIXES or path.suffix.lower() == ".pdf":
        return None
    return next((twin for suffix in (".pdf", ".PDF") if (twin := path.with_suffix(suffix)).is_file()), None)


def _source(path: Path) -> SourceFile:
    try:
        return SourceFile(path=str(path), name=printable(path.name), sha256=file_digest(path))
    except OSError as error:
        raise UnreadableDocument(f"{path}: cannot be opened: {error.strerror}; check the path and its permissions") from error


def _laid_out(document: Document, folder: Path) -> tuple[Document, Path]:
    from evidoc.compose.sheet import lay_out

    paged, pdf = lay_out(document)
    write_bytes(folder / "pages.pdf", pdf)
    return paged, folder / "pages.pdf"


def _is_laid_out(pdf: Path | None) -> bool:
    """Say whether a document's pages were written here, so that there is no such file to look for."""
    return pdf is not None and _LAID_OUT in pdf.read_bytes()


def _wanted(document: Document, asked: tuple[int, int] | None) -> tuple[int, int]:
    """Give the pages to be drawn, from 0 and half open."""
    if asked is None:
        return 0, min(MOST_PAGES, len(document.pages))
    first, last = asked[0] - 1, min(asked[1], len(document.pages))
    if not 0 <= first < last:
        raise UsageError(f"pages {asked[0]} to {asked[1]}; the document has pages 1 to {len(document.pages)}")
    return first, last


def _pictures(document: Document, pdf: Path | None, wanted: range, *, out: Path, options: ShowOptions) -> Pictures:
    pictures = Pictures(folder=out.parent, budget=options.picture_bytes, spills=True, files=f"{out.stem}-pages")
    if pdf is None:
        pictures.lack(((document.id, page) for page in wanted), "not there, because the corpus does not keep the file")
    else:
        draw_file(document, wanted, pdf, pictures=pictures, password=_password(pdf, options.passwords))
    return pictures


def _password(pdf: Path, passwords: Sequence[str]) -> str | None:
    """Give the password that opens a PDF, or None where it needs none or nothing opens it."""
    from evidoc.pages.frame import open_pdf

    for password in (None, *passwords) if passwords else ():
        try:
            with open_pdf(pdf, password=password):
                return password
        except UnreadableDocument:
            continue
    return None


def _folders_here() -> Iterator[Path]:
    here = Path.cwd()
    for pattern in ("*.json", "*/*.json", "*/*/*.json"):
        yield from (path.parent for path in here.glob(pattern) if path.name in _HEADERS)


def _header(folder: Path) -> str:
    return next((header for header in _HEADERS if (folder / header).is_file()), "")


def _find_in(name: str, *, folder: Path, known: list[str]) -> Found | None:
    header = _header(folder)
    if header == "corpus.json":
        return _document(name, open_corpus(folder), known=known)
    if header not in ("bench.json", "run.json"):
        return None
    bench = open_bench(folder) if header == "bench.json" else open_run(folder).bench
    for item in bench.items():
        if item.id == name:
            return Found(item, bench=bench)
        known.append(item.id)
    return _document(name, bench.corpus, known=known)


def _document(name: str, corpus: Corpus, *, known: list[str]) -> Found | None:
    known.extend(corpus.ids)
    return Found(corpus[name], corpus.pdf(corpus[name])) if name in corpus else None
