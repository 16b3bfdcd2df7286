"""Prompt → Reply: language models, their cache, pacing and budget."""
