"""What was found, for who leads the study: who rated how much, how far they agree, and how to go on."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from evidoc.errors import EvidocError
from evidoc.flow.agree import FIGURES, Agreement, AgreeOptions, agree
from evidoc.review.desk import Desk
from evidoc.review.export import SHEET, rated
from evidoc.review.people_run import run_folder
from evidoc.review.raters import subtotals
from evidoc.review.site import site_of
from evidoc.review.standing import is_complete, standing_of
from evidoc.review.study import Study

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

_RESAMPLES = 500  # of the intervals on the page; `evidoc agree` takes more
_MOST_REMARKS = 300  # on the page; all are in the sheet


@dataclass(frozen=True, slots=True)
class Row:
    """How far one rater is, and how long an item took them."""

    rater: str
    rated: int
    skipped: int
    open: int
    minutes: float | None


@dataclass(frozen=True, slots=True)
class Counted:
    """How often each level of a field was chosen, by all raters together."""

    title: str
    counts: tuple[tuple[str, int], ...]

    @property
    def all(self) -> int:
        """How often the field was answered."""
        return sum(number for _, number in self.counts)


@dataclass(frozen=True, slots=True)
class Remark:
    """What one rater wrote about one item, and the levels that they chose."""

    item: str
    rater: str
    levels: str
    comment: str


def results(request: Request) -> Response:
    """Show what was found; with a blind form only when everybody has rated everything."""
    site = site_of(request)
    desk = site.study.desk
    hidden = site.study.form.blind and not is_complete(desk)
    agreement, reason = (None, "") if hidden else _agreement(desk)
    return site.html(
        "results",
        hidden=hidden,
        finished=sum(standing_of(desk, rater.id).is_done for rater in desk.raters),
        raters=desk.raters,
        items=len(desk.sample.items),
        rows=[row_of(desk, rater.id) for rater in desk.raters],
        subtotals=subtotals(desk.raters),
        counted=[] if hidden else counted(desk),
        remarks=[] if hidden else remarks(desk),
        most_remarks=_MOST_REMARKS,
        agreement=agreement,
        no_agreement=reason,
        names=FIGURES,
        commands=commands_of(site.study),
    )


def row_of(desk: Desk, rater: str) -> Row:
    """Say how far a rater is."""
    standing = standing_of(desk, rater)
    seconds = [rating.seconds for _, rating in rated(desk, rater) if rating.seconds is not None]
    minutes = median(seconds) / 60 if seconds else None
    return Row(rater, standing.count("rated"), standing.count("skipped"), standing.count("open"), minutes)


def counted(desk: Desk) -> list[Counted]:
    """Count the levels that were chosen, field by field."""
    chosen = [rating.values for rater in desk.raters for _, rating in rated(desk, rater.id)]
    return [
        Counted(
            field.title,
            tuple((level.value, sum(values.get(field.name) == level.value for values in chosen)) for level in field.levels),
        )
        for field in desk.sample.form.fields
        if field.levels
    ]


def remarks(desk: Desk) -> list[Remark]:
    """Give what raters wrote, in the order of the sample."""
    place = {item.id: number for number, item in enumerate(desk.sample.items)}
    found = [(item, rating) for rater in desk.raters for item, rating in rated(desk, rater.id) if rating.comment]
    scaled = [field for field in desk.sample.form.fields if field.levels]
    return [
        Remark(
            item.id,
            rating.rater,
            "; ".join(f"{field.title}: {rating.values[field.name]}" for field in scaled if field.name in rating.values),
            rating.comment,
        )
        for item, rating in sorted(found, key=lambda pair: (place[pair[0].id], pair[1].rater))
    ]


def commands_of(study: Study) -> list[str]:
    """Give the commands that take what was saved, as far as it goes."""
    found = []
    if _is_comparable(study.desk) or any(field.kind != "levels" for field in study.form.fields):
        found.append(shlex.join(["evidoc", "agree", str(study.desk.folder / SHEET), "--bench", str(study.source)]))
    if study.form.asks_for_answers:
        runs = [str(run_folder(study, rater.id)) for rater in study.desk.raters if run_folder(study, rater.id).is_dir()]
        found += [shlex.join(["evidoc", "score", run, "--scorers", "answer"]) for run in runs]
        found += [shlex.join(["evidoc", "report", *runs, "--out", "report-people/"])] if runs else []
    return found


def _is_comparable(desk: Desk) -> bool:
    return sum(any(True for _ in rated(desk, rater.id)) for rater in desk.raters) > 1


def _agreement(desk: Desk) -> tuple[Agreement | None, str]:
    """Compare the raters; where that cannot be, as of one rater, give the reason."""
    scaled = [field for field in desk.sample.form.fields if field.levels]
    if not scaled or not (desk.folder / SHEET).is_file():
        return None, ""
    if not _is_comparable(desk):
        return None, "So far one person has rated; how far people agree can be said of two or more."
    try:
        return agree([desk.folder / SHEET], options=AgreeOptions(resamples=_RESAMPLES)), ""
    except EvidocError as error:
        return None, str(error)
