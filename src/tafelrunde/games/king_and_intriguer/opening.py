"""What a player is said to have opened with: the first two action cards that are laid."""
VERB = "LAY"
MOST = 2
MEANINGS = ("card",)
