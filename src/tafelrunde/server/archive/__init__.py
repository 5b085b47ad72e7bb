"""Finished games: stored as rows that can be searched, and offered as one download."""
