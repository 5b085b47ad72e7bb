"""Tournaments: who plays whom, how they stand, and who sees to it that the next round begins."""
