"""Corpus → Items: plan small units, make one item of each."""
