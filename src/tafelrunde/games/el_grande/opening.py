"""What a player is said to have opened with: the first two power cards."""
VERB = "POWER"
MOST = 2
MEANINGS = ("power",)
