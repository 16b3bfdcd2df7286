"""Corpus → linked groups of documents."""
