"""evidoc agree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from evidoc.cli._options import Json, Overwrite
from evidoc.cli._print import say, say_json, say_table

if TYPE_CHECKING:
    from evidoc.flow.audit_sample import SampleSummary


def agree(
    ratings: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE…",
            help="CSV or JSON lines: item, rater, rating; item and one column a rater; or filled rating sheets. "
            "With --sample also a bench or a scored run.",
        ),
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
    bench: Annotated[
        Path | None,
        typer.Option(
            help="The bench or scored run of the sheets: adds its judges' marks, compares people's answers and passages."
        ),
    ] = None,
    sample: Annotated[int | None, typer.Option(min=1, help="Draw so many rows of FILE for people to judge, and stop.")] = None,
    form: Annotated[
        Literal["quality", "correctness", "answerability", "evidence"] | None,
        typer.Option(help="With --sample of a bench or run: what the sheet asks; quality, or correctness of a run, otherwise."),
    ] = None,
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
    out: Annotated[
        Path | None, typer.Option(help="Where the sample goes: .csv or .jsonl; with --bench where people's answers go: .jsonl.")
    ] = None,
    overwrite: Overwrite = False,
    json: Json = False,
) -> None:
    """Say how far raters agree, and whether a judge may stand in for people.

    Each criterion has percent agreement, Cohen's κ, Gwet's AC1 and AC2, Krippendorff's α, Spearman's ρ and distances, with
    intervals clustered by document. What is undefined is said, not shown as 0 or 1.

    \b
    evidoc agree ratings.csv --categories 1-4
    evidoc agree ratings.csv --against gpt --audit --correct
    evidoc agree judged.csv --each 25 --by 'setting,band(score)' --hide score,model --out to-judge.csv
    evidoc agree bench/ --sample 50 --form quality --out sheet.csv
    evidoc agree ann.csv bob.csv --bench bench/
    """
    from evidoc.cli._agreement import say_agreement
    from evidoc.cli._sheets import folder_of, say_sheet, say_study
    from evidoc.flow.agree import AgreeOptions
    from evidoc.flow.agree import agree as flow_agree

    draws = sample is not None or each is not None
    _check_use(draws, agreement=any((against, raters, audit, correct, bench)), drawing=any((by, hide, out and not bench)))
    folder = folder_of(ratings)
    if folder is not None or form is not None:
        say_sheet(folder, out=out, n=sample, form=form, seed=seed, overwrite=overwrite, json=json, others=any((each, by, hide)))
        return
    if draws:
        _say_sample(
            _sample(ratings, sample=sample, each=each, by=by, hide=hide, out=out, seed=seed, overwrite=overwrite), json=json
        )
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
        bench=bench,
        resamples=resamples,
        seed=seed,
    )
    if bench is not None:
        say_study(ratings, bench=bench, out=out, overwrite=overwrite, options=options, json=json)
        return
    found = flow_agree(ratings, options=options)
    if json:
        say_json(found)
        return
    say_agreement(found)


def _check_use(draws: bool, *, agreement: bool, drawing: bool) -> None:
    from evidoc.errors import UsageError

    if draws and agreement:
        raise UsageError(
            "a sample is drawn from rows that nobody need have rated; leave --against, --raters, --audit, --correct, --bench out"
        )
    if drawing and not draws:
        raise UsageError("--by, --hide and --out are of a sample; say how many rows with --sample or --each")


def _sample(
    rows: list[Path], *, sample: int | None, each: int | None, by: str, hide: str, out: Path | None, seed: int, overwrite: bool
) -> SampleSummary:
    from evidoc.errors import UsageError
    from evidoc.flow.audit_sample import SampleOptions, draw_sample

    if out is None:
        raise UsageError("a sample goes into a file; give --out to-judge.csv")
    if sample is not None and each is not None:
        raise UsageError("--sample and --each both say how many; give one of them")
    options = SampleOptions(n=sample or 1, each=each, by=_names(by), hide=_names(hide), seed=seed, overwrite=overwrite)
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
