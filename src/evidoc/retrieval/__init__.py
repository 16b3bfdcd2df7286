"""Questions → ranked blocks."""
