"""Finished games: kept as rows that can be searched, and handed out together."""
