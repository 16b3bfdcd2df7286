"""Charts drawn as vectors, with the exact place of every mark, tick and word; the door is `compose.chart`."""
