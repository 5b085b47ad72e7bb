"""A little game with a known mixed equilibrium: once, two seats say a number from 0 to 2, at once
and in secret.

The first seat wants to meet the second: it wins where both say the same number, but with a 2 only
every other time. Either seat's only safe strategy is to say 0, 1 and 2 with the chances 1/4, 1/4
and 1/2; then the first wins one game in four.
"""
from pathlib import Path

from tafelrunde.kernel import (
    OWNER,
    PUBLIC,
    RNG,
    Catalogue,
    EventKind,
    Field,
    Game,
    Law,
    Number,
    Phrase,
    Reveals,
    Verb,
    allow,
    emit,
    names,
    random_below,
    rule,
)

SEATS, CHOICES = 2, 3
EQUILIBRIUM = (0.25, 0.25, 0.5)
ACTIONS = Catalogue([Verb("say", range(CHOICES), secret="resolved")])
Event = names("Event", "SAID")

FIELDS = (
    Field("players", "i1", (), PUBLIC, "seats in use", Number(2, SEATS)),
    Field("over", "i1", (), PUBLIC, "whether all have spoken", Number(0, 1)),
    Field("said", "i1", (SEATS,), OWNER, "what was said and 1, 0 for nothing", Number(0, CHOICES), ("seat",)),
    Field("score", "i2", (SEATS,), PUBLIC, "points", Number(0, 1), ("seat",)),
    RNG,
)


@rule
def setup(s):
    s.over = 0


@rule
def pending(s):
    seats = 0
    for p in range(s.players):
        if s.said[p] == 0:
            seats |= 1 << p
    return seats


@rule
def legal(s, seat, mask):
    for k in range(CHOICES):
        allow(mask, k)


@rule
def asks(s, seat):
    return 1


@rule
def apply(s, seat, action):
    s.said[seat] = action + 1
    if pending(s) == 0:
        for p in range(s.players):
            emit(s, Event.SAID, p, s.said[p] - 1)
        s.over = 1
        winner = 1
        if s.said[0] == s.said[1] and (s.said[0] < CHOICES or random_below(s, 2)):
            winner = 0
        s.score[winner] = 1


@rule
def resample(s, seat):
    """What another seat has said may be anything."""
    for p in range(s.players):
        if p != seat and s.said[p] > 0 and s.over == 0:
            s.said[p] = 1 + random_below(s, CHOICES)


@rule
def believe(s, seat):
    """See `tafelrunde.bots.judgement`."""
    if s.said[seat] == 0:
        for p in range(s.players):
            if p != seat:
                s.said[p] = 0


@rule
def points(s, seat):
    return s.score[seat]


def configure(s, players, options):
    s.players = players


def position(s):
    return {"game": "pennies", "players": s.players, "options": {}, "turn": None, "over": bool(s.over),
            "said": list(s.said), "score": list(s.score), "open": None}


GAME = Game(
    name="pennies", seats=(2, 2), fields=FIELDS, actions=ACTIONS,
    events=(EventKind("said", ("seat", "number"), reveals=Reveals("said")),), options=(),
    law=Law(words=ACTIONS.words, setup=setup, pending=pending, legal=legal, apply=apply, asks=asks, resample=resample,
            points=points, standing=points),
    configure=configure, why_not=lambda s, seat, action: None, prompt=lambda s, seat: Phrase("prompt.say"),
    position=position, load=lambda position: GAME.configured(2), word=lambda meaning, index: str(index),
    folder=Path(__file__).parent,
)
