"""What a position holds, what a player can do, and what can happen."""

from tafelrunde.kernel import OWNER, PUBLIC, RNG, Catalogue, EventKind, Field, Number, Reveals, Set, Verb, names

SEATS, RANKS = 3, 13
EVERY_CARD = (1 << RANKS) - 1
"""A set of cards: bit 0 is the ace, bit 12 the king, worth 13."""

FIELDS = (
    Field("players", "i1", (), PUBLIC, "seats in use", Number(2, SEATS)),
    Field("discards", "i1", (), PUBLIC, "option: a tied prize is lost", Number(0, 1)),
    Field("over", "i1", (), PUBLIC, "whether the last prize is gone", Number(0, 1)),
    Field("stake", "i2", (), PUBLIC, "points to be won now", Number(0, 91)),
    Field("prizes", "i2", (), PUBLIC, "prizes not turned up yet", Set("card", RANKS)),
    Field("hand", "i2", (SEATS,), PUBLIC, "cards that a seat has not spent", Set("card", RANKS), ("seat",)),
    Field("bid", "i1", (SEATS,), OWNER, "the card laid face down, 0 for none", Number(0, RANKS), ("seat",)),
    Field("score", "i2", (SEATS,), PUBLIC, "points won", Number(0, 91), ("seat",)),
    RNG,
)

ACTIONS = Catalogue([Verb("bid", range(1, RANKS + 1), secret="resolved")])
Act = ACTIONS.first

Event = names("Event", "PRIZE", "BID", "WON", "TIED")
EVENTS = (
    EventKind("prize", ("card",), chance=True),
    EventKind("bid", ("seat", "card"), reveals=Reveals("bid")),
    EventKind("won", ("seat", "n:number"), gains="n"),
    EventKind("tied", ("n:number",)),
)
