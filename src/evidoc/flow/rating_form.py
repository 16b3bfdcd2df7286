"""rating form: what people are shown of an item and what they are asked about it, as a TOML file.

One definition serves rating sheets (`evidoc agree --form`), the web pages (`evidoc review --form`) and what reads them
back: a field with levels is the column `accuracy [1-4]`. Evidoc's own forms lie in `forms/`; anybody's file will do.
Source: X-34 (forms are configurable), DHQ-80, DH-44, DHQ-139, SD-45, SD-54, CV-43, PQ-56.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal

import msgspec

from evidoc.errors import InvalidRecord, UnknownName, UsageError
from evidoc.flow._ratings import OWN_ANSWER, OWN_EVIDENCE
from evidoc.records.record import Record

Shown = Literal["answer", "right answer", "evidence", "documents", "trace", "contract"]
FieldKind = Literal["levels", "words", "passages"]
# columns of sheets, and what a page sends beside its fields
TAKEN = frozenset(
    ("item", "document", "documents", "question", "answer", "right answer", "evidence", "rater", "comment")
    + ("seconds", "version", "token", "action")
)
_NAME = re.compile(r"[a-z][a-z0-9_]*(?: [a-z0-9_]+)*")
_FORM_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
_VALUE = re.compile(r"[^\s,\[\]](?:[^,\[\]\n]*[^\s,\[\]])?")
_MOST_LEVELS = 11  # 0 to 10 is the longest rating scale in use


class Level(Record, frozen=True, kw_only=True):
    """One answer to choose: the value that is kept, what it means, and whether who takes it must say why."""

    value: str
    says: str = ""
    needs_comment: bool = False


class Field(Record, frozen=True, kw_only=True):
    """One thing that is asked: a choice of levels, words of one's own, or passages of the documents.

    `asked_with` names answers to an earlier field, `verdict=revise` for one, with which this one is asked; with others it is
    left out. What is asked must be answered.
    """

    name: str
    title: str
    asks: str = ""
    kind: FieldKind = "levels"
    levels: tuple[Level, ...] = ()
    asked_with: tuple[str, ...] = ()

    @property
    def column(self) -> str:
        """The field's column in a sheet, with its scale where it has one."""
        return f"{self.name} [{_scale(self.levels)}]" if self.levels else self.name

    def level(self, value: str) -> Level | None:
        """Give the level of a value; None where there is no such level."""
        return next((level for level in self.levels if level.value == value), None)


class RatingForm(Record, frozen=True, kw_only=True):
    """A form: its purpose in words, what it shows beside the question, and its fields in order.

    `consent` is the sentence that people agree to, where evidoc's own will not do.
    `of` says whether it is about a bench or a scored run. A `blind` form shows what all found together only when all of it
    is in. With `other_than_author` nobody judges an item that they wrote themselves.
    """

    name: str
    title: str
    purpose: str
    consent: str = ""
    of: Literal["bench", "run"] = "bench"
    shows: tuple[Shown, ...] = ()
    fields: tuple[Field, ...] = ()
    blind: bool = True
    other_than_author: bool = False
    source: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a sheet that are filled in, without the comment."""
        return tuple(field.column for field in self.fields)

    @property
    def asks_for_answers(self) -> bool:
        """Whether people answer the question themselves."""
        return any(field.name == OWN_ANSWER for field in self.fields)

    def answer_in(self, values: Mapping[str, str]) -> str:
        """Give what a person answered, from the values of their fields; empty where the form does not ask for it."""
        return values.get(OWN_ANSWER, "") if self.asks_for_answers else ""

    def field(self, name: str) -> Field | None:
        """Give the field of a name; None where there is none."""
        return next((field for field in self.fields if field.name == name), None)


def form_names() -> tuple[str, ...]:
    """Give the names of evidoc's own forms, sorted."""
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in _folder().iterdir() if entry.name.endswith(".toml")))


def load_form(name: str) -> RatingForm:
    """Give one of evidoc's own forms by its name, or anybody's by the path of its TOML file.

    Raises:
        UnknownName: There is no form of this name.
        UsageError: The file cannot be read.
        InvalidRecord: The file is no form; the message names all its faults.
    """
    if name.endswith(".toml") or "/" in name:
        path = Path(name)
        try:
            return read_form(path.read_text(encoding="utf-8"), place=name)
        except OSError as error:
            raise UsageError(f"{path} cannot be read ({error.strerror}); give the TOML file of a form") from error
        except UnicodeDecodeError as error:
            raise InvalidRecord(f"{path}: byte {error.start} is not UTF-8; save the file as UTF-8") from error
    if name not in form_names():
        raise UnknownName(name, kind="form", known=form_names())
    return read_form(_folder().joinpath(f"{name}.toml").read_text(encoding="utf-8"), place=f"{name}.toml")


def read_form(text: str, *, place: str) -> RatingForm:
    """Read a form from TOML.

    Raises:
        InvalidRecord: The text is no TOML, or no form; the message names all its faults.
    """
    try:
        form = msgspec.convert(tomllib.loads(text), RatingForm)
    except tomllib.TOMLDecodeError as error:
        raise InvalidRecord(f"{place}: not TOML ({error}); see docs/how-to/review-with-people.md") from error
    except msgspec.ValidationError as error:
        raise InvalidRecord(f"{place}: no form ({error}); see docs/how-to/review-with-people.md") from error
    faults = list(_faults(form))
    if faults:
        raise InvalidRecord(f"{place}: {'; '.join(faults)}")
    return form


def _folder() -> Traversable:
    return files("evidoc.flow").joinpath("forms")


def _scale(levels: tuple[Level, ...]) -> str:
    """Write levels as a sheet's column does: the ends of whole numbers in steps of one, else all of them."""
    values = [level.value for level in levels]
    numbers = sorted(int(value) for value in values if value.isdecimal())
    if len(numbers) == len(values) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}-{numbers[-1]}"
    return ",".join(values)


def _faults(form: RatingForm) -> Iterator[str]:
    if not _FORM_NAME.fullmatch(form.name):
        yield f"name {form.name!r} cannot name a folder; give one of a-z, 0-9, _ and -"
    if not form.fields:
        yield "the form asks nothing; give it a [[fields]]"
    names = [field.name for field in form.fields]
    yield from (f"field {name!r} comes twice; name each once" for name in sorted({one for one in names if names.count(one) > 1}))
    known: dict[str, Field] = {}
    for field in form.fields:
        yield from _field_faults(field, known)
        known[field.name] = field


def _field_faults(field: Field, known: dict[str, Field]) -> Iterator[str]:
    if not _NAME.fullmatch(field.name) or field.name in TAKEN:
        yield f"field {field.name!r}: the name is taken or has other signs than a-z, 0-9, _ and single spaces; give another"
    if field.kind == "passages" and field.name != OWN_EVIDENCE:
        yield f"field {field.name!r}: passages are read back from {OWN_EVIDENCE!r}; call it so"
    values = [level.value for level in field.levels]
    if (field.kind == "levels") != bool(values):
        yield f"field {field.name!r}: only fields of the kind levels have levels; give two or more, or another kind"
    elif values and not (2 <= len(values) == len(set(values)) and len(values) <= _MOST_LEVELS):
        yield f"field {field.name!r}: {len(values)} levels; give 2 to {_MOST_LEVELS}, all different"
    for value in values:
        if not _VALUE.fullmatch(value):
            yield f"field {field.name!r}: level {value!r} has commas, brackets or spaces at its ends; leave them out"
    for wish in field.asked_with:
        name, _, value = wish.partition("=")
        if name not in known or known[name].level(value) is None:
            yield f"field {field.name!r}: asked_with {wish!r} is no level of a field above it; write name=value"
