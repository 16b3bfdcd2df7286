"""The sections of a card in Markdown; all that comes from documents is escaped."""

from __future__ import annotations

import html
import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from evidoc.exporters.card._facts import Facts, Named
from evidoc.exporters.card._limits import limits_of
from evidoc.records.analysis import Analysis
from evidoc.records.store import Header

_MARKS = re.compile(r"([\\`*_\[\]|#~])")
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_AUTHORITIES = {"rule": "a program", "model": "a model", "person": "a person"}
_SHOWN = ("kind", "answer_kind", "modality", "hops", "evidence", "context_documents", "question_words", "difficulty")
_FIELDS = (
    ("`question`, `answer`, `contract`, `scorer`", "what is asked, what is right, how to answer, and what compares"),
    ("`documents`", "what the question is asked over; the place in the list is the number in citations, from 1"),
    ("`evidence[].document`, `.block`", "where the answer stands: a document and a block of it"),
    ("`evidence[].boxes`", "the same on the page: `page` from 0, `x0 y0 x1 y1` in points of the page as shown, from top left"),
    ("`evidence[].text`, `.role`, `.function`, `.hop`", "what stands there, whether the answer needs it, its part and its step"),
    ("`construction`", "recipe, template, slots and the steps by which the answer follows"),
)  # fmt: skip


def head(facts: Facts, name: str, licence: str) -> str:
    """Give the YAML head that dataset hubs read."""
    languages = sorted(language for language in facts.languages if re.fullmatch(r"[a-zA-Z-]{2,12}", language))
    lines = ["---", f"pretty_name: {_quoted(name)}", f"license: {_quoted(licence or 'other')}"]
    lines += ["language:", *(f"- {language}" for language in languages)] if languages else []
    lines += ["task_categories:", "- question-answering", "- document-question-answering"]
    lines += ["size_categories:", f"- {_size(facts.items)}", "tags:", "- evidoc", "- evidence", "---"]
    return "\n".join(lines)


def what_it_is(facts: Facts, name: str) -> str:
    """Say what the bench is in numbers."""
    kinds = ", ".join(f"{escaped(family)} ({count})" for family, count in _ranked(facts.families))
    decided = ", ".join(f"{_AUTHORITIES[by]} ({count})" for by, count in _ranked(facts.authorities))
    languages = ", ".join(f"{escaped(code or 'not stated')} ({count})" for code, count in _ranked(facts.languages))
    return "\n".join(
        (
            f"# {escaped(name)}",
            "",
            f"{facts.items} questions over {len(facts.documents)} documents, each with its evidence: "
            f"{facts.pieces.total()} pieces in {facts.boxes} boxes on pages.",
            "",
            f"- Families of recipes: {kinds}",
            f"- Who decided the answers: {decided}",
            f"- Languages: {languages}",
        )
    )


def how_made(facts: Facts, header: Header, statistics: Sequence[Analysis]) -> str:
    """Say with which program, recipes, settings and checks the bench was made, and what became of the candidates."""
    recipes = _table(("recipe and version", "items"), _ranked(facts.recipes))
    settings = _table(("setting", "value"), [("made with", header.made_with), *sorted(header.settings.items())])
    parts = ["## How it was made", recipes, settings]
    if facts.checks:
        rows = [(check, outcome, count) for (check, outcome), count in sorted(facts.checks.items())]
        parts += ["Checks of the items that are in it:", _table(("check", "outcome", "items"), rows)]
    for table in _tables(statistics, ("candidates",)):
        parts += ["Every candidate, with what became of it:", _table(table[1], table[2])]
    judges = ", ".join(f"{escaped(model)} ({count} items)" for model, count in _ranked(facts.models))
    people = facts.authorities["person"]
    parts.append(f"Models that were asked in checks: {judges or 'none'}. Answers decided by people: {people}.")
    if people:
        parts.append("Consent, compensation and review board of these people: not stated in the bench; state them here.")
    return "\n\n".join(parts)


def statistics_of(statistics: Sequence[Analysis]) -> str:
    """Give the tables of an overview that a reader asks for first."""
    parts = ["## Statistics"]
    for title, header, rows in _tables(statistics, _SHOWN):
        parts += [f"### {escaped(title)}", _table(header, rows)]
    return "\n\n".join(parts)


def documents_of(documents: Iterable[Named], licence: str) -> str:
    """List the licences with counts, and each document with its own."""
    listed = list(documents)
    counts = Counter(one.licence or "not stated" for one in listed)
    kept_back = sum(not one.may_be_passed_on for one in listed)
    own = f"The bench itself is under {escaped(licence)}." if licence else "The licence of the bench itself is not stated."
    rows = [(one.name, one.file, one.licence or "not stated", one.link, one.items) for one in listed]
    return "\n\n".join(
        (
            "## Licences and attributions",
            f"{own} Its documents keep theirs:",
            _table(("licence", "documents"), _ranked(counts)),
            f"Documents whose licence does not let their text be passed on, or states none: {kept_back}.",
            _table(("document", "file", "licence", "link", "items"), rows),
        )
    )


def evidence_fields() -> str:
    """Explain the fields of `items.jsonl`."""
    return "\n\n".join(("## Fields", "\n".join(f"- {name}: {meaning}" for name, meaning in _FIELDS)))


def limits(facts: Facts) -> str:
    """Say what the bench cannot say."""
    lines = "\n".join(f"- {limit}" for limit in limits_of(family for family, _ in _ranked(facts.families)))
    return f"## Limits\n\n{lines}"


def how_to_score(facts: Facts, name: str) -> str:
    """Give the commands that ask a system and score it, and cite the bench."""
    scorers = ", ".join(f"`{scorer}` ({count})" for scorer, count in _ranked(facts.scorers))
    folder = shlex.quote(" ".join(f"{name}/".split())).replace("`", "")
    commands = f"evidoc ask {folder} --system SYSTEM --view text --out run/\nevidoc score run/\nevidoc report run/ --out report/"
    return f"## How to score\n\n```\n{commands}\n```\n\nAnswers are compared by {scorers}; evidence by its boxes."


def citation(header: Header, name: str, digest: str) -> str:
    """Say how to cite the bench: by name, the program that made it, and the digest of its items."""
    return f"## Citation\n\n{escaped(name)}, made with {escaped(header.made_with)}; items.jsonl has the SHA-256 `{digest}`."


def escaped(text: object) -> str:
    """Give text on one line without anything that Markdown or HTML would read."""
    return _MARKS.sub(r"\\\1", html.escape(" ".join(str(text).split()), quote=False))


def _tables(
    statistics: Sequence[Analysis], names: Sequence[str]
) -> Iterator[tuple[str, Sequence[str], Sequence[Sequence[object]]]]:
    known = {table.name: table for analysis in statistics for table in analysis.tables}
    return ((known[name].title, known[name].header, known[name].rows) for name in names if name in known)


def _table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [header, ["---"] * len(header)]
    body = [[escaped("" if cell is None else cell) for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in (*lines, *body))


def _ranked(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def _size(items: int) -> str:
    return next((name for below, name in _SIZES if items < below), "n>1M")


def _quoted(text: str) -> str:
    """Write a YAML string that cannot be read as anything else."""
    plain = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'
