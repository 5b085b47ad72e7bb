"""What the lab asks recorded games: cards laid and set aside, the roles, and what El Grande asks of
its board.
"""
from ...kernel import Compare, Tallies, Tally
from ..el_grande.questions import BOARD_QUESTIONS

QUESTIONS = (
    Compare("laid", "what each card laid is worth", "laid", "card", by=("round",), rounds=3),
    Compare("aside", "what each card set aside is worth", verb="discard", meaning="card"),
    Tallies("roles", "what the roles are worth", (
        Tally("times king", "gets_king"),
        Tally("times intriguer", "gets_intriguer"),
        Tally("caballeros on the caballero cards", "gets_caballeros", each="n"))),
    *BOARD_QUESTIONS,
)
