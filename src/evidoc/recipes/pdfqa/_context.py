"""Where a table stands, in the words of its caption, its introduction, its section or the title, and in which document."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from evidoc.answers.units import Unit
from evidoc.recipes.pdfqa._case import inside_sentence, vocabulary_of
from evidoc.recipes.pdfqa._document_name import document_name
from evidoc.recipes.pdfqa._labels import unshouted
from evidoc.recipes.pdfqa._topics import (
    MOST_CHARACTERS,
    announced,
    bare_caption,
    is_readable,
    last_sentence,
    measure_in,
    short_topic,
    unit_apart,
)
from evidoc.records.document import Block, Document

_FEWEST_WORDS = 2
_LONGEST_HEADING = 90
_KINDS = {
    "article": "the article ", "book": "the book ", "filing": "the filing ", "report": "the report ", "table": "the data set ",
}  # fmt: skip
_INSTANT = re.compile(r"\bas of\b|\bas at\b|balance sheet|financial position", re.IGNORECASE)
_NUMBERING = re.compile(
    r"^(?:(?:item|note|part|section|chapter|appendix)\s+)?(?:[\dIVXA-Z]{1,4}(?:\.\d+)*[.:)]?)[\s–—-]+(?=\S)", re.IGNORECASE
)
_EMPTY_HEADING = re.compile(
    r"(?:abstract|introduction|background|methods?|materials? and methods?|results?|discussion|results and discussion|"
    r"conclusions?|appendix|supplementary .*|references|notes?|table of contents|contents|overview|other|general|data|tables?|"
    r"part [ivx]+|notes to (?:the )?consolidated financial statements.*|financial statements and supplementary data)",
    re.IGNORECASE,
)
_SAYS_SOMETHING = re.compile(r"[:;.?!“”\"]|\b(?:is|are|was|were|shows?|has|have|can|did|does)\b")
_NO_TITLE = re.compile(r":$|^[A-Z]*:?$|^[A-Z]{1,3}-\d+$")  # what a layout took for one: "DISCLAIMERS:", a sheet's number
_COMPANY = r"(?:,? (?:Inc|Corp|Co|Ltd)\.|,? (?:Incorporated|Corporation|Limited|Inc|Ltd|LLC|plc|PLC|N\.V\.|AG|SE))"
_OWNER = re.compile(rf"(?P<owner>[A-Z][^–—|]{{1,60}}?{_COMPANY})(?=$|[\s,–—|-])|(?P<other>[^,]{{2,60}}), Form ")

Style = Literal["topic", "titled", "section", "place"]


@dataclass(frozen=True, slots=True)
class Context:
    """The words that place a question: a topic ("net sales by category"), a quoted caption, a section or a document.

    `document` names the document of what is not a document itself: "the article “…”".
    `measure` is what the topic says the numbers are, where it does ("net sales"), `unit` their unit; `is_instant` marks
    the state on a day, which cannot be added up over days; `block` is where the words stand.
    """

    style: Style
    text: str
    measure: str = ""
    unit: Unit = Unit()
    is_instant: bool = False
    block: int | None = None
    document: str = ""


def context_of(document: Document, block: Block) -> Context | None:
    """Find the words that place a table: its caption, what introduces it, its section, or the title; None where all are unfit.

    They name the document too, so that no table of another document of a corpus can be meant (U-30, PQ-35).
    """
    before = _before(document, block)
    context = (
        _from_caption(document, block) or _from_introduction(document, before) or _from_section(block) or _from_title(document)
    )
    if context is None:
        return None
    around = " ".join([document.caption(block), before.text[-300:] if before is not None else "", *block.section[-1:]])
    name = document_name(document) if context.style != "place" else ""
    if context.style != "place" and not name:
        return None
    return replace(_owned(context, document, name), document=name, is_instant=bool(_INSTANT.search(around)))


def _from_caption(document: Document, block: Block) -> Context | None:
    whole = document.caption(block)
    caption = bare_caption(whole)
    if not caption:
        return None
    if caption == bare_caption(document.title):
        return _from_title(document)
    topic = announced(whole) or (last_sentence(caption) if document.kind in ("filing", "web") else caption)
    return _of_text(topic, document, block=block.captions[0])


def _from_introduction(document: Document, before: Block | None) -> Context | None:
    if before is None or before.kind not in ("paragraph", "list"):
        return None
    topic = announced(before.text)
    return _of_text(topic, document, block=before.id) if topic else None


def _from_section(block: Block) -> Context | None:
    for heading in reversed(block.section):
        text = unshouted(bare_caption(_NUMBERING.sub("", heading)))
        if _looks_like_heading(heading) and len(text.split()) >= _FEWEST_WORDS and not _EMPTY_HEADING.fullmatch(text):
            return Context("section", text, measure=measure_in(text))
    return None


def _looks_like_heading(text: str) -> bool:
    """Say whether a section path's entry is a heading, not a line of text that a layout took for one."""
    is_short = len(text) <= _LONGEST_HEADING and len(re.findall(r"\d+", text)) <= 3 and text.count(",") <= 3
    return is_short and not text[:1].islower() and is_readable(text)


def _from_title(document: Document) -> Context | None:
    title = re.sub(r"^\d+(?:\.\d+)*\.?\s+", "", document.title)
    title = " ".join(title.replace("“", "'").replace("”", "'").split()).strip(" .")
    if _NO_TITLE.search(title) and document.kind == "table":
        title = document.source.name
    title = re.sub(r"\.(?:csv|tsv|html?|xml|pdf|txt|xlsx?)$", "", title, flags=re.IGNORECASE)
    if re.fullmatch(r"[\w.-]+", title):
        title = " ".join(re.split(r"[_\-.]+", title)).strip()
        title = title[:1].upper() + title[1:]
    if not re.search(r"[A-Za-z]{3}", title) or len(title) > MOST_CHARACTERS or not is_readable(title):
        return None
    return Context("place", f"{_KINDS.get(document.kind, '')}“{title}”")


def _of_text(caption: str, document: Document, *, block: int) -> Context | None:
    unit, caption = unit_apart(caption)
    text = unshouted(short_topic(caption))
    if len(text) > MOST_CHARACTERS or len(text.split()) < _FEWEST_WORDS or not is_readable(text):
        return None
    if _SAYS_SOMETHING.search(text) or text.count("(") != text.count(")"):
        return Context("titled", text.replace("“", "'").replace("”", "'").replace('"', "'"), unit=unit, block=block)
    inside = inside_sentence(text, vocabulary_of(document))
    return Context("topic", inside, measure=measure_in(inside), unit=unit, block=block)


def _owned(context: Context, document: Document, said: str) -> Context:
    """Name the company whose filing it is, where what is `said` of the document does not: "Apple Inc.’s net sales"."""
    found = _OWNER.match(document.title)
    name = (found["owner"] or found["other"]) if found else ""
    if document.kind != "filing" or not name or context.style != "topic":
        return context
    bare = re.sub(r"^(?:(?:the|our|a|an)\s+)?(?:(?:company|registrant)[’']s\s+)?", "", context.text, flags=re.IGNORECASE)
    bare = re.sub(r"the [Cc]ompany[’']s", "its", bare)
    bare = re.sub(r"the [Cc]ompany", name, bare)
    owner = f"{name}’" if name.endswith("s") else f"{name}’s"
    return replace(context, text=bare if name in said else f"{owner} {bare}")


def _before(document: Document, block: Block) -> Block | None:
    """Give the block that stands before a table, without its captions."""
    previous: Block | None = None
    for candidate in document.body():
        if candidate.id == block.id:
            return previous
        if candidate.id not in block.captions:
            previous = candidate
    return None
