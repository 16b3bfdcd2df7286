"""The 11 question concepts of DocHop-QA: what each asks for, its words, and how its evidence hangs together.

Source: DHQ-22, DHQ-24, DHQ-25, DHQ-100; table 2 of the paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from evidoc.errors import UnknownName

Type = Literal["paragraph", "table"]
Subtype = Literal["non_comparison", "comparison", "non_refer_table", "refer_table"]
Pattern = Literal["fan", "chain"]
Generator = Literal["noncomparison", "comparison", "pst", "deterministic"]

SLOT = "[ ]"


@dataclass(frozen=True, slots=True)
class Concept:
    """One kind of question.

    `keywords` are the elements of the reasoning, in order: their number is its depth. `template` is the paper's, with a
    `[ ]` for each slot; `surface` is how its questions read where the paper's own read otherwise. `published` is how many
    questions of it the paper has.
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


def _fan(code: str, keywords: str, template: str, *, published: int, generator: Generator = "noncomparison") -> Concept:
    return Concept(
        code=code,
        type="paragraph",
        subtype="comparison" if generator == "comparison" else "non_comparison",
        keywords=tuple(keywords.split(", ")),
        template=template,
        published=published,
        pattern="fan",
        generator=generator,
        snippets=5,
    )


_CHALLENGES = "What are the main challenges in [ ], "
_TABLE = "What is the main point of Table [ ] in document [ ], and what is the main topic of the referenced paper?"
_TABLE_SURFACE = "What is the main point of Table [ ] in [ ], and what is the main topic of the referenced paper?"
_REMAIN = " Also, what limitations remain in the referenced paper?"

CONCEPTS: tuple[Concept, ...] = (
    _fan("PS", "Problem, Solution", _CHALLENGES + "and how can [ ] address these issues?", published=1215),
    _fan(
        "PSM",
        "Problem, Solution, Mechanism",
        "What are the challenges in [ ], what solutions exist to address these challenges, "
        "and how do these solutions help resolve the issues?",
        published=720,
    ),
    _fan(
        "PSR",
        "Problem, Solution, Result/effect",
        _CHALLENGES + "what strategies can be implemented to address them, "
        "and what are the observed effects of these strategies?",
        published=977,
    ),
    _fan(
        "PSL",
        "Problem, Solution, Limitation",
        _CHALLENGES + "and how can [ ] address these issues? Additionally, what are the limitations of this approach?",
        published=1269,
    ),
    _fan(
        "ME",
        "Mechanism, Effect",
        "How does [ ] contribute to [ ], and what is its impact on [ ]?",
        published=1155,
    ),
    _fan(
        "SAL",
        "Studytopic, Advantage, Limitation",
        "What are the [ ], what advantages does it offer, and what limitations exist?",
        published=850,
    ),
    _fan(
        "FF",
        "Feature, Feature",
        "How does [ ] compare to [ ], and what are the key similarities and differences?",
        published=1229,
        generator="comparison",
    ),
    _fan(
        "SS",
        "Solution, Solution",
        "How do [ ] and [ ] differ in addressing [ ], and which approach is more effective?",
        published=1152,
        generator="comparison",
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
    ),
)
CODES: tuple[str, ...] = tuple(concept.code for concept in CONCEPTS)
_BY_CODE = {concept.code: concept for concept in CONCEPTS}


def concept(code: str) -> Concept:
    """Give the concept of a code.

    Raises:
        UnknownName: There is no such concept.
    """
    if code not in _BY_CODE:
        raise UnknownName(code, kind="concept", known=CODES)
    return _BY_CODE[code]
