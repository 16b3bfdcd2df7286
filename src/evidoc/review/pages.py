"""The pages as HTML: our templates, all text escaped, nothing loaded from anywhere but this program."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from evidoc import __version__
from evidoc.flow.rating_form import Field, Level, RatingForm
from evidoc.reports.html_file import html_environment, own_text
from evidoc.review.entries import is_asked

if TYPE_CHECKING:
    from jinja2 import Environment

_WITH_KEYS = 9  # levels of a field that have a key


class Pages:
    """The templates of the app, loaded once."""

    @cached_property
    def environment(self) -> Environment:
        """Our templates over those of the reports, whose looks they share."""
        from jinja2 import ChoiceLoader, PackageLoader

        environment = html_environment()
        assert environment.loader is not None
        environment.loader = ChoiceLoader([PackageLoader("evidoc.review"), environment.loader])
        environment.globals.update(version=__version__, key_of=key_of, asks=is_asked, point=_point, three=_three)
        return environment

    @cached_property
    def style(self) -> str:
        """The style sheet."""
        return str(own_text(self.environment, "base.css", "review.css"))

    @cached_property
    def script(self) -> str:
        """The script; every page works without it."""
        return str(own_text(self.environment, "review.js"))

    def page(self, name: str, form: RatingForm, **shown: object) -> str:
        """Give a page with what is shown on it."""
        return self.environment.get_template(f"{name}.html.j2").render(form=form, **shown)


def key_of(field: Field, level: Level) -> str:
    """Give the key that chooses a level: its number, where all are numbers, else its place; empty where it has none.

    A half is chosen by 5, its last sign.
    """
    place = field.levels.index(level) + 1
    if all(_is_number(one.value) for one in field.levels):
        keys = [one.value[-1] if "." in one.value else one.value for one in field.levels]
        return keys[place - 1] if len(keys[place - 1]) == 1 and keys.count(keys[place - 1]) == 1 else ""
    return str(place) if place <= _WITH_KEYS else ""


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal()


def _point(value: float) -> str:
    """Give a length in points as short as SVG takes it."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _three(value: float | None) -> str:
    """Give a figure with three decimals and no minus before zero; a dash where it is undefined."""
    return "–" if value is None else f"{round(value, 3) + 0.0:.3f}"
