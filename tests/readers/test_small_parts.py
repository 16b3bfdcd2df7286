"""What several readers share: licences, raised text, TeX, names of files."""

from __future__ import annotations

import pytest

from evidoc.readers._licence import licence_name
from evidoc.readers._marks import is_note_mark, raised
from evidoc.readers._names import humanised
from evidoc.readers._tex import tex_source, tex_text


@pytest.mark.parametrize(
    ("statements", "name"),
    [
        (("http://creativecommons.org/licenses/by/4.0/",), "CC-BY-4.0"),
        (("open-access", "https://creativecommons.org/licenses/by-nc-nd/3.0/igo/"), "CC-BY-NC-ND-3.0"),
        (("https://creativecommons.org/publicdomain/zero/1.0/",), "CC0-1.0"),
        (("https://creativecommons.org/publicdomain/mark/1.0/",), "public domain"),
        (("This is published under CC BY-NC 4.0.",), "CC-BY-NC-4.0"),
        (("CC0",), "CC0-1.0"),
        (("under the terms of the Creative Commons Attribution License, which permits",), "CC-BY"),
        (("the Creative Commons Attribution Non-Commercial No Derivatives License (4.0)",), "CC-BY-NC-ND"),
        (("dedicated by the Creative Commons Zero waiver",), "CC0-1.0"),
        (("The work is in the public domain.",), "public domain"),
        (("All rights reserved.",), "All rights reserved."),
        (("", " "), ""),
        ((), ""),
    ],
)
def test_licences_have_one_name_each(statements: tuple[str, ...], name: str) -> None:
    """DHQ-04."""
    assert licence_name(*statements) == name


@pytest.mark.parametrize(
    ("before", "mark", "after", "text"),
    [
        ("30", "2", "", "^2"),
        ("10", "\u22124", " M", "^-4"),
        ("10", "- 4", "", "^-4"),
        ("e", "x + 1", "", "^(x + 1)"),
        ("Ca", "2+", "", "^2+"),
        ("the 5", "th", " day", "th"),
        ("25", "o", "C", "°"),
        ("Apple", "®", "", "®"),
        ("", "14", "C dating", "^14"),
        ("", "a", "Values are means", "a "),
        ("fact", "[citation needed]", "", "[citation needed]"),
        ("x", "", "", ""),
    ],
)
def test_raised_text_stays_apart_from_its_base(before: str, mark: str, after: str, text: str) -> None:
    """Case B08."""
    assert raised(mark, before=before, after=after) == text


@pytest.mark.parametrize(
    ("before", "mark", "is_note"),
    [
        ("1,250", "3", True), ("Net sales", "(a)", True), ("12.3", "a,b", True), ("98.5%", "*", True), ("Total", "[1]", True),
        ("10", "3", False), ("2 × 10", "6", False), ("30 m", "2", False), ("s", "\u22121", False), ("R", "2", False),
        ("Ca", "2+", False), ("5", "th", False), ("x", "long words", False),
    ],
)  # fmt: skip
def test_note_marks_in_cells_are_told_from_exponents(before: str, mark: str, is_note: bool) -> None:
    """Case D03."""
    assert is_note_mark(mark, before=before) is is_note


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        ("\\frac{a}{b}", "(a)/(b)"),
        ("\\frac{\\sqrt{x_{i}}}{2\\pi}^{2}", "(√(x_i))/(2π)^2"),
        ("e^{-\\delta r}", "e^(-δr)"),
        ("\\alpha_{ij} \\leq 5\\,\\mathrm{mg}", "α_ij ≤ 5 mg"),
        ("\\begin{array}{cc} a & b \\\\ c & d \\end{array}", "a b c d"),
        ("\\left\\{ x \\right\\}", "{ x }"),
        ("\\unknown x", "unknown x"),
        ("a}b{", "ab"),
        ("x^", "x^"),
        ("{" * 60 + "x" + "}" * 60, "x"),
    ],
)
def test_tex_reads_as_one_line(tex: str, text: str) -> None:
    assert tex_text(tex) == text


@pytest.mark.parametrize(
    "raw", ["x+1", "$x+1$", "$$ x+1 $$", "\\[x+1\\]", "\\documentclass{a}\\begin{document}$$x+1$$\\end{document}"]
)
def test_tex_is_kept_without_what_stands_around_it(raw: str) -> None:
    assert tex_source(raw) == "x+1"


def test_file_names_become_titles() -> None:
    assert [humanised(name) for name in ("apple-2024_table.csv", "folder/std_esg.csv", ".csv", "报告.txt")] == [
        "Apple 2024 table", "Std esg", "Csv", "报告",
    ]  # fmt: skip
