"""Small articles in JATS: two on one subject, and a systematic review whose table cites one of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from evidoc.compose.sheet import lay_out
from evidoc.readers import read_file
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document

FIRST = "Drip irrigation against soil salinity in olive orchards"
SECOND = "Subsurface drains and soil salinity under saline water in vineyards"
REVIEW = "Soil salinity in orchards: a systematic review"


def jats(number: int, title: str, abstract: str, body: str, *, back: str = "") -> str:
    return f"""<?xml version="1.0"?>
<article article-type="research-article" xml:lang="en"><front><article-meta>
<article-id pub-id-type="pmid">{number}</article-id><article-id pub-id-type="pmcid">PMC{number}</article-id>
<title-group><article-title>{title}</article-title></title-group>
<permissions><license license-type="open-access" xmlns:xlink="http://www.w3.org/1999/xlink"
 xlink:href="https://creativecommons.org/licenses/by/4.0/"><license-p>CC BY 4.0</license-p></license></permissions>
<abstract><p>{abstract}</p></abstract></article-meta></front><body>{body}</body><back>{back}</back></article>"""


def section(title: str, *paragraphs: str) -> str:
    return f"<sec><title>{title}</title>{''.join(f'<p>{text}</p>' for text in paragraphs)}</sec>"


def table(number: int, caption: str, rows: str) -> str:
    return (
        f'<table-wrap id="t{number}"><label>Table {number}</label><caption><p>{caption}</p></caption>'
        f"<table><thead><tr><th>Plot</th><th>Salinity</th></tr></thead><tbody>{rows}</tbody></table></table-wrap>"
    )


_RESULTS = table(1, "Soil salinity by depth under drip irrigation.", "<tr><td>North</td><td>4.1</td></tr>")
DRIP = jats(
    11,
    FIRST,
    "Soil salinity is a growing problem for olive orchards near the coast. Drip irrigation keeps soil salinity low near the "
    "roots. We studied drip irrigation in olive orchards over three years and measured soil salinity every month.",
    section(
        "Introduction",
        "Soil salinity is a problem and a burden for olive orchards on the coast. The lack of rain makes soil salinity worse.",
        "Farmers use drip irrigation in many olive orchards. The practice changes soil salinity near the roots.",
    )
    + section(
        "Methods",
        "Drip irrigation was set up in six olive orchards. Soil salinity was measured with probes at three depths.",
    )
    + section(
        "Results",
        "Drip irrigation kept soil salinity below four units near the roots. The treatment was effective in olive orchards.",
        'Soil salinity by depth is in <xref ref-type="table" rid="t1">Table 1</xref>. Deep soil salinity fell in all plots.',
    )
    + _RESULTS
    + section(
        "Discussion",
        "The strategy of drip irrigation can be implemented in olive orchards against soil salinity. It needs filters.",
        "Olive orchards with drip irrigation had lower soil salinity than others. Trees grew faster there.",
    ),
)
DRAINS = jats(
    22,
    SECOND,
    "Vineyards on saline water lose yield when soil salinity rises. Subsurface drains wash salts below the roots and lower "
    "soil salinity. We compared subsurface drains in vineyards and followed soil salinity for two seasons.",
    section(
        "Introduction",
        "Soil salinity is a challenge for vineyards that use saline water. Subsurface drains wash the salts down.",
        "Saline water raises soil salinity in vineyards every summer. Winter rain is not enough.",
    )
    + section(
        "Results",
        "Subsurface drains of clay lowered soil salinity in vineyards by half. Yield of vineyards rose with them.",
        "Wider subsurface drains did not lower soil salinity further. Saline water was wasted in these vineyards.",
    )
    + section(
        "Discussion",
        "Subsurface drains are an approach against soil salinity in vineyards. They take much saline water.",
        "What is the limitation of this paper? A limitation of this paper is that it has two seasons of vineyards alone.",
    ),
)
_MARKED = '<tr><td>Olive <xref ref-type="bibr" rid="r1">[1]</xref></td><td>4.1</td></tr>'
_ELSEWHERE = '<tr><td>Date <xref ref-type="bibr" rid="r2">[2]</xref></td><td>6.0</td></tr>'
_VINES = '<tr><td>Vines <xref ref-type="bibr" rid="r3">[3]</xref></td><td>5.2</td></tr>'
_REFERENCES = "<ref-list>" + "".join(
    f'<ref id="r{place}"><mixed-citation>A study. <pub-id pub-id-type="pmid">{pmid}</pub-id></mixed-citation></ref>'
    for place, pmid in ((1, 11), (2, 999), (3, 22))
) + "</ref-list>"  # fmt: skip
REVIEWED = jats(
    33,
    REVIEW,
    "This systematic review gathers studies of soil salinity in orchards. Drip irrigation and subsurface drains lower it.",
    section(
        "Results",
        'Studies are listed in <xref ref-type="table" rid="t2">Table 2</xref>. Most were in olive orchards near the sea.',
    )
    + table(2, "Studies of soil salinity that were reviewed.", _MARKED + _ELSEWHERE + _VINES),
    back=_REFERENCES,
)


def articles(folder: Path, *texts: str) -> list[Document]:
    """Read articles and lay them out on pages."""
    documents = []
    for number, text in enumerate(texts):
        path = folder / f"article{number}.xml"
        path.write_text(text, encoding="utf-8")
        documents.append(lay_out(read_file(path))[0])
    return documents


def corpus(folder: Path, *texts: str) -> Corpus:
    return Corpus(articles(folder, *(texts or (DRIP, DRAINS, REVIEWED))))


def letters(texts: Sequence[str]) -> list[list[float]]:
    """Encode texts by how often they have each letter: a stand-in for an encoder, to which all English is much alike."""
    return [[1.0 + text.lower().count(letter) for letter in "abcdefghijklmnopqrstuvwxyz"] for text in texts]


LETTERS = "python:tests.recipes.dochop_qa_articles:letters"
