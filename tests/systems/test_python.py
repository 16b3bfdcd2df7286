"""A function of one's own as a system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from evidoc.errors import BudgetSpent, UnknownName, UsageError
from evidoc.models import Budget
from evidoc.records.item import Item
from evidoc.records.reply import Reply, Usage
from evidoc.systems import Asking, SystemSettings, open_system
from tests.systems.benches import asking_for, settings_of
from tests.views.seen import ITEM, corpus_in

HERE = "python:tests.systems.test_python"
Document = Mapping[str, object]


def says_it(item: Mapping[str, object], documents: Sequence[Document]) -> object:
    return {"Text?": "plain", "Nothing?": None, "Blank?": " "}[str(item["question"])]


def looks(item: Mapping[str, object], documents: Sequence[Document]) -> str:
    lines = [f"{sorted(item)} {item['documents']}"]
    for document in documents:
        pages = document["pages"]
        assert isinstance(pages, tuple)
        path, source = document["path"], document["source"]
        name = None if path is None else Path(str(path)).suffix
        lines.append(f"{document['number']} {document['title']} {name} {source} {[page['number'] for page in pages]}")
    return "\n".join(lines)


def reads(item: Mapping[str, object], documents: Sequence[Document]) -> str:
    first = documents[0]
    assert len(first) == len(list(first)) and "nothing" not in first
    return str(first["text"])


def cites(item: Mapping[str, object], documents: Sequence[Document]) -> object:
    citation = {"document": 1, "page": 2, "x0": 40, "y0": 20, "x1": 360, "y1": 100, "frame": "points"}
    return {"text": "8", "citations": [citation], "usage": {"input": 3, "output": 4}, "seconds": 1.5}


def raises(item: Mapping[str, object], documents: Sequence[Document]) -> str:
    raise ZeroDivisionError("no luck with this item")


def leaves(item: Mapping[str, object], documents: Sequence[Document]) -> str:
    raise SystemExit(3)


def returns_a_number(item: Mapping[str, object], documents: Sequence[Document]) -> object:
    return 8


def returns_a_typing_error(item: Mapping[str, object], documents: Sequence[Document]) -> object:
    return {"txt": "8"}


def cites_a_page_below_one(item: Mapping[str, object], documents: Sequence[Document]) -> object:
    return {"text": "8", "citations": [{"page": 0, "x0": 0, "y0": 0, "x1": 1, "y1": 1}]}


def costs(item: Mapping[str, object], documents: Sequence[Document]) -> object:
    return {"text": "8", "usage": {"input": 3, "output": 4, "cost": 0.5}}


def costs_and_cites_badly(item: Mapping[str, object], documents: Sequence[Document]) -> object:
    citations = [{"page": 0, "x0": 0, "y0": 0, "x1": 1, "y1": 1}]
    return {"text": "8", "citations": citations, "usage": {"input": 3, "output": 4, "cost": 0.5}}


def replied(function: str, tmp_path: Path, *, item: Item = ITEM, access: str = "full") -> Reply:
    return open_system(f"{HERE}:{function}", settings_of(access=access)).respond(item, corpus_in(tmp_path)).reply


@pytest.mark.parametrize(("question", "status"), [("Text?", "answered"), ("Nothing?", "empty"), ("Blank?", "empty")])
def test_a_function_may_return_its_text(question: str, status: str, tmp_path: Path) -> None:
    item = asking_for(question, "")
    reply = open_system(f"{HERE}:says_it", settings_of(access="none")).respond(item, corpus_in(tmp_path)).reply
    assert reply.status == status


def test_a_function_sees_the_public_side_of_an_item_and_its_documents(tmp_path: Path) -> None:
    assert replied("looks", tmp_path).text.splitlines() == [
        "['contract', 'documents', 'id', 'language', 'question'] 2",
        "1 Climate report .pdf None [1, 2, 3]",
        "2 Rival .pdf None [1]",
    ]


def test_where_less_may_be_seen_there_is_no_file_to_open(tmp_path: Path) -> None:
    """X-07: a path to the whole PDF would give away what the access mode hides."""
    lines = replied("looks", tmp_path, access="gold_pages").text.splitlines()
    assert lines[1:] == ["1 Climate report None None [2]"]


def test_without_access_there_are_no_documents(tmp_path: Path) -> None:
    assert len(replied("looks", tmp_path, access="none").text.splitlines()) == 1


def test_a_function_reads_the_text_that_may_be_seen(tmp_path: Path) -> None:
    assert replied("reads", tmp_path, access="gold_evidence").text.startswith("Table 1: emissions by site\nSite | Tonnes")


def test_a_function_may_give_regions_usage_and_time(tmp_path: Path) -> None:
    reply = replied("cites", tmp_path)
    assert reply.text == '8\n<bbox doc="1" page="2" x1="100" y1="100" x2="900" y2="500" />'
    assert (reply.usage, reply.seconds) == (Usage(input=3, output=4), 1.5)


@pytest.mark.parametrize(
    ("function", "said"),
    [
        ("raises", "ZeroDivisionError: no luck with this item (test_python.py:"),
        ("leaves", "SystemExit: 3"),
        ("returns_a_number", "ValidationError: Expected `object`, got `int`"),
        ("returns_a_typing_error", "txt"),
        ("cites_a_page_below_one", "citation 1 is on page 0"),
    ],
)
def test_what_a_function_does_badly_is_the_error_of_this_item_alone(function: str, said: str, tmp_path: Path) -> None:
    reply = replied(function, tmp_path)
    assert reply.status == "provider_error"
    assert said in reply.detail


def test_a_module_beside_the_bench_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_own_rag.py").write_text("def answer(item, documents):\n    return 'from a file'\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path / "elsewhere"))
    reply = open_system("python:my_own_rag:answer", SystemSettings()).respond(ITEM, corpus_in(tmp_path)).reply
    assert reply.text == "from a file"


@pytest.mark.parametrize("name", ["tests.systems.test_python", "tests.systems.test_python:", ":looks"])
def test_a_name_without_a_function_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="python:package.module:function"):
        open_system(f"python:{name}", settings_of())


def test_a_missing_module_is_named() -> None:
    with pytest.raises(UsageError, match="python:no_such_module:answer cannot be imported"):
        open_system("python:no_such_module:answer", settings_of())


def test_a_missing_function_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean looks"):
        open_system(f"{HERE}:look", settings_of())


@pytest.mark.parametrize(
    ("budget", "message"),
    [(Budget(max_tokens=7), "limit of 7 tokens"), (Budget(max_cost=0.5), "limit of 0.5 US dollars")],
)
def test_what_a_function_says_it_used_counts_against_the_limits_of_the_job(budget: Budget, message: str, tmp_path: Path) -> None:
    system = open_system(f"{HERE}:costs", SystemSettings(asking=Asking(budget=budget)))
    corpus = corpus_in(tmp_path)
    assert system.respond(ITEM, corpus).reply.text == "8"
    assert (budget.tokens, budget.cost) == (7, 0.5)
    with pytest.raises(BudgetSpent, match=message):
        system.respond(ITEM, corpus)


def test_what_a_function_used_counts_though_its_citations_cannot_be_read(tmp_path: Path) -> None:
    budget = Budget(max_cost=0.5)
    system = open_system(f"{HERE}:costs_and_cites_badly", SystemSettings(asking=Asking(budget=budget)))
    reply = system.respond(ITEM, corpus_in(tmp_path)).reply
    assert (reply.status, reply.usage.cost, budget.cost) == ("provider_error", 0.5, 0.5)
