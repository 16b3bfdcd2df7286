"""The page of one item: what is shown, what was filled in, and what is said about it."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.responses import HTMLResponse

from evidoc.errors import UnknownName
from evidoc.review.desk import Rating
from evidoc.review.entries import COMMENT, Entry
from evidoc.review.shown import card_of
from evidoc.review.site import Site
from evidoc.review.standing import Standing, Step, standing_of


@dataclass(frozen=True, slots=True)
class At:
    """Where a rater is: at which of their items."""

    rater: str
    item: str
    standing: Standing
    step: Step


def place_of(site: Site, rater: str, number: int) -> At:
    """Give where a rater is, by the number of the item in their order: an item's own id may tell what it is.

    Raises:
        UnknownName: Nobody began under this id, or they have no such item.
    """
    standing = standing_of(site.study.desk, site.study.desk.rater(rater).id)
    step = standing.step(number)
    if step is None:
        raise UnknownName(str(number), kind="item", known=())
    return At(rater, step.item, standing, step)


def item_page(site: Site, at: At, *, entry: Entry | None = None, conflict: Rating | None = None, seen: int = 0) -> HTMLResponse:
    """Show an item: as it is kept, or as it was just filled in where that cannot be kept.

    `conflict` is what was saved since that page was sent out; `seen` the version that it had shown.
    """
    study = site.study
    stored = study.desk.latest(at.rater, at.item)
    if entry is None:
        entry = Entry(values=dict(stored.values), comment=stored.comment) if stored else Entry()
        seen = stored.version if stored else 0
    ids = {field.name: field.name.replace(" ", "-") for field in study.form.fields} | {COMMENT: COMMENT}
    titles = {field.name: field.title for field in study.form.fields} | {COMMENT: "Comment"}
    status = 409 if conflict else 422 if entry.faults else 200
    return site.html(
        "item",
        status=status,
        rater=study.desk.rater(at.rater),
        standing=at.standing,
        step=at.step,
        card=card_of(study.desk.sample.by_id[at.item], study.form, study.shelf),
        entry=entry,
        stored=stored,
        conflict=conflict,
        version_seen=conflict.version if conflict else seen,
        token=study.tokens(),
        ids=ids,
        titles=titles,
        has_low_levels=any(level.needs_comment for field in study.form.fields for level in field.levels),
    )
