"""The right answer: sentences taken from the snippets, or what a model writes from the snippets alone. Source: DHQ-67, DHQ-68."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from evidoc.kit import Kit
from evidoc.linking import tagged
from evidoc.models.structured import ask_json
from evidoc.recipes.dochop_qa._chain import LIMITATION_QUESTION
from evidoc.recipes.dochop_qa._failures import Failure, failure_of
from evidoc.recipes.dochop_qa._keyword_lists import PUBLISHED, Keywords, mentioned
from evidoc.recipes.dochop_qa._likeness import Likeness
from evidoc.recipes.dochop_qa._snippets import Snippet
from evidoc.recipes.dochop_qa._table_names import label_in, names_in, without_label
from evidoc.records.document import Document
from evidoc.records.item import Authority
from evidoc.records.reply import Message, Prompt, TextPart
from evidoc.wording import Wording, fenced

_WORDING = Wording("evidoc.recipes.dochop_qa")
_LABEL = re.compile(
    r"^(?:(?:Background|Aims?|Objectives?|Purpose|Methods?|Methodology|Principal Findings|Findings|Results?|Conclusions?|"
    r"Significance|Introduction|Discussion|Design|Setting|Interpretation|Summary)[ /&]*(?:and )?){1,3}:\s*",
)
_CONNECTIVE = re.compile(
    r"^(?:However|Moreover|Furthermore|Therefore|Thus|Hence|In addition|Additionally|Consequently|Similarly|Likewise|Also|"
    r"Finally|Nevertheless|In contrast|On the other hand|As a result|For example|For instance|Interestingly|Besides),\s+"
)
_CITED = re.compile(
    r"\s*\[\d+(?:\s*[,–-]\s*\d+)*\]|\s*\((?:see )?(?:Supplementary )?(?:Fig|Tab)(?:ure|le)?s?\.? ?[^()]{0,40}\)|"
    r"\s*\((?:[A-Z][\w'’-]+(?: et al\.?| and [A-Z][\w'’-]+)?,\s*(?:(?:19|20)\d\d[a-z]?)?[;,]?\s*)+\)"
)
_POINTS_BACK = re.compile(r"^(?:This|These|Those|That|It|They|Such|Its|Their|He|She|Here|There)\b")
_UNFINISHED = re.compile(r"^(?:First|Second|Third|Last)ly\b|[a-z][A-Z]{1,2}, [A-Z][a-z]+|\b(?:Fig(?:ure)?|Table)s?\b")
_BEING = frozenset({"is", "are", "was", "were", "has", "have", "had", "can", "could", "may", "might", "will", "would", "must"})
_SHORTEST, _LONGEST = 7, 60  # words of a sentence that says something and can be read at once
_LESS = 0.15  # what a sentence outside that, or one that points back, loses of its likeness, as does a question
_REPEATS = 0.75  # of the longer words of the shorter of two sentences that the other has too
_LEAST_SHARED = 0.3  # of a written answer's words of four letters or more that the snippets must have


class Written(msgspec.Struct, frozen=True):
    """What the model answers."""

    answer: str


@dataclass(frozen=True, slots=True)
class Gold:
    """An answer, who decided it, a step for the trace, and where a writer failed at it, how."""

    text: str
    authority: Authority
    step: str
    failure: Failure | None = None


def gold_of(  # noqa: PLR0913  (what an answer is made of, and by what and whom)
    question: str,
    snippets: Sequence[Snippet],
    documents: Mapping[str, Document],
    likeness: Likeness,
    *,
    kit: Kit,
    keywords: Keywords = PUBLISHED,
) -> Gold:
    """Give the answer that the writer makes of the snippets, or else the sentences that answer best, in the order of hops.

    A written answer that has little of the snippets' words is not taken; the trace and the failure say so.
    """
    extracted = extract(question, snippets, documents, likeness, keywords=keywords)
    writer = kit.model("writer")
    if writer is None:
        return Gold(extracted, "rule", "answer: the sentence of each snippet nearest to what is asked")
    shown = "\n".join(fenced(f"snippet{hop + 1}", snippet.segment.text) for hop, snippet in enumerate(snippets))
    prompt = Prompt(
        messages=(
            Message(role="system", parts=(TextPart(text=_WORDING.words("answer")),)),
            Message(role="user", parts=(TextPart(text=f"{fenced('question', question)}\n{shown}"),)),
        ),
        max_tokens=800,
    )
    said = ask_json(writer, prompt, Written)
    text = " ".join(said.value.answer.split()) if said.value is not None else ""
    code, detail = failure_of(said, text)
    if not code and _shared(text, snippets) < _LEAST_SHARED:
        code, detail = "little_of_snippets", f"under {_LEAST_SHARED} of its words are theirs"
    if code:
        failure = Failure("answer", code, detail, model=writer.name, prompt=prompt.id)
        return Gold(extracted, "rule", failure.step, failure)
    return Gold(text, "model", f"answer: written ({writer.name}, {_WORDING.version('answer')}, {prompt.id})")


def extract(
    question: str,
    snippets: Sequence[Snippet],
    documents: Mapping[str, Document],
    likeness: Likeness,
    *,
    keywords: Keywords = PUBLISHED,
) -> str:
    """Give one sentence of each snippet, in the order of hops; a snippet that only repeats what is said adds none."""
    said: list[str] = []
    for snippet in snippets:
        fresh = replace(snippet, segment=replace(snippet.segment, sentences=_fresh(snippet.segment.sentences, said)))
        sentence = _said(question, fresh, documents[snippet.segment.document], likeness, keywords=keywords)
        if sentence and sentence not in said:
            said.append(sentence)
    return " ".join(said)


def _fresh(sentences: Sequence[str], said: Sequence[str]) -> tuple[str, ...]:
    """Leave out sentences that say in nearly the same words what is said already, as abstract and introduction do."""
    known = [_words(sentence) for sentence in said]
    return tuple(sentence for sentence in sentences if not any(_repeats(_words(_clean(sentence)), words) for words in known))


def _repeats(words: set[str], known: set[str]) -> bool:
    return len(words & known) >= _REPEATS * min(len(words), len(known)) > 0


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w{4,}", text.casefold()))


def _said(question: str, snippet: Snippet, document: Document, likeness: Likeness, *, keywords: Keywords) -> str:
    segment = snippet.segment
    if snippet.function == "table":
        return _of_table(snippet, document)
    if snippet.function == "cited_abstract":
        return _nearest(document.title, segment.sentences, likeness)
    if snippet.function == "table_reference":
        naming = [sentence for sentence in segment.sentences if any(names_in(sentence))]
        return _nearest(question, naming or segment.sentences, likeness)
    if snippet.function == "limitation":
        naming = [sentence for sentence in segment.sentences if mentioned(sentence, keywords.limitation)]
        return _nearest(LIMITATION_QUESTION, naming or segment.sentences, likeness)
    return _nearest(question, segment.sentences, likeness)


def _of_table(snippet: Snippet, document: Document) -> str:
    block = document.block(snippet.segment.blocks[0])
    caption = document.caption(block).strip()
    title = without_label(caption)
    label = block.label or label_in(caption)
    if not title:
        return ""
    return f"{label or 'The table'} presents the following: {title}."


def _nearest(question: str, sentences: Sequence[str], likeness: Likeness) -> str:
    """Give the sentence most like a question, cleaned; one that points back, is a stub or very long stands behind others."""
    cleaned = tuple(said for said in map(_clean, sentences) if said)
    if not cleaned:
        return ""
    scores = likeness.scores(question, cleaned)
    return max(zip(scores, cleaned, strict=True), key=lambda pair: pair[0] - _loss(pair[1]))[1]


def stands_alone(sentence: str) -> str:
    """Give a sentence cleaned, or nothing where it needs its neighbours, is a fragment, or has names run together."""
    said = _clean(sentence)
    is_odd = not _SHORTEST <= len(said.split()) <= _LONGEST or said.endswith(("?", ":"))
    if is_odd or _POINTS_BACK.match(said) or _UNFINISHED.search(said):
        return ""
    return said if any(word.kind == "verb" or word.text in _BEING for word in tagged(said)) else ""


def _loss(sentence: str) -> float:
    is_odd = not _SHORTEST <= len(sentence.split()) <= _LONGEST
    return _LESS * (is_odd + bool(_POINTS_BACK.match(sentence)) + sentence.endswith("?"))


def _clean(sentence: str) -> str:
    """Give a sentence as it can stand by itself: no label, no connective, no marks of citations, with a stop."""
    said = " ".join(_CITED.sub("", _LABEL.sub("", sentence.strip())).split())
    said = _CONNECTIVE.sub("", said)
    if not said:
        return ""
    return said[0].upper() + said[1:] + ("" if said[-1] in ".!?" else ".")


def _shared(text: str, snippets: Sequence[Snippet]) -> float:
    words = _words(text)
    there = _words(" ".join(snippet.segment.text for snippet in snippets))
    return len(words & there) / len(words) if words else 0.0
