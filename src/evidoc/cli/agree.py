"""evidoc agree."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from evidoc.cli._options import Json
from evidoc.cli._print import say, say_json, say_table

if TYPE_CHECKING:
    from evidoc.flow.agree import Agreement, Compared, CriterionAgreement
    from evidoc.flow.audit_sample import SampleSummary


_NAMES = {
    "percent": "percent agreement",
    "kappa": "Cohen κ",
    "kappa_linear": "κ, linear weights",
    "kappa_quadratic": "κ, quadratic weights",
    "ac1": "Gwet AC1",
    "alpha": "Krippendorff α",
    "spearman": "Spearman ρ",
    "mae": "mean distance",
    "within_one": "within one",
    "exact": "three levels, exact",
    "qwk": "three levels, κ quadratic",
    "binary": "right from the threshold",
    "binary_kappa": "… its κ",
    "binary_above": "right above the threshold",
    "binary_above_kappa": "… its κ",
}
_HEADER = ("raters", "figure", "value", "low", "high", "items", "note")


def agree(
    ratings: Annotated[
        list[Path],
        typer.Argument(metavar="FILE…", help="CSV or JSON lines: item, rater, rating; or item and one column a rater."),
    ],
    against: Annotated[
        str | None, typer.Option(metavar="JUDGE", help="The rater who is a judge: compared with all others as people.")
    ] = None,
    raters: Annotated[str | None, typer.Option(metavar="A,B", help="Only these raters.")] = None,
    scale: Annotated[
        Literal["nominal", "ordinal", "interval"] | None,
        typer.Option(help="What kind of scale; found from the ratings otherwise."),
    ] = None,
    categories: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[CRITERION=]1-5", help="All categories of the scale: its ends, or names in order; may come several times."
        ),
    ] = None,
    weights: Annotated[Literal["linear", "quadratic", "ordinal"], typer.Option(help="Weights of Gwet's AC2.")] = "ordinal",
    audit: Annotated[
        bool, typer.Option("--audit", help="Add the judge's audit sheet: three levels, right or wrong, distance.")
    ] = False,
    threshold: Annotated[
        float | None, typer.Option(help="With --audit: where an answer starts to be right; the middle of the scale otherwise.")
    ] = None,
    correct: Annotated[
        bool,
        typer.Option(
            "--correct", help="With --against: the mean that people would give, from the judge's ratings and their few."
        ),
    ] = False,
    resamples: Annotated[int, typer.Option(min=0, help="Resamples of each interval; 0 for none.")] = 2000,
    seed: Annotated[int, typer.Option(help="Of the intervals, or of the sample.")] = 0,
    sample: Annotated[int | None, typer.Option(min=1, help="Draw so many rows of FILE for people to judge, and stop.")] = None,
    each: Annotated[
        int | None, typer.Option(min=1, help="Draw so many rows for each value of the first column of --by, and stop.")
    ] = None,
    by: Annotated[
        str,
        typer.Option(
            metavar="COLUMN,band(COLUMN)", help="What a sample is balanced by; a band is a score as incorrect, partial, correct."
        ),
    ] = "",
    hide: Annotated[
        str, typer.Option(metavar="COLUMN,…", help="Columns that go into a key file instead, such as the judge's score.")
    ] = "",
    out: Annotated[Path | None, typer.Option(help="Where the sample goes: .csv or .jsonl.")] = None,
    json: Json = False,
) -> None:
    """Say how far raters agree, and whether a judge may stand in for people.

    Each criterion has percent agreement, Cohen's κ, Gwet's AC1 and AC2, Krippendorff's α, Spearman's ρ and distances, with
    intervals clustered by document. What is undefined is said, not shown as 0 or 1.

    \b
    evidoc agree ratings.csv --categories 1-4
    evidoc agree ratings.csv --against gpt --audit --correct
    evidoc agree judged.csv --each 25 --by 'setting,band(score)' --hide score,model --out to-judge.csv
    """
    from evidoc.flow.agree import AgreeOptions
    from evidoc.flow.agree import agree as flow_agree

    draws = sample is not None or each is not None
    _check_use(draws, agreement=any((against, raters, audit, correct)), drawing=any((by, hide, out)))
    if draws:
        _say_sample(_sample(ratings, sample=sample, each=each, by=by, hide=hide, out=out, seed=seed), json=json)
        return
    options = AgreeOptions(
        scale=scale,
        categories=_categories(categories or []),
        against=against,
        raters=_names(raters) if raters else None,
        weights=weights,
        audit=audit,
        threshold=threshold,
        correct=correct,
        resamples=resamples,
        seed=seed,
    )
    found = flow_agree(ratings, options=options)
    if json:
        say_json(found)
        return
    for criterion in found.criteria:
        _say_criterion(criterion, found)
    say(f"intervals: {found.interval}")


def _check_use(draws: bool, *, agreement: bool, drawing: bool) -> None:
    from evidoc.errors import UsageError

    if draws and agreement:
        raise UsageError(
            "a sample is drawn from rows that nobody need have rated; leave --against, --raters, --audit, --correct out"
        )
    if drawing and not draws:
        raise UsageError("--by, --hide and --out are of a sample; say how many rows with --sample or --each")


def _sample(
    rows: list[Path], *, sample: int | None, each: int | None, by: str, hide: str, out: Path | None, seed: int
) -> SampleSummary:
    from evidoc.errors import UsageError
    from evidoc.flow.audit_sample import SampleOptions, draw_sample

    if out is None:
        raise UsageError("a sample goes into a file; give --out to-judge.csv")
    if sample is not None and each is not None:
        raise UsageError("--sample and --each both say how many; give one of them")
    options = SampleOptions(n=sample or 1, each=each, by=_names(by), hide=_names(hide), seed=seed)
    return draw_sample(rows, out=out, options=options)


def _say_sample(found: SampleSummary, *, json: bool) -> None:
    if json:
        say_json(found)
        return
    say_table(
        ("column", "value", "there", "asked", "taken"),
        [(share.column, share.value, share.there, share.quota, share.taken) for share in found.shares],
    )
    for line in found.short:
        say(f"short: {line}")
    key = f"; what is hidden is in {found.key}" if found.key else ""
    say(f"{found.taken} of {found.rows} rows are in {found.out}{key}")


def _categories(given: list[str]) -> dict[str, tuple[str, ...]]:
    from evidoc.flow._scales import read_categories

    parted = (text.rpartition("=") for text in given)
    return {criterion.strip(): read_categories(names) for criterion, _, names in parted}


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


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
    for one in compared:
        for name, figure in one.figures.items():
            named = f"Gwet AC2, {weights}" if name == "ac2" else _NAMES[name]
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
