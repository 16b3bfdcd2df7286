"""Make a bench and die of `kill -9` once the journal has grown: `die_making.py CORPUS OUT BYTES [--resume]`."""

from __future__ import annotations

import sys
from pathlib import Path

from evidoc.flow.make import JOURNAL, MakeOptions, make
from evidoc.flow.work import Work
from tests.engines.sudden_death import die_when_grown


def main(corpus: Path, out: Path, growth: int, *, resume: bool) -> None:
    die_when_grown(out / JOURNAL, growth, seconds=0)
    make(corpus, out=out, options=MakeOptions(n=12, seed=3), work=Work(engine="inline", resume=resume))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), resume="--resume" in sys.argv)
