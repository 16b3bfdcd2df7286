"""Scores → what they say: intervals, differences, agreement."""
