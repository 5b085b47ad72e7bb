"""The state of a game of Toledo.

Numbers that rules hand to each other have wide cells: one width means one compiled version of each
rule.
"""
from __future__ import annotations

from pathlib import Path

from ...kernel import (
    NOBODY,
    OWNER,
    PUBLIC,
    RNG,
    Case,
    Coded,
    Counts,
    Field,
    Maybe,
    Number,
    One,
    Seat,
    SeatFromBehind,
    Set,
    members,
    names,
    rule,
)
from ..switches import Switches
from .tables import CARDS, GEMS, MASTER_KINDS, METAL, PAINTINGS, PAWNS, SEATS, SPLIT, STEPS, SWORDS, VALUES, Master

SWITCHES = Switches(Path(__file__).parent / "data" / "options.toml")
Reading = SWITCHES.readings()
"""The bits of `readings`."""

Phase = names("Phase", "TURN", "FULL", "BUSINESS", "SWORD", "MASTER", "RETURN", "DELIVER", "MORE", "OVER")

READINGS = sum(members(Reading).values()).bit_length()
PHASES = 9
MAKINGS = 127
CARD_SET = Set("card", CARDS, SPLIT)
SWORD_SET = Set("sword", SWORDS)
KNOWN = Coded((Case("paid into a hand", (("seat", SeatFromBehind(SEATS - 1), SEATS),)),
               Case("shuffled", (("making", Number(0, MAKINGS), MAKINGS + 1),))), first=-SEATS)
"""Who was openly paid the card, or in which making of the pile it was shuffled."""

FIELDS = (
    RNG,
    Field("hand", "i8", (SEATS, 2), OWNER, "the cards of each hand, as a set in two words", CARD_SET, ("seat", "word")),
    Field("pile", "i8", (2,), NOBODY, "the cards of the draw pile, as a set in two words", CARD_SET, ("word",)),
    Field("discards", "i8", (2,), PUBLIC, "the cards discarded, as a set in two words", CARD_SET, ("word",)),
    Field("known", "i1", (CARDS,), PUBLIC,
          "what everybody knows of a card that lies neither open nor in the discards: -1 - seat when it was paid into "
          "that hand openly, else with which making of the pile it was shuffled into it (0: at the start)",
          KNOWN, ("card",)),
    Field("held", "i1", (SEATS,), PUBLIC, "cards in each hand", Number(0, CARDS), ("seat",)),
    Field("pile_left", "i1", (), PUBLIC, "cards in the draw pile", Number(0, CARDS)),
    Field("made", "i1", (), PUBLIC, "how often the pile has been made again", Number(0, MAKINGS)),

    Field("one", "i4", (SEATS,), PUBLIC, "road steps where the seat has a pawn on a circle",
          Set("step", STEPS), ("seat",)),
    Field("two", "i4", (SEATS,), PUBLIC, "road steps where it has a second one", Set("step", STEPS), ("seat",)),
    Field("room", "i4", (), PUBLIC, "steps with room for a pawn: a free circle, or a gate", Set("step", STEPS)),
    Field("built", "i4", (), PUBLIC, "road steps with circles: shops, taverns and the artist", Set("step", STEPS)),
    Field("double", "i4", (), PUBLIC, "those with two circles", Set("step", STEPS)),
    Field("home", "i1", (SEATS,), PUBLIC, "pawns on the cathedral", Number(0, PAWNS), ("seat",)),
    Field("inside", "i1", (SEATS, 2), PUBLIC, "pawns in the Alcazar, by gate", Number(0, PAWNS), ("seat", "gate")),
    Field("shop", "i1", (STEPS,), PUBLIC, "what kind of business a step has", One("kind", 7), ("step",)),
    Field("owner", "i1", (STEPS,), PUBLIC, "whose shop it is; -1 for nobody's", Maybe(Seat), ("step",)),
    Field("supply", "i2", (SEATS,), PUBLIC, "shop tiles not yet placed: kind * 2, + 1 with two circles",
          Set("shop tile", 8), ("seat",)),

    Field("metal", "i1", (SEATS,), PUBLIC, "metal before each seat", Number(0, METAL), ("seat",)),
    Field("gems", "i1", (SEATS,), PUBLIC, "gems before each seat", Number(0, GEMS), ("seat",)),
    Field("metal_left", "i1", (), PUBLIC, "metal in the stock", Number(0, METAL)),
    Field("gems_left", "i1", (), PUBLIC, "gems in the stock", Number(0, GEMS)),
    Field("rack", "i4", (), PUBLIC, "sword tiles on the board", SWORD_SET),
    Field("blades", "i4", (SEATS,), PUBLIC, "sword tiles before each seat", SWORD_SET, ("seat",)),
    Field("delivered", "i4", (SEATS,), PUBLIC, "sword tiles each seat has brought into the Alcazar",
          SWORD_SET, ("seat",)),
    Field("masters", "i1", (SEATS, MASTER_KINDS), PUBLIC, "fencing tiles before each seat, by kind",
          Counts("master", 9), ("seat", "master")),
    Field("masters_left", "i1", (MASTER_KINDS,), PUBLIC, "fencing tiles on the board",
          Counts("master", 9), ("master",)),
    Field("painting", "i1", (PAINTINGS,), PUBLIC, "who has each painting, from the top of the stack; -1 for nobody",
          Maybe(Seat), ("painting",)),
    Field("easel", "i1", (), PUBLIC, "the painting that is sold next; the number of paintings when all are",
          Number(0, PAINTINGS)),

    Field("players", "i8", (), PUBLIC, "seats in use", Number(2, SEATS)),
    Field("first", "i1", (), PUBLIC, "option: the seat named to start, counted from 1; 0 when it is drawn",
          Maybe(Seat, none=0)),
    Field("readings", "i1", (), PUBLIC, "options: the readings chosen instead of the default, as bits",
          Set("reading", READINGS)),
    Field("cap", "i2", (), PUBLIC, "turns of each seat after which a simulation stops; 0 for never", Number(0, 200)),
    Field("turns", "i2", (), PUBLIC, "turns finished, counted only where there is a cap", Number(0, 200 * SEATS)),
    Field("phase", "i1", (), PUBLIC, "what is being decided", One("phase", PHASES)),
    Field("turn", "i8", (), PUBLIC, "the seat on turn", Seat),
    Field("last_round", "i1", (), PUBLIC, "the seat that brought its third pawn in first; -1 before", Maybe(Seat)),
    Field("series", "i8", (), PUBLIC, "value of the first card played this turn, which binds further ones; 0 before",
          Number(0, VALUES)),
    Field("front", "i8", (), PUBLIC, "that card, which lies in front of the player; -1 before",
          Maybe(One("card", CARDS))),
    Field("opening", "i8", (), PUBLIC, "value of a card played by a movement tile before the first card; 0 for none",
          Number(0, VALUES)),
    Field("extra_used", "i1", (), PUBLIC, "cards played by movement tiles this turn", Number(0, 9)),
    Field("spot", "i8", (), PUBLIC, "the step of the pawn that has just landed and is not done with; 0 for none",
          One("step", STEPS)),
    Field("taken", "i1", (), PUBLIC, "the fencing tile just taken, while one of the old ones goes back; -1 else",
          Maybe(One("master", MASTER_KINDS))),
)


@rule
def extras_left(s, seat):
    """TO-8.1, TO-R39, TO-R40: extra cards that movement tiles still allow this turn; by an option
    one in all.
    """
    tiles = s.masters[seat][Master.MOVEMENT]
    if s.readings & Reading.EXTRA_CARDS_ONE_PER_TURN:
        tiles = min(tiles, 1)
    return tiles - s.extra_used
