"""What all floors above agree on: a PDF's displayed page (frame, picture, glyphs), and text cut into sentences and segments."""
