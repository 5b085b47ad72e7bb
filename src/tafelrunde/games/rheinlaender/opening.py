"""A player's opening, as statistics name it: the space of the first knight."""
VERB = "KNIGHT"
MOST = 1
MEANINGS = ("space",)
