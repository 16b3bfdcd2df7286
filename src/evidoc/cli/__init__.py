"""The command line: parse, call flow, print."""
