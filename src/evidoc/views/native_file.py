"""Documents as whole PDF files, for models that read PDF themselves."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence

from evidoc.errors import UsageError
from evidoc.records.item import Item
from evidoc.records.reply import FilePart, Part, TextPart, Truncation, View
from evidoc.views._access import Visible, visible
from evidoc.views._context import Context
from evidoc.views._marks import close_mark, open_mark, page_mark
from evidoc.views._pictures import Kept, pdf_of
from evidoc.views._prompt import mark_of, view_of

_ID = re.compile(rb"/ID\s{0,3}\[\s{0,3}<([0-9A-Fa-f]+)>\s{0,3}<([0-9A-Fa-f]+)>\s{0,3}\]")


def show(item: Item, context: Context) -> View:
    """Show each document as the PDF of its pages, before the question.

    Where only some pages may be seen, the file has only these, after a line with the number of each.

    Raises:
        UsageError: Less than whole pages may be seen, which no file can show.
        UnreadableDocument: A document has no PDF in the corpus.
    Source: SD-13, CV-65.
    """
    parts = tuple(_with_marks(visible(item, context), context, mark=mark_of(item)))
    return view_of(item, context, parts=parts, truncated=Truncation())


def _with_marks(documents: Sequence[Visible], context: Context, *, mark: str) -> Iterator[Part]:
    for shown in documents:
        yield TextPart(text=open_mark(mark, shown.number))
        if shown.extent == "pages":
            yield from (TextPart(text=page_mark(mark, index)) for index in shown.pages)
        yield _file(shown, context)
        yield TextPart(text=close_mark(mark, shown.number))


def _file(shown: Visible, context: Context) -> FilePart:
    if shown.extent == "blocks":
        raise UsageError(
            f"access {context.access!r} shows less than whole pages; ask with another view, or with access gold_pages"
        )
    if context.pictures is None:
        raise UsageError("this view shows files and has no folder to keep them in; give its Context a PictureStore")
    pages = shown.pages if shown.extent == "pages" else None
    kept = context.drawn.once((shown.document.id, "file", pages), lambda: _kept(shown, pages, context))
    return FilePart(sha256=kept.sha256, name=f"document-{shown.number}.pdf")


def _kept(shown: Visible, pages: tuple[int, ...] | None, context: Context) -> Kept:
    assert context.pictures is not None  # _file has refused it
    path = pdf_of(shown, context)
    content = path.read_bytes() if pages is None else _cut(path.read_bytes(), pages)
    return Kept(sha256=context.pictures.keep(content, suffix=".pdf"), width=0, height=0)


def _cut(content: bytes, pages: Sequence[int]) -> bytes:
    """Give a PDF of some pages only; the same pages give the same bytes."""
    import pypdfium2

    from evidoc.pages.frame import pdfium_turn

    buffer = io.BytesIO()
    with pdfium_turn():
        whole, cut = pypdfium2.PdfDocument(content), pypdfium2.PdfDocument.new()
        cut.import_pages(whole, list(pages))
        cut.save(buffer)
        cut.close()
        whole.close()
    return _ID.sub(_same_id, buffer.getvalue())


def _same_id(found: re.Match[bytes]) -> bytes:
    """Take away the chance in the file's identifier, which PDFium draws anew at each saving; places stay as they are."""
    return b"/ID[<" + b"0" * len(found[1]) + b"><" + b"0" * len(found[2]) + b">]"
