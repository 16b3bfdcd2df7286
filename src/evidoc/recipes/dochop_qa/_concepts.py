"""The 11 question concepts of DocHop-QA: what each asks for, its words, and how its evidence hangs together.

Source: DHQ-22, DHQ-24, DHQ-25, DHQ-100; table 2 of the paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Type = Literal["paragraph", "table"]
Subtype = Literal["non_comparison", "comparison", "non_refer_table", "refer_table"]
Pattern = Literal["fan", "chain"]
Generator = Literal["noncomparison", "comparison", "pst", "deterministic"]
Fills = Literal["challenge", "challenge_and_method", "mechanism", "topic", "features", "solutions", "table"]

SLOT = "[ ]"
FILLED: dict[Fills, int] = {
    "challenge": 1,
    "topic": 1,
    "challenge_and_method": 2,
    "features": 2,
    "table": 2,
    "mechanism": 3,
    "solutions": 3,
}  # how many slots each way of filling fills
SUBTYPE_OF: dict[Generator, Subtype] = {
    "noncomparison": "non_comparison",
    "comparison": "comparison",
    "pst": "non_refer_table",
    "deterministic": "refer_table",
}
SNIPPETS_OF: dict[Generator, tuple[int, ...]] = {"noncomparison": (5,), "comparison": (5,), "pst": (4,), "deterministic": (3, 4)}


@dataclass(frozen=True, slots=True)
class Concept:
    """One kind of question.

    `keywords` are the elements of the reasoning, in order: their number is its depth. `template` is the paper's, with a
    `[ ]` for each slot; `surface` is how its questions read where the paper's own read otherwise. `fills` is what fills the
    slots where no model does. `published` is how many questions of it the paper has.
    """

    code: str
    type: Type
    subtype: Subtype
    keywords: tuple[str, ...]
    template: str
    published: int
    pattern: Pattern
    generator: Generator
    snippets: int
    fills: Fills
    surface: str = ""

    @property
    def slots(self) -> int:
        """How many places the template leaves open."""
        return self.template.count(SLOT)

    @property
    def depth(self) -> int:
        """How many parts the reasoning has (DHQ-100)."""
        return len(self.keywords)

    @property
    def form(self) -> str:
        """The template as its questions read."""
        return self.surface or self.template


def _fan(code: str, keywords: str, template: str, *, published: int, fills: Fills) -> Concept:
    generator: Generator = "comparison" if fills in ("features", "solutions") else "noncomparison"
    return Concept(
        code=code,
        type="paragraph",
        subtype=SUBTYPE_OF[generator],
        keywords=tuple(keywords.split(", ")),
        template=template,
        published=published,
        pattern="fan",
        generator=generator,
        snippets=5,
        fills=fills,
    )


_CHALLENGES = "What are the main challenges in [ ], "
_TABLE = "What is the main point of Table [ ] in document [ ], and what is the main topic of the referenced paper?"
_TABLE_SURFACE = "What is the main point of Table [ ] in [ ], and what is the main topic of the referenced paper?"
_REMAIN = " Also, what limitations remain in the referenced paper?"

CONCEPTS: tuple[Concept, ...] = (
    _fan(
        "PS",
        "Problem, Solution",
        _CHALLENGES + "and how can [ ] address these issues?",
        published=1215,
        fills="challenge_and_method",
    ),
    _fan(
        "PSM",
        "Problem, Solution, Mechanism",
        "What are the challenges in [ ], what solutions exist to address these challenges, "
        "and how do these solutions help resolve the issues?",
        published=720,
        fills="challenge",
    ),
    _fan(
        "PSR",
        "Problem, Solution, Result/effect",
        _CHALLENGES + "what strategies can be implemented to address them, "
        "and what are the observed effects of these strategies?",
        published=977,
        fills="challenge",
    ),
    _fan(
        "PSL",
        "Problem, Solution, Limitation",
        _CHALLENGES + "and how can [ ] address these issues? Additionally, what are the limitations of this approach?",
        published=1269,
        fills="challenge_and_method",
    ),
    _fan(
        "ME",
        "Mechanism, Effect",
        "How does [ ] contribute to [ ], and what is its impact on [ ]?",
        published=1155,
        fills="mechanism",
    ),
    _fan(
        "SAL",
        "Studytopic, Advantage, Limitation",
        "What are the [ ], what advantages does it offer, and what limitations exist?",
        published=850,
        fills="topic",
    ),
    _fan(
        "FF",
        "Feature, Feature",
        "How does [ ] compare to [ ], and what are the key similarities and differences?",
        published=1229,
        fills="features",
    ),
    _fan(
        "SS",
        "Solution, Solution",
        "How do [ ] and [ ] differ in addressing [ ], and which approach is more effective?",
        published=1152,
        fills="solutions",
    ),
    Concept(
        code="PST",
        type="table",
        subtype="non_refer_table",
        keywords=("Problem", "Solution", "Table"),
        template=_CHALLENGES + "what strategies can be implemented to address them? Is there any table additionally "
        "describing it? Which table is it and what is the main point of the table?",
        published=874,
        pattern="chain",
        generator="pst",
        snippets=4,
        fills="challenge",
    ),
    Concept(
        code="TSL",
        type="table",
        subtype="refer_table",
        keywords=("Table", "Studytopic", "Limitation"),
        template=_TABLE + _REMAIN,
        surface=_TABLE_SURFACE + _REMAIN,
        published=573,
        pattern="chain",
        generator="deterministic",
        snippets=4,
        fills="table",
    ),
    Concept(
        code="TS",
        type="table",
        subtype="refer_table",
        keywords=("Table", "Studytopic"),
        template=_TABLE,
        surface=_TABLE_SURFACE,
        published=1365,
        pattern="chain",
        generator="deterministic",
        snippets=3,
        fills="table",
    ),
)
CODES: tuple[str, ...] = tuple(concept.code for concept in CONCEPTS)
