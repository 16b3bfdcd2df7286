"""PDF files written for the tests of pages and of the PDF reader."""

from collections.abc import Sequence
from pathlib import Path

from tests.build import line, pdf_bytes

LETTER = "/MediaBox[0 0 612 792]"
ARABIC_WIDTHS = b"/FirstChar 65/LastChar 90/Widths[" + b"600 " * 26 + b"]"


def one_page(folder: Path, content: bytes, *, attributes: str = LETTER) -> Path:
    return pdf_of(folder, [(attributes, content)])


def pdf_of(folder: Path, pages: Sequence[tuple[str, bytes]]) -> Path:
    path = folder / "written.pdf"
    path.write_bytes(pdf_bytes(pages))
    return path


def mapped(folder: Path, content: bytes, *, letters: str, attributes: str = "/MediaBox[0 0 200 100]") -> Path:
    """Write a page whose font says that A, B, C … are the given characters; they are drawn as A, B, C."""
    lines = "".join(f"<{65 + n:02X}> <{c.encode('utf-16-be', 'surrogatepass').hex()}>\n" for n, c in enumerate(letters.split()))
    table = f"""/CIDInit/ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange
{len(letters.split())} beginbfchar\n{lines}endbfchar endcmap end end""".encode()
    objects = [
        b"<</Length %d>>stream\n%s\nendstream" % (len(table), table),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 4 0 R>>",
    ]
    path = folder / "written.pdf"
    path.write_bytes(pdf_bytes([(attributes, content)], objects=objects, fonts="/F1 5 0 R"))
    return path


def rows(x: float, y: float, texts: Sequence[str], *, size: float = 12, step: float = 14) -> bytes:
    """Draw lines one under the other, the first with its baseline at y."""
    return b"".join(line(x, y - step * number, text, size=size) for number, text in enumerate(texts))


def invisible(x: float, y: float, text: str) -> bytes:
    return f"BT 3 Tr /F1 12 Tf {x} {y} Td ({text}) Tj ET\n".encode()
