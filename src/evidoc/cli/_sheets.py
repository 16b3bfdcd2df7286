"""Rating sheets on the command line: drawing one from a folder, and what people wrote into them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from evidoc.cli._agreement import say_agreement
from evidoc.cli._print import say, say_json, say_table

if TYPE_CHECKING:
    from evidoc.flow.agree import AgreeOptions
    from evidoc.flow.people_study import Mean, PeopleStudy
    from evidoc.flow.rating_sheet import Form

_HEADER = ("of people", "figure", "value", "low", "high", "items")


def folder_of(paths: list[Path]) -> Path | None:
    """Give the bench or run that is named, also by its file of items; None where files of ratings are."""
    folder = paths[0].parent if paths[0].name == "items.jsonl" else paths[0]
    return folder if (folder / "bench.json").is_file() or (folder / "run.json").is_file() else None


def say_sheet(
    folder: Path | None,
    *,
    out: Path | None,
    n: int | None,
    form: Form | None,
    seed: int,
    overwrite: bool,
    json: bool,
    others: bool,
) -> None:
    """Draw a rating sheet and say what was drawn."""
    from evidoc.errors import UsageError
    from evidoc.flow.rating_sheet import SheetOptions, draw_sheet

    if folder is None:
        raise UsageError("--form is of a sheet from a bench or a scored run; name one of these")
    if out is None or n is None:
        raise UsageError(f"{folder} is no file of ratings; to draw a sheet from it give --sample 50 and --out sheet.csv")
    if others:
        raise UsageError("a sheet from a bench or run is balanced by concept and blind; leave --each, --by and --hide out")
    found = draw_sheet(folder, out=out, options=SheetOptions(form=form, n=n, seed=seed, overwrite=overwrite))
    if json:
        say_json(found)
        return
    say_table(("concept", "there", "asked", "taken"), [(one.value, one.there, one.quota, one.taken) for one in found.shares])
    for reason in found.short:
        say(f"short: {reason}")
    say(
        f"{found.taken} of {found.items} items are in {found.out}, a copy for each rater; what must not be seen is in {found.key}"
    )
    say(f"read them back with: evidoc agree ann.csv bob.csv --bench {folder}")


def say_study(paths: list[Path], *, bench: Path, out: Path | None, overwrite: bool, options: AgreeOptions, json: bool) -> None:
    """Say what people wrote into sheets, and how far they and the judges agree."""
    from evidoc.flow.agree import agree, can_agree
    from evidoc.flow.people_study import people_study

    study = people_study(paths, bench=bench, out=out, overwrite=overwrite)
    found_words = study.answerability is not None or study.snippets is not None
    found = agree(paths, options=options) if not found_words or can_agree(paths, options=options) else None
    if json:
        say_json({"study": study, "agreement": found})
        return
    if found_words:
        _say_study(study)
        say()
    if found is not None:
        say_agreement(found)
    if out is not None:
        say(f"what people answered is in {out}, as predictions")


def _say_study(study: PeopleStudy) -> None:
    rows: list[tuple[object, ...]] = []
    if study.answerability is not None:
        one = study.answerability
        rows += _rows(one.raters, {"answerable": one.answerable, "confidence": one.confidence, "ROUGE-L": one.rouge_l})
    if study.snippets is not None:
        same = study.snippets
        figures = {
            "snippets that they marked": same.precision,
            "passages that are snippets": same.recall,
            "… by words": same.word_precision,
            "… by words, of theirs": same.word_recall,
        }
        rows += _rows(same.raters, figures)
    say_table(_HEADER, rows)


def _rows(raters: tuple[str, ...], figures: dict[str, Mean]) -> list[tuple[object, ...]]:
    return [(", ".join(raters), name, mean.value, mean.low, mean.high, mean.n) for name, mean in figures.items()]
