"""Files → Documents."""
