"""Scores → tables, pictures and pages for people."""
