"""A pool written by a model: the names only, held to the same rules as the bundled ones (DH-01, DH-04).

A pool with a fault, or too much like a known one, is not mended but refused with the reasons; the model is told them and may
write another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import msgspec
from msgspec.structs import replace

from evidoc.errors import Waiting
from evidoc.models import Model
from evidoc.models.structured import ask_json
from evidoc.recipes.dochop._pool_rules import faults_of_pool
from evidoc.recipes.dochop._pools import alike, pools
from evidoc.recipes.dochop._records import Dimension, Metric, Pool
from evidoc.records.record import Record
from evidoc.records.reply import Message, Prompt, TextPart
from evidoc.wording import Wording, fenced

_WORDING = Wording("evidoc.recipes.dochop")

_LANGUAGES = {"en": "English", "zh": "Chinese"}
_TRIES = 2  # pools that a model may write of one domain


class MetricDraft(msgspec.Struct, frozen=True, kw_only=True):
    """A metric as a model writes it; the edges of its range are text, so that no digit is lost."""

    name: str
    unit: str
    low: str = msgspec.field(default="0")
    high: str = msgspec.field(default="0")
    decimals: int = 0
    additive: bool = True
    dimension: str = ""


class DimensionDraft(msgspec.Struct, frozen=True, kw_only=True):
    """A dimension as a model writes it."""

    name: str
    plural: str
    members: list[str]


class PoolDraft(msgspec.Struct, frozen=True, kw_only=True):
    """A pool as a model writes it."""

    id: str
    domain: str
    topic: str
    singular: str
    plural: str
    kicker: str
    entities: list[str]
    timestamps: list[str]
    period: str
    periods: str
    dimensions: list[DimensionDraft]
    metrics: list[MetricDraft]


class Written(Record, frozen=True, kw_only=True):
    """A pool that a model wrote, or the reasons why none is used; `by` says which model, wording and prompt.

    `refused` are the faults of one that it wrote before.
    """

    pool: Pool | None = None
    reasons: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    by: str = ""


def write_pool(model: Model, *, domain: str, known: Sequence[Pool], language: str = "en") -> Written:
    """Ask a model for a pool of a domain, unlike all that are known; once more, with the faults, where that has some.

    Raises:
        Waiting: The reply is not there yet.
        BudgetSpent: Nothing may be asked any more.
    """
    refused: tuple[str, ...] = ()
    for _ in range(_TRIES):
        prompt = _prompt(domain, language, refused=refused)
        asked = ask_json(model, prompt, PoolDraft)
        if asked.value is None:
            found = Written(reasons=(f"no pool was read: {asked.how}",))
        else:
            found = checked(asked.value, known=known, language=language)
        found = replace(found, refused=refused, by=f"{model.name}, {_WORDING.version('pool')}, {prompt.id}")
        if found.pool is not None:
            break
        refused = found.reasons
    return found


def write_pools(model: Model, domains: Sequence[str], *, language: str = "en") -> tuple[Written, ...]:
    """Have a model write a pool of each domain, unlike the bundled ones and those written before it.

    Raises:
        Waiting: A reply is not there yet; all that can be asked by then has been asked.
        BudgetSpent: Nothing may be asked any more.
    """
    known = list(pools())
    written, waiting = [], None
    for domain in domains:
        try:
            found = write_pool(model, domain=domain, known=known, language=language)
        except Waiting as error:
            waiting = error
            continue
        written.append(found)
        known += [found.pool] if found.pool is not None else []
    if waiting is not None:
        raise waiting
    return tuple(written)


def _prompt(domain: str, language: str, *, refused: Sequence[str]) -> Prompt:
    filled = {
        "domain": domain,
        "language": _LANGUAGES.get(language, "English"),
        "taken": "; ".join(pool.topic for pool in pools(language)) or "none",
        "refused": fenced("faults", "\n".join(refused)) if refused else "none",
    }
    return Prompt(messages=(Message(role="user", parts=(TextPart(text=_WORDING.words("pool", filled=filled)),)),))


def checked(draft: PoolDraft, *, known: Sequence[Pool], language: str) -> Written:
    """Hold a draft to the rules of pools."""
    odd = [
        f"metric {metric.name!r}: range {metric.low!r} to {metric.high!r}" for metric in draft.metrics if not _is_ranged(metric)
    ]
    if odd:
        return Written(reasons=tuple(odd))
    pool = _pool(draft, language)
    faults = faults_of_pool(pool)
    pairs = (entry for other in known for entry in alike((pool, other)))
    faults += [f"shares {share:.0%} of its names with {other}" for _, other, share in pairs]
    if any(pool.id == other.id or pool.topic.casefold() == other.topic.casefold() for other in known):
        faults.append(f"topic {pool.topic!r} or id {pool.id!r} is taken")
    return Written(reasons=tuple(faults)) if faults else Written(pool=pool)


def _is_ranged(metric: MetricDraft) -> bool:
    return all(edge.replace(".", "", 1).isdecimal() and len(edge) <= 12 for edge in (metric.low, metric.high))


def _pool(draft: PoolDraft, language: str) -> Pool:
    return Pool(
        id=draft.id.strip(),
        domain=draft.domain,
        topic=draft.topic,
        singular=draft.singular,
        plural=draft.plural,
        entities=tuple(draft.entities),
        metrics=tuple(
            Metric(
                name=metric.name,
                unit=metric.unit,
                low=Decimal(metric.low),
                high=Decimal(metric.high),
                decimals=metric.decimals,
                additive=metric.additive,
                dimension=metric.dimension,
            )
            for metric in draft.metrics
        ),
        dimensions=tuple(
            Dimension(name=entry.name, plural=entry.plural, members=tuple(entry.members)) for entry in draft.dimensions
        ),
        timestamps=tuple(draft.timestamps),
        period=draft.period,
        periods=draft.periods,
        kicker=draft.kicker,
        language=language,
    )
