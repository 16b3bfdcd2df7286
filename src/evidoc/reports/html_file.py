"""What all our HTML files have in common: nothing is loaded, style and script are let in by digest, text is escaped."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING

from markupsafe import Markup

from evidoc.reports.words import count, percent, printable, short

if TYPE_CHECKING:
    from jinja2 import Environment


def html_environment() -> Environment:
    """Give an environment of our templates, in which all text is made printable, then escaped."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("evidoc.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_clean,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "percent": percent,
        "signed": lambda value: percent(value, sign=True),
        "count": _counted,
        "cut": lambda text, limit: printable(text, limit=limit),
        "short": short,
    }
    return environment


def own_text(environment: Environment, *names: str) -> Markup:
    """Give some of our own files, one after another, as they are; none holds what would end the element it goes into."""
    assert environment.loader is not None
    return Markup("").join(Markup(environment.loader.get_source(environment, name)[0]) for name in names)


def policy(style: str, script: str) -> str:
    """Allow this style, this script and pictures from this file or its folder, and nothing else."""
    return (
        f"default-src 'none'; img-src data: 'self' file:; style-src {_hash(style)}; script-src {_hash(script)}; "
        "base-uri 'none'; form-action 'none'"
    )


def _clean(value: object) -> object:
    if isinstance(value, Markup):
        return Markup(printable(value, limit=len(value)))  # escaped already
    return printable(value, limit=len(value)) if isinstance(value, str) else value


def _counted(number: int, noun: str, plural: str = "") -> str:
    return count(number, noun, plural)


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
