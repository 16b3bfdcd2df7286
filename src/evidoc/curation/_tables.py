"""The tables that the parts go by: JSON files beside the code, each with a name and a version (X-11)."""

from __future__ import annotations

from importlib.resources import files


def table_bytes(name: str) -> bytes:
    """Give the bytes of a table in `taxonomies/`."""
    return files("evidoc.curation").joinpath("taxonomies", f"{name}.json").read_bytes()
