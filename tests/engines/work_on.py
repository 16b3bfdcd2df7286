"""A stage in small, to be killed: journals tasks with delays and writes the result file at the end.

Usage: work_on.py FOLDER ENGINE WORKERS [BYTES SECONDS], where the last two say when to die.
"""

from __future__ import annotations

import sys
from pathlib import Path

from evidoc.engines import Journal, run_journaled
from tests.engines import tasks
from tests.engines.sudden_death import die_when_grown

COUNT = 300


def main(folder: Path, engine: str, workers: int) -> None:
    keyed = ((f"task-{number}", number) for number in range(COUNT))
    with Journal(folder / "journal.jsonl", settings={"count": str(COUNT)}) as journal:
        lines = [
            outcome.value or repr(outcome.failure).encode()
            for outcome in run_journaled(tasks.slow_json, keyed, journal=journal, engine=engine, workers=workers)
        ]
    (folder / "result.txt").write_bytes(b"\n".join(lines))


if __name__ == "__main__":
    if len(sys.argv) > 4:
        die_when_grown(Path(sys.argv[1]) / "journal.jsonl", int(sys.argv[4]), seconds=float(sys.argv[5]))
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
