"""What a player is said to have opened with: the first shop, and where it stands."""
VERB = "SHOP"
MOST = 1
MEANINGS = ("kind", "", "place")
