"""Writing the demo documents: `python -m evidoc.demo.make_documents FOLDER`. The same code writes the same bytes."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from evidoc.errors import UsageError

FOLDER = Path(__file__).parent / "documents"


def documents() -> Mapping[str, bytes]:
    """Give every demo document by its file name; a PDF belongs to the structured file of the same stem."""
    from evidoc.demo import _cooling, _retention
    from evidoc.demo._columns import two_columns
    from evidoc.demo._filing_html import filing_html
    from evidoc.demo._filing_pages import filing_pdf
    from evidoc.demo._handbook import handbook_text
    from evidoc.demo._jats import jats
    from evidoc.demo._sites import sites_csv

    return {
        "green-roof-cooling.pdf": two_columns(_cooling.ARTICLE),
        "green-roof-cooling.xml": jats(_cooling.ARTICLE),
        "green-roof-retention.pdf": two_columns(_retention.ARTICLE),
        "green-roof-retention.xml": jats(_retention.ARTICLE),
        "handbook-river-gauging.txt": handbook_text(),
        "site-figures.csv": sites_csv(),
        "tarnfell-10k-2024.html": filing_html(),
        "tarnfell-10k-2024.pdf": filing_pdf(),
    }


def write_documents(folder: Path) -> tuple[Path, ...]:
    """Write all demo documents into a folder, making it where needed, and give their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, content in documents().items():
        path = folder / name
        path.write_bytes(content)
        written.append(path)
    return tuple(written)


def main(arguments: list[str]) -> None:
    """Write the documents into the one folder that is named.

    Raises:
        UsageError: No folder is named, or more than one.
    """
    if len(arguments) != 1:
        raise UsageError(f"{len(arguments)} arguments; name the one folder to write into")
    write_documents(Path(arguments[0]))


if __name__ == "__main__":
    main(sys.argv[1:])
