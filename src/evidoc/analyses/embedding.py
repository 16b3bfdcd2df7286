"""Where questions lie among each other as vectors, on a plane, and how far their kinds lie apart.

Source: DHQ-103; figure 25 of DocHop-QA, which has the hidden states of a model: give such vectors, of any model, with
`vectors`. Perplexity and seed are not stated there; 30 and 42 are ours.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from evidoc.errors import InvalidRecord, MissingDependency, NothingKept, UsageError
from evidoc.records.analysis import Analysis, Cell, PointGroup, Points, StatsTable
from evidoc.records.bench import Bench
from evidoc.records.item import Item
from evidoc.retrieval import open_encoder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

By = Literal["type", "kind", "concept", "answerability"]

PERPLEXITY, SEED = 30.0, 42  # DHQ-103 [D]
_FEWEST = 4  # questions that can be laid out
_UNANSWERABLE = ("unanswerable", "not answerable")
_IDS = ".ids.txt"


def analyse(bench: Bench, *, by: By = "type", encoder: str = "", context: bool = False, vectors: str = "") -> Analysis:
    """Lay the questions out by t-SNE, coloured by type, kind, concept or answerability, and give the silhouette of these groups.

    `encoder` is `minilm` (extra `dense`), `svd` (fitted on these texts), or a Python function; without it the best that is
    installed. With `context` the text of the evidence is encoded with the question. `vectors` is a file of rows from
    elsewhere, such as `states.npy`; `states.ids.txt` beside it has the id of each row's item, one a line.

    Raises:
        UsageError: An option cannot be used, or there are too few questions.
        MissingDependency: scikit-learn is not installed.
        InvalidRecord: The vectors do not fit the bench.
    """
    if by not in get_args(By):
        raise UsageError(f"by={by!r}; take one of {', '.join(get_args(By))}")
    if vectors and (encoder or context):
        raise UsageError("vectors are given, so that nothing is encoded; leave encoder and context out")
    items = list(bench.items())
    found = _read(Path(vectors), items) if vectors else _encoded(items, encoder, with_context=context)
    groups = [_GROUPS[by](item) for item in found.items]
    plane = _laid_out(found.rows)
    return Analysis(
        name="embedding",
        title=f"Questions as vectors, by {by}",
        note=(
            f"Vectors of {found.source}; t-SNE with perplexity {_perplexity(len(groups)):g} and seed {SEED}. The silhouette is "
            "the mean over all questions, from -1 to 1: near 0 the groups overlap. On the plane, distances between groups far "
            "apart mean little."
        ),
        tables=(_separation(found.rows, plane, groups), _sizes(groups)),
        figures=(_figure(plane, groups, by),),
        left_out=found.left_out,
    )


@dataclass(frozen=True, slots=True)
class _Found:
    """Items with a row of numbers each, where these are from, and what had none."""

    items: Sequence[Item]
    rows: Vectors
    source: str
    left_out: tuple[str, ...] = ()


def _concept(item: Item) -> str:
    return item.task.concept or "no concept"


def _answerability(item: Item) -> str:
    return "unanswerable" if item.answer.text.lower().strip(" .") in _UNANSWERABLE else "answerable"


_GROUPS: Mapping[str, Callable[[Item], str]] = {
    "type": lambda item: item.task.type,
    "kind": lambda item: item.task.kind,
    "concept": _concept,
    "answerability": _answerability,
}


def _encoded(items: Sequence[Item], encoder: str, *, with_context: bool) -> _Found:
    _refuse_few(len(items))
    texts = [_text(item, with_context=with_context) for item in items]
    opened = open_encoder(encoder, fit=texts)
    what = "question and evidence" if with_context else "question"
    return _Found(items, opened.encode(texts), f"{what} by {opened.name}")


def _text(item: Item, *, with_context: bool) -> str:
    evidence = (evidence.text for evidence in item.needed) if with_context else ()
    return "\n".join((item.question, *evidence))


def _read(path: Path, items: Sequence[Item]) -> _Found:
    """Read rows and the ids of their items; items without a row are counted."""
    import numpy as np

    ids_path = path.with_suffix(_IDS)
    for needed in (path, ids_path):
        if not needed.is_file():
            raise UsageError(
                f"{needed}: no such file; vectors are rows in NAME.npy with the items' ids in NAME{_IDS}, one a line"
            )
    ids = ids_path.read_text(encoding="utf-8").split()
    try:
        rows = np.load(path, allow_pickle=False)
    except (ValueError, EOFError, OSError) as error:
        raise InvalidRecord(f"{path}: not an array that NumPy reads: {error}; write it with numpy.save") from error
    if rows.ndim != 2 or len(rows) != len(ids) or rows.dtype.kind not in "fiu" or not np.isfinite(rows).all():
        raise InvalidRecord(f"{path}: {rows.dtype} {rows.shape} for {len(ids)} ids; give one row of finite numbers for each id")
    place = {item: number for number, item in enumerate(ids)}
    unknown = sorted(place.keys() - {item.id for item in items})
    if unknown or len(place) < len(ids):
        fault = f"{unknown[0]!r} is not in the bench" if unknown else "an id stands twice"
        raise InvalidRecord(f"{ids_path}: {fault}; give the ids of items of this bench, each once")
    kept = [item for item in items if item.id in place]
    _refuse_few(len(kept))
    left = len(items) - len(kept)
    return _Found(
        kept,
        np.asarray(rows[[place[item.id] for item in kept]], dtype=np.float32),
        path.name,
        (f"{left} items without a row in {path.name}",) if left else (),
    )


def _refuse_few(count: int) -> None:
    if count < _FEWEST:
        raise NothingKept(f"{count} questions; at least {_FEWEST} are needed to lay them out")


def _perplexity(count: int) -> float:
    return min(PERPLEXITY, (count - 1) / 3)  # t-SNE looks at three times as many neighbours


def _laid_out(rows: Vectors) -> Vectors:
    """Give a place on the plane for every row."""
    try:
        from sklearn.manifold import TSNE
    except ImportError as error:
        raise MissingDependency("scikit-learn", extra="recipes", purpose="laying questions out by t-SNE") from error
    start = "pca" if min(rows.shape) >= 2 and rows.std() > 0 else "random"
    laid = TSNE(
        perplexity=_perplexity(len(rows)),
        init=start,
        random_state=SEED,
        n_jobs=1,
        method="exact" if len(rows) < 500 else "barnes_hut",
    )
    plane: Vectors = laid.fit_transform(rows)
    return plane


def _separation(rows: Vectors, plane: Vectors, groups: Sequence[str]) -> StatsTable:
    found = (("vectors", rows.shape[1], _silhouette(rows, groups)), ("plane", 2, _silhouette(plane, groups)))
    return StatsTable(
        name="separation", title="How far the groups lie apart", header=("space", "dimensions", "silhouette"), rows=found
    )


def _silhouette(rows: Vectors, groups: Sequence[str]) -> Cell:
    """Give the mean silhouette; none where there is one group, or each question is one of its own."""
    from sklearn.metrics import silhouette_score

    if not 2 <= len(set(groups)) < len(groups):
        return None
    return round(float(silhouette_score(rows, groups)), 4)


def _sizes(groups: Sequence[str]) -> StatsTable:
    rows = tuple(sorted(Counter(groups).items(), key=lambda pair: (-pair[1], pair[0])))
    return StatsTable(name="groups", title="Questions by group", header=("group", "questions"), rows=rows)


def _figure(plane: Vectors, groups: Sequence[str], by: str) -> Points:
    points: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for group, (x, y) in zip(groups, plane.tolist(), strict=True):
        points[group].append((round(x, 3), round(y, 3)))
    return Points(
        name=f"by_{by}",
        title=f"Questions by {by}",
        x="t-SNE 1",
        y="t-SNE 2",
        groups=tuple(PointGroup(name=name, points=tuple(places)) for name, places in sorted(points.items())),
    )
