"""Scoring a reply against its item: one module a scorer, `score(item, reply, kit, *, options)` gives numbers or says why not.

A metric lies in [0, 1]. The gold reply scores 1 and an empty one 0 on each. A reply whose status is not
`answered` scores 0 whatever its text; a metric that the item does not define is unscored, with the reason.
"""
