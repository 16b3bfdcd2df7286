"""Straight rules that a page draws, on the page as displayed."""

from pathlib import Path

from evidoc.pages.frame import displayed_pages, open_pdf, shown_page
from evidoc.pages.rules import Rule, rules_of
from tests.pages.written import LETTER, one_page


def rules_on(path: Path) -> tuple[Rule, ...]:
    with open_pdf(path) as pdf:
        page = displayed_pages(pdf)[0]
        with shown_page(pdf, page) as handle:
            return rules_of(handle, page)


def test_a_stroke_and_a_thin_box_are_rules_from_the_top(tmp_path: Path) -> None:
    path = one_page(tmp_path, b"50 692 m 250 692 l S 100 400 1 200 re f\n")
    level, upright = rules_on(path)
    assert (level.is_level, level.place, level.start, level.end, level.is_edge) == (True, 100.0, 50.0, 250.0, False)
    assert (upright.is_level, upright.place, upright.start, upright.end) == (False, 100.5, 192.0, 392.0)
    assert upright.length == 200.0


def test_a_shade_gives_its_four_edges_and_a_drawn_box_its_borders(tmp_path: Path) -> None:
    shade = rules_on(one_page(tmp_path, b"50 600 100 50 re f\n"))
    border = rules_on(one_page(tmp_path, b"50 600 100 50 re S\n"))
    assert [rule.is_level for rule in shade].count(True) == 2 and all(rule.is_edge for rule in shade)
    assert len(border) == 4 and not any(rule.is_edge for rule in border)


def test_curves_slants_dashes_and_what_is_not_painted_are_no_rules(tmp_path: Path) -> None:
    content = b"50 600 m 90 700 150 700 200 600 c S 50 500 m 250 530 l S 50 400 m 53 400 l S 50 300 200 100 re n\n"
    assert rules_on(one_page(tmp_path, content)) == ()


def test_a_turned_page_has_its_rules_as_displayed(tmp_path: Path) -> None:
    path = one_page(tmp_path, b"50 692 m 250 692 l S\n", attributes=LETTER + "/Rotate 90")
    (rule,) = rules_on(path)
    assert (rule.is_level, rule.place, rule.start, rule.end) == (False, 692.0, 50.0, 250.0)


def test_a_drawing_of_thousands_of_lines_has_no_rules(tmp_path: Path) -> None:
    content = b"".join(b"50 %d.%02d m 250 %d.%02d l S\n" % (n // 100, n % 100, n // 100, n % 100) for n in range(5000))
    assert rules_on(one_page(tmp_path, content)) == ()
