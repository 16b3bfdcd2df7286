"""Words that show what a sentence does: states a problem, a solution, an effect, a limitation. Of no one field."""

from __future__ import annotations

_EFFECT = (
    "led to", "leads to", "resulted in", "results in", "caused", "causes", "reduced", "reduces", "increased", "increases",
    "decreased", "decreases", "improved", "improves", "lowered", "lowers", "enhanced", "enhances", "effect", "effective",
    "impact", "affects", "affected", "prevented", "prevents", "fell", "rose",
)  # fmt: skip
_MECHANISM = (
    "by means of", "through", "via", "thereby", "because", "due to", "enables", "enable", "allows", "allow", "responsible for",
    "regulates", "mediated", "mechanism", "contributes", "contribute", "facilitates", "plays", "play", "promotes", "inhibits",
    "involved in",
)  # fmt: skip
_SOLUTION = (
    "strategy", "approach", "intervention", "treatment", "can be addressed", "address", "improve", "improving", "reduce",
    "prevent", "control", "overcome", "alleviate", "mitigate", "solution", "implemented", "program", "programme", "propose",
    "proposed", "developed", "used to", "breeding", "exploited",
)  # fmt: skip
_PROBLEM = (
    "challenge", "problem", "burden", "threat", "barrier", "obstacle", "difficult", "difficulty", "lack of", "insufficient",
    "inadequate", "deficiency", "shortage", "little is known", "poorly understood", "dearth", "constraint",
    "public health concern", "hinder", "hamper", "scarce", "unclear", "unknown", "toxic", "complex", "worse",
)  # fmt: skip
_LIMITATION = (
    "limitation", "limited by", "drawback", "disadvantage", "shortcoming", "weakness", "bias", "unfortunately", "cannot",
    "could not", "failed to", "insufficient", "expensive", "costly", "time-consuming", "laborious", "too difficult",
    "further studies are needed", "further research is needed", "remains to be",
)  # fmt: skip
_ADVANTAGE = (
    "advantage", "benefit", "effective", "efficient", "power", "powerful", "promising", "improve", "improves", "enables",
    "allows", "opportunity", "accurate", "cost-effective", "rapid",
)  # fmt: skip
_FEATURE = (
    "role", "responsible for", "involved in", "characteristic", "feature", "function", "higher", "lower", "similar", "differ",
    "different", "compared", "whereas", "unlike", "rate", "known as", "consists of", "composed of",
)  # fmt: skip

CUES: dict[str, tuple[str, ...]] = {
    "problem": _PROBLEM,
    "solution": _SOLUTION,
    "result/effect": _EFFECT,
    "effect": _EFFECT,
    "mechanism": _MECHANISM,
    "limitation": _LIMITATION,
    "studytopic": (*_FEATURE, *_SOLUTION, *_MECHANISM),
    "advantage": _ADVANTAGE,
    "feature": _FEATURE,
}
