"""A text in marked form: every name of the pool and every number in it replaced by a token that says what it is.

`⟦m:Linens Replaced⟧` is a metric, `t` a timestamp, `g` a group, `e` an entity; `⟦n:1250|items⟧` is a number with its unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from evidoc.recipes.dochop._records import Pool

_NUMBER = r"-?\d(?:[\d,]*\d)?(?:\.\d+)?"
_POINTS = ("percentage points", "个百分点")
TOKEN = re.compile(r"⟦([a-z]):([^⟧]*)⟧")


@lru_cache(maxsize=4)
def marked(text: str, pool: Pool) -> str:
    """Put tokens in place of the names of a pool and of all numbers; the last texts are kept, for several gates read each."""
    pattern, kinds = _vocabulary(pool)
    return pattern.sub(lambda found: _token(found, kinds), text)


def _token(found: re.Match[str], kinds: dict[str, str]) -> str:
    name = found["name"]
    if name is not None:
        return f"⟦{kinds[name]}:{name}⟧"
    return f"⟦n:{(found['with'] or found['bare']).replace(',', '')}|{found['unit'] or ''}⟧"


@lru_cache(maxsize=64)
def _vocabulary(pool: Pool) -> tuple[re.Pattern[str], dict[str, str]]:
    kinds = dict.fromkeys(pool.entities, "e") | dict.fromkeys(pool.timestamps, "t")
    kinds |= {member: "g" for dimension in pool.dimensions for member in dimension.members}
    kinds |= {metric.name: "m" for metric in pool.metrics}
    units = {"%", _POINTS[pool.language == "zh"], *(metric.unit for metric in pool.metrics)}
    before, after = ("", "") if pool.language == "zh" else (r"(?<![\w⟦])", r"(?!\w)")
    united = rf"(?P<with>{_NUMBER}) ?(?P<unit>{any_of(units)})(?![A-Za-z])"
    return re.compile(rf"{before}(?:{united}|(?P<name>{any_of(kinds)}){after}|(?P<bare>{_NUMBER}))"), kinds


def any_of(words: Iterable[str]) -> str:
    """Give the pattern of one of some words, of which a longer one goes before its own beginning."""
    return "(?:" + "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) + ")"
