"""What a family of recipes cannot say, as the papers state it, and as holds for what a program writes.

Source: DHQ-144, PQ-65, CV-76, SD-68.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

_EVERY = (
    "Documents were read by programs; errors of layout, recognition and alignment may be in texts and boxes.",
    "The items are over the documents listed above and no others; what holds for them need not hold for other fields.",
)
_OF_FAMILY = {
    "dochop_qa": (
        "Questions follow a fixed set of concepts and templates, or were written by a language model under them; either way "
        "their style has regularities that a system may pick up.",
        "Items of authority `rule` were written without a language model: their questions are templates and their answers are "
        "sentences taken from the articles, checked by rule only. Many answer only a part of what is asked; have them judged.",
        "There are no gold annotations of the steps in between: evidence is given for each hop, the reasoning is not.",
        "Questions on tables ask what a table is about, on a high level, not for arithmetic over its cells.",
        "The paper's own evaluation is of general models with zero-shot or light prompting; how far tuning on such data helps "
        "is not said there.",
    ),
    "dochop": ("Charts and pages are drawn by a program; they cannot have every convention of charts that people draw.",),
    "pdfqa": (
        "Checks find many faults and not all; some items will still be wrong.",
        "A rejected candidate says nothing against its document: the checks are cautious.",
        "The paper's baseline reads long texts only, without retrieval or pictures, and leaves out items over 128,000 tokens.",
    ),
    "citevqa": (
        "What counts as evidence may have nuances of the field that the evidence named here does not have.",
        "A system may be fitted to the measure rather than to the task.",
    ),
}
NOT_CLINICAL = "Not for clinical use: neither questions nor answers are medical advice, nor fit to decide on a patient."


def limits_of(families: Iterable[str]) -> Iterator[str]:
    """Give the limits of a bench by the families of its items."""
    known = list(families)
    yield from _EVERY
    for family in known:
        yield from _OF_FAMILY.get(family, ())
    if "dochop_qa" in known:
        yield NOT_CLINICAL
