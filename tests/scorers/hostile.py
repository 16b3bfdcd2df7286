"""Replies that no scorer may fall over: empty, huge, code, markup, other scripts, broken characters, floods of tags."""

from __future__ import annotations

HOSTILE: dict[str, str] = {
    "empty": "",
    "space": " \n\t ",
    "megabyte": "x" * 1_000_000,
    "numbers": "1 " * 50_000,
    "asterisks": "*" * 100_000,
    "underscores": "_a" * 50_000,
    "brackets": "[" * 100_000,
    "blanks": " " * 100_000 + ".",
    "commas": "a," * 50_000,
    "markers": "answer: " * 12_000,
    "thinking": "<think>" * 14_000,
    "code": '__import__("os").system("true")',
    "power": "9**9**9**9",
    "markup": "<script>alert(1)</script><!DOCTYPE x [<!ENTITY a 'b'>]>&a;",
    "json": '{"answer": ' * 2000,
    "right to left": "\u202eשלום العالم\u202c ١٢٣",
    "chinese": "今天天气很好，答案：是。" * 50,
    "nul": "a\x00b\x00",
    "lone surrogates": "\ud800 a \udfff 5",
    "combining": "a" + "\u0301" * 50_000,
    "citations": '<bbox page="1" x1="1" y1="1" x2="2" y2="2" />' * 10_000,
    "different citations": "".join(
        f'<bbox page="1" x1="{n % 900}" y1="{n % 7}" x2="{n % 900 + 50}" y2="500" />' for n in range(10_000)
    ),
    "open tags": "<bbox " * 20_000,
    "infinite edges": '<bbox page="1" x1="nan" y1="inf" x2="1e999" y2="-1e999" />',
}
