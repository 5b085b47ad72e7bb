"""The state of a game of El Grande, and who may see which part."""
from __future__ import annotations

from pathlib import Path

from ...kernel import (
    MEMORY,
    NOBODY,
    OWNER,
    PUBLIC,
    RNG,
    Counts,
    Field,
    Maybe,
    Number,
    One,
    Place,
    Seat,
    Seats,
    Set,
    members,
    names,
)
from ..switches import Switches
from .tables import ALL, CABALLEROS, CARDS, MODIFIERS, PLACE_IDS, POWERS, REGIONS, SEATS

ROUNDS = 9
PIECES = Number(0, CABALLEROS)
POINTS = Number(0, 999)
PLACE = Place(len(PLACE_IDS))
PLACES_SET = Set("place", len(PLACE_IDS))
PHASES, PARTS = 34, 6
"""As many phases as König & Intrigant has, because it shares the board."""
STEPS_MOST, COPIES = 127, 9
SHOWN_MODIFIERS = 14

SWITCHES = Switches(Path(__file__).parent / "data" / "options.toml")
Reading = SWITCHES.readings()
"""The bits of `readings`."""
READINGS = sum(members(Reading).values()).bit_length()

# Numbers that are passed as arguments have wide cells: a compiler repeats a rule for every width it
# is called with.
BOARD_FIELDS = (
    Field("players", "i8", (), PUBLIC, "seats in use", Number(2, SEATS)),
    Field("colours", "i8", (), PUBLIC, "colours on the board: the players', and the dummy's with two players",
          Number(2, SEATS)),
    Field("paid", "i1", (), PUBLIC, "places that score: 3, or 2 on the side for two and three players", Number(2, 3)),
    Field("short_game", "i1", (), PUBLIC, "option: six rounds", Number(0, 1)),
    Field("first", "i1", (), PUBLIC, "option: the seat named to start, counted from 1; 0 when it is drawn",
          Maybe(Seat, none=0)),
    Field("marker", "i1", (), PUBLIC, "the number of the round", Number(0, ROUNDS)),
    Field("starter", "i1", (), PUBLIC, "the start player", Seat),
    Field("regions", "i1", (REGIONS, SEATS), PUBLIC, "caballeros in each region, by colour",
          PIECES, ("region", "colour")),
    Field("castillo", "i1", (SEATS,), MEMORY, "caballeros in the castillo, by colour", PIECES, ("colour",)),
    Field("court", "i1", (SEATS,), PUBLIC, "caballeros at each court", PIECES, ("colour",)),
    Field("province", "i1", (SEATS,), PUBLIC, "caballeros in the province; of the dummy, in its supply",
          PIECES, ("colour",)),
    Field("grande", "i1", (SEATS,), PUBLIC, "the place of each grande: a region or the castillo; -1 for none",
          Maybe(PLACE), ("colour",)),
    Field("king", "i8", (), PUBLIC, "the king's place: a region, the castillo, France or Portugal", PLACE),
    Field("no_entry", "i2", (), PUBLIC, "places that nothing may enter, as a set", PLACES_SET),
    Field("no_exit", "i2", (), PUBLIC, "places that nothing may leave, as a set", PLACES_SET),
    Field("no_room", "i2", (), PUBLIC, "regions that have no room for another caballero, as a set (König & Intrigant)",
          PLACES_SET),
    Field("tile_at", "i1", (2,), PUBLIC, "the place of each scoring tile; -1 beside the board",
          Maybe(PLACE), ("tile",)),
    Field("score", "i2", (SEATS,), PUBLIC, "points", POINTS, ("colour",)),
    Field("dial", "i1", (SEATS,), OWNER, "the region on each dial; -1 when none is set", Maybe(PLACE), ("seat",)),
)
DECISION_FIELDS = (
    Field("phase", "i1", (), PUBLIC, "the decision that is open", One("phase", PHASES)),
    Field("waiting", "i1", (), PUBLIC, "the seats that must decide, as a set", Seats),
    Field("actor", "i8", (), PUBLIC, "the seat on turn", Seat),
    Field("acted", "i1", (), PUBLIC, "the colours that have had their turn this round, as a set", Seats),
    Field("parts", "i1", (), PUBLIC, "parts of the turn that are still open, as a set", Set("part", 2)),
    Field("part", "i1", (), PUBLIC, "what is under way", One("part", PARTS)),
    Field("step", "i8", (), PUBLIC, "the step of a special action that is under way: a row of STEPS",
          Number(0, STEPS_MOST)),
    Field("next_step", "i1", (), PUBLIC, "the step after it; 0 for none", Number(0, STEPS_MOST)),
    Field("left", "i8", (), PUBLIC, "how many may or must still be placed, moved, taken or returned", Number(0, ALL)),
    Field("own_left", "i1", (), PUBLIC, "how many of them may be own ones", Number(0, ALL)),
    Field("foe_left", "i1", (), PUBLIC, "how many of them may be opposing ones", Number(0, ALL)),
    Field("must", "i1", (), PUBLIC, "whether it goes on as far as possible (no `done`)", Number(0, 1)),
    Field("targets", "i2", (), PUBLIC, "the places that are offered, as a set", PLACES_SET),
    Field("source", "i8", (), PUBLIC, "the region that the action is about; -1 for none", Maybe(PLACE)),
    Field("held", "i8", (), PUBLIC, "the colour of the caballero that was taken", Maybe(Seat)),
    Field("held_from", "i8", (), PUBLIC, "where it was taken", Maybe(PLACE)),
    Field("asked", "i8", (), PUBLIC, "whose turn it is where seats are asked, or hit, one after another", Maybe(Seat)),
    Field("judge", "i8", (), PUBLIC, "the holder of a Veto who is asked", Maybe(Seat)),
    Field("paused", "i1", (), PUBLIC, "the decision that waits for that answer, inside an action (1995); 0 for none",
          One("phase", PHASES)),
    Field("paused_for", "i1", (), PUBLIC, "the seats that it waits for, as a set", Seats),
)
FIELDS = (
    *BOARD_FIELDS,
    *DECISION_FIELDS,
    Field("edition", "i1", (), PUBLIC, "option: 0 for 2023, 1 for 1995", Number(0, 1)),
    Field("readings", "i2", (), PUBLIC, "options: the readings chosen instead of the default, as bits",
          Set("reading", READINGS)),
    Field("regent", "i1", (), PUBLIC, "option: New Regent", Number(0, 1)),
    Field("shift", "i1", (), PUBLIC, "option: Power Shift", Number(0, 1)),
    Field("extra", "i1", (3,), PUBLIC, "option: alternative cards in play: Grand Strategy, Vetoes, Secret Ballot",
          Number(0, 2), ("alternative",)),
    Field("merged", "i1", (), PUBLIC, "option: decks 2 and 3 are one", Number(0, 1)),
    Field("memory", "i1", (), PUBLIC, "option: 0 strict, 1 own notes, 2 full ledger", Number(0, 2)),
    Field("card", "i8", (), PUBLIC, "the action card of the seat on turn", Maybe(One("card", CARDS))),
    Field("infiltration", "i1", (), PUBLIC, "whether the seat on turn may place into the king's region", Number(0, 1)),
    Field("open", "i8", (), PUBLIC, "action cards that lie open, as a set", Set("card", CARDS)),
    Field("deck", "i1", (CARDS,), NOBODY, "action cards left in the decks, by card", Counts("card", COPIES), ("card",)),
    Field("boxed", "i1", (CARDS,), NOBODY, "action cards that went back into the box unseen, by card",
          Counts("card", COPIES), ("card",)),
    Field("discard", "i1", (CARDS,), PUBLIC, "action cards discarded, by card", Counts("card", COPIES), ("card",)),
    Field("vetoes", "i1", (), PUBLIC, "how many Vetoes lie before their takers", Number(0, 2)),
    Field("veto_seat", "i1", (2,), PUBLIC, "whose they are, oldest first", Maybe(Seat), ("veto",)),
    Field("veto_until", "i1", (2,), PUBLIC, "the last round of each", Number(0, ROUNDS + 1), ("veto",)),
    Field("hand", "i2", (SEATS,), OWNER, "power cards held, as a set of values; of the dummy, left in its deck",
          Set("power", POWERS + 1), ("colour",)),
    Field("played", "i1", (SEATS,), PUBLIC, "power card played this round; 0 for none", Number(0, POWERS), ("colour",)),
    Field("modifiers", "i4", (SEATS,), OWNER, "modifiers held, as a set",
          Set("modifier", MODIFIERS), ("seat",), only="shift"),
    Field("played_modifier", "i1", (SEATS,), PUBLIC, "modifier played this round: its number + 1; 0 for none",
          Maybe(One("modifier", MODIFIERS), none=0), ("seat",), only="shift"),
    Field("modifier_discard", "i4", (SEATS,), OWNER, "modifiers discarded, as a set",
          Set("modifier", MODIFIERS), ("seat",), only="shift"),
    Field("passed", "i1", (SEATS,), OWNER, "modifier that the seat passed on: its number + 1; 0 for none yet",
          Maybe(One("modifier", MODIFIERS), none=0), ("seat",), only="shift"),
    Field("shown", "i4", (SEATS,), PUBLIC, "everything a seat has played so far: values, and modifiers from bit 14 on",
          Set("shown", SHOWN_MODIFIERS + MODIFIERS), ("seat",)),
    Field("pool", "i4", (SEATS, 2), PUBLIC, "what a card taken back unseen may be, for two of them; 0 for none",
          Set("shown", SHOWN_MODIFIERS + MODIFIERS), ("seat", "regained")),
    Field("region_cards", "i2", (), PUBLIC, "region cards left in the dummy's deck, as a set", Set("region", REGIONS)),
    RNG,
)

Phase = names(
    "Phase", "OVER", "PLACING", "MENU", "COURT", "RECALL", "TAKE", "TO", "REGION", "RETURN_OWN", "RETURN_OF", "DIAL",
    "SCORE", "TILE", "GRANDE", "KING", "VETO", "EXTRA", "POWER", "CARD", "MODIFIER", "ABILITY", "PASS", "REGAIN",
    "ESCORT", "SWAP", "OPTION")
"""The kinds of decisions.  Those up to EXTRA are the board's: König & Intrigant has them too."""
Part = names("Part", NONE=0, PLACE=1, ACTION=2, COURT=3, ABILITY=4, SCORING=5)
"""What is under way; PLACE and ACTION are also the members of the set `parts`."""
BOTH_PARTS = 3
Next = names("Next", "DECISION", "PART", "STEP", "BEGIN", "POWER", "CARD", "TURN", "ROUND_OVER", "SCORING", "ROUND", "AT_COURT",
             "DIALLED")
"""What comes next once a rule has done its work: a decision is open; a part of the turn or a step
is finished; a step, the choice of a card, a turn, a scoring, a round begins; caballeros have come
to court, all dials are set.
"""
