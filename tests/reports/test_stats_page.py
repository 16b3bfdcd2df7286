"""The page of statistics, and what it makes of tables."""

from __future__ import annotations

from lxml import html

from evidoc.records.analysis import Analysis, Bars, Cell, Matrix, Series, StatsTable
from evidoc.reports.stats_page import Failed, Section, StatsContent, write_stats_page
from evidoc.reports.stats_table import shown_table


def table(name: str, *rows: tuple[Cell, ...], columns: int = 2) -> StatsTable:
    return StatsTable(name=name, title=f"Table {name}", header=tuple(f"head {index}" for index in range(columns)), rows=rows)


def bars(name: str) -> Bars:
    return Bars(name=name, title=f"Figure {name}", x="x", y="y", labels=("a", "b"), series=(Series(name="s", values=(1.0, 2.0)),))


def section(*pieces: StatsTable | Bars | Matrix, name: str = "mine", left_out: tuple[str, ...] = ()) -> Section:
    tables = tuple(piece for piece in pieces if isinstance(piece, StatsTable))
    figures = tuple(piece for piece in pieces if not isinstance(piece, StatsTable))
    analysis = Analysis(
        name=name, title=f"What {name} is", note="How to read it.", tables=tables, figures=figures, left_out=left_out
    )
    return Section(
        analysis,
        tuple((one, f"{one.name}.csv") for one in tables),
        tuple((one, f"{one.name}.svg") for one in figures),
    )


def page(*sections: Section, failed: tuple[Failed, ...] = ()) -> html.HtmlElement:
    content = StatsContent(bench="bench", items=1200, documents=1, sections=sections, failed=failed)
    return html.fromstring(write_stats_page(content))


def text(node: html.HtmlElement) -> str:
    return " ".join(node.text_content().split())


def test_the_page_says_what_it_is_about_and_lists_its_contents() -> None:
    shown = page(section(bars("a"), table("b")), section(name="other"))
    assert text(shown.find(".//h1")) == "What bench consists of"
    assert text(shown.find_class("meta")[0]) == "1,200 items1 document with evidence2 analyses"
    links = {link.get("href"): text(link) for link in shown.find_class("contents")[0].iter("a")}
    assert links == {"#a-mine": "What mine is", "#a-other": "What other is"}
    assert {link[1:] for link in links} <= {node.get("id") for node in shown.iter() if node.get("id")}
    assert "1 figure, 1 table" in text(shown) and "nothing to show" in text(shown)


def test_an_analysis_over_two_runs_has_two_places() -> None:
    shown = page(section(table("a")), section(table("a")))
    assert [node.get("id") for node in shown.iter("section")][1:] == ["a-mine", "a-mine-2"]


def test_the_options_of_an_analysis_are_shown() -> None:
    one = section(table("a"))
    shown = page(Section(one.analysis, one.tables, one.figures, spec="mine(run='a')"))
    assert [text(node) for node in shown.find_class("code")] == ["mine(run='a')"] * 2


def test_a_note_what_was_left_out_and_what_failed_are_said() -> None:
    said = text(page(section(table("a"), left_out=("3 items: no hops", "1 item: x")), failed=(Failed("cost", "no prices"),)))
    assert "How to read it." in said and "Left out: 3 items: no hops; 1 item: x." in said
    assert said.count("What could not be done") == 2 and "cost no prices" in said.replace("costno", "cost no")


def test_a_table_goes_beside_the_figure_of_its_name() -> None:
    shown = page(section(bars("same"), bars("alone"), table("same"), table("other")))
    pair = shown.find_class("pair")
    assert len(pair) == 1 and pair[0].find(".//caption").text == "Table same "
    assert [text(one) for one in shown.iter("caption")] == ["Table same CSV", "Table other CSV"]


def test_a_broad_table_or_figure_has_the_width_of_the_page() -> None:
    names = tuple(f"column {index}" for index in range(20))
    wide = Matrix(name="w", title="Wide", rows=("a",), columns=names, values=((100000.0,) * 20,))
    shown = page(section(wide, table("w", *[("a text that is rather long",) * 9], columns=9)))
    assert shown.find_class("drawn")[0].get("class") == "drawn broad" and not shown.find_class("pair")


def test_nothing_is_loaded_and_there_is_no_script() -> None:
    shown = page(section(bars("a"), table("b", ("<script>alert(1)</script>", 1))))
    assert not list(shown.iter("script", "img", "iframe", "object"))
    assert "<script>alert(1)</script>" in text(shown)
    assert {link.get("href") for link in shown.iter("link")} == {"data:,"}


def test_rows_over_forty_are_in_the_file() -> None:
    shown = page(section(table("many", *(("a", index) for index in range(47)))))
    assert len(list(shown.iter("tr"))) == 41 and "7 more rows in many.csv" in text(shown)


def test_a_table_without_rows_says_so() -> None:
    assert "No rows." in text(page(section(table("none"))))


def test_numbers_of_a_column_have_the_same_decimals() -> None:
    shown = shown_table(table("a", ("x", 0.5), ("y", 0.125), ("z", 1200.0), ("n", None), ("i", 3)), "a.csv")
    assert shown.numeric == (False, True)
    assert [row[1] for row in shown.rows] == ["0.500", "0.125", "1,200.000", "–", "3"]


def test_small_numbers_are_not_shown_as_nothing_and_texts_stay_as_they_are() -> None:
    shown = shown_table(table("a", (1, 0.00001), (2, -0.5), (3, float("nan"))), "a.csv")
    assert [row[1] for row in shown.rows] == ["1.00e−05", "−0.500", "–"]
    assert shown_table(table("a", ("0010", "-1")), "a.csv").rows == (("0010", "-1"),)
