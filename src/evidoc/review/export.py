"""What raters saved, as files that the other commands take: a sheet for `evidoc agree`, predictions, and who rated."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from evidoc.errors import EvidocError
from evidoc.flow.rating_form import RatingForm
from evidoc.records.item import Item
from evidoc.records.store import write_rows
from evidoc.reports.csv_files import write_csv
from evidoc.review.desk import Desk, Rating
from evidoc.review.people_run import write_run
from evidoc.review.raters import Rater
from evidoc.review.study import Study

SHEET, RATERS = "ratings.csv", "raters.csv"


def write_files(study: Study) -> None:
    """Write the sheet of all raters and their records; of each who answers questions also predictions and a run.

    Each file is there whole or not at all. The last record of a rater for an item counts; skipped items are missing.

    Raises:
        EvidocError: A file could not be written; what was saved is safe in the file of ratings.
    """
    try:
        with study.desk.lock:  # of two savings at once the later one writes the later state
            _write_tables(study)
            if study.form.asks_for_answers:
                _write_answers(study)
    except OSError as error:
        raise EvidocError(
            f"{study.desk.folder}: what was entered is saved, but the tables made from it cannot be written "
            f"({error.strerror}); make room, and they are written with the next rating"
        ) from error


def _write_tables(study: Study) -> None:
    desk = study.desk
    if any(True for rater in desk.raters for _ in rated(desk, rater.id)):
        write_csv(desk.folder / SHEET, sheet_columns(study.form), sheet_rows(desk))
    if desk.raters:
        names = Rater.__struct_fields__
        write_csv(desk.folder / RATERS, names, ([getattr(rater, name) for name in names] for rater in desk.raters))


def _write_answers(study: Study) -> None:
    for rater in study.desk.raters:
        write_rows(answers_file(study.desk.folder, rater.id), _answers(study.desk, rater.id))
        write_run(study, rater.id)


def answers_file(folder: Path, rater: str) -> Path:
    """Give where a rater's answers are written, as predictions: one system a person."""
    return folder / f"answers-{rater}.jsonl"


def rater_sheet(desk: Desk, rater: str) -> Path:
    """Write one rater's sheet, as if they had filled in a copy of their own, and give where."""
    path = desk.folder / f"ratings-{rater}.csv"
    with desk.lock:
        write_csv(path, sheet_columns(desk.sample.form), sheet_rows(desk, only=rater))
    return path


def sheet_columns(form: RatingForm) -> tuple[str, ...]:
    """Give the columns of the sheet: those of a rating sheet that are filled in, and what the app alone knows."""
    return ("item", "document", "rater", *form.columns, "comment", "seconds", "version")


def sheet_rows(desk: Desk, *, only: str = "") -> Iterator[list[object]]:
    """Give the rows of the sheet, rater by rater, or of one rater only."""
    for rater in desk.raters:
        if only in ("", rater.id):
            for item, rating in rated(desk, rater.id):
                values = [rating.values.get(field.name, "") for field in desk.sample.form.fields]
                yield [item.id, _document(item), rater.id, *values, rating.comment, rating.seconds, rating.version]


def rated(desk: Desk, rater: str) -> Iterator[tuple[Item, Rating]]:
    """Give the items that a rater rated, with what counts, in the order of the sample."""
    for item in desk.sample.items:
        rating = desk.latest(rater, item.id)
        if rating is not None and not rating.skipped:
            yield item, rating


def _answers(desk: Desk, rater: str) -> Iterator[dict[str, str]]:
    for item, rating in rated(desk, rater):
        text = desk.sample.form.answer_in(rating.values)
        if text:
            yield {"item": item.id, "text": text}


def _document(item: Item) -> str:
    return item.documents[0].id if item.documents else ""
