"""The displayed page of a PDF: its frame, its picture, its glyphs; what every floor above agrees on."""
