"""Hostile and broken files: whatever the bytes, there is a sound document or an UnreadableDocument, and nothing else."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evidoc.errors import UnreadableDocument
from evidoc.readers import read_file
from evidoc.readers._encoding import decode
from evidoc.readers._grid import SourceCell, place, squeezed, to_table
from evidoc.readers.html._columns import visible_columns
from evidoc.records.document import Document
from tests.readers.written import check_grid, check_sound

JATS = (
    "<article xmlns:mml='http://www.w3.org/1998/Math/MathML'><front><article-meta><abstract><sec><title>A</title><p>B</p>"
    "</sec></abstract>"
    "</article-meta></front><body><sec id='s'><title>T</title><p>x<sup>2</sup><xref ref-type='bibr' rid='b'>1</xref>–<xref "
    "ref-type='bibr' "
    "rid='c'>3</xref><list><list-item><p>i</p></list-item></list><disp-formula><tex-math>\\frac{a}{b}^{c}</tex-math>"
    "</disp-formula></p>"
    "<table-wrap><label>1</label><table><thead><tr><th colspan='2'>h</th></tr></thead><tr><td rowspan='3'>a</td><td>1</td>"
    "</tr></table>"
    "</table-wrap><fig><caption><p>c</p></caption></fig></sec></body><back><ref-list><ref id='b'><mixed-citation>x"
    "</mixed-citation></ref>"
    "</ref-list></back></article>"
)
HTML = (
    "<html><body><div style='display:none'>h</div><h1>T</h1><p>a<sup>1</sup><br><br>b</p><ul><li>i<ul><li>j</li></ul></li>"
    "</ul><dl><dt>k<dd>v"
    "</dl><table><tr><td rowspan=2>$</td><td colspan=3>1,204</td><td>)</td></tr><tr><td>%</td></tr></table><pre>c</pre>"
    "<figure><img src=x>"
    "<figcaption>f</figcaption></figure><hr style='page-break-after:always'><p>12</p></body></html>"
)
CSV = 'Title,,\na,b,c\n1,"x, ""y""",3\n4;5,6\n\n,,\nSource: x,,\n'
FAST = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


def read_bytes(content: bytes, suffix: str) -> Document | None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"a{suffix}"
        path.write_bytes(content)
        try:
            document = read_file(path)
        except UnreadableDocument as error:
            assert error.status and "; " in str(error)
            return None
    check_sound(document)
    return document


@FAST
@given(st.binary(max_size=400), st.sampled_from([".xml", ".html", ".csv", ".txt", ".dat"]))
def test_random_bytes_raise_nothing_else(content: bytes, suffix: str) -> None:
    read_bytes(content, suffix)


@FAST
@given(st.text(max_size=300), st.sampled_from([".html", ".csv", ".txt", ".md"]), st.sampled_from(["utf-8", "utf-16"]))
def test_random_text_raises_nothing_else(text: str, suffix: str, encoding: str) -> None:
    read_bytes(text.encode(encoding, "surrogatepass"), suffix)


@FAST
@given(st.sampled_from([(JATS, ".xml"), (HTML, ".html"), (CSV, ".csv")]), st.integers(0, 2**32), st.integers(1, 30))
def test_mutilated_files_raise_nothing_else(source: tuple[str, str], seed: int, wounds: int) -> None:
    text, suffix = source
    read_bytes(mutilated(text, random.Random(seed), wounds).encode(), suffix)


TAGS = (
    "p td tr table sec sup xref list list-item fig caption th li ul h1 a dl dt dd img br span math title fn".split()  # noqa: SIM905
)


@FAST
@given(st.lists(st.sampled_from(TAGS), max_size=40), st.sampled_from([".xml", ".html"]))
def test_any_order_of_elements_is_read(tags: list[str], suffix: str) -> None:
    opened = "".join(f"<{tag}>w{number} " for number, tag in enumerate(tags))
    closed = "".join(f"</{tag}>" for tag in reversed(tags))
    whole = (
        f"<article><body>{opened}{closed}</body></article>" if suffix == ".xml" else f"<html><body>{opened}{closed}</body></html>"
    )
    read_bytes(whole.encode(), suffix)


CELLS = st.builds(
    SourceCell,
    text=st.sampled_from(["", "$", "(1", ")", "%", "1,204", "Cash", "—"]),
    row_span=st.sampled_from([0, 1, 1, 1, 2, 3, 70_000]),
    column_span=st.sampled_from([1, 1, 1, 2, 3, 70_000]),
)


@given(st.lists(st.lists(CELLS, max_size=6), max_size=6), st.booleans())
def test_cells_never_overlap_whatever_their_spans(rows: list[list[SourceCell]], as_seen: bool) -> None:
    placed = place(rows)
    placed = visible_columns(placed) if as_seen else [entry for entry in placed if entry.cell.text]
    if placed:
        check_grid(to_table(squeezed(placed)))


@given(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00")),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_what_was_encoded_is_decoded_again(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)).text == text.removeprefix("\ufeff") or text.startswith("\ufeff")


@pytest.mark.parametrize(
    "content",
    [
        b"<article>" + b"<sec>" * 300 + b"</sec>" * 300 + b"</article>",
        b"<article><body>"
        b"<p><table-wrap><table><tr><td colspan='99999999999' rowspan='-3'>x</td></tr></table></table-wrap></p></body></article>",
        b"<html><table>" + b"<tr><td colspan=1000 rowspan=65534>x</td></tr>" * 2_000,
        b"<html>" + b"<table><tr><td>" * 400,
        b"<html>" + b"<ul><li>" * 700,
        b"a,b\n" + b'"' * 200_001,
        b"#" * 100_000,
        b"(" * 50_000 + b"*" * 50_000,
        b"<html><body>" + b"<sup>1</sup>" * 5_000,
    ],
    ids=range(9),
)
def test_known_attacks_end_soon(content: bytes) -> None:
    suffix = ".xml" if content.startswith(b"<article") else ".html" if content.startswith(b"<html") else ".csv"
    read_bytes(content, suffix)


def mutilated(text: str, chance: random.Random, wounds: int) -> str:
    """Delete, double, swap and insert pieces of a text."""
    for _ in range(wounds):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.randrange(1, 12))
        piece = text[start:end]
        text = chance.choice(
            [
                text[:start] + text[end:],
                text[:end] + piece + text[end:],
                text[:start] + chance.choice("<>&;\"'/=\x01,\n\ue000\ud7ff") + text[start:],
                text[:start] + piece[::-1] + text[end:],
            ]
        )
    return text
