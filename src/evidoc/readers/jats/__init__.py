"""Articles in JATS or its forerunner NLM: every part by its role, with references, licence and section paths.

Source: DHQ-02, DHQ-12; cases B01 to B13.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lxml import etree

from evidoc.errors import UnreadableDocument
from evidoc.readers._language import guess_language
from evidoc.readers._outline import Outline
from evidoc.readers.jats._front import Front, read_front
from evidoc.readers.jats._parse import Parsed, parse
from evidoc.readers.jats._references import read_references
from evidoc.readers.jats._state import Walk
from evidoc.readers.jats._walk import ADD_BY_TAG, walk_article
from evidoc.records.document import Document, Figure, Reference, Source

MEDIA_TYPE = "application/jats+xml"
READER = "jats@1"


def read(path: Path, *, name: str, sha256: str) -> Document:
    """Read an article; `flags` say when it has no body, came from a scan, or left sub-articles out.

    Raises:
        UnreadableDocument: The file is no article in JATS, says nothing (DHQ-02), or breaks a limit.
    """
    parsed = parse(path, name=name)
    front = read_front(parsed.article)
    references = read_references(parsed.article)
    walk = _walked(parsed.article, front, references)
    blocks = walk.outline.finish()
    if not blocks:
        raise UnreadableDocument(f"{name}: an article without title, abstract and text; fetch it again", status="empty")
    return Document(
        id=f"d-{sha256[:12]}",
        source=Source(name=name, sha256=sha256, media_type=MEDIA_TYPE, licence=front.licence, link=front.link),
        kind="article",
        title=front.title,
        abstract=front.abstract,
        language=front.language or guess_language(" ".join(block.text for block in blocks[:8])[:4_000]),
        blocks=blocks,
        relations=tuple(walk.relations),
        references=references,
        identifiers=front.identifiers,
        reader=READER,
        flags=(*parsed.flags, *walk.flags, *_flags(parsed, front)),
    )


def _walked(article: etree._Element, front: Front, references: Sequence[Reference]) -> Walk:
    outline = Outline()
    printed: dict[str, str] = {}
    for reference in references:
        key = reference.key.partition("#")[0]
        printed[key] = f"{printed[key]} {reference.text}" if key in printed else reference.text
    walk = Walk(outline=outline, add_by_tag=ADD_BY_TAG, ranks={key: rank for rank, key in enumerate(printed)}, printed=printed)
    _add_front(front, outline)
    walk_article(article, walk)
    return walk


def _add_front(front: Front, outline: Outline) -> None:
    if front.title:
        outline.add("title", front.title)
    for abstract in front.abstracts:
        outline.add(
            "abstract",
            abstract.text,
            role=abstract.role or ("main" if abstract.is_main else ""),
            citations=abstract.citations,
            figure=Figure(image=abstract.image) if abstract.image else None,
        )


def _flags(parsed: Parsed, front: Front) -> list[str]:
    article = parsed.article
    flags = [f"article_type:{front.article_type}"] if front.article_type else []
    if not any("".join(body.itertext()).strip() for body in article.iterchildren("body")):
        flags.append("no_body")
    if next(article.iterchildren("sub-article", "response"), None) is not None:
        flags.append("sub_articles_left_out")
    return flags
