"""An Item: one question with its answer, its evidence, and how it came to be."""

from __future__ import annotations

from typing import Literal

from evidoc.records.geometry import Box
from evidoc.records.record import FileName, Record

AnswerKind = Literal[
    "number", "text", "choice", "yes_no", "date", "list", "set", "json", "table", "graph", "indices", "regions", "code", "latex",
]  # fmt: skip
EvidenceRole = Literal["crucial", "supplemental", "distractor"]
DocumentRole = Literal["gold", "distractor"]
Authority = Literal["rule", "model", "person"]


class Tolerance(Record, frozen=True, kw_only=True):
    """How far a number may be off and still be right: |a − b| ≤ max(absolute, relative·|b|)."""

    absolute: float = 0.0
    relative: float = 0.0


class Answer(Record, frozen=True, kw_only=True):
    """The right answer.

    `value` is canonical: a decimal string for a number, "yes" or "no", an ISO date, the texts of a
    list in order, JSON text for structures. A number is meant in `unit` times ten to the power of
    `scale`, as the question asks for it; `decimals` is the precision asked for, rounded half up.
    `aliases` are further texts that are as right.
    """

    kind: AnswerKind
    value: str | tuple[str, ...]
    unit: str = ""
    scale: int = 0
    decimals: int | None = None
    tolerance: Tolerance | None = None
    aliases: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The value as one text, the entries of a list with commas; `answers.gold.gold_text` adds scale and unit."""
        return self.value if isinstance(self.value, str) else ", ".join(self.value)


class Evidence(Record, frozen=True, kw_only=True):
    """One place that the answer rests on: a block, or `cells` (row, column) of its table.

    `boxes` enclose exactly that place; `text` is what stands there; `function` is its part in the
    reasoning (`table`, `definition`, `problem` …); `hop` counts from 0. Source: X-05, X-06.
    """

    document: FileName
    block: int
    boxes: tuple[Box, ...] = ()
    text: str = ""
    role: EvidenceRole = "crucial"
    function: str = ""
    hop: int = 0
    cells: tuple[tuple[int, int], ...] = ()


class ContextDocument(Record, frozen=True, kw_only=True):
    """A document that the question is asked over; place in the list is its number in citations, from 1."""

    id: FileName
    role: DocumentRole = "gold"


class Task(Record, frozen=True, kw_only=True):
    """Where an item belongs: recipe family, and the paper's own labels below it."""

    family: str
    group: str = ""
    subtask: str = ""
    category: str = ""
    concept: str = ""

    @property
    def kind(self) -> str:
        """The narrowest name there is: the concept, else the category, the group or the family."""
        return self.concept or self.category or self.group or self.family

    @property
    def type(self) -> str:
        """The group that a concept belongs to; of what has no concept the family."""
        return (self.group or self.family) if self.concept else self.family

    @property
    def path(self) -> str:
        """All names from the family down, "dochop / values / Q30 / hypothetical"."""
        return " / ".join(filter(None, (self.family, self.group, self.subtask, self.category, self.concept)))


class Measures(Record, frozen=True, kw_only=True, omit_defaults=True):
    """How hard an item is, along the axes of all five papers; each present where it is defined. Source: X-10, PQ-23…PQ-32."""

    hops: int | None = None
    depth: int | None = None
    charts: int | None = None
    charts_unused: int | None = None
    entities: int | None = None
    sources: int | None = None
    source_spread: int | None = None
    source_position: Literal[25, 50, 75, 100] | None = None
    modality: Literal["text", "table", "multimodal", "chart", "image"] | None = None
    file_type: str | None = None
    file_length: int | None = None
    answer_type: str | None = None
    answer_length: int | None = None
    reasoning: Literal["replicate", "reasoning"] | None = None
    difficulty: Literal["simple", "medium", "complex"] | None = None
    scenario: Literal["Single-Doc", "Multi (1-Gold)", "Multi (N-Gold)"] | None = None
    pages_spanned: int | None = None


class Slot(Record, frozen=True, kw_only=True):
    """One filled place of a question template."""

    name: str
    value: str


class Construction(Record, frozen=True, kw_only=True):
    """How an item was made: recipe and version, the unit, template, slots and trace that its answer follows from."""

    recipe: str
    unit: str = ""
    template: str = ""
    slots: tuple[Slot, ...] = ()
    trace: tuple[str, ...] = ()
    locked: tuple[str, ...] = ()
    perturbation: str = ""


class Mark(Record, frozen=True, kw_only=True):
    """A number that a judge gave, by the name of its criterion; `judge` is the model, one of several perhaps."""

    name: str
    value: float
    judge: str = ""


class Verdict(Record, frozen=True, kw_only=True):
    """What one check said: kept, or the reason code; model and prompt hash where a model was asked.

    A verdict that keeps may have a reason too: what was noted, as where no judge could be asked. `marks` are the judges', in the
    order in which they were asked.
    """

    check: str
    kept: bool
    reason: str = ""
    detail: str = ""
    model: str = ""
    prompt: str = ""
    marks: tuple[Mark, ...] = ()


class Item(Record, frozen=True, kw_only=True):
    """One question of a benchmark. Source: CV-45, SD-20, PQ-19.

    `scorer` is the spec of the answer scorer; `contract` tells the system how to answer;
    `authority` says who decided the answer: a program, a model or a person (X-20).
    """

    id: str
    question: str
    answer: Answer
    evidence: tuple[Evidence, ...]
    documents: tuple[ContextDocument, ...]
    task: Task
    measures: Measures
    scorer: str
    contract: str
    language: str = "en"
    authority: Authority = "rule"
    construction: Construction
    verdicts: tuple[Verdict, ...] = ()

    @property
    def needed(self) -> tuple[Evidence, ...]:
        """The evidence that the answer rests on: all but distractors."""
        return tuple(evidence for evidence in self.evidence if evidence.role != "distractor")
