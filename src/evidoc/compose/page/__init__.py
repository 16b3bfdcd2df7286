"""One A4 page with a narrative and charts, as documents of a genre look; the door is `compose.one_page`."""
