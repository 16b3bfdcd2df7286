"""Source blocks ↔ page boxes."""
