"""agree: files of ratings → how far raters agree, whether a judge may stand in for people, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from evidoc.errors import InvalidRecord, UsageError
from evidoc.flow._agreement_notes import RaterSummary, notes_of, rater_summaries
from evidoc.flow._agreement_rows import (
    PEOPLE_MAJORITY,
    PEOPLE_MEAN,
    PEOPLE_MEDIAN,
    Board,
    board_of,
    group_figures,
    pair_figures,
    people_column,
)
from evidoc.flow._judge_ratings import judges_of
from evidoc.flow._ratings import Rated, read_ratings, refuse
from evidoc.flow._scales import Kind, read_categories, scale_of
from evidoc.flow.work import Progress, Work
from evidoc.records.record import Record
from evidoc.statistics.agreement import Weights
from evidoc.statistics.correction import Corrected, Scored, corrected_mean
from evidoc.statistics.friedman import Friedman, friedman
from evidoc.statistics.intervals import RESAMPLES
from evidoc.statistics.judge_audit import Rubric, audit_alpha, audit_pair
from evidoc.statistics.ratings import Unit
from evidoc.statistics.resampling import Draw, Estimate

FIGURES: Mapping[str, str] = {  # how each figure of an agreement is called
    "percent": "percent agreement",
    "kappa": "Cohen κ",
    "kappa_linear": "κ, linear weights",
    "kappa_quadratic": "κ, quadratic weights",
    "ac1": "Gwet AC1",
    "ac2": "Gwet AC2",
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
_MOST_PAIRS = 28  # eight raters; more pairs hide the answer, and `raters` picks some


@dataclass(frozen=True, slots=True)
class AgreeOptions:
    """What is compared, on which scale.

    `categories` are by criterion; those of "" are for all others. `against` names the judge, who is then compared with
    all others as people. `weights` are AC2's. `audit` adds the sheet of three levels and two sides, `threshold` being where
    an answer starts to be right (None: the middle of the scale). `correct` corrects the judge's mean by people's. `bench`
    is the bench or the scored run that the sheets were drawn from: its judges' marks are ratings too.
    """

    scale: Kind | None = None
    categories: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    against: str | None = None
    raters: tuple[str, ...] | None = None
    weights: Weights = "ordinal"
    audit: bool = False
    threshold: float | None = None
    correct: bool = False
    bench: Path | None = None
    resamples: int = RESAMPLES
    seed: int = 0


class Compared(Record, frozen=True, kw_only=True):
    """Two raters or more, and each figure with its interval; a figure without a value has its reason."""

    raters: tuple[str, ...]
    figures: dict[str, Estimate]


class CriterionAgreement(Record, frozen=True, kw_only=True):
    """One criterion: its scale, who rated, what is to be known before reading the figures, and the figures.

    `audit` has the judge's sheet by pair, read by `rubric`, and last α of all over three levels; `friedman` is there from
    three raters up.
    """

    criterion: str
    scale: Kind
    scale_given: bool
    categories: tuple[str, ...]
    categories_given: bool
    items: int
    documents: int | None
    missing: int
    raters: tuple[RaterSummary, ...]
    notes: tuple[str, ...]
    compared: tuple[Compared, ...]
    friedman: Friedman | None = None
    rubric: Rubric | None = None
    audit: tuple[Compared, ...] = ()
    correction: Corrected | None = None


class Agreement(Record, frozen=True, kw_only=True):
    """What raters agree on, criterion by criterion, and how the intervals were made."""

    files: tuple[str, ...]
    against: str | None
    weights: Weights
    interval: str
    criteria: tuple[CriterionAgreement, ...]


_OPTIONS = AgreeOptions()
_WORK = Work()


def agree(paths: Sequence[Path], *, options: AgreeOptions = _OPTIONS, work: Work = _WORK) -> Agreement:
    """Say how far raters agree on items, for each criterion on its own scale.

    Raises:
        UsageError: A file or rater is not there, there is one rater only, or the options do not fit the scale.
        InvalidRecord: Rows are not of the shape, or ratings are not on the scale; the message names the lines.
    """
    rated = _rated(paths, options)
    _check(rated, options)
    by_criterion: dict[str, list[Rated]] = {}
    for one in rated:
        by_criterion.setdefault(one.criterion, []).append(one)
    _check_criteria(by_criterion, options)
    boards = [_board(criterion, found, options) for criterion, found in by_criterion.items()]
    criteria = []
    for done, board in enumerate(boards, start=1):
        criteria.append(_agreement(board, options))
        work.progress(Progress("agree", done=done, total=len(boards)))
    return Agreement(
        files=tuple(path.name for path in paths),
        against=options.against,
        weights=options.weights,
        interval=_interval(boards, options),
        criteria=tuple(criteria),
    )


def can_agree(paths: Sequence[Path], *, options: AgreeOptions = _OPTIONS) -> bool:
    """Say whether there are two raters or more: sheets of one person's answers and passages have nothing to agree on.

    Raises:
        UsageError: A file or rater is not there.
        InvalidRecord: Rows are not of the shape.
    """
    return len({one.rater for one in _rated(paths, options) if one.rating}) > 1


def _rated(paths: Sequence[Path], options: AgreeOptions) -> list[Rated]:
    """Read people's ratings, and what the judges of a bench gave the same items; of several judges that which is compared."""
    if options.bench is None:
        return read_ratings(paths, raters=options.raters)
    people = read_ratings(paths)
    judges = judges_of(options.bench, people)
    known = dict.fromkeys(one.rater for one in (*people, *judges))
    unknown = [rater for rater in options.raters or () if rater not in known]
    if unknown:
        raise UsageError(f"no ratings by {', '.join(unknown)}; the raters are {', '.join(known)}")
    if options.raters is not None:
        return [one for one in (*people, *judges) if one.rater in options.raters]
    if options.against is not None:
        judges = [one for one in judges if one.rater == options.against]
    return [*people, *judges]


def _check(rated: Sequence[Rated], options: AgreeOptions) -> None:
    raters = list(dict.fromkeys(one.rater for one in rated if one.rating))
    if not raters:
        raise InvalidRecord("no rating in any file; give at least two raters' ratings")
    if len(raters) == 1:
        raise UsageError(f"{raters[0]} is the only rater; agreement needs at least two on the same items")
    if options.against is not None and options.against not in raters:
        raise UsageError(f"no ratings by {options.against}; the raters are {', '.join(raters)}")
    if options.correct and options.against is None:
        raise UsageError("a correction needs to know who is the judge; name the judge with --against")
    if options.threshold is not None and not options.audit:
        raise UsageError("a threshold belongs to the audit sheet; give --audit too")


def _check_criteria(by_criterion: Mapping[str, Sequence[Rated]], options: AgreeOptions) -> None:
    unknown = [name for name in options.categories if name and name not in by_criterion]
    if unknown:
        known = ", ".join(filter(None, by_criterion)) or "none"
        raise UsageError(f"no criterion is called {', '.join(unknown)}; the files have {known}")


def _board(criterion: str, rated: Sequence[Rated], options: AgreeOptions) -> Board:
    categories = options.categories.get(criterion, options.categories.get("")) or _told(rated)
    scale = scale_of((one.rating for one in rated if one.rating), kind=options.scale, categories=categories)
    named = ", ".join(scale.labels) or "numbers"
    refuse(
        [
            f"{one.place}: rating {one.rating!r} is not on the scale ({named}); mend it or give the scale's --categories"
            for one in rated
            if one.rating and scale.number(one.rating) is None
        ]
    )
    if scale.kind == "nominal" and (options.audit or options.correct):
        what = "an audit sheet" if options.audit else "a correction"
        raise UsageError(f"{what} needs scores, and {criterion or 'the ratings'} are words; give --categories in their order")
    return board_of(criterion, rated, scale=scale)


def _told(rated: Sequence[Rated]) -> tuple[str, ...] | None:
    """Give the categories that a sheet says in the heading of its column."""
    return next((read_categories(one.scale) for one in rated if one.scale), None)


def _agreement(board: Board, options: AgreeOptions) -> CriterionAgreement:
    draw = Draw(resamples=options.resamples, seed=options.seed)
    pairs = tuple(combinations(board.raters, 2))
    compared = _with_people(board, options, draw) if options.against in board.raters else _all_pairs(board, options, draw)
    rubric = _rubric(board, options.threshold) if options.audit else None
    ranked = board.scale.kind != "nominal" and len(board.raters) > 2
    return CriterionAgreement(
        criterion=board.criterion,
        scale=board.scale.kind,
        scale_given=board.scale.kind_given,
        categories=board.scale.labels,
        categories_given=board.scale.categories_given,
        items=len(board.items),
        documents=len(set(board.clusters)) if board.by_document else None,
        missing=sum(rating is None for unit in board.units for rating in unit),
        raters=rater_summaries(board),
        notes=notes_of(board, left_out=max(0, len(pairs) - _MOST_PAIRS) if options.against is None else 0),
        compared=compared,
        friedman=friedman(board.units) if ranked else None,
        rubric=rubric,
        audit=_audit(board, rubric, judge=options.against, draw=draw) if rubric else (),
        correction=_correction(board, options.against) if options.correct and options.against in board.raters else None,
    )


def _all_pairs(board: Board, options: AgreeOptions, draw: Draw) -> tuple[Compared, ...]:
    found = [] if len(board.raters) == 2 else [_group(board, board.raters, options, draw)]
    pairs = list(combinations(board.raters, 2))
    for pair in pairs if len(pairs) <= _MOST_PAIRS else ():
        figures = pair_figures(board, board.of(*pair), weights=options.weights, draw=draw)
        found.append(Compared(raters=pair, figures=figures))
    return tuple(found)


def _group(board: Board, raters: Sequence[str], options: AgreeOptions, draw: Draw) -> Compared:
    figures = group_figures(board, board.of(*raters), weights=options.weights, draw=draw)
    return Compared(raters=tuple(raters), figures=figures)


def _with_people(board: Board, options: AgreeOptions, draw: Draw) -> tuple[Compared, ...]:
    """The judge against people together, against each of them, and people among themselves, which is the most to ask of it."""
    judge = options.against or ""
    people = [rater for rater in board.raters if rater != judge]
    found: list[Compared] = []
    if len(people) > 1:
        ways = (PEOPLE_MAJORITY,) if board.scale.kind == "nominal" else (PEOPLE_MEDIAN, PEOPLE_MEAN)
        for how in ways:
            units: list[Unit] = list(zip(board.column(judge), people_column(board, judge, how=how), strict=True))
            figures = pair_figures(board, units, weights=options.weights, draw=draw, measured=how == PEOPLE_MEAN)
            found.append(Compared(raters=(judge, how), figures=figures))
    for person in people:
        figures = pair_figures(board, board.of(judge, person), weights=options.weights, draw=draw)
        found.append(Compared(raters=(judge, person), figures=figures))
    return (*found, _group(board, people, options, draw)) if len(people) > 1 else tuple(found)


def _audit(board: Board, rubric: Rubric, *, judge: str | None, draw: Draw) -> tuple[Compared, ...]:
    people = [rater for rater in board.raters if rater != judge]
    pairs = list(combinations(board.raters, 2)) if judge not in board.raters else [(judge or "", person) for person in people]
    sheet = [
        Compared(raters=pair, figures=dict(audit_pair(board.of(*pair), rubric=rubric, clusters=board.clusters, draw=draw)))
        for pair in pairs
    ]
    alpha = audit_alpha(board.units, rubric=rubric, clusters=board.clusters, draw=draw)
    return (*sheet, Compared(raters=board.raters, figures={"alpha": alpha}))


def _rubric(board: Board, threshold: float | None) -> Rubric:
    given = [rating for unit in board.units for rating in unit if rating is not None]
    ends = board.scale.categories or (min(0.0, *given), max(1.0, *given))
    rubric = Rubric(lowest=min(ends), highest=max(ends), threshold=threshold)
    if not rubric.lowest < rubric.highest:
        raise UsageError(
            f"{board.criterion or 'the scale'} has only {rubric.lowest:g}; give the ends of its scale: --categories 0-1"
        )
    if not rubric.lowest <= rubric.bar <= rubric.highest:
        raise UsageError(
            f"threshold {rubric.bar:g} is outside the scale {rubric.lowest:g} to {rubric.highest:g}; give one inside"
        )
    return rubric


def _correction(board: Board, judge: str | None) -> Corrected:
    scores = board.column(judge or "")
    people = people_column(board, judge or "", how=PEOPLE_MEAN)
    rows = [
        Scored(judge=score, human=human, cluster=cluster if board.by_document else None)
        for score, human, cluster in zip(scores, people, board.clusters, strict=True)
        if score is not None
    ]
    return corrected_mean(rows)


def _interval(boards: Sequence[Board], options: AgreeOptions) -> str:
    if options.resamples == 0:
        return "none"
    named = {board.by_document for board in boards}
    unit = "document where one is named" if len(named) == 2 else "document" if True in named else "item"
    return f"95 %, percentile bootstrap of {options.resamples} resamples clustered by {unit}, seed {options.seed}"
