"""Layout, tables and reading order from docvortex, in the words of the MinerU-4 schema; it runs in this process alone."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from evidoc.errors import EvidocError
from evidoc.readers._node import LaidOutPage, Node

__all__ = ["LaidOutPage", "Layout", "LayoutFailed", "Node", "lay_out"]

# What a fault in another's program raises on a file that it did not foresee; its own errors are ValueErrors.
_FAULTS = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError, OSError)


class LayoutFailed(EvidocError):
    """The layout engine gave up on a file that PDFium can open."""


class _Properties(msgspec.Struct, frozen=True):
    title: str | None = None


class _Metadata(msgspec.Struct, frozen=True):
    document: _Properties | None = None


class Layout(msgspec.Struct, frozen=True):
    """What the engine says of a document: its pages, and the title in the file's properties."""

    pages: tuple[LaidOutPage, ...]
    metadata: _Metadata = _Metadata()

    @property
    def title(self) -> str:
        """The title that the file's properties state."""
        return (self.metadata.document and self.metadata.document.title) or ""


def lay_out(source: Path | bytes) -> Layout:
    """Run the engine's stages one by one on a PDF file, or on the bytes of one.

    Its own entry would also classify scans and cut out pictures in child processes, of which nothing is needed here.

    Raises:
        LayoutFailed: The engine cannot read the file, or has a fault.
    """
    try:
        with _quiet():
            return msgspec.json.decode(_middle_json(source), type=Layout)
    except (*_FAULTS, msgspec.MsgspecError) as error:
        name = source.name if isinstance(source, Path) else "PDF"
        raise LayoutFailed(f"{name}: docvortex failed: {error!r}; the text is read without its layout") from error


def _middle_json(source: Path | bytes) -> str:
    from docvortex.analyzers.native.models import PdfModel
    from docvortex.document.source import prepare_source
    from docvortex.postprocess.document import model_json_to_middle_json
    from docvortex.schema import DocumentMetadata, ModelJson, Producer
    from docvortex.version import __version__

    prepared = prepare_source(source, file_suffix="pdf")
    try:
        pages = PdfModel().predict(prepared.document)
    finally:
        prepared.document.close()
    producer = Producer(name="docvortex", version=__version__)
    metadata = DocumentMetadata(file_suffix="pdf", producer=producer, document=prepared.source_properties)
    model = ModelJson(pages=pages, page_index_map=prepared.page_index_map or [], metadata=metadata)
    written: str = model_json_to_middle_json(model).model_dump_json(by_alias=True)
    return written


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the engine's notes to its developers away from the user's screen."""
    from loguru import logger

    logger.disable("docvortex")
    loggers = [logging.getLogger(name) for name in ("pypdfium2", "pypdf")]
    levels = [log.level for log in loggers]
    for log in loggers:
        log.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        for log, level in zip(loggers, levels, strict=True):
            log.setLevel(level)
