"""evidoc: verified question answering over your documents, where every answer points at its evidence."""

__version__ = "0.1.0"
