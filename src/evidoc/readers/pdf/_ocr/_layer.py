"""A copy of a PDF with the recognised words laid over its pages, unseen, each where it stands on the picture.

PDFium copies the file and places one form a page; the forms are written here, because no font of a file or
machine has every character. Their fonts draw nothing: each character is a box of 1 by 1, stretched to its word,
and a map says what it stands for. Source: PDF 32000-1, 9.6.5 (Type 3 fonts) and 9.10.3 (ToUnicode).
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium

from evidoc.pages.drawn import layers
from evidoc.pages.frame import shown_page
from evidoc.records.geometry import Box, Page

_PER_FONT = 255  # characters; code 0 is left free
_SPACE = " "
# Invisible text counts as a page's text over a scan only (case A17). Elsewhere, as under letters drawn as curves, ours
# is not marked invisible: its characters draw nothing anyway.
_MODE = {True: b"3 Tr", False: b"0 Tr"}
_ID = re.compile(rb"/ID\s*\[\s*(?:<[0-9A-Fa-f]*>|\((?:\\.|[^\\)])*\))\s*(?:<[0-9A-Fa-f]*>|\((?:\\.|[^\\)])*\))\s*\]", re.DOTALL)

Line = Sequence[tuple[str, Box]]


@dataclass(frozen=True, slots=True)
class PageLayer:
    """The words of one page by line, in reading order."""

    page: Page
    lines: Sequence[Line]


@dataclass(frozen=True, slots=True)
class _Turn:
    """How the displayed page lies in the page's own space: where its corner is, and one point across and one point up."""

    corner: tuple[float, float]
    across: tuple[float, float]
    up: tuple[float, float]


def with_text_layer(pdf: pypdfium2.PdfDocument, texts: Sequence[PageLayer]) -> bytes:
    """Give the bytes of a copy with text; the same file and words give the same bytes.

    The open document is changed and must not be used any more.

    Raises:
        pypdfium2.PdfiumError: PDFium cannot take the page apart.
    """
    alphabet = sorted({sign for text in texts for line in text.lines for word, _ in line for sign in word} | {_SPACE})
    codes = {sign: divmod(place, _PER_FONT) for place, sign in enumerate(alphabet)}
    forms = pypdfium2.PdfDocument(_forms(pdf, texts, codes))
    try:
        for number, text in enumerate(texts):
            _place(forms, number, pdf, text.page)
        return _saved(pdf)
    finally:
        forms.close()


def _place(forms: pypdfium2.PdfDocument, number: int, pdf: pypdfium2.PdfDocument, page: Page) -> None:
    with shown_page(pdf, page) as handle:
        left, bottom, _, _ = handle.get_bbox()
        form = forms.page_as_xobject(number, pdf)
        try:
            drawn = form.as_pageobject()
            drawn.set_matrix(pypdfium2.PdfMatrix().translate(left, bottom))
            handle.insert_obj(drawn)
            handle.gen_content()
        finally:
            form.close()


def _saved(pdf: pypdfium2.PdfDocument) -> bytes:
    """Write the file, without the identifier in its trailer that PDFium makes up anew each time."""
    buffer = io.BytesIO()
    pdf.save(buffer, flags=pdfium.FPDF_NO_INCREMENTAL | pdfium.FPDF_REMOVE_SECURITY)
    written = buffer.getvalue()
    trailer = max(written.rfind(b"trailer"), 0)
    return written[:trailer] + _ID.sub(b"", written[trailer:])


def _forms(pdf: pypdfium2.PdfDocument, texts: Sequence[PageLayer], codes: Mapping[str, tuple[int, int]]) -> bytes:
    """Give a PDF with one page for each layer, as large as the page that it is for, and with its corner at 0, 0."""
    fonts = 1 + max(font for font, _ in codes.values())
    first_page = 3 + 3 * fonts
    bodies: list[bytes] = [b"<</Type/Catalog/Pages 2 0 R>>", b""]
    for font in range(fonts):
        bodies.extend(_font([sign for sign, (number, _) in codes.items() if number == font], number=3 + 3 * font))
    named = b"".join(b"/F%d %d 0 R" % (font, 3 + 3 * font) for font in range(fonts))
    for number, layer in enumerate(texts):
        box, turn, is_scan = _space(pdf, layer.page)
        content = b"\n".join((_MODE[is_scan], *_content(layer.lines, turn, codes)))
        bodies.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[%s]/Resources<</Font<<%s>>>>/Contents %d 0 R>>"
            % (_numbers(box), named, first_page + 2 * number + 1)
        )
        bodies.append(_stream(content))
    kids = b" ".join(b"%d 0 R" % (first_page + 2 * number) for number in range(len(texts)))
    bodies[1] = b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(texts), kids)
    return _file(bodies)


def _space(pdf: pypdfium2.PdfDocument, page: Page) -> tuple[tuple[float, ...], _Turn, bool]:
    """Give the form's box, how the displayed page lies in it, and whether the page is one large picture."""
    with shown_page(pdf, page) as handle:
        left, bottom, right, top = handle.get_bbox()
        is_scan = layers(handle).has_scan
    unit, width, height = page.user_unit, right - left, top - bottom
    across, up, corner = {
        0: ((1, 0), (0, 1), (0, height)),
        90: ((0, 1), (-1, 0), (0, 0)),
        180: ((-1, 0), (0, -1), (width, 0)),
        270: ((0, -1), (1, 0), (width, height)),
    }[page.rotation]
    scaled = (across[0] / unit, across[1] / unit), (up[0] / unit, up[1] / unit)
    return (0, 0, width, height), _Turn(corner=corner, across=scaled[0], up=scaled[1]), is_scan


def _content(lines: Iterable[Line], turn: _Turn, codes: Mapping[str, tuple[int, int]]) -> Iterator[bytes]:
    yield b"BT"
    for line in lines:
        for place, (word, box) in enumerate(line):
            yield from _shown(word, _matrix(box, turn, width=box.width / max(1, len(word))), codes)
            following = line[place + 1][1] if place + 1 < len(line) else None
            gap = following.x0 - box.x1 if following is not None else 0.0
            if gap > 0:
                blank = Box(page=box.page, x0=box.x1, y0=box.y0, x1=box.x1 + gap, y1=box.y1)
                yield from _shown(_SPACE, _matrix(blank, turn, width=gap), codes)
    yield b"ET"


def _matrix(box: Box, turn: _Turn, *, width: float) -> bytes:
    """Give the text matrix that stretches a character of 1 by 1 over the beginning of a box, upright as displayed."""
    (ax, ay), (ux, uy), (cx, cy) = turn.across, turn.up, turn.corner
    x, y = cx + box.x0 * ax - box.y1 * ux, cy + box.x0 * ay - box.y1 * uy
    return _numbers((width * ax, width * ay, box.height * ux, box.height * uy, x, y))


def _shown(word: str, matrix: bytes, codes: Mapping[str, tuple[int, int]]) -> Iterator[bytes]:
    """Show a word; where its characters are of several fonts, the position runs on by itself."""
    yield matrix + b" Tm"
    start = 0
    while start < len(word):
        font = codes[word[start]][0]
        end = start
        while end < len(word) and codes[word[end]][0] == font:
            end += 1
        yield b"/F%d 1 Tf <%s> Tj" % (font, b"".join(b"%02x" % (codes[sign][1] + 1) for sign in word[start:end]))
        start = end


def _font(signs: Sequence[str], *, number: int) -> tuple[bytes, bytes, bytes]:
    """Give a font whose every character is an empty box, the drawing of that, and the map to characters."""
    names = b" ".join(b"/c%d" % code for code in range(1, len(signs) + 1))
    drawings = b"".join(b"/c%d %d 0 R" % (code, number + 1) for code in range(1, len(signs) + 1))
    widths = b" ".join([b"1"] * len(signs))
    font = (
        b"<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 1/LastChar %d/Widths[%s]"
        b"/Encoding<</Type/Encoding/Differences[1 %s]>>/CharProcs<<%s>>/Resources<<>>/ToUnicode %d 0 R>>"
    ) % (len(signs), widths, names, drawings, number + 2)
    return font, _stream(b"1 0 0 0 1 1 d1"), _stream(_unicode_map(signs))


def _unicode_map(signs: Sequence[str]) -> bytes:
    rows = [b"<%02x> <%s>" % (code, sign.encode("utf-16-be").hex().encode()) for code, sign in enumerate(signs, 1)]
    blocks = b"\n".join(
        b"%d beginbfchar\n%s\nendbfchar" % (len(part), b"\n".join(part))
        for part in (rows[start : start + 100] for start in range(0, len(rows), 100))
    )
    return (
        b"/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /evidoc def\n/CMapType 2 def\n"
        b"1 begincodespacerange\n<00> <ff>\nendcodespacerange\n%s\nendcmap\n"
        b"CMapName currentdict /CMap defineresource pop\nend\nend"
    ) % blocks


def _stream(content: bytes) -> bytes:
    packed = zlib.compress(content, 9)
    return b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(packed), packed)


def _numbers(values: Iterable[float]) -> bytes:
    return b" ".join(f"{value:.4f}".rstrip("0").rstrip(".").encode() for value in values)


def _file(bodies: Sequence[bytes]) -> bytes:
    out, offsets = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(bodies, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(bodies) + 1, start)
    return bytes(out)
