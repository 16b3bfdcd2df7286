"""The web face of rating forms: people judge, answer and mark items in a browser, on this machine.

It shows what rating sheets show, draws the same sample, and writes what `evidoc agree` reads. Source: X-34.
"""
