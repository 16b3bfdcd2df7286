"""What a person answered, as a Run: scored and reported like a system's, over the items that they were asked.

Items that they did not come to were not asked and are in no mean; what they skipped for good is an empty reply and scores
0. Seconds are those that the item was looked at. Source: DH-71, DHQ-139.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from evidoc.records.bench import RUN_SCHEMA, link_to
from evidoc.records.score import Run
from evidoc.records.store import new_header, read_rows, write_header, write_rows
from evidoc.review.study import Study


def run_folder(study: Study, rater: str) -> Path:
    """Give where a person's run is written."""
    return study.desk.folder / f"run-{rater}"


def write_run(study: Study, rater: str) -> None:
    """Write the run of a person who answered or skipped something; scores of other replies go, because they are no more."""
    replies = list(_replies(study, rater))
    folder = run_folder(study, rater)
    if not replies or _has(folder, replies):
        return
    settings = {"system": f"person/{rater}", "view": _view(study), "access": _access(study), "cite": "false"}
    counts = {"items": len(replies), "answered": sum(run.status == "answered" for run in replies)}
    links = {"bench": link_to(study.bench, start=folder)}
    write_rows(folder / "replies.jsonl", replies)
    write_header(folder / "run.json", new_header(RUN_SCHEMA, settings=settings, counts=counts, links=links))
    for scores in folder.glob("scores.json*"):
        scores.unlink()


def _has(folder: Path, replies: Sequence[Run]) -> bool:
    written = folder / "replies.jsonl"
    return (folder / "run.json").is_file() and written.is_file() and list(read_rows(written, Run)) == list(replies)


def _replies(study: Study, rater: str) -> Iterator[Run]:
    for item in study.desk.sample.items:
        rating = study.desk.latest(rater, item.id)
        if rating is None:
            continue
        text = study.form.answer_in(rating.values)
        yield Run(
            item=item.id,
            system=f"person/{rater}",
            status="answered" if text else "empty",
            text=text,
            seconds=rating.seconds or 0.0,
            view=_view(study),
            access=_access(study),
            detail="" if text else "skipped" if rating.skipped else "no answer",
        )


def _view(study: Study) -> str:
    return "page_images" if "documents" in study.form.shows else "question"


def _access(study: Study) -> str:
    return "full" if "documents" in study.form.shows else "none"
