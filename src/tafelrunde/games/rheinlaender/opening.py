"""What a player is said to have opened with: the space of the first knight."""
VERB = "KNIGHT"
MOST = 1
MEANINGS = ("space",)
