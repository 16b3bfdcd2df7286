"""Write docs/reference from the code: the command line, the parts, the errors, the JSON Schemas.

Run by `make docs`; tests/test_docs.py fails where the committed pages differ from what this writes.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parent.parent
NOTE = "<!-- Written by `make docs` from the code; change the code, not this page. -->\n"


def pages() -> dict[str, str]:
    """Give every reference page by its path below docs/reference."""
    return {"command-line.md": command_line(), "parts.md": parts(), "errors.md": errors(), **schemas()}


def command_line() -> str:
    """Give the help of every command."""
    import typer.main
    from click import Context

    from evidoc.cli._app import app

    group = typer.main.get_command(app)
    lines = [NOTE, "# Command line\n", "Exit codes: 0 good, 1 failed, 2 wrong usage, 3 nothing kept.\n"]
    for name, command in group.commands.items():  # type: ignore[attr-defined]
        context = Context(command, info_name=f"evidoc {name}", terminal_width=100, max_content_width=100)
        lines += [f"## evidoc {name}\n", "```text", command.get_help(context).rstrip(), "```\n"]
    return "\n".join(lines)


def parts() -> str:
    """Give every part of every room with its summary and options."""
    from evidoc import shelf
    from evidoc.cli.list_parts import ROOMS

    lines = [NOTE, "# Parts\n", "A part is named in a spec string with its options: `page_images(dpi=150, max_side=1024)`.\n"]
    for room in ROOMS:
        lines += [f"## {room}\n", "| part | what it does | options |", "|---|---|---|"]
        for name in shelf.names(room):
            part = shelf.part(room, name)
            options = shelf.options_of(part.module, shelf.VERBS[room])
            shown = ", ".join(f"`{key}={value!r}`" for key, value in options.items() if value is not inspect.Parameter.empty)
            lines.append(f"| `{name}` | {part.summary} | {shown or '–'} |".replace("\n", " "))
        lines.append("")
    return "\n".join(lines)


def errors() -> str:
    """Give every error type with what it means."""
    from evidoc import errors as module

    lines = [NOTE, "# Errors\n", "| error | what it means | exit code |", "|---|---|---|"]
    from evidoc.cli import exit_code

    for name, kind in vars(module).items():
        if inspect.isclass(kind) and issubclass(kind, module.EvidocError):
            code = exit_code(kind.__new__(kind))
            lines.append(f"| `{name}` | {re.sub(chr(10) + ' *', ' ', inspect.getdoc(kind) or '')} | {code} |")
    return "\n".join([*lines, ""])


def schemas() -> dict[str, str]:
    """Give the JSON Schema of each row and header file."""
    from evidoc.curation import DocumentLabels
    from evidoc.curation.splits import DocumentSplit, ItemSplit
    from evidoc.exporters.dochop_qa._instance import Instance
    from evidoc.exporters.dochop_qa._labels import ShownLists
    from evidoc.exporters.dochop_qa._tuning import TuningRow
    from evidoc.flow.probe import Probed
    from evidoc.records.document import Document
    from evidoc.records.groups import LinkedGroup, Unlinked
    from evidoc.records.item import Item
    from evidoc.records.ledger import LedgerEntry, ManifestEntry
    from evidoc.records.scidocir import SciDocIR
    from evidoc.records.score import Run, Score
    from evidoc.records.store import Header

    kinds = {
        "items": Item,
        "documents": Document,
        "manifest": ManifestEntry,
        "labels": DocumentLabels,
        "ledger": LedgerEntry,
        "replies": Run,
        "scores": Score,
        "splits": ItemSplit,
        "document_splits": DocumentSplit,
        "groups": LinkedGroup,
        "left_out": Unlinked,
        "probes": Probed,
        "header": Header,
        "instances": Instance,
        "lists": ShownLists,
        "finetuning": TuningRow,
        "scidocir": SciDocIR,
    }
    return {f"formats/{name}.schema.json": _schema(kind) for name, kind in kinds.items()}


def _schema(kind: type) -> str:
    """Give the JSON Schema of a record; what is any JSON value, such as a task's own fields, is left open."""
    schema = msgspec.json.schema(kind, schema_hook=lambda _: {"description": "any JSON value"})
    return json.dumps(schema, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main() -> None:
    """Write all pages."""
    for name, text in pages().items():
        path = ROOT / "docs" / "reference" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
