"""A player's opening, as statistics name it: the first shop, and where it stands."""
VERB = "SHOP"
MOST = 1
MEANINGS = ("kind", "", "place")
