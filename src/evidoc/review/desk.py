"""The desk: whose turn it is at which item, and every rating that was ever saved, in a file that only grows.

A correction is one more record and the last of a rater's records for an item counts; a save over something that the
page had not seen is kept aside and asked about (case I02). What is kept of one rater never depends on another.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from evidoc.engines import Journal, Outcome
from evidoc.errors import UnknownName, UsageError
from evidoc.flow.rating_form import RatingForm
from evidoc.kit import rng_for
from evidoc.records.item import Item
from evidoc.records.record import Record, content_id, from_json, to_json
from evidoc.review.raters import Rater

FILE = "ratings.jsonl"
_OWN = (".", "ratings", "raters", "answers-", "run-")  # how the names begin that a folder of ratings has
AUTHOR = "author"  # the slot of an item's construction that names who wrote it


class Rating(Record, frozen=True, kw_only=True):
    """What one rater saved for one item. `version` counts the records of the two; 0 is before the first.

    `token` is of the page that it was sent from: the same one again is a repeated click. `seconds` is how long the item
    was looked at in all; a `skipped` item has no values.
    """

    item: str
    rater: str
    version: int = 0
    token: str = ""
    at: str = ""
    seconds: float | None = None
    values: dict[str, str] = {}
    comment: str = ""
    skipped: bool = False


@dataclass(frozen=True, slots=True)
class Stale:
    """A save over a newer record: what counts, while what was sent is kept aside."""

    stored: Rating


@dataclass(frozen=True, slots=True)
class Sample:
    """What is judged: the items drawn, the form, and the settings that make it this study and no other."""

    form: RatingForm
    items: Sequence[Item]
    seed: int = 0
    by_id: dict[str, Item] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_id", {item.id: item for item in self.items})

    @property
    def settings(self) -> dict[str, str]:
        """What a file of ratings must have been begun with to be gone on with: form, items and their content, seed."""
        asked = [(item.id, item.question, item.answer, item.evidence, item.documents) for item in self.items]
        return {
            "form": f"{self.form.name}: {', '.join(self.form.columns)}",
            "items": f"{len(self.items)} ({content_id('i', asked)})",
            "seed": str(self.seed),
        }


class Desk:
    """The ratings of one sample in one folder, open for one program; safe for many threads of it."""

    def __init__(self, folder: Path, *, sample: Sample, clock: Callable[[], str]) -> None:
        """Open the folder's ratings, or begin them.

        Raises:
            UsageError: The folder has other things in it, or another program has its ratings open.
            ResumeMismatch: They were begun with another form, sample or seed.
            InvalidRecord: The file is damaged; it is left as it is.
        """
        _refuse_strange(folder)
        self.folder, self.sample, self.clock = folder, sample, clock
        self.lock = threading.RLock()
        self._ratings: dict[tuple[str, str], Rating] = {}
        self._raters: dict[str, Rater] = {}
        with ExitStack() as undo:
            self._journal = undo.enter_context(Journal(folder / FILE, settings=sample.settings))
            for key in self._journal:
                self._recall(key)
            undo.pop_all()

    @property
    def raters(self) -> tuple[Rater, ...]:
        """All who have begun, by id."""
        with self.lock:
            return tuple(self._raters[name] for name in sorted(self._raters))

    def rater(self, name: str) -> Rater:
        """Give the rater of an id.

        Raises:
            UnknownName: Nobody began under it.
        """
        found = self._raters.get(name)
        if found is None:
            raise UnknownName(name, kind="rater", known=())
        return found

    def register(self, rater: Rater) -> Rater:
        """Keep a rater's record; whoever is known already stays as they are."""
        with self.lock:
            if rater.id not in self._raters:
                self._journal.put(f"rater/{rater.id}", Outcome(index=0, value=to_json(rater)))
                self._raters[rater.id] = rater
            return self._raters[rater.id]

    def order(self, rater: str) -> tuple[str, ...]:
        """Give the ids of a rater's items in this rater's own order, which the seed decides (case I07).

        Where the form wants it, items that they wrote themselves are left out.
        """
        theirs = [item.id for item in self.sample.items if self._may_judge(rater, item)]
        rng_for(self.sample.seed, f"order {rater}").shuffle(theirs)
        return tuple(theirs)

    def _may_judge(self, rater: str, item: Item) -> bool:
        return not (self.sample.form.other_than_author and author_of(item) == rater)

    def latest(self, rater: str, item: str) -> Rating | None:
        """Give the record that counts; None where nothing was saved."""
        return self._ratings.get((rater, item))

    def save(self, sent: Rating) -> Rating | Stale:
        """Append a record, stamped with its time and version; `sent.version` is what the page had seen.

        Raises:
            UnknownName: The item is not among this rater's, or nobody began under this id.
            EvidocError: It could not be written.
        """
        with self.lock:
            rater, item = self.rater(sent.rater).id, self.sample.by_id.get(sent.item)
            if item is None or not self._may_judge(rater, item):
                raise UnknownName(sent.item, kind="item", known=())
            stored = self.latest(sent.rater, sent.item) or Rating(item=sent.item, rater=sent.rater)
            if stored.version and _is_repeated(sent, stored):
                return stored
            stamped = replace(sent, version=stored.version + 1, at=self.clock(), seconds=_sum(stored.seconds, sent.seconds))
            if sent.version != stored.version:
                self._put(f"aside/{sent.rater}/{sent.item}/{sent.token}", replace(stamped, version=sent.version))
                return Stale(stored=stored)
            self._put(f"rating/{sent.rater}/{sent.item}", stamped)
            self._ratings[sent.rater, sent.item] = stamped
            return stamped

    def close(self) -> None:
        """Let go of the file; safe to repeat."""
        with self.lock:
            self._journal.close()

    def _put(self, key: str, rating: Rating) -> None:
        self._journal.put(key, Outcome(index=0, value=to_json(rating)))

    def _recall(self, key: str) -> None:
        kind, _, _ = key.partition("/")
        value = self._journal.get(key).value or b"null"
        place = f"{self.folder / FILE}: {key}"
        if kind == "rater":
            rater = from_json(value, Rater, place=place)
            self._raters[rater.id] = rater
        elif kind == "rating":
            rating = from_json(value, Rating, place=place)
            self._ratings[rating.rater, rating.item] = rating


def author_of(item: Item) -> str:
    """Give who wrote an item, as its construction says; empty where nobody is named."""
    return next((slot.value.strip().lower() for slot in item.construction.slots if slot.name == AUTHOR), "")


def _is_repeated(sent: Rating, stored: Rating) -> bool:
    """Say whether the same page sent the same again, as a double click does; another rating from it is another record."""
    same = (sent.values, sent.comment, sent.skipped) == (stored.values, stored.comment, stored.skipped)
    return same and sent.token == stored.token


def _refuse_strange(folder: Path) -> None:
    """Refuse to write among other things; hidden files are overlooked. Files of our names are ours beside ratings alone."""
    if not folder.is_dir():
        return
    own = _OWN if (folder / FILE).is_file() else (".",)
    strange = sorted(path.name for path in folder.iterdir() if not path.name.startswith(own))
    if strange:
        raise UsageError(f"{folder} has {strange[0]} in it and is not a place for ratings; give --out another folder")


def _sum(one: float | None, other: float | None) -> float | None:
    known = [seconds for seconds in (one, other) if seconds is not None]
    return round(sum(known), 1) if known else None
