"""What a rater filled in for an item, checked against the form: the same rules as in the browser, and they decide here."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, field

from evidoc.flow.rating_form import Field, RatingForm
from evidoc.review.posted import Fault, Posted, typed

MOST_SIGNS = 10_000  # of a comment or an answer
_LONGEST_VISIT = 86_400.0  # seconds; a page that was open longer was forgotten
COMMENT = "comment"


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands in the fields: values by field, the comment, the seconds that the page was looked at, and the faults."""

    values: dict[str, str] = field(default_factory=dict)
    comment: str = ""
    seconds: float | None = None
    faults: tuple[Fault, ...] = ()

    def fault(self, name: str) -> str:
        """Give what is wrong with a field; empty where nothing is."""
        return next((fault.says for fault in self.faults if fault.field == name), "")


def read_entry(posted: Posted, form: RatingForm, *, passages: Collection[str] = ()) -> Entry:
    """Read what was filled in and check it; `passages` are the tags that may be marked.

    What is not chosen stays empty: there is no level by default (case I07). A level that asks for a reason needs a comment.
    """
    values = {asked.name: _value(posted, asked, passages) for asked in form.fields}
    values = {asked.name: values[asked.name] for asked in form.fields if values[asked.name] and is_asked(asked, values)}
    comment = typed(posted, COMMENT).strip()
    faults = [fault for asked in form.fields for fault in _faults(asked, values)]
    faults += _comment_faults(form, values, comment)
    return Entry(values=values, comment=comment, seconds=_seconds(typed(posted, "seconds")), faults=tuple(faults))


def low_fields(form: RatingForm, values: dict[str, str]) -> list[Field]:
    """Give the fields whose level asks for a reason."""
    found = ((asked, asked.level(values.get(asked.name, ""))) for asked in form.fields)
    return [asked for asked, level in found if level is not None and level.needs_comment]


def is_asked(asked: Field, values: dict[str, str]) -> bool:
    """Say whether a field is asked, given the others."""
    return not asked.asked_with or any(values.get(name) == value for name, _, value in _wishes(asked))


def _wishes(asked: Field) -> list[tuple[str, str, str]]:
    return [wish.partition("=") for wish in asked.asked_with]


def _value(posted: Posted, asked: Field, passages: Collection[str]) -> str:
    if asked.kind == "passages":
        marked = set(posted.get(asked.name, ()))
        return "\n".join(tag for tag in passages if tag in marked)
    return typed(posted, asked.name).strip()


def _faults(asked: Field, values: dict[str, str]) -> list[Fault]:
    value = values.get(asked.name, "")
    if not value:
        word = "Choose one." if asked.kind == "levels" else "Write something here."
        return [Fault(asked.name, word)] if asked.kind != "passages" and is_asked(asked, values) else []
    if asked.kind == "levels" and asked.level(value) is None:
        return [Fault(asked.name, f"There is no {value[:40]!r} to choose here.")]
    if asked.kind == "words" and len(value) > MOST_SIGNS:
        return [Fault(asked.name, f"At most {MOST_SIGNS:,} signs; these are {len(value):,}.")]
    return []


def _comment_faults(form: RatingForm, values: dict[str, str], comment: str) -> list[Fault]:
    if len(comment) > MOST_SIGNS:
        return [Fault(COMMENT, f"At most {MOST_SIGNS:,} signs; these are {len(comment):,}.")]
    if comment:
        return []
    low = low_fields(form, values)
    if low:
        said = ", ".join(f"{asked.title} is {values[asked.name]}" for asked in low)
        return [Fault(COMMENT, f"Please say why: {said}.")]
    unmarked = [asked for asked in form.fields if asked.kind == "passages" and not values.get(asked.name)]
    return [Fault(COMMENT, "Nothing is marked: mark a passage, or say here that none helps.")] if unmarked else []


def _seconds(text: str) -> float | None:
    try:
        seconds = float(text)
    except ValueError:
        return None
    return round(min(seconds, _LONGEST_VISIT), 1) if math.isfinite(seconds) and seconds >= 0 else None
