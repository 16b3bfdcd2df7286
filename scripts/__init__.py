"""Programs for those who work on evidoc."""
