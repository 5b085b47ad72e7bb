"""A complete little game that the kernel's own tests play: sealed bids for prizes.

Each round a prize is drawn from a bag and every seat secretly bids one of its cards 1 to 40; the
highest bid that nobody shares takes the prize, and the winner then pairs it with a bonus by
choosing two numbers.  Five rounds.
"""
from pathlib import Path

from tafelrunde.kernel import (
    NOBODY,
    OWNER,
    PUBLIC,
    RNG,
    Catalogue,
    Counts,
    EventKind,
    Field,
    Game,
    Law,
    Maybe,
    Number,
    One,
    Option,
    Phrase,
    Refusal,
    Reveals,
    Seat,
    Set,
    Verb,
    allow,
    allow_set,
    count_bits,
    draw_bit,
    draw_kind,
    emit,
    names,
    nth_bit,
    random_below,
    rule,
    table,
)

SEATS, CARDS, PRIZES, ROUNDS = 4, 40, 3, 5
WORTH = table((2, 3, 5))
BONUS = table(((1, 2, 3), (4, 5, 6)))
ACTIONS = Catalogue([
    Verb("bid", range(1, CARDS + 1), secret="resolved"), Verb("pair", range(6), range(6)), Verb("done")])
Act = ACTIONS.first


Phase = names("Phase", "BID", "PAIR", "OVER")
Event = names("Event", "PRIZE", "START", "WON")

FIELDS = (
    Field("players", "i1", (), PUBLIC, "seats in use", Number(2, SEATS)),
    Field("generous", "i1", (), PUBLIC, "option: everybody starts with a point", Number(0, 1)),
    Field("phase", "i1", (), PUBLIC, "what is being decided", One("phase", 3)),
    Field("turn", "i1", (), PUBLIC, "rounds played", Number(0, ROUNDS)),
    Field("start", "i1", (), PUBLIC, "who was drawn to start", Seat),
    Field("winner", "i1", (), PUBLIC, "who pairs", Maybe(Seat)),
    Field("prize", "i1", (), PUBLIC, "what lies there", One("prize", PRIZES)),
    Field("bag", "i1", (PRIZES,), NOBODY, "prizes left", Counts("prize", 4), ("prize",)),
    Field("bid", "i1", (SEATS,), OWNER, "card laid, 0 for none", Number(0, CARDS), ("seat",)),
    Field("score", "i2", (SEATS,), PUBLIC, "points", Number(0, 99), ("seat",)),
    Field("hand", "i8", (SEATS,), OWNER, "cards held", Set("card", CARDS), ("seat",)),
    RNG,
)


@rule
def setup(s):
    s.start = draw_bit(s, (1 << s.players) - 1)
    emit(s, Event.START, s.start)
    for k in range(PRIZES):
        s.bag[k] = 4
    for p in range(s.players):
        s.hand[p] = (1 << CARDS) - 1
        s.score[p] = s.generous
    open_prize(s)


@rule
def open_prize(s):
    s.phase = Phase.BID
    s.prize = draw_kind(s, s.bag, PRIZES)
    s.bag[s.prize] -= 1
    emit(s, Event.PRIZE, s.prize)


@rule
def pending(s):
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.PAIR:
        return 1 << s.winner
    seats = 0
    for p in range(s.players):
        if s.bid[p] == 0:
            seats |= 1 << p
    return seats


@rule
def legal(s, seat, mask):
    if s.phase == Phase.BID:
        allow_set(mask, Act.BID, s.hand[seat] & 0xFFFFFF)
        allow_set(mask, Act.BID + 24, s.hand[seat] >> 24)
    else:
        for a in range(6):
            if a != s.prize:
                allow(mask, Act.PAIR + a * 6 + (a + s.prize) % 6)
        allow(mask, Act.DONE)


@rule
def asks(s, seat):
    return s.phase == Phase.BID


@rule
def apply(s, seat, action):
    if s.phase == Phase.BID:
        s.bid[seat] = action - Act.BID + 1
        s.hand[seat] &= ~(1 << (s.bid[seat] - 1))
        if pending(s) == 0:
            award(s)
    else:
        if action != Act.DONE:
            s.score[seat] += BONUS[(action - Act.PAIR) % 2][(action - Act.PAIR) // 6 % 3]
        next_round(s)


@rule
def award(s):
    s.winner = -1
    best = 0
    for p in range(s.players):
        same = 0
        for q in range(s.players):
            if s.bid[q] == s.bid[p]:
                same += 1
        if same == 1 and s.bid[p] > best:
            best = s.bid[p]
            s.winner = p
    if s.winner >= 0:
        s.score[s.winner] += WORTH[s.prize]
        emit(s, Event.WON, s.winner, s.prize)
        s.phase = Phase.PAIR
    else:
        next_round(s)


@rule
def next_round(s):
    s.turn += 1
    for p in range(s.players):
        s.bid[p] = 0
    if s.turn == ROUNDS:
        s.phase = Phase.OVER
    else:
        open_prize(s)


@rule
def resample(s, seat):
    """Others' hands are as large as they were."""
    for p in range(s.players):
        if p != seat:
            n = count_bits(s.hand[p])
            s.hand[p] = 0
            for _ in range(n):
                free = (1 << CARDS) - 1 & ~s.hand[p]
                s.hand[p] |= 1 << nth_bit(free, random_below(s, count_bits(free)))
            if s.bid[p] > 0:
                free = (1 << CARDS) - 1 & ~s.hand[p]
                s.bid[p] = 1 + nth_bit(free, random_below(s, count_bits(free)))


@rule
def points(s, seat):
    return s.score[seat]


def why_not(s, seat, action):
    if s.phase == Phase.BID:
        if action >= Act.PAIR:
            return Refusal("SB-1", "bid_now")
        card = action - Act.BID
        return None if s.hand[seat] >> card & 1 else Refusal("SB-2", "not_held", {"card": card + 1})
    if action < Act.PAIR:
        return Refusal("SB-3", "pair_now")
    if action == Act.DONE:
        return None
    a, b = divmod(action - Act.PAIR, 6)
    return None if a != s.prize and b == (a + s.prize) % 6 else Refusal("SB-4", "no_pair")


def configure(s, players, options):
    s.players = players
    s.generous = int(options["generous"])


def position(s):
    return {"game": "sealed_bids", "players": s.players, "options": {"generous": bool(s.generous)}, "turn": None,
            "over": s.phase == Phase.OVER, "round": s.turn, "stage": int(s.phase), "start": s.start, "winner": s.winner,
            "prize": s.prize, "bag": s.bag[:], "bids": s.bid[: s.players], "scores": s.score[: s.players],
            "hands": [None if h is None else [c + 1 for c in range(CARDS) if h >> c & 1] for h in s.hand[: s.players]],
            "open": None}


def load(position):
    s = GAME.configured(position["players"], position.get("options"))
    s.phase, s.turn, s.start, s.winner = (position[k] for k in ("stage", "round", "start", "winner"))
    s.prize, s.bag = position["prize"], list(position["bag"])
    for p in range(s.players):
        s.bid[p] = position["bids"][p]
        s.score[p] = position["scores"][p]
        s.hand[p] = sum(1 << (c - 1) for c in position["hands"][p])
    return s


GAME = Game(
    name="sealed_bids", seats=(2, 4), fields=FIELDS, actions=ACTIONS,
    events=(EventKind("prize", ("prize",), chance=True), EventKind("start", ("seat",), chance=True),
            EventKind("won", ("seat", "prize"), reveals=Reveals("bid", of=""))),
    options=(Option("generous"),),
    law=Law(words=ACTIONS.words, setup=setup, pending=pending, legal=legal, apply=apply, asks=asks, resample=resample,
            points=points, standing=points),
    configure=configure, why_not=why_not, prompt=lambda s, seat: Phrase("prompt.bid"), position=position, load=load,
    word=lambda meaning, index: str(index), folder=Path(__file__).parent,
)
