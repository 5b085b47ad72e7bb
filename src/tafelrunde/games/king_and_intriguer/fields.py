"""What a game of König & Intrigant consists of, and who may see it: El Grande's board, and what its
own cards add.
"""
from __future__ import annotations

from pathlib import Path

from ...kernel import MEMORY, OWNER, PUBLIC, RNG, Derived, Field, Letters, Maybe, Number, One, Seats, Set, members, names
from ..el_grande.fields import BOARD_FIELDS, DECISION_FIELDS, PIECES
from ..el_grande.fields import Part as BoardPart
from ..el_grande.fields import Phase as BoardPhase
from ..el_grande.tables import REGIONS, SEATS
from ..switches import Switches
from .tables import BLANK_IDS, CARDS

REGION_SET = Set("region", REGIONS)
DIALLED = Maybe(One("region", REGIONS), none=0)

SWITCHES = Switches(Path(__file__).parent / "data" / "options.toml")
Reading = SWITCHES.readings()
"""The bits of `switches`."""
BLANKS = len(BLANK_IDS)
READINGS = sum(members(Reading).values()).bit_length()

FIELDS = (
    *BOARD_FIELDS,
    *DECISION_FIELDS,
    Field("switches", "i2", (), PUBLIC, "options: the readings chosen instead of the default, as bits",
          Set("reading", READINGS)),
    Field("offered", "i8", (), PUBLIC, "the cards that every player chooses from, as a set (options)",
          Set("card", CARDS)),
    Field("blank_value", "i2", (BLANKS,), PUBLIC, "the numbers of the blank cards (options); 0 for one that is not used",
          Number(0, 179), ("blank",)),
    Field("blank_court", "i1", (BLANKS,), PUBLIC, "how many caballeros they bring to court", Number(0, 9), ("blank",)),
    Field("blank_like", "i1", (BLANKS,), PUBLIC, "the cards whose special action they have: their numbers + 1",
          Maybe(One("card", CARDS), none=0), ("blank",)),
    Field("blank_most", "i2", (BLANKS,), PUBLIC, "the number of that action, or the points of the regions it scores, as bits",
          Number(0, 255), ("blank",)),
    Field("blank_name", "i8", (BLANKS, 7), PUBLIC, "their names as code points; a state is all numbers",
          Letters(), ("blank", "word")),
    Field("hand", "i8", (SEATS,), OWNER, "cards held, as a set", Set("card", CARDS), ("seat",)),
    Field("used", "i8", (SEATS,), PUBLIC, "cards that have left the game after they were played, as a set",
          Set("card", CARDS), ("seat",)),
    Field("played", "i1", (SEATS,), PUBLIC, "the card laid this round: its number + 1; 0 for none",
          Maybe(One("card", CARDS), none=0), ("seat",)),
    Field("laid", "i1", (SEATS,), PUBLIC, "when the card that counts was laid this round: 1 for the first; 0 for not yet",
          Number(0, SEATS), ("seat",)),
    Field("role", "i1", (SEATS,), PUBLIC, "what a holder of a role has chosen: 1 king, 2 intriguer, 3 the card; 0 not yet",
          One("role", 4), ("seat",)),
    Field("vetoed", "i1", (), PUBLIC, "the seats that have used their 40 this round, as a set", Seats),
    Field("whirlwind", "i1", (SEATS,), OWNER, "the region dialled for a 113: its number + 1; 0 for none",
          DIALLED, ("seat",)),
    Field("free", "i1", (), PUBLIC, "whether the seat on turn may place anywhere (20, 153)", Number(0, 1)),
    Field("queen", "i1", (), PUBLIC, "whether a 153 suspends the king bonus of a scoring after this round",
          Number(0, 1)),
    Field("protected", "i2", (), PUBLIC, "regions protected this round (95), as a set", REGION_SET),
    Field("turned", "i1", (), PUBLIC, "scoring tiles that are turned (73), as a set", Set("tile", 2)),
    Field("castillo_at", "i1", (), PUBLIC, "the region that the castillo was slid onto (23); -1 at home",
          Maybe(One("region", REGIONS))),
    Field("collapse", "i1", (), PUBLIC, "whether the castillo may collapse (83)", Number(0, 1)),
    Field("inside", "i1", (SEATS,), MEMORY, "what was in the castillo when a collapse threatened", PIECES, ("colour",)),
    Field("beside", "i1", (SEATS,), PUBLIC, "what stands beside the castillo since then; it counts in `castillo` too",
          PIECES, ("colour",)),
    Field("spies", "i1", (), PUBLIC, "the seats before which a 25 lies, as a set", Seats),
    Field("limit_at", "i1", (SEATS,), PUBLIC, "the region on which the seat's 66 lies: its number + 1; 0 for none",
          DIALLED, ("seat",)),
    Field("limited", "i2", (), PUBLIC, "the regions on which a 66 lies, as a set", REGION_SET),
    Field("strangers", "i1", (SEATS,), PUBLIC, "caballeros on the seat's 75", PIECES, ("seat",)),
    Field("allies", "i2", (SEATS,), PUBLIC, "alliances for the next general scoring, each a set of two regions; 0 for none",
          REGION_SET, ("seat",)),
    Field("double_at", "i1", (SEATS,), OWNER, "the region doubled in the next general scoring: its number + 1; 0 for none",
          DIALLED, ("seat",)),
    Field("double_rank", "i1", (SEATS,), PUBLIC, "when the seat chose it: 1 for the first; 0 for not",
          Number(0, SEATS), ("seat",)),
    Field("named", "i2", (), PUBLIC, "the regions named so far by a card that names several, as a set", REGION_SET),
    Field("sums", "i1", (SEATS,), PUBLIC, "counting paper of a scoring; empty between decisions",
          Derived(), ("colour",)),
    RNG,
)

OWN_PHASES = ("DISCARD", "FIRST_DIAL", "LAY", "SECOND", "WHIRLWIND", "ROLE", "INTRIGUE", "FOLLOW", "THROW", "DOUBLE", "NAME",
              "STRANGER", "TURN", "REMOVE", "SPY", "RESTORE", "GATHER")
Phase = names("Phase", **{k: v for k, v in vars(BoardPhase).items() if k.isupper() and v <= BoardPhase.EXTRA},
              **{name: BoardPhase.EXTRA + 1 + i for i, name in enumerate(OWN_PHASES)})
"""The kinds of decisions: the board's, then its own.  SECOND is a Joker seat's second card, FOLLOW
who comes along with the grande (80), RESTORE where swept caballeros go (113), SPY the open dial of
a 25, GATHER where all that the intriguer moves goes.
"""
Part = BoardPart
Role = names("Role", "OPEN", "KING", "INTRIGUER", "CARD")
Next = names("Next", "DECISION", "PART", "BEGIN", "LAY", "TURN", "ROUND_OVER", "DIALS", "SCORING", "SPIES", "REGIONS", "ROUND",
             "CHOSEN", "FIRST_DIALLED", "DIALLED", "STRANGERS_ASKED")
"""What comes next once a rule has done its work: a decision is open; a part of the turn is
finished; a special action, the next card, a turn, a piece of the general scoring, a round begins;
all have chosen their cards, or set their dials, or were asked about their strangers.
"""
