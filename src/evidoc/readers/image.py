"""Pictures of pages (PNG, JPEG, TIFF and the like): made into a PDF, one page a picture, and recognised.

Source: X-02; issue 2, item 2.
"""

from __future__ import annotations

import io
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from evidoc.errors import UnreadableDocument
from evidoc.readers import pdf
from evidoc.readers._recognition import DEFAULT, Recognition
from evidoc.readers.pdf._ocr._models import is_installed
from evidoc.readers.pdf._scans import how_to_get_text
from evidoc.readers.pdf._text_layer import NO_TEXT
from evidoc.records.document import Document, Source
from evidoc.records.store import write_bytes

if TYPE_CHECKING:
    from PIL.Image import Image

READER = "image@1"
MAX_PIXELS = 80_000_000  # a sheet of A3 at 600 dpi has 70 million
MAX_PICTURES = 500  # in one TIFF file
_LONGEST = 842.0  # points, the longer side of A4, for pictures that do not say how large they are
_DPI = range(72, 1_201)  # what scanners and faxes give; other values stand in files by mistake


def read(path: Path, *, name: str, sha256: str, recognition: Recognition = DEFAULT) -> Document:
    """Read a picture as a document with one page, or one for each picture of a TIFF file.

    `pages_source` is the PDF with the picture and its recognised text.

    Raises:
        UnreadableDocument: The picture cannot be opened, is over a limit, or has no text that is recognised.
    """
    if not (recognition.is_wanted and is_installed()):
        raise UnreadableDocument(f"{path}: a picture has no text layer; {how_to_get_text(recognition)}", status=NO_TEXT)
    media_type, pages = _as_pdf(path)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "picture.pdf"
        write_bytes(copy, pages)
        try:
            document = pdf.read(copy, name=name, sha256=sha256, recognition=recognition)
        except UnreadableDocument as error:
            raise UnreadableDocument(str(error).replace(str(copy), str(path), 1), status=error.status) from error
    if all(block.kind in ("figure", "chart") for block in document.body()):
        raise UnreadableDocument(f"{path}: a drawing or photograph, not a page of text; leave it out", status=NO_TEXT)
    return msgspec.structs.replace(
        document, source=Source(name=name, sha256=sha256, media_type=media_type), reader=f"{READER}+{pdf.READER}"
    )


def _as_pdf(path: Path) -> tuple[str, bytes]:
    """Give the picture's media type and a PDF of it; the same picture gives the same bytes."""
    from PIL import Image
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1, pageCompression=1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of bombs, which _pictures refuses, and of odd tags in TIFF files
            with Image.open(path) as opened:
                media_type = Image.MIME.get(opened.format or "", "image/x-unknown")
                for picture, width, height in _pictures(opened, path):
                    canvas.setPageSize((width, height))
                    canvas.drawImage(ImageReader(picture), 0, 0, width, height)
                    canvas.showPage()
    except (OSError, SyntaxError, ValueError, EOFError, Image.DecompressionBombError) as error:
        raise UnreadableDocument(f"{path}: the picture cannot be opened: {error}; save it anew as PNG") from error
    canvas.save()
    return media_type, buffer.getvalue()


def _pictures(opened: Image, path: Path) -> Iterator[tuple[Image, float, float]]:
    """Give each picture, upright and without transparency, with its size in points.

    Raises:
        UnreadableDocument: A picture or their number is over the limit.
    """
    from PIL import ImageOps, ImageSequence

    frames = ImageSequence.Iterator(opened) if opened.format == "TIFF" else iter([opened])
    for number, frame in enumerate(frames, 1):
        if number > MAX_PICTURES or frame.width * frame.height > MAX_PIXELS:
            raise UnreadableDocument(
                f"{path}: picture {number} of {frame.width:,} × {frame.height:,} px; "
                f"the limits are {MAX_PICTURES} pictures and {MAX_PIXELS:,} px each",
                status="too_large",
            )
        upright = ImageOps.exif_transpose(frame)
        scale = 72.0 / _dpi(frame, longest=max(upright.size))
        yield _on_paper(upright), upright.width * scale, upright.height * scale


def _dpi(picture: Image, *, longest: int) -> float:
    """Give the resolution that a picture states, or the one at which it is as long as a sheet of A4."""
    stated = picture.info.get("dpi", (0, 0))[0]
    return float(stated) if round(float(stated)) in _DPI else longest * 72.0 / _LONGEST


def _on_paper(picture: Image) -> Image:
    from PIL import Image

    if picture.mode in ("1", "L", "RGB"):
        return picture.convert("L" if picture.mode == "1" else picture.mode)
    if picture.mode.startswith("I"):
        return picture.point(lambda value: value / 256).convert("L")  # 16 bits of grey
    layered = picture.convert("RGBA")
    paper = Image.new("RGBA", layered.size, "white")
    paper.alpha_composite(layered)
    return paper.convert("RGB")
