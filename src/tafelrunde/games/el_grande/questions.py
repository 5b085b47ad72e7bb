"""What the lab asks recorded games: power cards, action cards, the draw of home regions, the
castillo.
"""
from ...kernel import Compare, Tallies, Tally

BOARD_QUESTIONS = (
    Compare("home", "what the home region drawn is worth", "home", "region"),
    Compare("landing", "where the castillo's caballeros went", "left_castillo", "region"),
    Tallies("deeds", "what seats do", (
        Tally("caballeros placed on the board", "placed"),
        Tally("… of them thrown into the castillo", "placed", where={"place": "castillo"}),
        Tally("caballeros taken to court", "to_court", each="n"),
        Tally("moves of the king", "king_moved"),
        Tally("moves of one's own grande", "grande_moved"),
        Tally("rounds begun", "next_start"))),
    Tallies("regions", "points by place", (Tally("{}", "points", each="n", split="place"),), points=True),
)
QUESTIONS = (
    Compare("power", "what each power card is worth", "power_played", "n", by=("round",), rounds=3, ordered=True),
    Compare("card", "what each action card is worth", "card_taken", "card", by=("position",)),
    *BOARD_QUESTIONS,
)
