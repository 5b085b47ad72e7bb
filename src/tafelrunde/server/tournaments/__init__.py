"""Tournaments: pairings, standings, and the director that starts each round."""
