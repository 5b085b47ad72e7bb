"""A player's opening, as statistics name it: the first two power cards."""
VERB = "POWER"
MOST = 2
MEANINGS = ("power",)
