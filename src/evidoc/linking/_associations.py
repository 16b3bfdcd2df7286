"""Sections that belong together, as a model finds them among an anchor and its candidates. Source: CV-14, CV-15.

The model is shown section units by labels and answers with labels, so that nothing that it writes can name what it was not
shown; what it gives beyond the paper's limits is cut and counted here, whatever the prompt has asked for.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

import msgspec

from evidoc.errors import ProviderError
from evidoc.linking._chunks import Chunk
from evidoc.linking._section_units import SectionUnit, outermost, units_of
from evidoc.models import Model
from evidoc.models.structured import How, ask_json
from evidoc.pages.text import clean_text
from evidoc.records.document import Document
from evidoc.records.record import Record, to_json
from evidoc.records.reply import Message, Prompt, TextPart
from evidoc.wording import Wording, fenced

MOST_GROUPS = 5  # of an anchor; paper, appendix 8.1
MOST_SECTIONS = 3  # of candidates in a group; paper, appendix 8.1
MOST_CANDIDATES = len(ascii_uppercase) - 1  # each document has a letter
WORDING = Wording("evidoc.linking")
_PROMPT = "associations"
_LONGEST = 400  # characters of a rationale; a sentence
_TOKENS = 2000  # five groups take some 500; a model that thinks aloud before them needs more

Labels = Mapping[str, SectionUnit]


class Said(msgspec.Struct, frozen=True):
    """One group as a model writes it."""

    anchor_section: str
    candidate_sections: tuple[str, ...]
    score: float
    rationale: str


class Answered(msgspec.Struct, frozen=True):
    """What a model answers."""

    groups: tuple[Said, ...]


class Section(Record, frozen=True, kw_only=True):
    """A section of a group: where it begins, and its headings."""

    document: str
    block: int | None
    title: str


class Association(Record, frozen=True, kw_only=True):
    """Sections that belong together, the anchor's first; how surely, and why."""

    sections: tuple[Section, ...]
    score: float
    rationale: str


class Associations(Record, frozen=True, kw_only=True):
    """What a model found for one anchor, surest first; `how` its reply was read, and what was left out of it by reason.

    `asked` says whether it was asked at all: not where the anchor, or none of its candidates, has a section.
    """

    found: tuple[Association, ...] = ()
    asked: bool = True
    how: How = "strict"
    fault: str = ""
    left_out: dict[str, int] = {}
    model: str = ""
    prompt: str = ""

    @property
    def is_read(self) -> bool:
        """Whether there was a readable reply."""
        return self.how in ("strict", "embedded", "repaired")


@dataclass(frozen=True, slots=True)
class AlignTask:
    """An anchor and its candidates, in that order; which model to ask, and from which score on an association is reliable."""

    documents: Chunk
    open: Callable[[], Model]
    reliable: float


def align(task: AlignTask) -> bytes:
    """Ask which sections of an anchor and its candidates belong together, in whatever process.

    Raises:
        ProviderError: The service did not answer; nothing is known of the anchor then.
        Waiting: The reply is not there yet.
        BudgetSpent: The job has used what it may.
    """
    anchor, *candidates = task.documents.documents()
    return to_json(associations(anchor, candidates, task.open(), reliable=task.reliable))


def associations(anchor: Document, candidates: Sequence[Document], model: Model, *, reliable: float) -> Associations:
    """Ask a model which sections of an anchor and its candidates belong together, and keep what is reliable."""
    left_out: Counter[str] = Counter()
    shown = [_shown(document, left_out) for document in (anchor, *candidates)]
    if not shown[0] or not any(shown[1:]):
        return Associations(asked=False, fault="it has no section" if not shown[0] else "no candidate has a section")
    labels = dict(_labelled(shown))
    prompt = prompt_for((anchor, *candidates), labels)
    said = ask_json(model, prompt, Answered)
    if said.how == "provider_error":
        raise ProviderError(f"{model.name} was asked about {anchor.id}: {said.fault}; once it answers, link again")
    groups = said.value.groups if said.value is not None else ()
    found = tuple(reliable_ones(groups, labels, reliable=reliable, left_out=left_out))
    counts = dict(sorted((+left_out).items()))
    return Associations(found=found, how=said.how, fault=said.fault, left_out=counts, model=model.name, prompt=prompt.id)


def prompt_for(documents: Sequence[Document], labels: Labels) -> Prompt:
    """Give the prompt: each document between marks of its own, a line a section."""
    shown = []
    for place, document in enumerate(documents):
        lines = [f"{label} | {unit.line}" for label, unit in labels.items() if label.startswith(ascii_uppercase[place])]
        shown.append(fenced("candidate" if place else "anchor", "\n".join((" ".join(document.title.split()), *lines))))
    return Prompt(
        messages=(
            Message(role="system", parts=(TextPart(text=WORDING.words(_PROMPT)),)),
            Message(role="user", parts=(TextPart(text="\n".join(shown)),)),
        ),
        max_tokens=_TOKENS,
    )


def reliable_ones(groups: Sequence[Said], labels: Labels, *, reliable: float, left_out: Counter[str]) -> Iterator[Association]:
    """Give the groups that can be relied on, by falling score, as many and as large as the paper has them.

    What is left out is counted by reason: sections that were not shown or are on the wrong side, no score in [0, 1], a score
    below `reliable`, the same sections again, more than a group or a reply may have. Equal scores keep the model's order.
    """
    seen: set[tuple[str, ...]] = set()
    kept = 0
    for group in sorted(filter(lambda group: _has_score(group, left_out), groups), key=lambda group: -group.score):
        anchor = group.anchor_section.strip()
        others = _known(group.candidate_sections, labels, left_out)
        is_anchor = anchor in labels and anchor[0] == "A"
        reasons = {
            "unknown_anchor_section": not is_anchor,
            "no_known_candidate_section": not others,
            "below_reliable": group.score < reliable,
            "repeated": (anchor, *sorted(others)) in seen,
            "beyond_5_groups": kept >= MOST_GROUPS,
        }
        if reason := next((name for name, holds in reasons.items() if holds), ""):
            left_out[reason] += 1
            continue
        seen.add((anchor, *sorted(others)))
        kept += 1
        sections = tuple(_section(labels[label]) for label in (anchor, *others))
        yield Association(sections=sections, score=float(group.score), rationale=clean_text(group.rationale)[:_LONGEST])


def _shown(document: Document, left_out: Counter[str]) -> tuple[SectionUnit, ...]:
    units = units_of(document)
    shown = outermost(units)
    if len(shown) < len(units):
        left_out["sections_not_shown"] += len(units) - len(shown)
    return shown


def _labelled(shown: Sequence[Sequence[SectionUnit]]) -> Iterator[tuple[str, SectionUnit]]:
    for letter, units in zip(ascii_uppercase, shown, strict=False):
        yield from ((f"{letter}{place}", unit) for place, unit in enumerate(units, 1))


def _has_score(group: Said, left_out: Counter[str]) -> bool:
    has_score = math.isfinite(group.score) and 0 <= group.score <= 1
    left_out["score_not_in_0_to_1"] += not has_score
    return has_score


def _known(labels: Sequence[str], known: Labels, left_out: Counter[str]) -> tuple[str, ...]:
    """Give the labels of candidates' sections that there are, each once, the first three."""
    stripped = dict.fromkeys(label.strip() for label in labels)
    found = [label for label in stripped if label in known and label[0] != "A"]
    left_out["unknown_candidate_section"] += len(stripped) - len(found)
    left_out["beyond_3_sections"] += max(0, len(found) - MOST_SECTIONS)
    return tuple(found[:MOST_SECTIONS])


def _section(unit: SectionUnit) -> Section:
    return Section(document=unit.document, block=unit.block, title=unit.title)
