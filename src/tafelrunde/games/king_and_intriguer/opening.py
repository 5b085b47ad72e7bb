"""A player's opening, as statistics name it: the first two action cards laid."""
VERB = "LAY"
MOST = 2
MEANINGS = ("card",)
