"""Content → page, with the exact geometry of all that is drawn."""
