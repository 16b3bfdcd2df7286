"""Questions → ranked blocks.

A retriever is an index over the blocks of some documents with `rank(question, *, k)`. Ties go by
the order of the blocks, so that two runs rank alike. Source: X-14.
"""
