"""Scored runs side by side: opened, checked to be over the same items, and read row by row."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath
from shlex import quote

from evidoc.errors import InvalidRecord, UsageError
from evidoc.flow._totals import ScoreSummary
from evidoc.flow.score import bench_digest, read_summary
from evidoc.records.bench import RunFolder, open_run
from evidoc.records.item import Item
from evidoc.records.score import Score
from evidoc.reports.content import Effort, RunFacts

_SAID = ("system", "view", "access", "seed", "answer_tokens")  # settings of a run with an option of `evidoc ask`
_UNSAID = {"language": "", "temperature": "0", "parameters": "{}"}  # those without one, and what they are where none is given


def open_scored(paths: Sequence[Path]) -> tuple[RunFolder, ...]:
    """Open runs that can be compared.

    Raises:
        UsageError: None is given, one is given twice, or they are of different benches.
        InvalidRecord: One was not scored.
    """
    if not paths:
        raise UsageError("no run is given; give at least one scored run folder")
    runs = tuple(open_run(path) for path in paths)
    missing = [str(run.folder) for run in runs if not (run.folder / "scores.jsonl").is_file()]
    if missing:
        raise InvalidRecord(f"not scored yet: {', '.join(missing)}; run evidoc score on each first")
    if len({run.folder.resolve() for run in runs}) < len(runs):
        raise UsageError(f"a run is given twice among {', '.join(map(str, paths))}; give each once")
    digests = {bench_digest(run): run for run in runs}
    if len(digests) > 1:
        listed = ", ".join(f"{run.folder} over {run.bench.folder.resolve()} ({digest[:12]})" for digest, run in digests.items())
        raise UsageError(f"the runs are over different items: {listed}; report runs of one bench, or evidoc compare two of them")
    return runs


def aligned_scores(runs: Sequence[RunFolder]) -> Iterator[tuple[Item, tuple[Score, ...]]]:
    """Give each item with every run's score, in the order of the bench.

    Raises:
        InvalidRecord: A run's scores are not one row an item in that order.
    """
    streams = [run.scores() for run in runs]
    for number, item in enumerate(runs[0].bench.items(), 1):
        row = tuple(_next(stream, item, run, number) for stream, run in zip(streams, runs, strict=True))
        yield item, row
    for stream, run in zip(streams, runs, strict=True):
        if next(stream, None) is not None:
            raise InvalidRecord(f"{run.folder}/scores.jsonl has more rows than the bench has items; score the run again")


def facts_of(runs: Sequence[RunFolder]) -> tuple[RunFacts, ...]:
    """Say of each run what a report shows."""
    return tuple(_facts(run, name=name) for run, name in zip(runs, names_of(runs), strict=True))


def names_of(runs: Sequence[RunFolder]) -> tuple[str, ...]:
    """Name each run by its system; runs of the same system are told apart by their folders, and else by number."""
    systems = Counter(run.system for run in runs)
    shorts = folders_apart([run.folder for run in runs])
    named = [
        run.system if systems[run.system] == 1 else f"{run.system} ({short})" for run, short in zip(runs, shorts, strict=True)
    ]
    return _numbered(named)


def folders_apart(folders: Sequence[Path]) -> tuple[str, ...]:
    """Name folders by as many of the last parts of their paths as tell them apart."""
    paths = [folder.resolve().parts for folder in folders]
    return tuple(_short(path, others=[other for other in paths if other != path]) for path in paths)


def _short(path: tuple[str, ...], *, others: Sequence[tuple[str, ...]]) -> str:
    lengths = range(1, len(path) + 1)
    length = next((length for length in lengths if all(other[-length:] != path[-length:] for other in others)), len(path))
    return str(PurePath(*path[-length:]))


def _numbered(names: Sequence[str]) -> tuple[str, ...]:
    """Give the second of a name its number, the third too."""
    seen = Counter[str]()
    found = list[str]()
    for name in names:
        seen[name] += 1
        numbered = name if seen[name] == 1 else f"{name} #{seen[name]}"
        while numbered in found:  # another run is called so by itself
            seen[name] += 1
            numbered = f"{name} #{seen[name]}"
        found.append(numbered)
    return tuple(found)


def _next(stream: Iterator[Score], item: Item, run: RunFolder, number: int) -> Score:
    score = next(stream, None)
    if score is None or score.item != item.id:
        found = "missing" if score is None else f"of item {score.item!r}"
        raise InvalidRecord(f"{run.folder}/scores.jsonl: row {number} is {found}, not of {item.id!r}; score the run again")
    return score


def _facts(run: RunFolder, *, name: str) -> RunFacts:
    summary = read_summary(run.folder)
    return RunFacts(
        name=name,
        folder=run.folder.resolve().name,
        made_with=run.header.made_with,
        digest=run.header.digest,
        settings=run.header.settings,
        command=_command(run),
        scorers=summary.signature.scorers if summary else (),
        interval=summary.signature.interval if summary else "",
        effort=_effort(run),
        remarks=summary.remarks if summary else (),
    )


def _command(run: RunFolder) -> str:
    """Give the commands that make these replies and scores again, with folders by their names.

    A comment says which settings of the run have no option; a server's address is in no run and has to be known.
    """
    folder, bench = quote(f"{run.folder.resolve().name}/"), quote(f"{run.bench.folder.resolve().name}/")
    settings = run.header.settings
    options = [f"--{name.replace('_', '-')} {quote(settings[name])}" for name in _SAID if settings.get(name)]
    options += ["--no-cite"] if settings.get("cite") == "false" else []
    asking = f"evidoc ask {bench} {' '.join(options)} --out {folder}"
    unsaid = [f"{name} {settings[name]}" for name, usual in _UNSAID.items() if settings.get(name, usual) != usual]
    remark = [f"# evidoc ask has no option for {', '.join(unsaid)}; give AskOptions in Python"] if unsaid else []
    return "\n".join([asking, *remark, f"evidoc score {folder}{_scorers(read_summary(run.folder))}"])


def _scorers(summary: ScoreSummary | None) -> str:
    if summary is None:
        return ""
    specs = (f"{one.scorer}({one.options})" if one.options else one.scorer for one in summary.signature.scorers)
    return f" --scorers {quote(','.join(specs).replace(chr(39), chr(34)))}"  # no quotes in quotes


def _effort(run: RunFolder) -> Effort:
    seconds = array("d")
    tokens, costs = Counter[str](), array("d")
    for reply in run.replies():
        if reply.status == "not_asked":
            continue
        seconds.append(reply.seconds)
        tokens.update(input=reply.usage.input, output=reply.usage.output)
        if reply.usage.cost is not None:
            costs.append(reply.usage.cost)
    ranked = sorted(seconds)
    return Effort(
        seconds=ranked[len(ranked) // 2] if ranked else None,
        slowest=ranked[min(len(ranked) - 1, int(0.95 * len(ranked)))] if ranked else None,
        input=tokens["input"],
        output=tokens["output"],
        cost=sum(costs) if costs else None,
    )
