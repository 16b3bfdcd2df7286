"""Definition: what an abbreviation stands for, and how the text defines a term."""

from __future__ import annotations

import random
import re

from evidoc.errors import Reject
from evidoc.recipes.pdfqa._case import inside_sentence, vocabulary_of
from evidoc.recipes.pdfqa._document_name import document_name, readable, readable_title
from evidoc.recipes.pdfqa._draft import Draft, drafted_question
from evidoc.recipes.pdfqa._phrases import is_plural, plural, singular, templates
from evidoc.recipes.pdfqa._terms import Definition
from evidoc.records.document import Block, Document
from evidoc.records.item import Answer

ABBREVIATIONS = templates(
    "definition-abbreviation",
    (
        "What does the abbreviation {term} stand for {place}?",
        "{Place} what does {term} stand for? | one",
        "What is {term} short for {place}? | one",
        "{Place} what is {term} an abbreviation of? | one",
        "What is the full form of {term} {place}?",
        "{Place} what is meant by the abbreviation {term}?",
        "Which term is abbreviated as {term} {place}?",
        "{Place} which longer term does {term} replace? | one",
        "How is the abbreviation {term} spelled out {place}?",
        "{Place} how is {term} written out in full? | one",
        "What do the letters {term} mean {place}?",
    ),
)
TERMS = templates(
    "definition-term",
    (
        "How is {term} defined {place}?",
        "{Place} how is {term} defined?",
        "What is the definition of {term} {place}?",
        "{Place} what is the definition of {term}?",
        "What definition is given for {term} {place}?",
        "{Place} what definition is given for {term}?",
        "What does the term {term_quoted} mean {place}?",
        "{Place} what is meant by {term}?",
        "What is understood by {term} {place}?",
        "{Place} how do the authors define {term}? | article",
        "What meaning is given to {term} {place}?",
        "{Place} what does the term {term_quoted} refer to?",
    ),
)


def draft(definition: Definition, document: Document, block: Block, *, rng: random.Random) -> Draft:
    """Ask what a term means."""
    place = place_of(document, block)
    term = definition.term
    if definition.form == "term":
        bare = re.sub(r"^(?:the|an?)\s+", "", term, flags=re.IGNORECASE)
        term = inside_sentence(bare, vocabulary_of(document), of="measure")
    slots = {"document": place.removeprefix("in ")}
    slots |= {"term": term, "term_quoted": f"“{term}”", "place": place, "Place": f"{place[:1].upper()}{place[1:]},"}
    holds = frozenset({"article"} if document.kind == "article" else set()) | ({"one"} if not term.endswith("s") else set())
    options = ABBREVIATIONS if definition.form == "abbreviation" else TERMS
    template, question = drafted_question(options, slots, holds=holds, rng=rng)
    is_short = definition.form == "abbreviation"
    return Draft(
        question=question,
        answer=Answer(kind="text", value=definition.meaning, aliases=_aliases(definition)),
        contract="Answer with the full term and no other words."
        if is_short
        else "Answer with the definition word for word, without naming the term again.",
        scorer="exact",
        template=template,
        slots=slots,
        operation="expand" if is_short else "define",
        steps=(f"answer: {definition.meaning}",),
    )


def place_of(document: Document, block: Block) -> str:
    """Say where the term is used: "in the article “…”", or the section and the file where the document has no fit title.

    Raises:
        Reject: `no_place` where neither reads well.
    """
    name = document_name(document)
    if readable_title(document):
        return f"in {name}"
    headings = (readable(heading) for heading in reversed(block.section))
    section = next((text for text in headings if text and not _IN_MANY.fullmatch(text)), "")
    if not section or not name:
        raise Reject("no_place")
    return f"in the section “{section}” of {name}"


_IN_MANY = re.compile(  # sections that many documents have, so that they name none
    r"(?:statistical|data|sensitivity|subgroup|regression|phylogenetic|sequence|quality) "
    r"(?:analys[ie]s|assessment|extraction|collection)(?: (?:and|of|methods?).*)?|"
    r"(?:materials?|patients?|subjects?|results?|methods?|experimental|study|search|sample|sampling|summary|conclusions?|"
    r"limitations?|related|future|literature|literature search)\b[\w ,&-]{0,40}",
    re.IGNORECASE,
)


def _aliases(definition: Definition) -> tuple[str, ...]:
    if definition.form != "abbreviation":
        return ()
    other = singular(definition.meaning) if is_plural(definition.meaning) else plural(definition.meaning)
    return (other,) if other != definition.meaning else ()
