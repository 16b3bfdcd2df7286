"""Run the benchmarks and write what they measured: python -m benchmarks [NAME…] [--publish].

`--publish` also writes docs/reference/reading-quality.md from what `quality` measured.
"""

from __future__ import annotations

import importlib
import json
import platform
import sys
from pathlib import Path

from benchmarks.measure import Row

NAMES = (
    "startup", "reading", "asking", "models", "scoring", "text_metrics", "reporting", "linking", "quality", "scans", "memory",
    "pages", "dochop",
)  # fmt: skip
RESULTS = Path(__file__).parent / "results"
PUBLISH = "--publish"


def main(arguments: list[str]) -> None:
    RESULTS.mkdir(exist_ok=True)
    names = [argument for argument in arguments if argument != PUBLISH]
    for name in names or NAMES:
        rows: list[Row] = importlib.import_module(f"benchmarks.{name}").measure()
        machine = {"python": platform.python_version(), "machine": platform.machine()}
        payload = {"benchmark": name, **machine, "rows": [row.__dict__ for row in rows]}
        (RESULTS / f"{name}.json").write_text(json.dumps(payload, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"\n{name}")
        for row in rows:
            verdict = "" if row.meets is None else ("  meets" if row.meets else "  MISSES") + f" {row.target}"
            print(f"  {row.what:<66} {row.value:>10.3g} {row.unit}{verdict}")
    if PUBLISH in arguments:
        print(f"\nwritten: {importlib.import_module('benchmarks.quality.publish').publish()}")


if __name__ == "__main__":
    main(sys.argv[1:])
