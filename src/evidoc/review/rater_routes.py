"""What a rater does: begin, see how far they are, look at an item, save it, take their ratings along."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse, RedirectResponse, Response

from evidoc.review.desk import Rating, Stale
from evidoc.review.entries import MOST_SIGNS, read_entry
from evidoc.review.export import rater_sheet, write_files
from evidoc.review.item_page import At, item_page, place_of
from evidoc.review.posted import Fault, Posted, read_posted, typed
from evidoc.review.raters import CHOICES, Rater, read_id, read_rater
from evidoc.review.shown import passage_tags
from evidoc.review.site import Site, site_of
from evidoc.review.standing import standing_of

if TYPE_CHECKING:
    from starlette.requests import Request

_TOKEN = re.compile(r"[0-9A-Za-z_-]{8,64}")
_SEE_OTHER = 303  # after a form, so that loading anew does not send it again


def overview(request: Request) -> Response:
    """Say what the study is for and what is asked, and let people begin."""
    site = site_of(request)
    proposed = request.query_params.get("rater", "")[:40]
    return _overview(site, Rater(id=proposed, reference=site.study.reference))


async def begin(request: Request) -> Response:
    """Take a new rater in, or let one who is known go on."""
    site, posted = site_of(request), read_posted(await request.body())
    desk = site.study.desk
    name = read_id(posted)
    if not isinstance(name, Fault) and any(rater.id == name for rater in desk.raters):
        return RedirectResponse(f"/raters/{name}", status_code=_SEE_OTHER)
    rater = read_rater(posted, at=desk.clock())
    if not isinstance(rater, Rater):
        return _overview(site, _as_typed(posted), faults=rater)
    await run_in_threadpool(_take_in, site, rater)
    return RedirectResponse(f"/raters/{rater.id}", status_code=_SEE_OTHER)


def rater_page(request: Request) -> Response:
    """Show how far a rater is."""
    site = site_of(request)
    rater = site.study.desk.rater(request.path_params["rater"])
    return site.html("rater", rater=rater, standing=standing_of(site.study.desk, rater.id))


def go_on(request: Request) -> Response:
    """Lead to what is to be done next, or to the end."""
    desk = site_of(request).study.desk
    rater = desk.rater(request.path_params["rater"])
    step = standing_of(desk, rater.id).next(_number(request.query_params.get("after", "")))
    place = f"/raters/{rater.id}/items/{step.number}" if step is not None else f"/raters/{rater.id}"
    return RedirectResponse(place, status_code=_SEE_OTHER)


def show_item(request: Request) -> Response:
    """Show an item to a rater."""
    site = site_of(request)
    return item_page(site, place_of(site, request.path_params["rater"], request.path_params["number"]))


async def save_item(request: Request) -> Response:
    """Save what a rater filled in, or show it again with what is wrong."""
    site, posted = site_of(request), read_posted(await request.body())
    at = place_of(site, request.path_params["rater"], request.path_params["number"])
    return await run_in_threadpool(_save, site, at, posted)


def own_sheet(request: Request) -> Response:
    """Give a rater their own ratings as a table."""
    desk = site_of(request).study.desk
    rater = desk.rater(request.path_params["rater"])
    return FileResponse(rater_sheet(desk, rater.id), media_type="text/csv; charset=utf-8", filename=f"{rater.id}.csv")


def _overview(site: Site, as_typed: Rater, *, faults: tuple[Fault, ...] = ()) -> Response:
    return site.html(
        "overview",
        status=422 if faults else 200,
        items=len(site.study.desk.sample.items),
        raters=len(site.study.desk.raters),
        typed={"rater": as_typed.id, **{name: getattr(as_typed, name) for name in _RECORD}},
        faults={fault.field: fault.says for fault in faults},
        choices=CHOICES,
    )


_RECORD = ("gender", "degree", "field", "age", "reference", "consent")


def _as_typed(posted: Posted) -> Rater:
    words = {name: typed(posted, name)[:300] for name in _RECORD if name != "consent"}
    return Rater(id=typed(posted, "rater")[:200], consent=typed(posted, "consent") == "yes", **words)


def _take_in(site: Site, rater: Rater) -> None:
    site.study.desk.register(rater)
    write_files(site.study)


def _save(site: Site, at: At, posted: Posted) -> Response:
    desk, form = site.study.desk, site.study.form
    onward = RedirectResponse(f"/raters/{at.rater}/next?after={at.step.number}", status_code=_SEE_OTHER)
    is_skip = typed(posted, "action") == "skip"
    if is_skip and at.step.state == "rated":
        return onward
    entry = read_entry(posted, form, passages=passage_tags(desk.sample.by_id[at.item], form, site.study.shelf))
    sent = Rating(
        item=at.item,
        rater=at.rater,
        version=_number(typed(posted, "version")),
        token=_token(typed(posted, "token"), site),
        seconds=entry.seconds,
        values={} if is_skip else entry.values,
        comment=entry.comment[:MOST_SIGNS],
        skipped=is_skip,
    )
    if entry.faults and not is_skip:
        return item_page(site, at, entry=entry, seen=sent.version)
    kept = desk.save(sent)
    if isinstance(kept, Stale):
        return item_page(site, at, entry=entry, conflict=kept.stored)
    write_files(site.study)
    return onward


def _token(sent: str, site: Site) -> str:
    return sent if _TOKEN.fullmatch(sent) else site.study.tokens()


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else 0
