"""Who rates: a record under a pseudonym, as much of it as the person gives, and how many are of which kind."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from evidoc.records.record import Record
from evidoc.review.posted import Fault, typed

GENDERS = ("woman", "man", "another")
DEGREES = ("school", "bachelor", "master", "doctorate")
AGES = ("under 20", "20-29", "30-39", "40-49", "50 or over")
CHOICES: Mapping[str, Sequence[str]] = {"gender": GENDERS, "degree": DEGREES, "age": AGES}
NOT_SAID = "not said"
_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_MOST_SIGNS = 200  # of a field of study or a reference


class Rater(Record, frozen=True, kw_only=True):
    """One person (DHQ-79). The id is a pseudonym in lower case; all else but the consent may be empty.

    `degree` is the highest that is finished or being worked for, `reference` that of the approval or consent under which
    the person takes part, `at` when they began.
    """

    id: str
    gender: str = ""
    degree: str = ""
    field: str = ""
    age: str = ""
    consent: bool = False
    reference: str = ""
    at: str = ""


def read_id(posted: Mapping[str, Sequence[str]]) -> str | Fault:
    """Give the id as it is kept, or what is wrong with it."""
    written = typed(posted, "rater").strip().lower()
    if _ID.fullmatch(written):
        return written
    return Fault("rater", "Give a pseudonym of up to 40 letters a–z, digits, - or _, not your name or address: r07, for one.")


def read_rater(posted: Mapping[str, Sequence[str]], *, at: str) -> Rater | tuple[Fault, ...]:
    """Read the record of a new rater from a form, or say what is wrong with it."""
    name = read_id(posted)
    faults = [name] if isinstance(name, Fault) else []
    chosen = {key: typed(posted, key).strip() for key in CHOICES}
    faults += [Fault(key, "Choose one of the list.") for key, value in chosen.items() if value and value not in CHOICES[key]]
    words = {key: " ".join(typed(posted, key).split()) for key in ("field", "reference")}
    faults += [Fault(key, f"At most {_MOST_SIGNS} signs.") for key, value in words.items() if len(value) > _MOST_SIGNS]
    if typed(posted, "consent") != "yes":
        faults.append(Fault("consent", "Nothing is kept of who does not agree: tick the box to take part."))
    if faults or isinstance(name, Fault):
        return tuple(faults)
    return Rater(id=name, consent=True, at=at, **chosen, **words)


def subtotals(raters: Iterable[Rater]) -> dict[str, dict[str, int]]:
    """Count raters by each of their traits; whoever did not say counts too, so that all add up to the same number."""
    known = list(raters)
    return {
        key: dict(sorted(Counter(getattr(rater, key) or NOT_SAID for rater in known).items()))
        for key in ("gender", "degree", "field", "age")
    }
