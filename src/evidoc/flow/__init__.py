"""The verbs, one after another: read, make, check, ask, score, report."""
