"""A study: what is judged by which form, where it is kept, and what it is shown from."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from evidoc.flow.rating_form import RatingForm, load_form
from evidoc.flow.rating_sheet import default_form, draw_items
from evidoc.review.desk import Desk, Sample
from evidoc.review.entrance import key_in
from evidoc.review.page_pictures import PagePictures
from evidoc.review.shown import Shelf


@dataclass(frozen=True, slots=True)
class ReviewOptions:
    """What is judged: the form (a name or a TOML file; None: what suits the folder), how many items (None: all), by which seed.

    `out` is where ratings are kept; by default beside the bench, in a folder for each form. `reference` is that of the
    approval or consent under which people take part, proposed to every rater.
    """

    form: str | None = None
    sample: int | None = None
    seed: int = 0
    out: Path | None = None
    reference: str = ""


@dataclass(frozen=True)
class Study:
    """All that the pages are made from: `source` is the bench or run, `bench` the bench.

    `tokens` names each page that is sent out, so that it counts once; who has the `key` comes in.
    """

    form: RatingForm
    desk: Desk
    shelf: Shelf
    pictures: PagePictures
    source: Path
    bench: Path
    tokens: Callable[[], str]
    key: str
    reference: str = ""


def default_folder(source: Path, form: RatingForm) -> Path:
    """Give where ratings of a bench or run are kept: beside it, in a folder for each form."""
    there = source.resolve()
    return there.parent / f"{there.name}-review" / form.name


def open_study(source: Path, *, options: ReviewOptions, clock: Callable[[], str], tokens: Callable[[], str]) -> Study:
    """Open the study of a bench or scored run, and go on with what was kept of it; close its desk when done.

    `clock` gives the time as it is written into records, `tokens` a name for each page that is sent out.

    Raises:
        UsageError: The form is none or does not suit, the folder is taken, or another program has it open.
        NothingKept: There are no items.
        ResumeMismatch: What was kept is of another sample, form or seed.
        InvalidRecord: The bench or the file of ratings is damaged.
    """
    form = load_form(options.form or default_form(source))
    drawn = draw_items(source, form=form, n=options.sample, seed=options.seed)
    sample = Sample(form=form, items=drawn.items, seed=options.seed)
    answers = {item: answered.text for item, answered in drawn.answers.items()}
    shows_documents = bool({"documents", "evidence"} & set(form.shows))
    documents = dict.fromkeys(document.id for item in drawn.items for document in item.documents if shows_documents)
    with ExitStack() as undo:
        desk = undo.enter_context(closing(Desk(options.out or default_folder(source, form), sample=sample, clock=clock)))
        study = Study(
            form=form,
            desk=desk,
            shelf=Shelf(corpus=drawn.bench.corpus, answers=answers, documents=tuple(documents)),
            pictures=PagePictures(drawn.bench.corpus),
            source=source,
            bench=drawn.bench.folder,
            tokens=tokens,
            key=key_in(desk.folder, tokens=tokens),
            reference=options.reference,
        )
        undo.pop_all()
    return study
