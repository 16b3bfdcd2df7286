"""Systems that need no model: `baseline/bm25`, `baseline/gold`, `baseline/empty`, `baseline/random`, `baseline/guess`.

`baseline/mistakes(rate=0.1)` answers from the symbolic record that some recipes keep, and errs at each step with that chance.

For questions of which entities answer (view `entities`) there are `baseline/indices_gold`, `…_all`, `…_random(k=5)`,
`…_tfidf(k=5)` and `…_frequent(k=5)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from inspect import Parameter, signature

from evidoc.errors import UnknownName, UsageError
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item
from evidoc.records.reply import Reply, Response
from evidoc.shelf import read_spec
from evidoc.systems import _index_baselines as indices
from evidoc.systems import _symbolic as symbolic
from evidoc.systems._extracting import extracted
from evidoc.systems._settings import SystemSettings
from evidoc.systems._viewing import ContextOf
from evidoc.views import Context, check_access

_KEYWORD_ONLY = Parameter.KEYWORD_ONLY


@dataclass(frozen=True, kw_only=True)
class Baseline:
    """A system that a few rules make; it takes no time and costs nothing."""

    name: str
    reply: Callable[[Item, Context, int], Reply]
    contexts: ContextOf
    inputs: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    def respond(self, item: Item, corpus: Corpus) -> Response:
        """Respond by the rules alone, so that the same item always gets the same reply."""
        return Response(reply=self.reply(item, self.contexts.of(corpus), self.contexts.settings.seed))


def connect(name: str, *, settings: SystemSettings) -> Baseline:
    """Give the baseline of a name.

    `bm25` retrieves blocks and extracts a number, a yes or no, or a sentence from the best of them;
    `gold` gives the right answer with the right places, the highest score that there is; `empty` says
    nothing, the lowest; `random` says something of a random block; `guess` sees the question alone;
    `mistakes(rate=0.1)` reads the symbolic record of items that have one, and errs at each step with that
    chance. Of the entities of the view `entities`, `indices_gold` names the right ones, `indices_all` every
    one, `indices_random(k=5)` so many by chance, `indices_tfidf(k=5)` those most like the question, and
    `indices_frequent(k=5)` those that are right most often in the training split.

    Raises:
        UnknownName: There is no such baseline, or it has no such option.
        UsageError: The options cannot be read, or no item of the bench has what the baseline answers from.
    """
    bare, options = read_spec(name)
    if bare not in BASELINES:
        raise UnknownName(f"baseline/{bare}", kind="system", known=tuple(f"baseline/{known}" for known in sorted(BASELINES)))
    known = [parameter.name for parameter in signature(BASELINES[bare]).parameters.values() if parameter.kind is _KEYWORD_ONLY]
    for option in options:
        if option not in known:
            raise UnknownName(option, kind=f"option of baseline/{bare}", known=tuple(known))
    check_access(settings.access)
    _refuse_hopeless(bare, options, settings)
    inputs = {"view": settings.view} if bare.startswith("indices_") else {}  # so that a table tells the tasks apart
    reply = partial(BASELINES[bare], **options)
    return Baseline(name=f"baseline/{name.strip()}", reply=reply, contexts=ContextOf(settings), inputs=inputs)


def _refuse_hopeless(name: str, options: Mapping[str, object], settings: SystemSettings) -> None:
    """Refuse at once what would fail at every item."""
    if name != "mistakes":
        return
    symbolic.check_rate(options.get("rate", 0.0))
    if settings.bench is not None and not any(symbolic.is_readable(item) for item in settings.bench.items()):
        raise UsageError(
            "baseline/mistakes answers from the symbolic record of how items were made, and no item of the bench keeps one; "
            "take a bench that evidoc made with dochop, or another baseline"
        )


def _bm25(item: Item, context: Context, seed: int) -> Reply:
    return extracted(item, context)


def _gold(item: Item, context: Context, seed: int) -> Reply:
    from evidoc.answers.gold import gold_reply

    return Reply(text=gold_reply(item, [context.corpus.pages(link.id) for link in item.documents]))


def _empty(item: Item, context: Context, seed: int) -> Reply:
    return Reply(status="empty")


def _random(item: Item, context: Context, seed: int) -> Reply:
    from evidoc.systems._chance import by_chance

    return by_chance(item, context, seed=seed)


BASELINES: Mapping[str, Callable[..., Reply]] = {
    "bm25": _bm25,
    "gold": _gold,
    "empty": _empty,
    "guess": symbolic.guessed,
    "mistakes": symbolic.with_mistakes,
    "random": _random,
    "indices_all": indices.all_indices,
    "indices_frequent": indices.frequent_indices,
    "indices_gold": indices.gold_indices,
    "indices_random": indices.random_indices,
    "indices_tfidf": indices.similar_indices,
}
