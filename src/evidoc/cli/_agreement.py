"""How agreement is printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from evidoc.cli._print import say, say_table

if TYPE_CHECKING:
    from evidoc.flow.agree import Agreement, Compared, CriterionAgreement

_HEADER = ("raters", "figure", "value", "low", "high", "items", "note")


def say_agreement(found: Agreement) -> None:
    """Print what raters agree on, criterion by criterion."""
    for criterion in found.criteria:
        _say_criterion(criterion, found)
    say(f"intervals: {found.interval}")


def _say_criterion(found: CriterionAgreement, whole: Agreement) -> None:
    how = "" if found.scale_given or found.categories_given else ", as the ratings look"
    of = f": {', '.join(found.categories)}" if found.categories else ""
    documents = "" if found.documents is None else f" of {found.documents} documents"
    name = found.criterion or "ratings"
    say(f"{name} ({found.scale}{of}{how}); {found.items} items{documents}, {found.missing} ratings missing")
    say_table(("rater", "rated", "missing", "mean"), [(one.rater, one.rated, one.missing, one.mean) for one in found.raters])
    for note in found.notes:
        say(f"note: {note}")
    say()
    say_table(_HEADER, _rows(found.compared, weights=whole.weights))
    if found.audit and found.rubric:
        say()
        rubric = found.rubric
        say(f"audit sheet, on the scale from {rubric.lowest:g} to {rubric.highest:g}; right from (or above) {rubric.bar:g}")
        say_table(_HEADER, _rows(found.audit, weights=whole.weights))
    _say_friedman(found)
    _say_correction(found)
    say()


def _rows(compared: tuple[Compared, ...], *, weights: str) -> Iterator[tuple[object, ...]]:
    from evidoc.flow.agree import FIGURES

    for one in compared:
        for name, figure in one.figures.items():
            named = f"{FIGURES[name]}, {weights}" if name == "ac2" else FIGURES[name]
            undefined = f"{figure.undefined} resamples give no number" if figure.undefined else ""
            note = figure.reason or undefined
            numbers = (_shown(number) for number in (figure.value, figure.low, figure.high))
            yield (" – ".join(one.raters), named, *numbers, figure.n, note)


def _shown(number: float | None) -> float | None:
    return None if number is None else round(number, 3) + 0.0  # no minus before zero


def _say_friedman(found: CriterionAgreement) -> None:
    test = found.friedman
    if test is None:
        return
    say()
    left_out = f", {test.left_out} items left out" if test.left_out else ""
    if test.statistic is None or test.p is None or test.effect is None or test.critical is None:
        say(f"Friedman: undefined ({test.reason}{left_out})")
        return
    ranks = ", ".join(f"{one.rater} {rank:.3f}" for one, rank in zip(found.raters, test.mean_ranks, strict=True))
    say(
        f"Friedman {test.statistic:.3f}, p {test.p:.4f}, W {test.effect:.3f} over {test.n} items{left_out}; "
        "no difference found is not agreement"
    )
    say(f"mean ranks (highest rating, highest rank): {ranks}; differences from {test.critical:.3f} on count at 5 %")


def _say_correction(found: CriterionAgreement) -> None:
    correction = found.correction
    if correction is None:
        return
    say()
    say("the mean that people would give")
    rows = [
        ("judge, corrected by people", correction.corrected),
        ("people alone", correction.classical),
        ("judge alone", correction.imputed),
        ("judge minus people", correction.bias),
    ]
    say_table(
        ("by", "value", "low", "high", "items", "note"),
        [(name, _shown(mean.value), _shown(mean.low), _shown(mean.high), mean.n, mean.reason) for name, mean in rows],
    )
    say(f"the judge counts by {correction.power:.3f}; people's items must be a random part of all")
